import PersistentCollections

/// A collection of values in order, as a description sees it.
@usableFromInline
protocol ListStructure {
  associatedtype Element: DescribedValue

  init(_ elements: [Element])
  var count: Int { get }
  subscript(position: Int) -> Element { get set }
  mutating func replace(_ replacements: [Array<Element>.Replacement])
  func forEachGap(
    from older: Self,
    _ body: (_ old: [Element], _ oldStart: Int, _ new: [Element], _ newStart: Int) -> Void
  )
  func elementsEqual(_ other: Self, by areSame: (Element, Element) -> Bool) -> Bool
  func forEachElement(_ body: (UnsafePointer<Element>) -> Void)
  func addFootprint(
    to meter: inout FootprintMeter,
    visiting visit: (UnsafePointer<Element>, inout FootprintMeter) -> Void
  )
  func addExchange(from old: Self, to exchange: inout FootprintExchange)
}

/// The walks through a list, compiled where its type is known.
@usableFromInline
struct ListWalks<List: ListStructure> {
  @usableFromInline typealias Place = UnsafePointer<List.Element>

  /// Visits the elements that stand between those which two lists share.
  let forEachGap: (_ old: UnsafeRawPointer, _ new: UnsafeRawPointer, (ListGap) -> Void) -> Void
  /// Whether two lists have the same elements, those apart that they share.
  let elementsEqual: (_ old: UnsafeRawPointer, _ new: UnsafeRawPointer, (Place, Place) -> Bool) -> Bool
  /// Makes a list of elements.
  let make: (_ next: () throws(PatchError) -> List.Element?) throws(PatchError) -> List
  /// Lets an element be changed where it lies.
  let change: (_ list: UnsafeMutableRawPointer, Int, (UnsafeMutablePointer<List.Element>) -> Void) -> Void
  /// Puts elements in the place of others, in ascending order.
  let replace: (_ list: UnsafeMutableRawPointer, [Array<List.Element>.Replacement]) -> Void
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
      forEachGap: { old, new, body in
        let (old, new) = (old.assumingMemoryBound(to: List.self), new.assumingMemoryBound(to: List.self))
        new.pointee.forEachGap(from: old.pointee) { before, start, after, newStart in
          ListGap.with(before, at: start, after, at: newStart, body)
        }
      },
      elementsEqual: { old, new, areSame in
        let (old, new) = (old.assumingMemoryBound(to: List.self), new.assumingMemoryBound(to: List.self))
        return new.pointee.elementsEqual(old.pointee) { after, before in
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
      replace: { list, replacements in
        list.assumingMemoryBound(to: List.self).pointee.replace(replacements)
      },
      addFootprint: { list, meter, visit in
        list.assumingMemoryBound(to: List.self).pointee.addFootprint(to: &meter) { visit($0, &$1) }
      },
      addExchange: { old, new, exchange in
        new.assumingMemoryBound(to: List.self).pointee.addExchange(
          from: old.assumingMemoryBound(to: List.self).pointee,
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
    forEachGap: @escaping (UnsafeRawPointer, UnsafeRawPointer, (ListGap) -> Void) -> Void,
    elementsEqual: @escaping (UnsafeRawPointer, UnsafeRawPointer, (Place, Place) -> Bool) -> Bool,
    make: @escaping (() throws(PatchError) -> List.Element?) throws(PatchError) -> List,
    change: @escaping (UnsafeMutableRawPointer, Int, (UnsafeMutablePointer<List.Element>) -> Void) -> Void,
    replace: @escaping (UnsafeMutableRawPointer, [Array<List.Element>.Replacement]) -> Void,
    addFootprint:
      @escaping (UnsafeRawPointer, inout FootprintMeter, (Place, inout FootprintMeter) -> Void) -> Void,
    addExchange: @escaping CountingExchange,
    forEachElement: @escaping (UnsafeRawPointer, (Place) -> Void) -> Void
  ) {
    self.forEachGap = forEachGap
    self.elementsEqual = elementsEqual
    self.make = make
    self.change = change
    self.replace = replace
    self.addFootprint = addFootprint
    self.addExchange = addExchange
    self.forEachElement = forEachElement
  }
}
