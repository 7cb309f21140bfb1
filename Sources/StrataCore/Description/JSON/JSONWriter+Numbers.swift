extension JSONWriter {
  /// How many bytes a whole number takes at most.
  static var longestInteger: Int { 20 }

  package mutating func write(_ value: Int64) {
    let place = beginValue(Self.longestInteger)
    advance(to: Self.put(value, at: place))
  }

  package mutating func write(_ value: UInt64) {
    let place = beginValue(Self.longestInteger)
    advance(to: Self.put(value, at: place))
  }

  /// Writes a number so that reading gives the same bits back: with a fraction or an exponent, by which readers tell
  /// it from a whole number. What JSON has no word for stands as a text: "NaN", "Infinity", "-Infinity".
  package mutating func write(_ value: Double) {
    let place = beginValue(Self.longestShortNumber)
    if let end = Self.putShort(value, at: place) { return advance(to: end) }
    advance(to: place)
    if !value.isFinite {
      let word = value.wordInJSON
      return append(Bytes(word))
    }
    var text = value.description
    text.withUTF8 { append(Bytes($0)) }
  }
}

extension JSONWriter {
  static func put(_ value: Int64, at place: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
    if value < 0 { place.pointee = UInt8(ascii: "-") }
    return put(value.magnitude, at: value < 0 ? place + 1 : place)
  }

  /// Puts the digits of a number at a place, and returns the place behind them.
  static func put(_ value: UInt64, at place: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
    var count = 1
    var bound: UInt64 = 10
    while value >= bound {
      count += 1
      let (next, isOver) = bound.multipliedReportingOverflow(by: 10)
      if isOver { break }
      bound = next
    }
    put(value, digits: count, at: place)
    return place + count
  }

  /// Puts so many digits of a number at a place, with zeroes before it if it has fewer; two at a time, because a
  /// division takes longer than all the rest.
  private static func put(_ value: UInt64, digits count: Int, at place: UnsafeMutablePointer<UInt8>) {
    var (rest, count) = (value, count)
    while count >= 2 {
      count -= 2
      let (quotient, pair) = rest.quotientAndRemainder(dividingBy: 100)
      rest = quotient
      let tens = UInt8(truncatingIfNeeded: (pair &* 205) >> 11)
      place[count] = UInt8(ascii: "0") &+ tens
      place[count + 1] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: pair) &- tens &* 10
    }
    if count == 1 { place.pointee = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10) }
  }

  private static var longestShortNumber: Int { 1 + 16 + 1 + 6 }

  /// Puts a number at a place that has few digits, as most have, and returns the place behind it; nil when it has
  /// more, or is written with an exponent.
  ///
  /// A number has one decimal of at most fifteen digits at the most, since two of those are never rounded to the same
  /// number. So if one is found that is rounded to this number, it is the shortest, which `description` gives. It
  /// is found by shifting the point and back: a division of two numbers that are exact is rounded correctly.
  private static func putShort(
    _ value: Double,
    at start: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8>? {
    let magnitude = value.magnitude
    var place = start
    if value.sign == .minus {
      place.pointee = UInt8(ascii: "-")
      place += 1
    }
    guard magnitude < 9_007_199_254_740_992 else { return nil }
    let whole = UInt64(magnitude)
    if Double(whole) == magnitude {
      place = put(whole, at: place)
      (place[0], place[1]) = (UInt8(ascii: "."), UInt8(ascii: "0"))
      return place + 2
    }
    guard magnitude >= 0.001, magnitude < 1e12 else { return nil }
    let (count, power): (Int, UInt64) = magnitude < 1e9 ? (6, 1_000_000) : (3, 1_000)
    let shifted = UInt64(magnitude * Double(power) + 0.5)
    guard Double(shifted) / Double(power) == magnitude else { return nil }
    place = put(shifted / power, at: place)
    place.pointee = UInt8(ascii: ".")
    put(shifted % power, digits: count, at: place + 1)
    place += 1 + count
    while place[-1] == UInt8(ascii: "0") { place -= 1 }
    return place
  }
}
