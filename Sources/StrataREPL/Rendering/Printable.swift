/// Returns `text` with everything that could command a terminal, or reorder a line, written as an escape.
func printable(_ text: String) -> String {
  // Most texts are plain, and nearly all of a long list is this.
  if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
  var result = ""
  for scalar in text.unicodeScalars {
    let category = scalar.properties.generalCategory
    let isLineBreak = category == .lineSeparator || category == .paragraphSeparator
    if category == .control || isLineBreak || scalar.properties.isBidiControl {
      result += "\\u{\(String(scalar.value, radix: 16))}"
    } else {
      result.unicodeScalars.append(scalar)
    }
  }
  return result
}
