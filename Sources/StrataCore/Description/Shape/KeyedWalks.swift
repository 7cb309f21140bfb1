import PersistentCollections

/// A collection of values by key, as a description sees it.
@usableFromInline
protocol KeyedStructure: CollectionStructure where Place == EntryPlace<Key, Value> {
  associatedtype Key: DescribedValue & Hashable
  associatedtype Value: DescribedValue
  associatedtype Index

  /// Whether entries are visited in the order of their keys.
  static var isInOrder: Bool { get }
  init()
  /// Makes a map of entries in the order of their keys, sooner than by inserting each; nil when they are in another order,
  /// or the collection has none.
  static func inOrder(_ next: NextEntry<Key, Value>) throws(PatchError) -> Self?
  subscript(key: Key) -> Value? { get set }
  func index(forKey key: Key) -> Index?
  subscript(position: Index) -> (key: Key, value: Value) { get }
  /// Whether entries of keys whose places follow one another lie near each other.
  static var hasPlaces: Bool { get }
  /// The place of a key's entry among all entries, or the place that it would have.
  static func place(of key: Key) -> UInt64
  /// Lets the value of a key be changed where it lies, if it is there.
  mutating func withValue(of key: Key, _ body: (UnsafeMutablePointer<Value>?) -> Void)
  /// Removes the entries of some keys; false where one is not there, and then not all are removed.
  mutating func removeEntries(of keys: [Key]) -> Bool
  /// Whether the entry of a key is seen to be the same in another version without a look at it.
  func sharesEntry(of key: Key, with other: Self) -> Bool
  func forEachDifference(
    from old: Self,
    counting exchange: ExchangeCount?,
    by areSame: (Place, Place) -> Bool,
    _ body: (_ before: Place?, _ after: Place?) -> Void
  )
}

/// Puts the next entry in two places that are empty; false behind the last one.
///
/// It returns no pair: whoever does not know the types would have to ask for that of the pair each time.
@usableFromInline
typealias NextEntry<Key, Value> =
  (UnsafeMutablePointer<Key>, UnsafeMutablePointer<Value>) throws(PatchError) -> Bool

/// The counter of the storage that a change adds to the heap, and of the storage that it releases.
@usableFromInline
typealias ExchangeCount = UnsafeMutablePointer<FootprintExchange>

/// The walks through a map, compiled where its type is known.
@usableFromInline
struct KeyedWalks<Map: KeyedStructure> {
  @usableFromInline typealias Visit = (Map.Place?, Map.Place?) throws(PatchError) -> Void

  @usableFromInline let entries: CollectionWalks<Map>
  /// Visits entries that came, went, or are not byte for byte as they were, up to the first error; and counts the nodes that
  /// only one of two maps has, if that is asked for, but nothing of what entries keep beside them.
  @usableFromInline let forEachDifference:
    (_ old: ValuePlace, _ new: ValuePlace, SolidBytes, ExchangeCount?, Visit) throws(PatchError)
      -> Void
  /// Makes a map of entries in the order of their keys; nil when they are in another order.
  @usableFromInline let makeInOrder: (NextEntry<Map.Key, Map.Value>) throws(PatchError) -> Map?
  /// Makes a map of entries in any order.
  ///
  /// - Throws: `PatchError.Reason.alreadyThere` where a key is equal to an earlier one.
  @usableFromInline let make: (NextEntry<Map.Key, Map.Value>) throws(PatchError) -> Map
  /// The value of a key, if it is there.
  @usableFromInline let value: (_ map: ValuePlace, Map.Key) -> Map.Value?
  /// Whether the entry of a key is seen to be the same in two maps without a look at it.
  @usableFromInline let sharesEntry: (_ old: ValuePlace, _ new: ValuePlace, Map.Key) -> Bool
  /// Lets the value of a key be changed where it lies.
  @usableFromInline let change:
    (_ map: MutableValuePlace, Map.Key, (inout Map.Value?) throws(PatchError) -> Void)
      throws(PatchError) -> Void
  /// Lets the value of a key be changed where it lies.
  ///
  /// - Throws: `PatchError.Reason.nothingThere` where the key is not there.
  @usableFromInline let changeValue:
    (_ map: MutableValuePlace, Map.Key, (MutableValuePlace) throws(PatchError) -> Void)
      throws(PatchError) -> Void
  /// Removes the entries of some keys; false where one is not there.
  @usableFromInline let remove: (_ map: MutableValuePlace, [Map.Key]) -> Bool
  /// The place of a key's entry among all entries, or the place that it would have; nil where the key alone does not give it.
  @usableFromInline let place: ((_ key: UnsafePointer<Map.Key>) -> UInt64)?

