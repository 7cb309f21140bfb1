extension JSONReader {
  /// Reads a whole number that fits a type; one with a fraction of zero, too.
  @inline(__always)
  mutating func integer<Number: FixedWidthInteger>(_ type: Number.Type) throws(PatchError) -> Number {
    try skipToValue()
    let start = position
    if let short = shortInteger(), let number = Number(exactly: short) { return number }
    position = start
    return try rareInteger(type)
  }

  @inline(never)
  private mutating func rareInteger<Number: FixedWidthInteger>(
    _ type: Number.Type
  ) throws(PatchError) -> Number {
    let plain = try isNumberNext ? number() : outline()
    if let number = Number(exactly: plain) { return number }
    throw PatchError(.unmakeable(type: "\(type)", reason: "\(plain.misfitting(type))"))
  }

  /// Reads a number; those that JSON has no word for stand as texts.
  @inline(__always)
  mutating func double() throws(PatchError) -> Double {
    try skipToValue()
    if let short = shortDouble() { return short }
    return try rareDouble()
  }

  @inline(never)
  private mutating func rareDouble() throws(PatchError) -> Double {
    let plain = try isNumberNext ? number() : outline()
    if let number = Double(plain) { return number }
    // Strangers may write a number with more digits than it has; what the app saved as a whole number was one.
    switch plain {
    case .integer(let whole) where !isAsSaved: return Double(whole)
    case .unsigned(let whole) where !isAsSaved: return Double(whole)
    default: break
    }
    throw PatchError(.unmakeable(type: "Double", reason: plain.misfitting(Double.self)))
  }

  /// Reads a number with less room: of a stranger's, the nearest one; what the app saved it has to be itself.
  mutating func float() throws(PatchError) -> Float {
    let plain = PlainValue.number(try double())
    if let number = isAsSaved ? Float(plain) : Float(nearest: plain) { return number }
    throw PatchError(.unmakeable(type: "Float", reason: plain.misfitting(Float.self)))
  }

  private var isNumberNext: Bool {
    text[position] == UInt8(ascii: "-") || text[position] &- UInt8(ascii: "0") < 10
  }

  /// Reads a whole number of few digits; nil, and nothing is read, for any other.
  @inline(__always)
  mutating func shortInteger() -> Int64? {
    var place = position
    let isNegative = text[place] == UInt8(ascii: "-")
    if isNegative { place += 1 }
    let first = place
    var magnitude: Int64 = 0
    while place < text.count {
      let digit = text[place] &- UInt8(ascii: "0")
      if digit > 9 { break }
      magnitude = magnitude &* 10 &+ Int64(digit)
      place += 1
    }
    // Zeroes in front, a zero with a sign, a fraction and an exponent are for the full rules.
    let count = place - first
    guard count > 0, count < 19, text[first] != UInt8(ascii: "0") || (count == 1 && !isNegative) else {
      return nil
    }
    if place < text.count {
      let next = text[place]
      if next == UInt8(ascii: ".") || next | 0x20 == UInt8(ascii: "e") { return nil }
    }
    position = place
    return isNegative ? -magnitude : magnitude
  }
}

extension JSONReader {
  /// Reads a number of few digits with a fraction, or a whole one; nil, and nothing is read, for any other.
  ///
  /// A number of at most fifteen digits is a whole number divided by a power of ten, and both are exact. So the quotient is
  /// rounded once, and is the number.
  @inline(__always)
  private mutating func shortDouble() -> Double? {
    var place = position
    let isNegative = text[place] == UInt8(ascii: "-")
    if isNegative { place += 1 }
    let first = place
    var (digits, point): (UInt64, Int?) = (0, nil)
    while place < text.count {
      let digit = text[place] &- UInt8(ascii: "0")
      if digit <= 9 {
        digits = digits &* 10 &+ UInt64(digit)
      } else if text[place] == UInt8(ascii: "."), point == nil {
        point = place
      } else {
        break
      }
      place += 1
    }
    guard let point, place - first <= 16, point > first, point + 1 < place,
      text[first] != UInt8(ascii: "0") || point == first + 1
    else { return nil }
    if place < text.count, text[place] | 0x20 == UInt8(ascii: "e") { return nil }
    position = place
    let magnitude = Double(digits) / Self.powersOfTen[place - point - 1]
    return isNegative ? -magnitude : magnitude
  }

  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
  ]

  mutating func number() throws(PatchError) -> PlainValue {
    let start = position
    guard let number = JSONNumber(text, from: start) else { throw error(.unexpected(expected: "a value")) }
    if number.endsEarly {
      throw number.end < text.count
        ? error(.unexpected(expected: "a digit"), at: number.end) : error(.endsEarly, at: number.end)
    }
    position = number.end
    guard let value = number.value(in: text) else { throw error(.numberOutOfRange, at: start) }
    return value
  }
}
