/// Finds what went, came and changed among elements of two versions that are in each other's place but in no common
/// node, knowing only which of them are equivalent.
///
/// It asks about their places, so that whoever answers may keep what was found: a place is asked about several times.
@usableFromInline
package struct ArrayComparison {
  /// Neighbours that others took the place of, as places in the older and in the newer version.
  @usableFromInline package typealias Places = Splice

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
    let (oldRange, newRange) = (start..<oldEnd, start..<newEnd)
    if oldEnd == newEnd {
      let updates = oldRange.reduce(0) { areEquivalent($1, $1) ? $0 : $0 + 1 }
      // An element that went and one that came elsewhere would look like updates of all that lie between them. An update
      // is one that went and one that came.
      if updates > 1, oldRange.count <= Self.thoroughCount,
        let edits = ShortestEdits(from: oldRange, to: newRange, by: areEquivalent)?.edits,
        edits.count < 2 * updates
      {
        append(edits)
      } else {
        appendUpdates(oldRange, by: areEquivalent)
      }
    } else if !oldRange.isEmpty, !newRange.isEmpty, max(oldRange.count, newRange.count) <= Self.thoroughCount,
      let edits = ShortestEdits(from: oldRange, to: newRange, by: areEquivalent)?.edits
    {
      append(edits)
    } else {
      changes.append((oldRange, newRange))
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

  /// Adds edits, neighbours as one change.
  @inlinable
  mutating func append(_ edits: [Splice]) {
    var joined: [Splice] = []
    for edit in edits { joined.append(edit, joiningWithin: 1) }
    changes += joined
  }
}
