/// Returns a text with an escape for every character that could command a terminal, reorder a line, or hide.
func printable(_ text: String) -> String {
  // Most texts are plain ASCII.
  if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
  if text.unicodeScalars.allSatisfy(\.isPlain) { return text }
  var result = ""
  for character in text {
    let scalars = Array(character.unicodeScalars)
    for (place, scalar) in scalars.enumerated() {
      let before = place > 0 ? scalars[place - 1] : nil
      let after = place + 1 < scalars.count ? scalars[place + 1] : nil
      if !scalar.isHidden || scalar.shapes(before, after) {
        result.unicodeScalars.append(scalar)
      } else {
        result += "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
  }
  return result
}

/// Returns JSON of the same meaning, with an escape for every character that ``printable(_:)`` would not show.
func printable(json: [UInt8]) -> [UInt8] {
  // No early end, so that the compiler can use vector instructions.
  if json.reduce(0, max) < 0x7F { return json }
  var result: [UInt8] = []
  result.reserveCapacity(json.count)
  // Only texts and names have such characters, and there an escape means the same.
  for scalar in String(decoding: json, as: UTF8.self).unicodeScalars {
    if scalar.isHidden && scalar != "\n" && !scalar.properties.isVariationSelector {
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
  /// Whether it is certainly visible; other scalars need a look at their properties.
  fileprivate var isPlain: Bool {
    switch value {
    case 0x20..<0x7F, 0xA1..<0xAD, 0xAE..<0x300, 0x2010...0x2027, 0x2190..<0x2600: true
    default: false
    }
  }

  /// Whether it commands a terminal, breaks or reorders a line, or has no shape of its own.
  fileprivate var isHidden: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: properties.isBidiControl || properties.isDefaultIgnorableCodePoint
    }
  }

  /// Whether it has no shape of its own, but gives one to its neighbours: a joiner between two emoji, or a variation selector
  /// after an emoji or an ideograph. Elsewhere it could hide a text.
  fileprivate func shapes(_ before: Unicode.Scalar?, _ after: Unicode.Scalar?) -> Bool {
    guard let before else { return false }
    if self == "\u{200D}" {
      return (before.isPicture || before == "\u{FE0F}") && after?.isPicture == true
    }
    if value == 0xFE0E || value == 0xFE0F { return before.properties.isEmoji }
    return properties.isVariationSelector && before.properties.isIdeographic
  }

  private var isPicture: Bool { properties.isEmoji && value > 0x7F }
}
