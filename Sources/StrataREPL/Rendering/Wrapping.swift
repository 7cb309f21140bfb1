/// A line as lines that are no wider than a terminal: it breaks between words, and goes on as far in as it began, or as
/// what stands behind its number or the sign of a difference, if there is room.
///
/// A word that is wider than a line is cut where the line ends.
func wrapped(_ line: String, to width: Int?) -> [String] {
  guard let width, isWider(line, than: width) else { return [line] }
  // The lines of a tree go on, too.
  let tree = line.prefix { " │├─".contains($0) }
  let number = line.dropFirst(tree.count).prefix(longestLead).leadOfRow
  // Narrow windows have no room for all of it.
  let lead = [tree + number, tree].first { displayWidth(String($0)) * 3 < width }
  let start = displayWidth(String(lead ?? ""))
  let inset: String =
    lead == nil
    ? String(repeating: " ", count: min(4, width / 5))
    : tree.replacing("├─", with: "│ ") + String(repeating: " ", count: start - tree.count)
  var lines: [String] = []
  var (row, rowWidth, word, wordWidth) = (lead.map { String($0) } ?? inset, inset.count, "", 0)
  var isFresh = true
  func putWord() {
    if rowWidth + wordWidth > width && !isFresh {
      lines.append(row.trimmingBlanks)
      (row, rowWidth, isFresh) = (inset, inset.count, true)
    }
    (row, rowWidth, isFresh) = (row + word, rowWidth + wordWidth, isFresh && wordWidth == 0)
    (word, wordWidth) = ("", 0)
  }
  for piece in pieces(of: String(line.dropFirst(lead?.count ?? tree.count))) {
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

/// How many characters of a row are looked at for what stands before its text, colours included.
private let longestLead = 64

extension Substring {
  /// What stands before the text of a row: a number, or the sign of a difference, with the blanks behind it.
  fileprivate var leadOfRow: Substring {
    let number = numberOfRow
    return number.isEmpty ? markOfRow : number
  }

  /// The number that a row of a list begins with, and the blanks behind it; nothing where it begins otherwise.
  fileprivate var numberOfRow: Substring {
    let all = Array(pieces(of: String(self)))
    let digits = all.prefix {
      $0.width == 0 || $0.text.first?.isASCII == true && $0.text.first?.isNumber == true
    }
    let blanks = all[digits.count...].prefix { $0.text == " " }
    guard digits.contains(where: { $0.width > 0 }), blanks.count > 1 else { return "" }
    return prefix((digits + blanks).reduce(0) { $0 + $1.text.count })
  }

  /// The sign that a row of a difference begins with, and the blank behind it; nothing where it begins otherwise.
  fileprivate var markOfRow: Substring {
    let all = Array(pieces(of: String(self)))
    let colors = all.prefix { $0.width == 0 }
    let mark = all[colors.count...].prefix(2)
    guard mark.count == 2, let sign = mark.first?.text, "+-~".contains(sign), mark.last?.text == " " else {
      return ""
    }
    return prefix((colors + mark).reduce(0) { $0 + $1.text.count })
  }
}
