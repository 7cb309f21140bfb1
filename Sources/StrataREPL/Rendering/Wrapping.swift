/// A line as lines that are no wider than a terminal: it breaks between words, and goes on as far in as it began, if
/// there is room.
///
/// A word that is wider than a line is cut where the line ends.
func wrapped(_ line: String, to width: Int?) -> [String] {
  guard let width, displayWidth(line) > width else { return [line] }
  // The lines of a tree go on, too.
  let lead = line.prefix { " │├─".contains($0) }
  let start = lead.count
  // Narrow windows have no room for all of it.
  let fits = start * 3 < width
  let inset: String =
    fits ? String(lead).replacing("├─", with: "│ ") : String(repeating: " ", count: min(4, width / 5))
  var lines: [String] = []
  var (row, rowWidth, word, wordWidth) = (fits ? String(lead) : inset, inset.count, "", 0)
  var isFresh = true
  func putWord() {
    if rowWidth + wordWidth > width && !isFresh {
      lines.append(row.trimmingBlanks)
      (row, rowWidth, isFresh) = (inset, inset.count, true)
    }
    (row, rowWidth, isFresh) = (row + word, rowWidth + wordWidth, isFresh && wordWidth == 0)
    (word, wordWidth) = ("", 0)
  }
  for piece in pieces(of: String(line.dropFirst(start))) {
    if piece.text == " " {
      putWord()
      if !isFresh { (row, rowWidth) = (row + " ", rowWidth + 1) }
      continue
    }
    if wordWidth + piece.width > width - inset.count {
      putWord()
      if rowWidth > inset.count { lines.append(row.trimmingBlanks) }
      (row, rowWidth, isFresh) = (inset, inset.count, true)
    }
    word += piece.text
    wordWidth += piece.width
  }
  putWord()
  return lines + [row]
}

extension String {
  /// The text without blanks at its end.
  fileprivate var trimmingBlanks: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
