/// How many columns of a terminal a text takes; what colours it takes none.
func displayWidth(_ text: String) -> Int {
  if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text.utf8.count }
  return pieces(of: text).reduce(0) { $0 + $1.width }
}

/// Whether a text takes more columns than there are, which the beginning of a long one says.
func isWider(_ text: String, than width: Int) -> Bool {
  var taken = 0
  for piece in pieces(of: text) {
    taken += piece.width
    if taken > width { return true }
  }
  return false
}

/// A character, or a sequence that sets a colour, with the columns that it takes.
struct DisplayedPiece {
  var text: Substring
  var width: Int
}

/// The characters of a text, each with the columns that it takes.
func pieces(of text: String) -> some Sequence<DisplayedPiece> {
  // One after the other: a note may be long, and all of its pieces take many times its memory.
  sequence(state: text[...]) { rest in
    guard let first = rest.first else { return nil }
    var end = rest.index(after: rest.startIndex)
    if first == "\u{1B}", let last = rest.firstIndex(of: "m") { end = rest.index(after: last) }
    defer { rest = rest[end...] }
    return DisplayedPiece(text: rest[..<end], width: first == "\u{1B}" ? 0 : first.displayWidth)
  }
}

extension Character {
  /// How many columns a terminal gives it. What is joined to one character is as wide as its widest part.
  var displayWidth: Int {
    let scalars = unicodeScalars
    if scalars.contains("\u{FE0F}"), scalars.first?.properties.isEmoji == true, !isASCII { return 2 }
    return scalars.map(\.displayWidth).max() ?? 0
  }
}

extension Unicode.Scalar {
  fileprivate var displayWidth: Int {
    if value < 0x300 { return 1 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: break
    }
    // The vowels and endings of a Korean syllable stand in the square of its beginning.
    if (0x1160...0x11FF).contains(value) { return 0 }
    return properties.isEmojiPresentation || Self.wide.contains { $0.contains(value) } ? 2 : 1
  }

  /// What the writings of East Asia take two columns for.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
    0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F,
    0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F2FF,
    0x1F300...0x1F320, 0x20000...0x3FFFD,
  ]
}

/// The beginning of a text that fits into a width.
func cut(_ text: String, to width: Int?) -> String {
  guard let width, displayWidth(text) > width else { return text }
  var (result, taken) = ("", 0)
  for piece in pieces(of: text) {
    if taken + piece.width > width - 1 { break }
    result += piece.text
    taken += piece.width
  }
  return result + "…"
}
