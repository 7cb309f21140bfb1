import Strata

/// A day and a time of day, as a calendar and a clock on the wall show them: in no time zone, to the millisecond.
///
/// A journal keeps wall times and not points in universal time, for three reasons:
///
/// - A todo that was done on the page of the 21st stays on that page when its reader flies to another zone.
/// - "Noon of that day" and "the last second of that day" need no place on earth.
/// - The reducer needs no calendar but ``Day``.
///
/// The price: two times of one journal cannot be subtracted when a journey or a change of the clocks lies between
/// them. Nothing here subtracts times.
///
/// The sender of an action reads the clock in its own zone, and puts the time into the action.
public struct WallTime: Hashable, Sendable {
  /// The day.
  public let day: Day
  /// The milliseconds since the beginning of the day.
  private let milliseconds: UInt32

  /// Makes a time; nil when no clock shows it. There are no leap seconds.
  public init?(_ day: Day, hour: Int, minute: Int, second: Int = 0, millisecond: Int = 0) {
    guard (0..<24).contains(hour), (0..<60).contains(minute), (0..<60).contains(second),
      (0..<1000).contains(millisecond)
    else { return nil }
    self.init(day, milliseconds: UInt32(((hour * 60 + minute) * 60 + second) * 1000 + millisecond))
  }

  private init(_ day: Day, milliseconds: UInt32) {
    self.day = day
    self.milliseconds = milliseconds
  }

  /// The beginning of a day.
  public static func midnight(of day: Day) -> WallTime { WallTime(day, milliseconds: 0) }

  /// Noon of a day: the time of an action on a page of another day.
  public static func noon(of day: Day) -> WallTime { WallTime(day, milliseconds: 43_200_000) }

  /// The last second of a day, 23:59:59: the time at which todos that do not migrate are abandoned.
  public static func lastSecond(of day: Day) -> WallTime { WallTime(day, milliseconds: 86_399_000) }

  /// The hour, from 0.
  public var hour: Int { Int(milliseconds / 3_600_000) }

  /// The minute of the hour, from 0.
  public var minute: Int { Int(milliseconds / 60_000 % 60) }

  /// The second of the minute, from 0.
  public var second: Int { Int(milliseconds / 1000 % 60) }

  /// The millisecond of the second, from 0.
  public var millisecond: Int { Int(milliseconds % 1000) }
}

extension WallTime: Comparable {
  // As for a day: the raw value, a text, would be compared otherwise.

  /// Whether both are the same time.
  public static func == (left: WallTime, right: WallTime) -> Bool {
    left.day == right.day && left.milliseconds == right.milliseconds
  }

  /// Hashes the time.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(day)
    hasher.combine(milliseconds)
  }

  /// Whether the left time comes before the right time.
  public static func < (left: WallTime, right: WallTime) -> Bool {
    (left.day, left.milliseconds) < (right.day, right.milliseconds)
  }
}

extension WallTime: LosslessStringConvertible {
  // As for a day: a journal has several hundred thousand times, which are read and written as bytes.

  /// The time in the form of ISO 8601, such as `2026-11-21T09:30:00`; three more digits follow where they are not zero.
  public var description: String {
    let count = millisecond == 0 ? 19 : 23
    return String(unsafeUninitializedCapacity: count) { text in
      day.write(in: text)
      text[10] = UInt8(ascii: "T")
      writeDigits(of: hour, 2, ":", at: 11, in: text)
      writeDigits(of: minute, 2, ":", at: 14, in: text)
      writeDigits(of: second, 2, at: 17, in: text)
      guard count > 19 else { return count }
      text[19] = UInt8(ascii: ".")
      writeDigits(of: millisecond, 3, at: 20, in: text)
      return count
    }
  }

  /// The hour and the minute, such as `09:30`.
  public var timeOfDay: String {
    String(unsafeUninitializedCapacity: 5) { text in
      writeDigits(of: hour, 2, ":", at: 0, in: text)
      writeDigits(of: minute, 2, at: 3, in: text)
      return 5
    }
  }

  /// Reads a time in the form of `description`; the seconds may be missing, and one to three digits follow the point.
  ///
  /// A text with more digits is refused, so that no digit is lost.
  public init?(_ text: String) {
    var text = text
    guard let time = text.withUTF8({ WallTime(bytes: $0[...]) }) else { return nil }
    self = time
  }

  private init?(bytes: Slice<UnsafeBufferPointer<UInt8>>) {
    // 2026-11-21T09:30, then :00, then a point and one to three digits.
    guard bytes.count == 16 || bytes.count == 19 || (21...23).contains(bytes.count),
      bytes[10] == UInt8(ascii: "T"), bytes[13] == UInt8(ascii: ":"),
      let day = Day(bytes: bytes[..<10]), let hour = number(bytes[11..<13]),
      let minute = number(bytes[14..<16])
    else { return nil }
    var (second, millisecond) = (0, 0)
    if bytes.count > 16 {
      guard bytes[16] == UInt8(ascii: ":"), let read = number(bytes[17..<19]) else { return nil }
      second = read
    }
    if bytes.count > 19 {
      guard bytes[19] == UInt8(ascii: "."), let fraction = number(bytes[20...]) else { return nil }
      millisecond = fraction * [100, 10, 1][bytes.count - 21]
    }
    self.init(day, hour: hour, minute: minute, second: second, millisecond: millisecond)
  }
}

extension WallTime: RawRepresentable, DescribedLeaf {
  /// The time as text.
  public var rawValue: String { description }

  /// Reads a time from its text.
  public init?(rawValue: String) { self.init(rawValue) }
}