  @inlinable
  init() {
    entries = CollectionWalks()
    forEachDifference = { old, new, values, exchange, body throws(PatchError) in
      let (old, new) = (old.pointer(to: Map.self), new.pointer(to: Map.self))
      var walk = ThrowingWalk()
      new.pointee.forEachDifference(from: old.pointee, counting: exchange) { before, after in
        areSameBytes(ValuePlace(before.key), ValuePlace(after.key), MemoryLayout<Map.Key>.size)
          && values.areSame(ValuePlace(before.value), ValuePlace(after.value))
      } _: { before, after in
        walk.visit { () throws(PatchError) in try body(before, after) }
      }
      try walk.end()
    }
    makeInOrder = { next throws(PatchError) in try Map.inOrder(next) }
    make = { next throws(PatchError) in
      var map = Map()
      let keyPlace = UnsafeMutablePointer<Map.Key>.allocate(capacity: 1)
      let valuePlace = UnsafeMutablePointer<Map.Value>.allocate(capacity: 1)
      defer {
        keyPlace.deallocate()
        valuePlace.deallocate()
      }
      while try next(keyPlace, valuePlace) {
        let count = map.count
        map[keyPlace.move()] = valuePlace.move()
        if map.count == count { throw PatchError(.alreadyThere) }
      }
      return map
    }
    value = { map, key in map.pointer(to: Map.self).pointee[key] }
    sharesEntry = { old, new, key in
      let (old, new) = (old.pointer(to: Map.self), new.pointer(to: Map.self))
      return new.pointee.sharesEntry(of: key, with: old.pointee)
    }
    change = { map, key, body throws(PatchError) in
      try body(&map.pointer(to: Map.self).pointee[key])
    }
    changeValue = { map, key, body throws(PatchError) in
      var walk = ThrowingWalk()
      map.pointer(to: Map.self).pointee.withValue(of: key) { value in
        walk.visit { () throws(PatchError) in
          guard let value else { throw PatchError(.nothingThere) }
          try body(MutableValuePlace(value))
        }
      }
      try walk.end()
    }
    remove = { map, keys in map.pointer(to: Map.self).pointee.removeEntries(of: keys) }
    place = Map.hasPlaces ? { Map.place(of: $0.pointee) } : nil
  }
}

extension KeyedStructure {
  @inlinable
  static var isInOrder: Bool { false }
  @inlinable
  static func inOrder(_ next: NextEntry<Key, Value>) throws(PatchError) -> Self? { nil }
  @inlinable
  static var hasPlaces: Bool { false }
  @inlinable
  static func place(of key: Key) -> UInt64 { 0 }

  @inlinable
  mutating func withValue(of key: Key, _ body: (UnsafeMutablePointer<Value>?) -> Void) {
    withUnsafeMutablePointer(to: &self[key]) { value in
      guard var present = value.pointee.take() else { return body(nil) }
      withUnsafeMutablePointer(to: &present) { body($0) }
      value.pointee = present
    }
  }

  @inlinable
  mutating func removeEntries(of keys: [Key]) -> Bool {
    for key in keys {
      let count = count
      self[key] = nil
      if self.count == count { return false }
    }
    return true
  }

  @inlinable
  func sharesEntry(of key: Key, with other: Self) -> Bool { false }
}
