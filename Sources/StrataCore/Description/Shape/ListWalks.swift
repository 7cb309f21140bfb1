import PersistentCollections

/// A collection of values in order, as a description sees it.
@usableFromInline
protocol ListStructure: CollectionStructure where Place == UnsafePointer<Element> {
  associatedtype Element: DescribedValue

  init(_ elements: [Element])
  subscript(position: Int) -> Element { get set }
  mutating func replace(_ replacements: [Array<Element>.Replacement])
  func forEachGap(
    from older: Self,
    _ body: (_ old: [Element], _ oldStart: Int, _ new: [Element], _ newStart: Int) -> Void
  )
  func elementsEqual(_ other: Self, by areSame: (Element, Element) -> Bool) -> Bool
}

/// The walks through a list, compiled where its type is known.
@usableFromInline
struct ListWalks<List: ListStructure> {
  @usableFromInline let elements: CollectionWalks<List>
  /// Visits the elements that stand between those which two lists share.
  @usableFromInline let forEachGap:
    (_ old: ValuePlace, _ new: ValuePlace, SolidBytes, (ListGap) -> Void) -> Void
  /// Whether two lists have the same elements, those apart that they share.
  @usableFromInline let elementsEqual:
    (_ old: ValuePlace, _ new: ValuePlace, (List.Place, List.Place) -> Bool) -> Bool
  /// Makes a list of elements.
  @usableFromInline let make: (_ next: () throws(PatchError) -> List.Element?) throws(PatchError) -> List
  /// Lets an element be changed where it lies.
  @usableFromInline let change:
    (_ list: MutableValuePlace, Int, (inout List.Element) throws(PatchError) -> Void)
      throws(PatchError) -> Void
  /// Puts elements in the place of others, in ascending order.
  @usableFromInline let replace: (_ list: MutableValuePlace, [Array<List.Element>.Replacement]) -> Void

  @inlinable
  init() {
    elements = CollectionWalks()
    forEachGap = { old, new, bytes, body in
      let (old, new) = (old.pointer(to: List.self), new.pointer(to: List.self))
      new.pointee.forEachGap(from: old.pointee) { before, start, after, newStart in
        ListGap.with(before, at: start, after, at: newStart, bytes, body)
      }
    }
    elementsEqual = { old, new, areSame in
      let (old, new) = (old.pointer(to: List.self), new.pointer(to: List.self))
      return new.pointee.elementsEqual(old.pointee) { after, before in
        withUnsafePointer(to: before) { before in withUnsafePointer(to: after) { areSame(before, $0) } }
      }
    }
    make = { next throws(PatchError) in
      var elements: [List.Element] = []
      while let element = try next() { elements.append(element) }
      return List(elements)
    }
    change = { list, position, body throws(PatchError) in
      try body(&list.pointer(to: List.self).pointee[position])
    }
    replace = { list, replacements in
      list.pointer(to: List.self).pointee.replace(replacements)
    }
  }
}
