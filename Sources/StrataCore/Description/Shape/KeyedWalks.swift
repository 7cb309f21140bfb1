import PersistentCollections

/// A collection of values by key, as a description sees it.
@usableFromInline
protocol KeyedStructure {
  associatedtype Key: DescribedValue & Hashable
  associatedtype Value: DescribedValue
  associatedtype Index

  /// Whether entries are visited in the order of their keys.
  static var isInOrder: Bool { get }
  init()
  /// Makes a map of entries in the order of their keys, sooner than by inserting each; nil when they are in another order,
  /// or the collection has none.
  static func inOrder(_ next: NextEntry<Key, Value>) throws(PatchError) -> Self?
  var count: Int { get }
  subscript(key: Key) -> Value? { get set }
  func index(forKey key: Key) -> Index?
  /// Whether entries of keys whose places follow one another lie near each other.
  static var hasPlaces: Bool { get }
  /// Where among all entries that of a key lies, or would.
  static func place(of key: Key) -> UInt64
  /// Lets the value of a key be changed where it lies, if it is there.
  mutating func withValue(of key: Key, _ body: (UnsafeMutablePointer<Value>?) -> Void)
  /// Removes the entries of some keys; false where one is not there, and then not all are removed.
  mutating func removeEntries(of keys: [Key]) -> Bool
  /// Whether the entry of a key is seen to be the same in another version without a look at it.
  func sharesEntry(of key: Key, with other: Self) -> Bool
  subscript(position: Index) -> (key: Key, value: Value) { get }
  func forEachDifference(
    from old: Self,
    counting exchange: ExchangeCount?,
    by areSame: (EntryPlace<Key, Value>, EntryPlace<Key, Value>) -> Bool,
    _ body: (_ before: EntryPlace<Key, Value>?, _ after: EntryPlace<Key, Value>?) -> Void
  )
  func forEachEntry(_ body: (EntryPlace<Key, Value>) -> Void)
  func addFootprint(
    to meter: inout FootprintMeter,
    visiting visit: (EntryPlace<Key, Value>, inout FootprintMeter) -> Void
  )
  func addExchange(from old: Self, to exchange: inout FootprintExchange)
}

/// Puts the next entry in two places that are empty; false behind the last one.
///
/// It returns no pair: whoever does not know the types would have to ask for that of the pair each time.
@usableFromInline
typealias NextEntry<Key, Value> =
  (UnsafeMutablePointer<Key>, UnsafeMutablePointer<Value>) throws(PatchError) -> Bool

/// Where it is counted what a change makes on the heap and what it leaves behind.
@usableFromInline
typealias ExchangeCount = UnsafeMutablePointer<FootprintExchange>

/// Counts what an exchange of collections makes and replaces.
@usableFromInline
typealias CountingExchange = (
  _ old: UnsafeRawPointer, _ new: UnsafeRawPointer, inout FootprintExchange
) -> Void

/// The walks through a map, compiled where its type is known.
@usableFromInline
struct KeyedWalks<Map: KeyedStructure> {
  @usableFromInline typealias Place = EntryPlace<Map.Key, Map.Value>

  /// Visits entries that came, went, or do not lie there byte for byte as they did; and counts the nodes that only one of two
  /// maps has, if that is asked for, but nothing of what entries keep beside them.
  let forEachDifference:
    (_ old: UnsafeRawPointer, _ new: UnsafeRawPointer, ExchangeCount?, (Place?, Place?) -> Void) -> Void
  /// Makes a map of entries in the order of their keys; nil when they are in another order.
  let makeInOrder: (NextEntry<Map.Key, Map.Value>) throws(PatchError) -> Map?
  /// Makes a map of entries in any order.
  ///
  /// - Throws: ``PatchError`` of equal keys where a key is equal to an earlier one.
  let make: (NextEntry<Map.Key, Map.Value>) throws(PatchError) -> Map
  /// The key that is there and equal to one; both may be written differently.
  let twin: (_ map: UnsafeRawPointer, Map.Key) -> Map.Key?
  /// The value of a key, if it is there.
  let value: (_ map: UnsafeRawPointer, Map.Key) -> Map.Value?
  /// Whether the entry of a key is seen to be the same in two maps without a look at it.
  let sharesEntry: (_ old: UnsafeRawPointer, _ new: UnsafeRawPointer, Map.Key) -> Bool
  /// Lets the value of a key be changed where it lies.
  let change: (_ map: UnsafeMutableRawPointer, Map.Key, (UnsafeMutablePointer<Map.Value?>) -> Void) -> Void
  /// Lets the value of a key be changed where it lies, if it is there.
  let changeValue: (_ map: UnsafeMutableRawPointer, Map.Key, (UnsafeMutableRawPointer?) -> Void) -> Void
  /// Removes the entries of some keys; false where one is not there.
  let remove: (_ map: UnsafeMutableRawPointer, [Map.Key]) -> Bool
  /// Where among all entries that of a key lies, or would; nil where it cannot be told so soon.
  let place: ((_ key: UnsafePointer<Map.Key>) -> UInt64)?
  /// Counts new nodes, and visits the entries in them.
  let addFootprint:
    (_ map: UnsafeRawPointer, inout FootprintMeter, (Place, inout FootprintMeter) -> Void) -> Void
  /// Counts the nodes that only one of two maps has, and leaves out what entries keep beside them.
  let addExchange: CountingExchange
  /// Visits all entries.
  let forEachEntry: (_ map: UnsafeRawPointer, (Place) -> Void) -> Void

