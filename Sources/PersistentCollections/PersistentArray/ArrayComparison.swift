/// Elements of two versions that are in each other's place but in no common node.
@usableFromInline
struct ArrayComparison<Element> {
  @usableFromInline let old: [Element]
  @usableFromInline let oldStart: Int
  @usableFromInline let new: [Element]
  @usableFromInline let newStart: Int

  @inlinable
  init(old: [Element], oldStart: Int, new: [Element], newStart: Int) {
    self.old = old
    self.oldStart = oldStart
    self.new = new
    self.newStart = newStart
  }

  /// How many elements are compared each with each: one edit leaves a few leaves on either side, and the
  /// shortest list of changes is worth its time there.
  @inlinable static var thoroughCount: Int { 128 }

  /// Finds the changes among the elements.
  @inlinable
  func appendChanges(to changes: inout [ArrayChange<Element>], by areEquivalent: (Element, Element) -> Bool) {
    var start = 0
    while start < min(old.count, new.count), areEquivalent(old[start], new[start]) { start += 1 }
    var (oldEnd, newEnd) = (old.count, new.count)
    while oldEnd > start, newEnd > start, areEquivalent(old[oldEnd - 1], new[newEnd - 1]) {
      oldEnd -= 1
      newEnd -= 1
    }
    if oldEnd == newEnd {
      let updates = (start..<oldEnd).reduce(0) { areEquivalent(old[$1], new[$1]) ? $0 : $0 + 1 }
      // An element that went and one that came elsewhere would look like updates of all that lie between them.
      if updates > 2, oldEnd - start <= Self.thoroughCount {
        let difference = shortest(start..<oldEnd, start..<newEnd, by: areEquivalent)
        if difference.count < updates {
          append(difference, start..<oldEnd, start..<newEnd, to: &changes)
          return
        }
      }
      appendUpdates(start..<oldEnd, to: &changes, by: areEquivalent)
    } else if oldEnd == start || newEnd == start || max(oldEnd, newEnd) - start > Self.thoroughCount {
      append(start..<oldEnd, start..<newEnd, to: &changes)
    } else {
      let difference = shortest(start..<oldEnd, start..<newEnd, by: areEquivalent)
      append(difference, start..<oldEnd, start..<newEnd, to: &changes)
    }
  }

  @inlinable
  func append(_ oldRange: Range<Int>, _ newRange: Range<Int>, to changes: inout [ArrayChange<Element>]) {
    changes.append(
      ArrayChange(
        from: Array(old[oldRange]),
        at: oldStart + oldRange.lowerBound,
        to: Array(new[newRange]),
        at: newStart + newRange.lowerBound
      )
    )
  }

  /// As many elements on both sides: those that differ were updated.
  @inlinable
  func appendUpdates(
    _ range: Range<Int>,
    to changes: inout [ArrayChange<Element>],
    by areEquivalent: (Element, Element) -> Bool
  ) {
    var index = range.lowerBound
    while index < range.upperBound {
      let first = index
      while index < range.upperBound, !areEquivalent(old[index], new[index]) { index += 1 }
      if first < index { append(first..<index, first..<index, to: &changes) }
      index += 1
    }
  }

  /// The fewest elements that went and came.
  @inlinable
  func shortest(
    _ oldRange: Range<Int>,
    _ newRange: Range<Int>,
    by areEquivalent: (Element, Element) -> Bool
  ) -> CollectionDifference<Element> {
    new[newRange].difference(from: old[oldRange], by: areEquivalent)
  }

  /// Elements came and went: what is left of the others tells where.
  @inlinable
  func append(
    _ difference: CollectionDifference<Element>,
    _ oldRange: Range<Int>,
    _ newRange: Range<Int>,
    to changes: inout [ArrayChange<Element>]
  ) {
    var removed = Set<Int>()
    var inserted = Set<Int>()
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(oldRange.lowerBound + offset)
      case .insert(let offset, _, _): inserted.insert(newRange.lowerBound + offset)
      }
    }
    var (oldIndex, newIndex) = (oldRange.lowerBound, newRange.lowerBound)
    while oldIndex < oldRange.upperBound || newIndex < newRange.upperBound {
      let (oldFirst, newFirst) = (oldIndex, newIndex)
      while removed.contains(oldIndex) { oldIndex += 1 }
      while inserted.contains(newIndex) { newIndex += 1 }
      if oldFirst < oldIndex || newFirst < newIndex {
        append(oldFirst..<oldIndex, newFirst..<newIndex, to: &changes)
      }
      oldIndex += 1
      newIndex += 1
    }
  }
}
