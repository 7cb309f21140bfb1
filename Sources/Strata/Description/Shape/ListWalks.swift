import PersistentCollections

/// A collection of values in order, as a description sees it.
@usableFromInline
protocol ListStructure {
  associatedtype Element: DescribedValue

  init(_ elements: [Element])
  var count: Int { get }
  /// Whether both have the same elements in the same order; what they share is skipped.
  func hasElements(of other: Self, by areSame: (Element, Element) -> Bool) -> Bool
  subscript(position: Int) -> Element { get set }
  mutating func replaceSubrange(_ range: Range<Int>, with elements: [Element])
  func changes(from older: Self, by areSame: (Element, Element) -> Bool) -> [ArrayChange<Element>]
  func forEachElement(_ body: (UnsafePointer<Element>) -> Void)
  func addFootprint(
    to meter: inout FootprintMeter,
    visiting visit: (UnsafePointer<Element>, inout FootprintMeter) -> Void
  )
  func addExchange(from old: Self, since earlier: Self?, to exchange: inout FootprintExchange)
}

/// The walks through a list, compiled where its type is known.
@usableFromInline
struct ListWalks<List: ListStructure> {
  @usableFromInline typealias Place = UnsafePointer<List.Element>

  /// Finds elements that changed, came or went.
  let changes:
    (_ old: UnsafeRawPointer, _ new: UnsafeRawPointer, (Place, Place) -> Bool) -> [ArrayChange<List.Element>]
  /// Whether both have the same elements in the same order.
  let areSame: (_ old: UnsafeRawPointer, _ new: UnsafeRawPointer, (Place, Place) -> Bool) -> Bool
  /// Makes a list of elements.
  let make: (_ next: () throws(PatchError) -> List.Element?) throws(PatchError) -> List
  /// Lets an element be changed where it lies.
  let change: (_ list: UnsafeMutableRawPointer, Int, (UnsafeMutablePointer<List.Element>) -> Void) -> Void
  /// Puts elements in the place of others.
  let replace: (_ list: UnsafeMutableRawPointer, Range<Int>, [List.Element]) -> Void
  /// Counts new nodes, and visits the elements in them.
  let addFootprint:
    (_ list: UnsafeRawPointer, inout FootprintMeter, (Place, inout FootprintMeter) -> Void) -> Void
  /// Counts the nodes that only one of two lists has, and leaves out what elements keep beside them.
  let addExchange: CountingExchange
  /// Visits all elements in order.
  let forEachElement: (_ list: UnsafeRawPointer, (Place) -> Void) -> Void

  @inlinable
  init() {
    self.init(
      changes: { old, new, areSame in
        let (old, new) = (old.assumingMemoryBound(to: List.self), new.assumingMemoryBound(to: List.self))
        return new.pointee.changes(from: old.pointee) { before, after in
          withUnsafePointer(to: before) { before in withUnsafePointer(to: after) { areSame(before, $0) } }
        }
      },
      areSame: { old, new, areSame in
        let (old, new) = (old.assumingMemoryBound(to: List.self), new.assumingMemoryBound(to: List.self))
        return new.pointee.hasElements(of: old.pointee) { after, before in
          withUnsafePointer(to: before) { before in withUnsafePointer(to: after) { areSame(before, $0) } }
        }
      },
      make: { next throws(PatchError) in
        var elements: [List.Element] = []
        while let element = try next() { elements.append(element) }
        return List(elements)
      },
      change: { list, position, body in
        withUnsafeMutablePointer(to: &list.assumingMemoryBound(to: List.self).pointee[position]) { body($0) }
      },
      replace: { list, range, elements in
        list.assumingMemoryBound(to: List.self).pointee.replaceSubrange(range, with: elements)
      },
      addFootprint: { list, meter, visit in
        list.assumingMemoryBound(to: List.self).pointee.addFootprint(to: &meter) { visit($0, &$1) }
      },
      addExchange: { old, new, earlier, exchange in
        new.assumingMemoryBound(to: List.self).pointee.addExchange(
          from: old.assumingMemoryBound(to: List.self).pointee,
          since: earlier?.assumingMemoryBound(to: List.self).pointee,
          to: &exchange
        )
      },
      forEachElement: { list, body in
        list.assumingMemoryBound(to: List.self).pointee.forEachElement { body($0) }
      }
    )
  }

  @usableFromInline
  init(
    changes:
      @escaping (UnsafeRawPointer, UnsafeRawPointer, (Place, Place) -> Bool) -> [ArrayChange<List.Element>],
    areSame: @escaping (UnsafeRawPointer, UnsafeRawPointer, (Place, Place) -> Bool) -> Bool,
    make: @escaping (() throws(PatchError) -> List.Element?) throws(PatchError) -> List,
    change: @escaping (UnsafeMutableRawPointer, Int, (UnsafeMutablePointer<List.Element>) -> Void) -> Void,
    replace: @escaping (UnsafeMutableRawPointer, Range<Int>, [List.Element]) -> Void,
    addFootprint:
      @escaping (UnsafeRawPointer, inout FootprintMeter, (Place, inout FootprintMeter) -> Void) -> Void,
    addExchange: @escaping CountingExchange,
    forEachElement: @escaping (UnsafeRawPointer, (Place) -> Void) -> Void
  ) {
    self.changes = changes
    self.areSame = areSame
    self.make = make
    self.change = change
    self.replace = replace
    self.addFootprint = addFootprint
    self.addExchange = addExchange
    self.forEachElement = forEachElement
  }
}
