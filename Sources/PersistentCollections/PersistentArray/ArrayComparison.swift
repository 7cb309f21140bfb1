/// Finds what went, came and changed among elements of two versions that are in each other's place but in no common
/// node, knowing only which of them are equivalent.
///
/// It asks about their places, so that whoever answers may keep what was found: a place is asked about several times.
@usableFromInline
package struct ArrayComparison {
  /// Neighbours that others took the place of, as places in the older and in the newer version.
  @usableFromInline package typealias Places = (old: Range<Int>, new: Range<Int>)

  @usableFromInline let oldCount: Int
  @usableFromInline let newCount: Int
  @usableFromInline var changes: [Places] = []

  @inlinable
  init(_ oldCount: Int, _ newCount: Int) {
    self.oldCount = oldCount
    self.newCount = newCount
  }

  /// Finds the changes between so many elements and so many others, in ascending order.
  @inlinable
  package static func changes(
    from oldCount: Int,
    to newCount: Int,
    by areEquivalent: (_ old: Int, _ new: Int) -> Bool
  ) -> [Places] {
    var comparison = ArrayComparison(oldCount, newCount)
    comparison.findChanges(by: areEquivalent)
    return comparison.changes
  }

  /// How many elements are compared each with each: one edit leaves a few leaves on either side, and the
  /// shortest list of changes is worth its time there.
  @inlinable package static var thoroughCount: Int { 128 }

  @inlinable
  mutating func findChanges(by areEquivalent: (Int, Int) -> Bool) {
    var start = 0
    while start < min(oldCount, newCount), areEquivalent(start, start) { start += 1 }
    var (oldEnd, newEnd) = (oldCount, newCount)
    while oldEnd > start, newEnd > start, areEquivalent(oldEnd - 1, newEnd - 1) {
      oldEnd -= 1
      newEnd -= 1
    }
    if oldEnd == newEnd {
      let updates = (start..<oldEnd).reduce(0) { areEquivalent($1, $1) ? $0 : $0 + 1 }
      // An element that went and one that came elsewhere would look like updates of all that lie between them. An update
      // is one that went and one that came.
      if updates > 1, oldEnd - start <= Self.thoroughCount {
        let difference = shortest(start..<oldEnd, start..<newEnd, by: areEquivalent)
        if difference.count < 2 * updates { return append(difference, start..<oldEnd, start..<newEnd) }
      }
      appendUpdates(start..<oldEnd, by: areEquivalent)
    } else if oldEnd == start || newEnd == start || max(oldEnd, newEnd) - start > Self.thoroughCount {
      changes.append((start..<oldEnd, start..<newEnd))
    } else {
      let difference = shortest(start..<oldEnd, start..<newEnd, by: areEquivalent)
      append(difference, start..<oldEnd, start..<newEnd)
    }
  }

  /// As many elements on both sides: those that differ were updated.
  @inlinable
  mutating func appendUpdates(_ range: Range<Int>, by areEquivalent: (Int, Int) -> Bool) {
    var index = range.lowerBound
    while index < range.upperBound {
      let first = index
      while index < range.upperBound, !areEquivalent(index, index) { index += 1 }
      if first < index { changes.append((first..<index, first..<index)) }
      index += 1
    }
  }

  /// The fewest elements that went and came.
  @inlinable
  func shortest(
    _ oldRange: Range<Int>,
    _ newRange: Range<Int>,
    by areEquivalent: (Int, Int) -> Bool
  ) -> CollectionDifference<Int> {
    // Places of the newer version are turned over, since the closure may be given the two in either order.
    newRange.map { ~$0 }.difference(from: Array(oldRange)) { one, other in
      one < 0 ? areEquivalent(other, ~one) : areEquivalent(one, ~other)
    }
  }

  /// Elements came and went: what is left of the others tells where.
  @inlinable
  mutating func append(
    _ difference: CollectionDifference<Int>,
    _ oldRange: Range<Int>,
    _ newRange: Range<Int>
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
        changes.append((oldFirst..<oldIndex, newFirst..<newIndex))
      }
      oldIndex += 1
      newIndex += 1
    }
  }
}
