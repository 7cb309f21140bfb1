import StrataCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// Foundation's values in a described state. Foundation's own JSON coders write a `UUID` and a `URL` as text, and `Data` in base 64;
// so do plain values. A `URL` that is relative to another one would lose that, and stands as a record of both.

/// A date is a text that people and other programs read, `2026-11-28T15:21:10.25Z`: a coder of Foundation writes its seconds since
/// 2001, which no other program reads. A date beyond four digits of a year, or without a shortest fraction, is that number, and so is none.
extension Date: TrustedLeaf, PlainFormatted {
  package static var isEqualToItself: Bool { false }

  package var plainForm: PlainValue {
    let seconds = timeIntervalSinceReferenceDate
    if let text = DateText(secondsSince2001: seconds) { return .text(text.description) }
    return (try? PlainValue(of: seconds)) ?? .null
  }

  package init?(plainForm: PlainValue) {
    var seconds: Double?
    if case .text(let text) = plainForm { seconds = DateText(text)?.secondsSince2001 }
    guard let seconds = seconds ?? (try? plainForm.value()) else { return nil }
    self.init(timeIntervalSinceReferenceDate: seconds)
  }
}

extension DateText {
  private static let secondsBefore2001: Int64 = 978_307_200

  /// The text of a number of seconds; nil where it would not lead back to the same number.
  fileprivate init?(secondsSince2001 seconds: Double) {
    let whole = seconds.rounded(.down)
    guard abs(whole) < 1e12, let second = Int64(exactly: whole) else { return nil }
    // The shortest digits that lead back; before 2001, those of what is added to the second before.
    let written = "\(seconds < 0 ? seconds - whole : seconds)".split(separator: ".")
    guard written.count == 2, Int64(written[1]) != nil else { return nil }
    self.init(seconds: second + Self.secondsBefore2001, fraction: written[1])
    if secondsSince2001.bitPattern != seconds.bitPattern { return nil }
  }

  fileprivate var secondsSince2001: Double {
    Double(seconds - Self.secondsBefore2001) + (Double("0.\(fraction)") ?? 0)
  }
}

extension UUID: TrustedLeaf {
  package static var isName: Bool { true }
}

extension URL: DescribedLeaf, PlainFormatted {
  package var plainForm: PlainValue {
    guard let baseURL else { return .text(absoluteString) }
    return .record(["base": baseURL.plainForm, "relative": .text(relativeString)])
  }

  package init?(plainForm: PlainValue) {
    switch plainForm {
    case .text(let text): self.init(writtenAs: text, relativeTo: nil)
    case .record(let record):
      guard case .text(let text)? = record["relative"] else { return nil }
      // Coders of property lists write a record of an address that has no base, too.
      guard let base = record["base"] else {
        self.init(writtenAs: text, relativeTo: nil)
        return
      }
      guard let base = URL(plainForm: base) else { return nil }
      self.init(writtenAs: text, relativeTo: base)
    default: return nil
    }
  }

  /// Makes an address of its text, also of an empty one, which components alone make.
  private init?(writtenAs text: String, relativeTo base: URL?) {
    guard text.isEmpty else {
      self.init(string: text, relativeTo: base)
      return
    }
    guard let empty = URLComponents().url(relativeTo: base) else { return nil }
    self = empty
  }
}

extension Data: TrustedLeaf, PlainFormatted {
  package var plainForm: PlainValue { .text(base64EncodedString()) }

  package init?(plainForm: PlainValue) {
    guard case .text(let text) = plainForm else { return nil }
    self.init(base64Encoded: text)
  }
}

/// A decimal number is a text: a number in JSON would be read by others as one with a binary fraction.
extension Decimal: DescribedLeaf, PlainFormatted {
  package var plainForm: PlainValue { .text(description) }

  // Foundation takes as much of a text as is a number, and as many digits as it has room for: what is more is refused here,
  // for the number would be another one.
  package init?(plainForm: PlainValue) {
    guard case .text(let text) = plainForm, let digits = DecimalDigits(text),
      let number = Decimal(string: text),
      DecimalDigits(number.description) == digits
    else { return nil }
    self = number
  }
}

/// The number that a text stands for, whatever zeroes it is written with.
private struct DecimalDigits: Equatable {
  private var isNegative = false
  /// Without zeroes at either end.
  private var digits: [UInt8] = []
  /// The power of ten that the last digit counts.
  private var exponent = 0

  /// Takes the digits of a text; nil of one that is no number from its beginning to its end.
  init?(_ text: String) {
    var rest = text.utf8[...]
    if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
      isNegative = sign == UInt8(ascii: "-")
      rest.removeFirst()
    }
    var hasPoint = false
    while let byte = rest.first {
      if byte &- UInt8(ascii: "0") < 10 {
        digits.append(byte)
        if hasPoint { exponent -= 1 }
      } else if byte == UInt8(ascii: "."), !hasPoint {
        hasPoint = true
      } else {
        break
      }
      rest.removeFirst()
    }
    if digits.isEmpty { return nil }
    if let letter = rest.first {
      // Far beyond what a decimal number has room for, and far from what an `Int` has.
      guard letter | 0x20 == UInt8(ascii: "e"),
        let power = Int(String(decoding: rest.dropFirst(), as: UTF8.self)),
        power.magnitude < 1000
      else { return nil }
      exponent += power
    }
    while digits.last == UInt8(ascii: "0") {
      digits.removeLast()
      exponent += 1
    }
    digits.removeFirst(digits.prefix { $0 == UInt8(ascii: "0") }.count)
    if digits.isEmpty { (isNegative, exponent) = (false, 0) }
  }
}
