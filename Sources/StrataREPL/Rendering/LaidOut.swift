/// A text of paragraphs and lists, as lines for a window of some width.
///
/// In a list, what a word means stands two blanks or more behind it, and goes on below itself.
///
/// - Parameter full: How wide the text is as it is written: a line that had no room for the word that follows goes on in
///   the next one.
func laidOut(_ text: String, to width: Int, writtenTo full: Int = 118) -> [String] {
  var paragraphs: [Paragraph] = []
  var last: Substring = ""
  for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
    let indent = line.prefix { $0 == " " }.count
    let words = line.dropFirst(indent)
    let first = words.prefix { $0 != " " }
    if let open = paragraphs.last, !words.isEmpty, indent == open.hanging, last.count + 1 + first.count > full
    {
      paragraphs[paragraphs.count - 1].text += " " + words
    } else {
      paragraphs.append(Paragraph(words, indent: indent))
    }
    last = line
  }
  while paragraphs.last?.text.isEmpty == true && paragraphs.last?.lead.isEmpty == true {
    paragraphs.removeLast()
  }
  return paragraphs.flatMap { $0.lines(to: width) }
}

private struct Paragraph {
  /// What stands before the text in the first line.
  var lead: String
  var text: String

  /// Where the text begins.
  var hanging: Int { lead.count }

  init(_ words: Substring, indent: Int) {
    lead = String(repeating: " ", count: indent)
    text = String(words)
    guard indent > 0, let gap = words.firstRange(of: "  ") else { return }
    let behind = words[gap.lowerBound...].drop { $0 == " " }
    lead += words[..<behind.startIndex]
    text = String(behind)
  }

  func lines(to width: Int) -> [String] {
    guard displayWidth(lead + text) > width else { return [lead + text] }
    // Where there is no room beside the word, what it means stands below it.
    guard hanging * 3 > width * 2 || width - hanging < 16 else {
      let rows = wrapped(text, to: width - hanging)
      return rows.enumerated().map { ($0 == 0 ? lead : String(repeating: " ", count: hanging)) + $1 }
    }
    let indent = lead.prefix { $0 == " " }
    let name = lead.drop { $0 == " " }
    guard !name.isEmpty else { return wrapped(indent.prefix(width / 4) + text, to: width) }
    var head = indent + name
    while head.last == " " { head.removeLast() }
    return wrapped(String(head), to: width) + wrapped(indent.prefix(width / 4) + "  " + text, to: width)
  }
}

private func wrapped(_ line: Substring, to width: Int) -> [String] { wrapped(String(line), to: width) }
