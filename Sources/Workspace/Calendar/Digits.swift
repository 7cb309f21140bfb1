/// Writes a number that is not negative with at least `width` digits.
func digits(_ number: Int, _ width: Int) -> String {
  let text = String(number)
  return String(repeating: "0", count: max(0, width - text.count)) + text
}

/// Puts a number that is not negative where the bytes of a text lie, with just so many digits and what stands behind them.
@inline(__always)
func put(
  _ number: Int,
  _ width: Int,
  _ end: Unicode.Scalar? = nil,
  at place: Int,
  in text: UnsafeMutableBufferPointer<UInt8>
) {
  var rest = number
  for digit in (place..<place + width).reversed() {
    text[digit] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
    rest /= 10
  }
  if let end { text[place + width] = UInt8(ascii: end) }
}

/// Reads a number of exactly `count` of the digits 0 to 9: neither signs nor the digits of other scripts.
func number(_ text: Substring, digits count: Int) -> Int? {
  text.utf8.count == count ? number(text.utf8) : nil
}

/// Reads a number of the digits 0 to 9 and nothing else, few enough to be one.
func number(_ digits: some Sequence<UInt8>) -> Int? {
  var number = 0
  for byte in digits {
    guard (0x30...0x39).contains(byte) else { return nil }
    number = number * 10 + Int(byte - 0x30)
  }
  return number
}
