/// Finds what went, came and changed among elements of two versions that are in each other's place but in no common
/// node, knowing only which of them are equivalent.
///
/// It asks about their places, so that whoever answers may keep what was found: a place is asked about several times.
@usableFromInline
package enum ArrayComparison {
  /// Neighbours that others took the place of, as places in the older and in the newer version.
  @usableFromInline package typealias Places = Splice

  /// How many elements are compared each with each: one edit leaves a few leaves on either side, and the
  /// shortest list of changes is worth its time there.
  @inlinable package static var thoroughCount: Int { 128 }

  /// Finds the changes between so many elements and so many others, in ascending order.
  @inlinable
  package static func changes(
    from oldCount: Int,
    to newCount: Int,
    by areEquivalent: (_ old: Int, _ new: Int) -> Bool
  ) -> [Places] {
    var start = 0
    while start < min(oldCount, newCount), areEquivalent(start, start) { start += 1 }
    var (oldEnd, newEnd) = (oldCount, newCount)
    while oldEnd > start, newEnd > start, areEquivalent(oldEnd - 1, newEnd - 1) {
      oldEnd -= 1
      newEnd -= 1
    }
    let (old, new) = (start..<oldEnd, start..<newEnd)
    let isShort = max(old.count, new.count) <= thoroughCount
    if oldEnd != newEnd {
      if old.isEmpty || new.isEmpty || !isShort { return [(old, new)] }
      return edits(from: old, to: new, by: areEquivalent) ?? [(old, new)]
    }
    let updates = old.filter { !areEquivalent($0, $0) }
    // An element that went and one that came elsewhere would look like updates of all that lie between them. An update
    // is one that went and one that came.
    if updates.count > 1, isShort,
      let edits = edits(from: old, to: new, fewerThan: 2 * updates.count, by: areEquivalent)
    {
      return edits
    }
    var changes: [Places] = []
    for place in updates { changes.append((place..<place + 1, place..<place + 1), joiningWithin: 1) }
    return changes
  }

  /// Finds the fewest elements that went and came, neighbours as one change; nil if these are too many.
  @inlinable
  static func edits(
    from old: Range<Int>,
    to new: Range<Int>,
    fewerThan limit: Int = .max,
    by areEquivalent: (Int, Int) -> Bool
  ) -> [Places]? {
    guard let edits = ShortestEdits(from: old, to: new, by: areEquivalent)?.edits, edits.count < limit else {
      return nil
    }
    var changes: [Places] = []
    for edit in edits { changes.append(edit, joiningWithin: 1) }
    return changes
  }
}
