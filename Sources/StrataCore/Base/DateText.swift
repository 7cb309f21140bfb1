/// A point in time as ISO 8601 writes it, in universal time: `2026-11-28T15:21:10.25Z`.
///
/// A fraction of a second is a row of digits, as many as there are. So a time comes back exactly as it was, in whatever
/// type it is kept.
package struct DateText: Equatable, Sendable {
  /// The whole seconds since 1970; the fraction is added to them, also before 1970.
  package let seconds: Int64
  /// The digits of the fraction, without zeroes at the end.
  package let fraction: String

  /// Makes a text; nil where the year has not four digits.
  ///
  /// - Parameter fraction: Digits, which may end with zeroes.
  package init?(seconds: Int64, fraction: some StringProtocol) {
    guard Self.range.contains(seconds) else { return nil }
    self.seconds = seconds
    self.fraction = String(fraction.dropLast(fraction.reversed().prefix { $0 == "0" }.count))
  }

  /// From the beginning of the year 1 to the end of the year 9999.
  private static let range: Range<Int64> = -62_135_596_800..<253_402_300_800
}

extension DateText: LosslessStringConvertible {
  package var description: String {
    let (day, time) = seconds.quotientAndFloorRemainder(dividingBy: 86_400)
    let date = CivilDate(daysSince1970: day)
    func digits(_ number: Int64, _ count: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: count - text.utf8.count) + text
    }
    let days = "\(digits(date.year, 4))-\(digits(date.month, 2))-\(digits(date.day, 2))"
    let clock = "\(digits(time / 3_600, 2)):\(digits(time / 60 % 60, 2)):\(digits(time % 60, 2))"
    return "\(days)T\(clock)\(fraction.isEmpty ? "" : ".\(fraction)")Z"
  }

  /// Reads what ``description`` writes, and nothing else.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, bytes.last == UInt8(ascii: "Z") else { return nil }
    func number(_ places: Range<Int>) -> Int64 {
      bytes[places].reduce(0) { $0 * 10 + Int64($1 &- UInt8(ascii: "0")) }
    }
    let hours = number(11..<13) * 3_600 + number(14..<16) * 60 + number(17..<19)
    let date = CivilDate(year: number(0..<4), month: number(5..<7), day: number(8..<10))
    // If a byte is no digit, or a number is not valid in a date, the text differs from the one that is written.
    guard
      let made = DateText(
        seconds: date.daysSince1970 * 86_400 + hours,
        fraction: String(decoding: bytes[19..<bytes.count - 1].dropFirst(), as: UTF8.self)
      ), made.fraction.utf8.allSatisfy({ (0x30...0x39).contains($0) }), made.description == text
    else { return nil }
    self = made
  }
}

/// A day of the Gregorian calendar, which is reckoned from March on: then a leap day is the last day of its year.
private struct CivilDate {
  let year: Int64
  let month: Int64
  let day: Int64

  init(year: Int64, month: Int64, day: Int64) { (self.year, self.month, self.day) = (year, month, day) }

  /// The days from the first of March of the year 0 to the beginning of 1970.
  private static let epoch: Int64 = 719_468
  /// The days in 400 years, after which leap years come again.
  private static let cycle: Int64 = 146_097

  init(daysSince1970 days: Int64) {
    let (cycle, rest) = (days + Self.epoch).quotientAndFloorRemainder(dividingBy: Self.cycle)
    let year = (rest - rest / 1_460 + rest / 36_524 - rest / 146_096) / 365
    let dayOfYear = rest - (365 * year + year / 4 - year / 100)
    let month = (5 * dayOfYear + 2) / 153
    self.init(
      year: cycle * 400 + year + (month < 10 ? 0 : 1),
      month: month < 10 ? month + 3 : month - 9,
      day: dayOfYear - (153 * month + 2) / 5 + 1
    )
  }

  var daysSince1970: Int64 {
    let (cycle, year) = (year - (month > 2 ? 0 : 1)).quotientAndFloorRemainder(dividingBy: 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return cycle * Self.cycle + year * 365 + year / 4 - year / 100 + dayOfYear - Self.epoch
  }
}

extension Int64 {
  fileprivate func quotientAndFloorRemainder(dividingBy divisor: Int64) -> (quotient: Int64, remainder: Int64)
  {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}

extension DateText {
  private static let nanoseconds: Int64 = 1_000_000_000

  /// The text of a point in time.
  init(_ time: Timestamp) {
    let (seconds, rest) = time.nanosecondsSince1970.quotientAndFloorRemainder(dividingBy: Self.nanoseconds)
    guard let date = DateText(seconds: seconds, fraction: String(rest + Self.nanoseconds).dropFirst()) else {
      preconditionFailure("A number of nanoseconds reaches from 1677 to 2262")
    }
    self = date
  }

  /// The point in time; nil where it is not one of whole nanoseconds that a timestamp has room for.
  var timestamp: Timestamp? {
    guard fraction.utf8.count <= 9,
      let rest = Int64(fraction + String(repeating: "0", count: 9 - fraction.utf8.count))
    else { return nil }
    // The first second begins before the first nanosecond that there is room for.
    let isBefore = seconds < 0
    let (whole, isTooLong) = (isBefore ? seconds + 1 : seconds).multipliedReportingOverflow(
      by: Self.nanoseconds
    )
    let (time, isOutside) = whole.addingReportingOverflow(isBefore ? rest - Self.nanoseconds : rest)
    return isTooLong || isOutside ? nil : Timestamp(nanosecondsSince1970: time)
  }
}
