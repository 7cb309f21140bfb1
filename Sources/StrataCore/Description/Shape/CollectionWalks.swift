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
    (_ items: ValuePlace, (Items.Place) throws(PatchError) -> Void) throws(PatchError) -> Void
  /// Counts new nodes, and visits the places in them.
  @usableFromInline let addFootprint:
    (_ items: ValuePlace, inout FootprintMeter, (Items.Place, inout FootprintMeter) -> Void) -> Void
  /// Counts the nodes that only one of two collections has, and leaves out the memory that lies beside nodes.
  @usableFromInline let addExchange: (_ old: ValuePlace, _ new: ValuePlace, inout FootprintExchange) -> Void

  @inlinable
  init() {
    forEach = { items, body throws(PatchError) in
      var walk = ThrowingWalk()
      items.pointer(to: Items.self).pointee.forEachPlace { place in
        walk.visit { () throws(PatchError) in try body(place) }
      }
      try walk.end()
    }
    addFootprint = { items, meter, visit in
      items.pointer(to: Items.self).pointee.addFootprint(to: &meter) { visit($0, &$1) }
    }
    addExchange = { old, new, exchange in
      new.pointer(to: Items.self).pointee.addExchange(
        from: old.pointer(to: Items.self).pointee,
        to: &exchange
      )
    }
  }
}

extension JSONReader {
  /// Reads a list, and makes a collection of its elements.
  ///
  /// - Parameters:
  ///   - make: Makes the collection; it takes one element after the other, and throws where the last one cannot be taken.
  ///   - read: Reads an element.
  @inline(__always)
  mutating func elements<Items, Element>(
    _ make: (() throws(PatchError) -> Element?) throws(PatchError) -> Items,
    _ read: @escaping (inout JSONReader) throws(PatchError) -> Element
  ) throws(PatchError) -> Items {
    try enter(.list)
    var (reader, isFirst, position, start) = (self, true, -1, 0)
    var isInside = false
    defer { self = reader }
    do throws(PatchError) {
      return try make { () throws(PatchError) in
        isInside = false
        guard try reader.next(in: .list, isFirst: &isFirst) else { return nil }
        reader.skipSpace()
        (position, start, isInside) = (position + 1, reader.position, true)
        return try read(&reader)
      }
    } catch {
      if !isInside { throw error }
      reader.note(misfit: start)
      throw error.inside(.position(position))
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
