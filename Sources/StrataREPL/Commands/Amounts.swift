/// Reads a length of time, such as `10m` or `1h30m`: numbers, each with one of the units s, m, h and d.
///
/// What is longer than any history reads as the longest that can be said.
func duration(_ word: String) -> Duration? {
  var seconds = 0
  var number: Int?
  for character in word {
    if let digit = character.wholeNumberValue, character.isASCII {
      number = clamped((number ?? 0).multipliedReportingOverflow(by: 10), plus: digit)
    } else {
      guard let count = number, let unit = ["s": 1, "m": 60, "h": 3600, "d": 86_400][character] else {
        return nil
      }
      seconds = clamped(count.multipliedReportingOverflow(by: unit), plus: seconds)
      number = nil
    }
  }
  return word.isEmpty || number != nil ? nil : .seconds(seconds)
}

/// Reads a number of bytes, such as `500000`, `500KB` or `5MB`.
func byteCount(_ word: String) -> Int? {
  let units = [("GB", 1_000_000_000), ("MB", 1_000_000), ("KB", 1000), ("B", 1)]
  let (ending, unit) = units.first { word.hasSuffix($0.0) } ?? ("", 1)
  let digits = word.dropLast(ending.count)
  guard digits.allSatisfy({ $0.isASCII && $0.isNumber }), let count = Int(digits) else { return nil }
  let (bytes, isTooMany) = count.multipliedReportingOverflow(by: unit)
  return isTooMany ? .max : bytes
}

private func clamped(_ product: (partialValue: Int, overflow: Bool), plus rest: Int) -> Int {
  let (sum, isTooMuch) = product.partialValue.addingReportingOverflow(rest)
  return product.overflow || isTooMuch ? .max : sum
}
