import Strata

/// A day of the calendar, without a time of day or a time zone.
///
/// The three numbers are packed into one that is ordered as the days are: indices by day compare a great many.
public struct Day: Hashable, Sendable {
  private let packed: UInt32

  /// Makes a day, or returns nil when the calendar has no such day in the years 1 to 9999.
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
}

extension Day {
  // What has a raw value is compared and hashed by it where nothing else is said, and that would be made as a text.

  /// Whether both are the same day.
  public static func == (left: Day, right: Day) -> Bool { left.packed == right.packed }

  /// Hashes the day.
  public func hash(into hasher: inout Hasher) { hasher.combine(packed) }
}

extension Day: Comparable {
  /// Whether the left day comes before the right one.
  public static func < (left: Day, right: Day) -> Bool { left.packed < right.packed }
}

extension Day: LosslessStringConvertible {
  /// The day as ISO 8601 writes it, such as `2026-11-21`.
  public var description: String {
    // As in reading: there are a great many of them, and their letters are put where they belong.
    String(unsafeUninitializedCapacity: 10) { text in
      put(in: text)
      return 10
    }
  }

  /// Puts the day where the first ten bytes of a text lie.
  func put(in text: UnsafeMutableBufferPointer<UInt8>) {
    Workspace.put(year, 4, "-", at: 0, in: text)
    Workspace.put(month, 2, "-", at: 5, in: text)
    Workspace.put(day, 2, at: 8, in: text)
  }

  /// Reads a day as `description` writes it, such as `2026-11-21`.
  public init?(_ text: String) {
    // A journal that is opened has a great many of them: they are read where their bytes lie.
    var text = text
    guard let read = text.withUTF8({ Day(bytes: $0[...]) }) else { return nil }
    self = read
  }

  /// Reads a day where its bytes lie, from the first of them on.
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
  /// The day as it is written down.
  public var rawValue: String { description }

  /// Reads a day as it is written down.
  public init?(rawValue: String) { self.init(rawValue) }
}
