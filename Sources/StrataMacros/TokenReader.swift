/// A walk through tokens that skips what stands in brackets as a whole.
struct TokenReader {
  let source: String
  let tokens: [Token]
  var place: Int

  init(_ source: String) throws(Unreadable) {
    (self.source, tokens, place) = (source, try Token.tokens(of: source), 0)
  }

  var next: Token? { place < tokens.count ? tokens[place] : nil }

  func token(after distance: Int) -> Token? {
    place + distance < tokens.count ? tokens[place + distance] : nil
  }

  func isNext(_ text: String) -> Bool { next?.text == text }

  mutating func skip(_ text: String) -> Bool {
    guard isNext(text) else { return false }
    place += 1
    return true
  }

  /// The source from one token to before another one.
  func source(_ range: Range<Int>) -> String {
    guard !range.isEmpty else { return "" }
    let bytes = Array(source.utf8)[tokens[range.lowerBound].offset..<tokens[range.upperBound - 1].end]
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let closing = ["(": ")", "[": "]", "{": "}"]

  /// Skips one token, and where it opens a bracket, all up to the one that closes it.
  ///
  /// An angle opens generic arguments where no space stands before it.
  mutating func skipOne(angles: Bool = true) throws(Unreadable) {
    guard let first = next else { return }
    place += 1
    if first.kind == .sign, let end = Self.closing[first.text] {
      while !skip(end) {
        guard let token = next, !Self.closing.values.contains(token.text) || token.kind != .sign else {
          throw Unreadable("@Described finds no '\(end)' for this '\(first.text)'", at: first.offset)
        }
        try skipOne(angles: false)
      }
    } else if angles, first.text == "<", first.kind == .sign, !first.hasSpaceBefore {
      let start = place
      while let token = next {
        if skip(">") { return }
        if ["{", "}", ")", "]", "="].contains(token.text) { break }
        try skipOne()
      }
      // No generic arguments: a comparison.
      place = start
    }
  }
}
