/// Returns a text with an escape for each character that could command a terminal, reorder a line, or hide.
///
///     printable("a\u{202E}b")  // a\u{202e}b
///
/// Characters that shape their neighbours remain where they do so: joiners within emoji and within words of Arabic or Indian
/// scripts, variation selectors, and soft hyphens within a word.
package func printable(_ text: String) -> String {
  // Most texts are plain ASCII.
  if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
  if text.unicodeScalars.allSatisfy(\.isPlain) { return text }
  var result = String.UnicodeScalarView()
  var scalars = text.unicodeScalars[...]
  var before: Unicode.Scalar?
  while let scalar = scalars.popFirst() {
    if !scalar.isHidden || scalar.shapes(before, scalars.first) {
      result.append(scalar)
    } else {
      result += "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars
    }
    before = scalar
  }
  return String(result)
}

/// Returns JSON of the same meaning, with an escape for each character that could command a terminal, reorder a line, or
/// hide. Variation selectors remain.
package func printable(json: [UInt8]) -> [UInt8] {
  // No early end, so that the compiler can use vector instructions.
  if json.reduce(0, max) < 0x7F { return json }
  var result: [UInt8] = []
  result.reserveCapacity(json.count)
  var rest = json[...]
  while !rest.isEmpty {
    let ascii = rest.prefix { $0 < 0x7F }
    result += ascii
    rest = rest.dropFirst(ascii.count)
    // Only texts and names have other characters, and there an escape means the same.
    let others = rest.prefix { $0 >= 0x7F }
    rest = rest.dropFirst(others.count)
    for scalar in String(decoding: others, as: UTF8.self).unicodeScalars {
      if scalar.isPlain || !scalar.isHidden || scalar.properties.isVariationSelector {
        result += UTF8.encode(scalar) ?? .init()
        continue
      }
      for unit in UTF16.encode(scalar) ?? .init() {
        let digits = String(unit, radix: 16)
        result += "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8
      }
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
  package var isHidden: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    case _ where (0xFFF9...0xFFFB).contains(value): true  // Annotations between lines.
    default: properties.isBidiControl || properties.isDefaultIgnorableCodePoint
    }
  }

  /// Whether it has no shape of its own, but gives one to its neighbours. Elsewhere it could hide a text.
  fileprivate func shapes(_ before: Unicode.Scalar?, _ after: Unicode.Scalar?) -> Bool {
    guard let before else { return false }
    switch value {
    case 0x200D where (before.isPicture || before == "\u{FE0F}") && after?.isPicture == true: return true
    case 0x200C, 0x200D: return before.isJoined
    case 0xAD: return before.properties.isAlphabetic && after?.properties.isAlphabetic == true
    case 0x180B...0x180F: return (0x1820..<0x18AF).contains(before.value)  // Mongolian.
    case 0xFE0E, 0xFE0F: return before.properties.isEmoji
    default: return properties.isVariationSelector && before.properties.isIdeographic
    }
  }

  private var isPicture: Bool { properties.isEmoji && value > 0x7F }

  /// Whether it is a letter or a mark of a script in which joiners decide how letters are written.
  private var isJoined: Bool {
    switch value {
    // From Arabic to Myanmar, from Khmer to Balinese, and the later blocks of both families.
    case 0x600..<0x1100, 0x1700..<0x1D00, 0xA800..<0xAC00, 0xFB50..<0xFE00, 0xFE70..<0xFEFF,
      0x10A00..<0x12000,
      0x1E900..<0x1E960:
      switch properties.generalCategory {
      case .nonspacingMark, .spacingMark: !properties.isDefaultIgnorableCodePoint
      default: properties.isAlphabetic
      }
    default: false
    }
  }
}
