/// A piece of Swift source as far as finding the members of a type needs it: a word, a literal, or a single sign.
struct Token: Equatable {
  enum Kind: Equatable {
    /// An identifier, a keyword or a number; with backticks where the source has them.
    case word
    /// A string literal with all that is in it.
    case text
    /// A single character that is none of these; `->` is one sign.
    case sign
  }

  let kind: Kind
  let text: String
  /// The first byte in the source.
  let offset: Int
  let hasSpaceBefore: Bool
  let hasNewlineBefore: Bool

  var end: Int { offset + text.utf8.count }

  /// Splits source into tokens; comments are left out.
  ///
  /// - Throws: ``Unreadable`` for a comment or a string without an end.
  static func tokens(of source: String) throws(Unreadable) -> [Token] {
    var scanner = Scanner(source)
    return try scanner.tokens()
  }
}

private struct Scanner {
  private let bytes: [UInt8]
  private var place = 0
  private var hasSpace = false
  private var hasNewline = true

  init(_ source: String) { bytes = Array(source.utf8) }

  private func byte(_ distance: Int = 0) -> UInt8? {
    place + distance < bytes.count ? bytes[place + distance] : nil
  }

  private func isNext(_ text: String) -> Bool { bytes[place...].starts(with: text.utf8) }

  mutating func tokens() throws(Unreadable) -> [Token] {
    var tokens: [Token] = []
    while let next = byte() {
      let start = place
      switch next {
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        (hasNewline, hasSpace, place) = (true, true, place + 1)
        continue
      case UInt8(ascii: " "), UInt8(ascii: "\t"):
        (hasSpace, place) = (true, place + 1)
        continue
      case UInt8(ascii: "/") where isNext("//"):
        while let next = byte(), next != UInt8(ascii: "\n"), next != UInt8(ascii: "\r") { place += 1 }
        continue
      case UInt8(ascii: "/") where isNext("/*"):
        try skipComment()
        hasSpace = true
        continue
      default: break
      }
      let kind: Token.Kind
      if try skipString() {
        kind = .text
      } else if isWord(next) || next == UInt8(ascii: "`") {
        skipWord()
        kind = .word
      } else {
        place += isNext("->") ? 2 : 1
        kind = .sign
      }
      tokens.append(
        Token(
          kind: kind,
          text: String(decoding: bytes[start..<place], as: UTF8.self),
          offset: start,
          hasSpaceBefore: hasSpace,
          hasNewlineBefore: hasNewline
        )
      )
      (hasSpace, hasNewline) = (false, false)
    }
    return tokens
  }

  /// Letters, digits, and all that is not ASCII: identifiers may have it.
  private func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...: true
    default: false
    }
  }

  private mutating func skipWord() {
    if byte() == UInt8(ascii: "`") {
      place += 1
      while let next = byte(), next != UInt8(ascii: "`"), next != UInt8(ascii: "\n") { place += 1 }
      place = min(place + 1, bytes.count)
      return
    }
    while let next = byte(), isWord(next) { place += 1 }
  }

  /// Skips a comment, which may have comments in it.
  private mutating func skipComment() throws(Unreadable) {
    let start = place
    var depth = 0
    repeat {
      if isNext("/*") {
        (depth, place) = (depth + 1, place + 2)
      } else if isNext("*/") {
        (depth, place) = (depth - 1, place + 2)
      } else if place < bytes.count {
        if byte() == UInt8(ascii: "\n") { hasNewline = true }
        place += 1
      } else {
        throw Unreadable("@Described finds no end of this comment", at: start)
      }
    } while depth > 0
  }

  /// Skips a string literal with what is interpolated in it; false where none begins.
  private mutating func skipString() throws(Unreadable) -> Bool {
    let start = place
    var marks = 0
    while byte(marks) == UInt8(ascii: "#") { marks += 1 }
    guard byte(marks) == UInt8(ascii: "\"") else { return false }
    place += marks
    let fence = String(repeating: "#", count: marks)
    let quote = isNext("\"\"\"") && !endsOnLine(fence) ? "\"\"\"" : "\""
    place += quote.utf8.count
    let (end, escape) = (quote + fence, "\\" + fence)
    while place < bytes.count {
      if isNext(end) {
        place += end.utf8.count
        return true
      }
      if isNext(escape) {
        place += escape.utf8.count
        if byte() == UInt8(ascii: "(") { try skipInterpolation() } else { place += 1 }
      } else if quote.count == 1, byte() == UInt8(ascii: "\n") {
        break
      } else {
        place += 1
      }
    }
    throw Unreadable("@Described finds no end of this text", at: start)
  }

  /// Whether three quotes begin a text of one line, in which the others are: `#"""#`.
  private func endsOnLine(_ fence: String) -> Bool {
    let line = bytes[(place + 2)...].prefix { $0 != UInt8(ascii: "\n") }
    return !fence.isEmpty && line.indices.contains { line[$0...].starts(with: "\"\(fence)".utf8) }
  }

  private mutating func skipInterpolation() throws(Unreadable) {
    let start = place
    var depth = 0
    repeat {
      if try skipString() { continue }
      if isNext("/*") {
        try skipComment()
        continue
      }
      guard let next = byte() else { throw Unreadable("@Described finds no end of this text", at: start) }
      if next == UInt8(ascii: "(") { depth += 1 }
      if next == UInt8(ascii: ")") { depth -= 1 }
      place += 1
    } while depth > 0
  }
}
