extension Patch.Node {
  /// Neighbouring bytes of a text that had the same fate, whole scalars always. What comes after the last run is kept.
  package enum TextRun: Hashable, Sendable {
    /// So many bytes of UTF-8 are as they were.
    case kept(Int)
    /// This went.
    case removed(String)
    /// This came.
    case inserted(String)

    package static func == (left: TextRun, right: TextRun) -> Bool {
      switch (left, right) {
      case (.kept(let left), .kept(let right)): left == right
      case (.removed(let left), .removed(let right)): left.isWritten(as: right)
      case (.inserted(let left), .inserted(let right)): left.isWritten(as: right)
      default: false
      }
    }
  }
}

extension Patch.Node.TextRun: PatchRun {
  var fate: RunFate<String> {
    switch self {
    case .kept(let count): .kept(count)
    case .removed(let text): .removed(text)
    case .inserted(let text): .inserted(text)
    }
  }

  func followed(by next: Self) throws(PatchError) -> Self? {
    switch (self, next) {
    case (.kept, _): return next
    case (_, .kept): return self
    case (.inserted(let text), .removed(let gone)):
      // As in lists: what came and went again was never there.
      if text.isWritten(as: gone) { return nil }
      throw PatchError(.differs(expected: .text(gone), found: .text(text)))
    case (.removed, _), (_, .inserted):
      preconditionFailure("What went before and what came after were dealt with before they could meet")
    }
  }

  var inverted: Patch.Node.TextRun {
    switch self {
    case .kept: self
    case .removed(let text): .inserted(text)
    case .inserted(let text): .removed(text)
    }
  }
}

extension String: RunContent {
  var length: Int { utf8.count }

  func part(_ range: Range<Int>) -> String? {
    guard range.upperBound <= utf8.count else { return nil }
    let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
    let end = utf8.index(start, offsetBy: range.count)
    return isBoundary(start) && isBoundary(end) ? String(self[start..<end]) : nil
  }

  /// Whether a scalar begins there, or the text ends.
  func isBoundary(_ index: Index) -> Bool { index == utf8.endIndex || !UTF8.isContinuation(utf8[index]) }

  func sharedEnds(with other: String) -> (start: Int, end: Int) {
    var (text, other) = (self, other)
    return text.withUTF8 { text in other.withUTF8 { text.sharedEnds(with: $0) } }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// How many bytes of two texts are the same at the beginning, and at the end of what is left then; whole scalars.
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
