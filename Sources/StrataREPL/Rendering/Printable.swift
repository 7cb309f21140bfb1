/// Returns `text` with everything that could command a terminal, reorder a line, or not be seen, written as an escape.
func printable(_ text: String) -> String {
  // Most texts are plain, and nearly all of a long list is this.
  if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
  var result = ""
  for character in text {
    let isEmoji = character.unicodeScalars.first?.properties.isEmojiPresentation == true
    for scalar in character.unicodeScalars {
      // Several pictures in one are held together by a joiner.
      if scalar.isHidden && !(isEmoji && scalar == "\u{200D}") {
        result += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
  }
  return result
}

/// Returns a text of JSON that says the same without a character that ``printable(_:)`` would not show.
func printable(json: [UInt8]) -> [UInt8] {
  if json.allSatisfy({ $0 < 0x7F }) { return json }
  var result: [UInt8] = []
  result.reserveCapacity(json.count)
  // Such characters stand in texts and names only, where an escape says the same.
  for scalar in String(decoding: json, as: UTF8.self).unicodeScalars {
    if scalar.isHidden && scalar != "\n" {
      for unit in UTF16.encode(scalar) ?? .init() {
        let digits = String(unit, radix: 16)
        result += "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8
      }
    } else {
      result += UTF8.encode(scalar) ?? .init()
    }
  }
  return result
}

extension Unicode.Scalar {
  /// Whether it commands a terminal, breaks or reorders a line, or has no shape of its own.
  fileprivate var isHidden: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default:
      properties.isBidiControl || properties.isDefaultIgnorableCodePoint && !properties.isVariationSelector
    }
  }
}
