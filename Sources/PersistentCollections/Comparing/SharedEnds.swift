extension String {
  /// How many bytes of both texts are the same at the beginning, and at the end of what is left then; whole scalars.
  package func sharedEnds(with other: String) -> (start: Int, end: Int) {
    var (text, other) = (self, other)
    return text.withUTF8 { text in other.withUTF8 { text.sharedEnds(with: $0) } }
  }
}

extension UnsafeBufferPointer<UInt8> {
  fileprivate func sharedEnds(with other: Self) -> (start: Int, end: Int) {
    let most = Swift.min(count, other.count)
    guard most > 0, let left = UnsafeRawPointer(baseAddress), let right = UnsafeRawPointer(other.baseAddress)
    else { return (0, 0) }
    func word(_ text: UnsafeRawPointer, _ offset: Int) -> UInt64 {
      text.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    }
    var start = 0
    while start + 8 <= most, word(left, start) == word(right, start) { start += 8 }
    while start < most, self[start] == other[start] { start += 1 }
    // The bytes of one scalar go together. Both texts have the same before them, so they are cut alike.
    while start > 0, start < count, UTF8.isContinuation(self[start]) { start -= 1 }
    let rest = most - start
    var end = 0
    while end + 8 <= rest, word(left, count - end - 8) == word(right, other.count - end - 8) { end += 8 }
    while end < rest, self[count - 1 - end] == other[other.count - 1 - end] { end += 1 }
    while end > 0, UTF8.isContinuation(self[count - end]) { end -= 1 }
    return (start, end)
  }
}