  @inlinable
  init() {
    self.init(
      forEachDifference: { old, new, exchange, body in
        let (old, new) = (old.assumingMemoryBound(to: Map.self), new.assumingMemoryBound(to: Map.self))
        new.pointee.forEachDifference(from: old.pointee, counting: exchange) { before, after in
          areSameBytes(before.key, after.key, MemoryLayout<Map.Key>.size)
            && areSameBytes(before.value, after.value, MemoryLayout<Map.Value>.size)
        } _: {
          body($0, $1)
        }
      },
      makeInOrder: { next throws(PatchError) in try Map.inOrder(next) },
      make: { next throws(PatchError) in
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
          if map.count == count { throw PatchError(equalKeys: ()) }
        }
        return map
      },
      twin: { map, key in
        let map = map.assumingMemoryBound(to: Map.self)
        return map.pointee.index(forKey: key).map { map.pointee[$0].key }
      },
      value: { map, key in map.assumingMemoryBound(to: Map.self).pointee[key] },
      sharesEntry: { old, new, key in
        let (old, new) = (old.assumingMemoryBound(to: Map.self), new.assumingMemoryBound(to: Map.self))
        return new.pointee.sharesEntry(of: key, with: old.pointee)
      },
      change: { map, key, body in
        withUnsafeMutablePointer(to: &map.assumingMemoryBound(to: Map.self).pointee[key]) { body($0) }
      },
      changeValue: { map, key, body in
        map.assumingMemoryBound(to: Map.self).pointee.withValue(of: key) {
          body($0.map { UnsafeMutableRawPointer($0) })
        }
      },
      remove: { map, keys in map.assumingMemoryBound(to: Map.self).pointee.removeEntries(of: keys) },
      place: Map.hasPlaces ? { Map.place(of: $0.pointee) } : nil,
      addFootprint: { map, meter, visit in
        map.assumingMemoryBound(to: Map.self).pointee.addFootprint(to: &meter) { visit($0, &$1) }
      },
      addExchange: { old, new, exchange in
        new.assumingMemoryBound(to: Map.self).pointee.addExchange(
          from: old.assumingMemoryBound(to: Map.self).pointee,
          to: &exchange
        )
      },
      forEachEntry: { map, body in
        map.assumingMemoryBound(to: Map.self).pointee.forEachEntry { body($0) }
      }
    )
  }

  @usableFromInline
  init(
    forEachDifference:
      @escaping (UnsafeRawPointer, UnsafeRawPointer, ExchangeCount?, (Place?, Place?) -> Void) -> Void,
    makeInOrder: @escaping (NextEntry<Map.Key, Map.Value>) throws(PatchError) -> Map?,
    make: @escaping (NextEntry<Map.Key, Map.Value>) throws(PatchError) -> Map,
    twin: @escaping (UnsafeRawPointer, Map.Key) -> Map.Key?,
    value: @escaping (UnsafeRawPointer, Map.Key) -> Map.Value?,
    sharesEntry: @escaping (UnsafeRawPointer, UnsafeRawPointer, Map.Key) -> Bool,
    change: @escaping (UnsafeMutableRawPointer, Map.Key, (UnsafeMutablePointer<Map.Value?>) -> Void) -> Void,
    changeValue: @escaping (UnsafeMutableRawPointer, Map.Key, (UnsafeMutableRawPointer?) -> Void) -> Void,
    remove: @escaping (UnsafeMutableRawPointer, [Map.Key]) -> Bool,
    place: ((UnsafePointer<Map.Key>) -> UInt64)?,
    addFootprint:
      @escaping (UnsafeRawPointer, inout FootprintMeter, (Place, inout FootprintMeter) -> Void) -> Void,
    addExchange: @escaping CountingExchange,
    forEachEntry: @escaping (UnsafeRawPointer, (Place) -> Void) -> Void
  ) {
    self.forEachDifference = forEachDifference
    self.makeInOrder = makeInOrder
    self.make = make
    self.twin = twin
    self.value = value
    self.sharesEntry = sharesEntry
    self.change = change
    self.changeValue = changeValue
    self.remove = remove
    self.place = place
    self.addFootprint = addFootprint
    self.addExchange = addExchange
    self.forEachEntry = forEachEntry
  }
}

extension KeyedStructure {
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

extension PatchError {
  /// The error that a collection has two keys that are equal.
  @usableFromInline
  init(equalKeys: Void) { self.init(.alreadyThere) }
}
