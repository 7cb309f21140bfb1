extension PersistentText {
  /// Returns what leads from an older version to this one, in ascending order.
  ///
  ///     var restored = older
  ///     try restored.apply(newer.changes(from: older))   // written as newer is
  ///
  /// Nodes that both versions share are not looked into, wherever they are; so text that is merely further on or
  /// back than it was costs nothing, and is no change. Changes are exact to the scalar. Where text came and text went
  /// with less than four scalars between, both are one change, and so is all that was rewritten from end to end.
  ///
  /// - Complexity: O(*d* · log *n*) for *d* edits between the versions; O(*n* + *m*) if they have nothing in
  ///   common.
  public func changes(from older: PersistentText) -> [TextChange] {
    // Nodes that are in both may be the same bytes in other places.
    if isWritten(as: older) { return [] }
    var changes: [TextChange] = []
    withExtendedLifetime((self, older)) {
      CountedRow.forEachGap(from: older.root.map { TextNode($0) }, to: root.map { TextNode($0) }) {
        old,
        new in
        TextGap(older.string(old), at: old.lowerBound, string(new), at: new.lowerBound).append(to: &changes)
      }
    }
    return changes
  }

  /// Makes changes that were found between two versions, if this is the older one; `changes.map(\.inverse)` leads
  /// back.
  ///
  /// - Throws: ``TextChangeMisfit`` for the first one whose old text is not in its place, or that is not behind the one
  ///   before it. Then nothing is changed.
  /// - Complexity: O(*d* · log *n*) for *d* changes.
  public mutating func apply(_ changes: [TextChange]) throws(TextChangeMisfit) {
    var end = 0
    for change in changes {
      let range = change.oldRange
      guard range.lowerBound >= end, range.count == change.old.utf8.count,
        has(change.old, at: range.lowerBound)
      else {
        throw TextChangeMisfit(change: change)
      }
      end = range.upperBound
    }
    for change in changes.reversed() { replace(change.oldRange, with: change.new) }
  }

  /// Whether a string is written from some offset on; an empty one is where a scalar begins, and at the end.
  package func has(_ string: String, at offset: Int) -> Bool {
    guard offset >= 0, string.utf8.count <= byteCount - offset else { return false }
    let end = offset + string.utf8.count
    return withReader { reader in
      guard reader.scalarStart(at: offset) == offset, reader.scalarStart(at: end) == end else { return false }
      return reader.string(offset, end).utf8.elementsEqual(string.utf8)
    } ?? true
  }
}
