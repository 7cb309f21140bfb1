import Strata

/// A day of the calendar, without a time of day or a time zone.
///
/// Year, month and day are packed into one number, which has the order of the days. Indices by day compare many of
/// them.
public struct Day: Hashable, Sendable {
  private let packed: UInt32

  /// Makes a day; nil when the calendar has no such day in the years 1 to 9999.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month) else { return nil }
    guard (1...Self.length(ofMonth: month, in: year)).contains(day) else { return nil }
    packed = UInt32(year << 9 | month << 5 | day)
  }

  /// The first day of the calendar.
  public static let first = Day(packed: 1 << 9 | 1 << 5 | 1)

  private init(packed: UInt32) { self.packed = packed }

  /// The year of the Gregorian calendar.
  public var year: Int { Int(packed >> 9) }

  /// The month, from 1.
  public var month: Int { Int(packed >> 5 & 0xF) }

  /// The day of the month, from 1.
  public var day: Int { Int(packed & 0x1F) }

  /// The day after this one; nil after the last day of the year 9999.
  public var next: Day? {
    Day(year: year, month: month, day: day + 1)
      ?? Day(year: year, month: month + 1, day: 1)
      ?? Day(year: year + 1, month: 1, day: 1)
  }

  /// The day before this one; nil before the first day of the year 1.
  public var previous: Day? {
    if day > 1 { return Day(year: year, month: month, day: day - 1) }
    if month > 1 { return Day(year: year, month: month - 1, day: Self.length(ofMonth: month - 1, in: year)) }
    return Day(year: year - 1, month: 12, day: 31)
  }

  /// The number of days in a month.
  private static func length(ofMonth month: Int, in year: Int) -> Int {
    switch month {
    case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension Day: Comparable {
  // A type with a raw value is compared and hashed by that value unless it says otherwise. Here that is a text, which
  // would have to be made each time.

  /// Whether both are the same day.
  public static func == (left: Day, right: Day) -> Bool { left.packed == right.packed }

  /// Hashes the day.
  public func hash(into hasher: inout Hasher) { hasher.combine(packed) }

  /// Whether the left day comes before the right day.
  public static func < (left: Day, right: Day) -> Bool { left.packed < right.packed }
}

extension Day: LosslessStringConvertible {
  // Opening and saving a journal reads and writes several hundred thousand days. They are read and written as bytes,
  // without a string for each part.

  /// The day in the form of ISO 8601, such as `2026-11-21`.
  public var description: String {
    String(unsafeUninitializedCapacity: 10) { text in
      write(in: text)
      return 10
    }
  }

  /// Writes the day into the first ten bytes of a text.
  func write(in text: UnsafeMutableBufferPointer<UInt8>) {
    writeDigits(of: year, 4, "-", at: 0, in: text)
    writeDigits(of: month, 2, "-", at: 5, in: text)
    writeDigits(of: day, 2, at: 8, in: text)
  }

  /// Reads a day in the form of `description`.
  public init?(_ text: String) {
    var text = text
    guard let day = text.withUTF8({ Day(bytes: $0[...]) }) else { return nil }
    self = day
  }

  /// Reads a day from ten bytes.
  init?(bytes: Slice<UnsafeBufferPointer<UInt8>>) {
    let start = bytes.startIndex
    guard bytes.count == 10, bytes[start + 4] == UInt8(ascii: "-"), bytes[start + 7] == UInt8(ascii: "-"),
      let year = number(bytes[start..<start + 4]), let month = number(bytes[start + 5..<start + 7]),
      let day = number(bytes[(start + 8)...])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }
}

extension Day: RawRepresentable, DescribedLeaf {
  /// The day as text.
  public var rawValue: String { description }

  /// Reads a day from its text.
  public init?(rawValue: String) { self.init(rawValue) }
}

/// Writes `width` digits of a number at a place in a text, and then `end`.
@inline(__always)
func writeDigits(
  of number: Int,
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

/// Reads a number from a few digits 0 to 9; nil where another byte is among them.
func number(_ digits: some Sequence<UInt8>) -> Int? {
  var number = 0
  for byte in digits {
    guard (0x30...0x39).contains(byte) else { return nil }
    number = number * 10 + Int(byte - 0x30)
  }
  return number
}
