/// Writes a number that is not negative with at least `width` digits.
func digits(_ number: Int, _ width: Int) -> String {
  let text = String(number)
  return String(repeating: "0", count: max(0, width - text.count)) + text
}

/// Reads a number of exactly `count` of the digits 0 to 9: neither signs nor the digits of other scripts.
func number(_ text: Substring, digits count: Int) -> Int? {
  guard text.utf8.count == count, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
  return Int(text)
}

extension Decoder {
  /// Decodes a value from what it writes of itself.
  ///
  /// - Throws: `DecodingError` that says what was found, and what was expected instead.
  func written<Value: LosslessStringConvertible>(as expected: String) throws -> Value {
    let container = try singleValueContainer()
    let text = try container.decode(String.self)
    guard let value = Value(text) else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "'\(text)' is not \(expected)"
      )
    }
    return value
  }
}
