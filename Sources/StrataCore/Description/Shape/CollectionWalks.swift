import PersistentCollections

/// A collection as a description sees it: elements, members or entries, each at a place.
@usableFromInline
protocol CollectionStructure {
  associatedtype Place

  var count: Int { get }
  func forEachPlace(_ body: (Place) -> Void)
  func addFootprint(to meter: inout FootprintMeter, visiting visit: (Place, inout FootprintMeter) -> Void)
  func addExchange(from old: Self, to exchange: inout FootprintExchange)
}

/// The walks that every collection has, compiled where its type is known.
@usableFromInline
struct CollectionWalks<Items: CollectionStructure> {
  /// Visits all places in the order of the collection, up to the first error.
  @usableFromInline let forEach:
    (_ items: UnsafeRawPointer, (Items.Place) throws(PatchError) -> Void) throws(PatchError) -> Void
  /// Counts new nodes, and visits the places in them.
  @usableFromInline let addFootprint:
    (_ items: UnsafeRawPointer, inout FootprintMeter, (Items.Place, inout FootprintMeter) -> Void) -> Void
  /// Counts the nodes that only one of two collections has, and leaves out the memory that lies beside nodes.
  @usableFromInline let addExchange:
    (_ old: UnsafeRawPointer, _ new: UnsafeRawPointer, inout FootprintExchange) -> Void

  @inlinable
  init() {
    forEach = { items, body throws(PatchError) in
      var walk = ThrowingWalk()
      items.assumingMemoryBound(to: Items.self).pointee.forEachPlace { place in
        walk.visit { () throws(PatchError) in try body(place) }
      }
      try walk.end()
    }
    addFootprint = { items, meter, visit in
      items.assumingMemoryBound(to: Items.self).pointee.addFootprint(to: &meter) { visit($0, &$1) }
    }
    addExchange = { old, new, exchange in
      new.assumingMemoryBound(to: Items.self).pointee.addExchange(
        from: old.assumingMemoryBound(to: Items.self).pointee,
        to: &exchange
      )
    }
  }
}

/// The errors of a walk whose collection does not let visits throw: the first error is kept, and ends the visits.
@usableFromInline
struct ThrowingWalk {
  @usableFromInline var failure: PatchError?

  @inlinable
  init() {}

  @inlinable @inline(__always)
  mutating func visit(_ body: () throws(PatchError) -> Void) {
    guard failure == nil else { return }
    do throws(PatchError) {
      try body()
    } catch {
      failure = error
    }
  }

  /// Throws the error that ended the walk.
  @inlinable
  func end() throws(PatchError) {
    if let failure { throw failure }
  }
}
