/// Pieces of texts that are equivalent if and only if the texts are.
///
/// Characters are not: "↮" is "↔" with a stroke, but only the latter is a picture, which a joiner joins with a picture before
/// it. So a character that a joiner ends, and the one behind it, are one cluster, whatever that is.
extension TextReader {
  /// Returns the end of the cluster that begins at an offset; the offset is before the end of the bounds.
  ///
  /// - Complexity: O(length of the cluster).
  mutating func clusterEnd(from offset: Int) -> Int {
    var end = characterEnd(from: offset)
    while end < bounds.upperBound, isBehindJoiner(end) { end = characterEnd(from: end) }
    return end
  }

  /// Returns the beginning of the cluster at or around an offset; the end stays the end, unless a joiner stands before
  /// it.
  mutating func clusterStart(at offset: Int) -> Int {
    var start = characterStart(at: offset)
    while start > bounds.lowerBound, isBehindJoiner(start) { start = characterStart(before: start) }
    return start
  }

  private mutating func isBehindJoiner(_ offset: Int) -> Bool {
    guard byte(at: offset &- 1) == 0x8D else { return false }
    let start = scalarStart(before: offset)
    return scalar(at: start).scalar == "\u{200D}"
  }
}
