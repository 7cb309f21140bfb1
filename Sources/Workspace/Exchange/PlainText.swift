/// Returns `text` as one line that can command nothing: line breaks become blanks, and what controls a terminal or
/// reorders a line becomes �.
///
/// Exports are for reading; the text itself is kept exactly in the document, and in its JSON.
func onOneLine(_ text: String) -> String {
  // Most texts are plain, and there are a great many of them.
  if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
  var result = String.UnicodeScalarView()
  for scalar in text.unicodeScalars {
    let category = scalar.properties.generalCategory
    let isBlank = scalar == "\n" || scalar == "\r" || scalar == "\t"
    if isBlank || category == .lineSeparator || category == .paragraphSeparator {
      result.append(" ")
    } else if category == .control || scalar.properties.isBidiControl {
      result.append("\u{FFFD}")
    } else {
      result.append(scalar)
    }
  }
  return String(result)
}

/// Returns the lines of a text; empty ones at its end are left out.
func lines(of text: String) -> [String] {
  var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
  while lines.count > 1, lines.last == "" { lines.removeLast() }
  return lines
}

/// Whether a URL may be made a link: only schemes that show something and run nothing.
func isSafeLink(_ url: String) -> Bool {
  guard let scheme = url.split(separator: ":", maxSplits: 1).first else { return false }
  return ["http", "https", "mailto"].contains(scheme.lowercased())
}
