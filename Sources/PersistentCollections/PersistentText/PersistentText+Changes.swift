extension PersistentText {
  /// Returns what leads from an older version to this one, in ascending order.
  ///
  ///     var restored = older
  ///     try restored.apply(newer.changes(from: older))   // written as newer is
  ///
  /// Nodes that both versions share are not looked into, wherever they are; so text that is merely further on or
  /// back than it was costs nothing, and is no change. Changes are told to the scalar; two of them with less than four
  /// scalars between are told as one, and so is all that was rewritten from end to end.
  ///
  /// - Complexity: O(*d* · log *n*) for *d* edits between the versions; O(*n* + *m*) if they have nothing in
  ///   common.
  public func changes(from older: PersistentText) -> [TextChange] {
    if isIdentical(to: older) { return [] }
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
  /// - Throws: ``TextChangeMisfit`` where an old text is not in its place, or changes are not in ascending order. Then
  ///   nothing is changed.
  /// - Complexity: O(*d* · log *n*) for *d* changes.
  public mutating func apply(_ changes: [TextChange]) throws(TextChangeMisfit) {
    var limit = byteCount
    for change in changes.reversed() {
      guard change.oldRange.upperBound <= limit, has(change.old, at: change.oldRange) else {
        throw TextChangeMisfit(change: change)
      }
      limit = change.oldRange.lowerBound
    }
    for var change in changes.reversed() {
      change.new.withUTF8 { replace(change.oldRange, with: UnsafeRawBufferPointer($0)) }
    }
  }

  /// Whether a string is written at some offsets, which are not beyond the end.
  private func has(_ string: String, at range: Range<Int>) -> Bool {
    guard range.lowerBound >= 0, range.count == string.utf8.count else { return false }
    return withReader { reader in
      guard reader.scalarStart(at: range.lowerBound) == range.lowerBound,
        reader.scalarStart(at: range.upperBound) == range.upperBound
      else {
        return false
      }
      return reader.string(range.lowerBound, range.upperBound).utf8.elementsEqual(string.utf8)
    } ?? range.isEmpty
  }
}
