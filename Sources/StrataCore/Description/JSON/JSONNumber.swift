/// A number in JSON: where it ends, and what it is.
struct JSONNumber {
  private let start: Int
  /// Behind the last byte that belongs to the number.
  let end: Int
  private let isWhole: Bool
  /// Whether a digit is missing at the end.
  let endsEarly: Bool

  /// Finds the number that begins at `start`, or returns nil when none does.
  init?(_ text: Bytes, from start: Int) {
    var position = start
    func skipDigits() -> Bool {
      let first = position
      while position < text.count, isDigit(text[position]) { position += 1 }
      return position > first
    }
    func isNext(_ bytes: UInt8...) -> Bool { position < text.count && bytes.contains(text[position]) }

    self.start = start
    let isNegative = isNext(UInt8(ascii: "-"))
    if isNegative { position += 1 }
    var hasDigits = true
    var isWhole = true
    if isNext(UInt8(ascii: "0")) {
      position += 1
    } else {
      hasDigits = skipDigits()
      if !hasDigits && !isNegative { return nil }
    }
    if hasDigits, isNext(UInt8(ascii: ".")) {
      position += 1
      isWhole = false
      hasDigits = skipDigits()
    }
    if hasDigits, isNext(UInt8(ascii: "e"), UInt8(ascii: "E")) {
      position += 1
      isWhole = false
      if isNext(UInt8(ascii: "+"), UInt8(ascii: "-")) { position += 1 }
      hasDigits = skipDigits()
    }
    self.isWhole = isWhole
    end = position
    endsEarly = !hasDigits
  }

  /// The number's value, or nil when it is beyond all numbers of 64 bits.
  func value(in text: Bytes) -> PlainValue? {
    if isWhole, let whole = wholeValue(in: text) { return whole }
    let digits = String(decoding: text[start..<end], as: UTF8.self)
    guard let number = Double(digits), number.isFinite else { return nil }
    return .number(number)
  }

  private func wholeValue(in text: Bytes) -> PlainValue? {
    let isNegative = text[start] == UInt8(ascii: "-")
    var magnitude: UInt64 = 0
    for byte in text[(isNegative ? start + 1 : start)..<end] {
      let (shifted, isOver) = magnitude.multipliedReportingOverflow(by: 10)
      let (sum, isOverNow) = shifted.addingReportingOverflow(UInt64(byte - UInt8(ascii: "0")))
      if isOver || isOverNow { return nil }
      magnitude = sum
    }
    if !isNegative { return PlainValue(magnitude) }
    // A zero with a sign is no whole number: encoders that leave out fractions write -0.0 so.
    if magnitude == 0 { return nil }
    if magnitude == Int64.min.magnitude { return .integer(.min) }
    return Int64(exactly: magnitude).map { .integer(-$0) }
  }
}

private func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
