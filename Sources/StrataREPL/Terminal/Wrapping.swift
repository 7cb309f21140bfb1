/// A line as lines that fit a terminal. It breaks between words and goes on under its first letter, past the id of a row.
///
/// A word that is wider than a line is cut where the line ends.
func wrapped(_ line: String, to width: Int?) -> [String] {
  guard let width, isWider(line, than: width) else { return [line] }
  let lead = pieces(of: line).prefix { $0.width == 0 || " │├─0123456789+-~".contains($0.text) }
  let indent = min(width / 3, lead.reduce(0) { $0 + $1.width })
  let inset = String(repeating: " ", count: indent)
  var (lines, row, rowWidth, word, wordWidth) = ([String](), "", 0, "", 0)
  func putWord() {
    if rowWidth + wordWidth > width && rowWidth > indent {
      lines.append(String(row.reversed().drop { $0 == " " }.reversed()))
      (row, rowWidth) = (inset, indent)
    }
    (row, rowWidth) = (row + word, rowWidth + wordWidth)
    (word, wordWidth) = ("", 0)
  }
  for piece in pieces(of: line) {
    if piece.text == " " {
      putWord()
      // A line that goes on begins with a word, and none ends with a space.
      if lines.isEmpty || rowWidth > indent, rowWidth < width { (row, rowWidth) = (row + " ", rowWidth + 1) }
    } else {
      if wordWidth + piece.width > width - indent { putWord() }
      (word, wordWidth) = (word + piece.text, wordWidth + piece.width)
    }
  }
  putWord()
  return lines + [row]
}

/// A text with spaces before it, up to a width.
func padded(_ text: String, _ width: Int) -> String {
  String(repeating: " ", count: max(0, width - displayWidth(text))) + text
}

/// A text with spaces after it, up to a width.
func filled(_ text: String, _ width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - displayWidth(text)))
}

/// The beginning of a text that fits a width.
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

/// The columns that a text takes on a terminal; colours take none.
func displayWidth(_ text: String) -> Int {
  if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text.utf8.count }
  return pieces(of: text).reduce(0) { $0 + $1.width }
}

/// Whether a text takes more columns than `width`; of a long text only the beginning is measured.
private func isWider(_ text: String, than width: Int) -> Bool {
  var taken = 0
  for piece in pieces(of: text) {
    taken += piece.width
    if taken > width { return true }
  }
  return false
}

/// The characters of a text with their columns. The sequence that sets a colour is one piece without columns.
private func pieces(of text: String) -> some Sequence<(text: Substring, width: Int)> {
  // Lazily: all pieces of a long note take many times its memory.
  sequence(state: text[...]) { rest in
    guard let first = rest.first else { return nil }
    var end = rest.index(after: rest.startIndex)
    if first == "\u{1B}", let last = rest.firstIndex(of: "m") { end = rest.index(after: last) }
    defer { rest = rest[end...] }
    return (rest[..<end], first == "\u{1B}" ? 0 : first.displayWidth)
  }
}

extension Character {
  /// The columns on a terminal: joined characters are as wide as their widest part.
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
    // The vowels and endings of a Korean syllable share its square.
    if (0x1160...0x11FF).contains(value) { return 0 }
    return properties.isEmojiPresentation || Self.wide.contains { $0.contains(value) } ? 2 : 1
  }

  /// East Asian characters of two columns.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
    0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F,
    0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F2FF,
    0x1F300...0x1F320, 0x20000...0x3FFFD,
  ]
}
