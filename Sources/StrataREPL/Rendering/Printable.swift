import Strata

/// Returns `text` with everything that could command a terminal, reorder a line, or not be seen, written as an escape.
func printable(_ text: String) -> String {
  // Most texts are plain, and nearly all of a long list is this.
  if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
  if text.unicodeScalars.allSatisfy(\.isPlain) { return text }
  var result = ""
  for character in text {
    if flags.contains(character) {
      result.append(character)
      continue
    }
    let scalars = Array(character.unicodeScalars)
    for (place, scalar) in scalars.enumerated() {
      let before = place > 0 ? scalars[place - 1] : nil
      let after = place + 1 < scalars.count ? scalars[place + 1] : nil
      let isSeen =
        scalar.properties.isVariationSelector
        ? scalar.varies(before) : !scalar.isHidden || scalar.joins(before, after)
      if isSeen {
        result.unicodeScalars.append(scalar)
      } else {
        result += "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
  }
  return result
}

/// The flags that are seen as such although tags make them: of England, Scotland and Wales. With other tags, a flag could
/// carry a text that is not seen.
private let flags: Set<Character> = Set(
  ["gbeng", "gbsct", "gbwls"].compactMap { place in
    let tags = place.unicodeScalars.compactMap { Unicode.Scalar(0xE0000 + $0.value) }
    var flag = String.UnicodeScalarView("\u{1F3F4}".unicodeScalars)
    flag.append(contentsOf: tags + ["\u{E007F}"])
    return String(flag).first
  }
)

/// Whether a text of JSON has no character that ``printable(_:)`` would not show, as can be seen at once.
func isPrintable(_ json: JSONPieces) -> Bool {
  var highest: UInt8 = 0
  // All are looked at: an end at the first one would let the processor take them one by one only.
  json.forEachPiece { highest = $0.reduce(highest, max) }
  return highest < 0x7F
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
  /// Whether it chooses a shape of the one before it: behind anything else it is not seen, and could hide a text.
  fileprivate func varies(_ before: Unicode.Scalar?) -> Bool {
    guard let before else { return false }
    if value == 0xFE0E || value == 0xFE0F { return before.properties.isEmoji }
    return before.properties.isIdeographic || before.properties.generalCategory == .mathSymbol
      || (0x1800...0x18AF).contains(before.value)
  }

  /// Whether it holds two pictures together in one.
  fileprivate func joins(_ before: Unicode.Scalar?, _ after: Unicode.Scalar?) -> Bool {
    guard self == "\u{200D}", let before, let after else { return false }
    return (before.isPicture || before == "\u{FE0F}") && after.isPicture
  }

  /// Whether it is a letter, a sign, an arrow or a part of a frame that is seen wherever it stands; of others it has to be
  /// looked up.
  fileprivate var isPlain: Bool {
    switch value {
    case 0x20..<0x7F, 0xA1..<0xAD, 0xAE..<0x300, 0x2010...0x2027, 0x2190..<0x2600: true
    default: false
    }
  }

  private var isPicture: Bool { properties.isEmoji && value > 0x7F }

  /// Whether it commands a terminal, breaks or reorders a line, or has no shape of its own.
  fileprivate var isHidden: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default:
      properties.isBidiControl || properties.isDefaultIgnorableCodePoint && !properties.isVariationSelector
    }
  }
}
