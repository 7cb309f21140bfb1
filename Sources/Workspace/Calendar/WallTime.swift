import Strata

/// What calendar and clock on the wall show together: a day and a time of day, in no time zone, to the millisecond.
///
/// A journal keeps these and not points in universal time. What was done on the page of the 21st stays on that
/// page, whatever zone its reader has flown to since; "noon of that day" and "the last second of that day" can be
/// said without knowing where that was; and the reducer needs no calendar but ``Day``. The price is that two times
/// of one journal cannot be subtracted when a journey, or a change of the clocks, lies between them; nothing here
/// does that.
///
/// Who sends an action reads the clock, in whatever zone they are, and puts the result into the action.
public struct WallTime: Hashable, Sendable {
  /// The day.
  public let day: Day
  /// The milliseconds of the day that have gone by.
  private let milliseconds: UInt32

  /// Makes a time, or returns nil when no clock shows it: there are no leap seconds here.
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

  /// Noon of a day: when something happened on a page of the past that is written down later.
  public static func noon(of day: Day) -> WallTime { WallTime(day, milliseconds: 43_200_000) }

  /// The last second of a day, 23:59:59: when what did not migrate was abandoned.
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

extension WallTime {
  // As for a day: by the raw value it would be as texts.

  /// Whether both are the same time.
  public static func == (left: WallTime, right: WallTime) -> Bool {
    left.day == right.day && left.milliseconds == right.milliseconds
  }

  /// Hashes the time.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(day)
    hasher.combine(milliseconds)
  }
}

extension WallTime: Comparable {
  /// Whether the left time comes before the right one.
  public static func < (left: WallTime, right: WallTime) -> Bool {
    (left.day, left.milliseconds) < (right.day, right.milliseconds)
  }
}

extension WallTime: LosslessStringConvertible {
  /// The time as ISO 8601 writes it, such as `2026-11-21T09:30:00`, with three more digits where they are not zero.
  public var description: String {
    let seconds = "\(day)T\(timeOfDay):\(digits(second, 2))"
    return millisecond == 0 ? seconds : "\(seconds).\(digits(millisecond, 3))"
  }

  /// Hour and minute, such as `09:30`.
  public var timeOfDay: String { "\(digits(hour, 2)):\(digits(minute, 2))" }

  /// Reads a time as `description` writes it; seconds may be missing, and one to three digits follow their point.
  ///
  /// More digits than are kept are refused rather than dropped.
  public init?(_ text: String) {
    let halves = text.split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
    guard halves.count == 2, let day = Day(String(halves[0])) else { return nil }
    let parts = halves[1].split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), let hour = number(parts[0], digits: 2),
      let minute = number(parts[1], digits: 2)
    else { return nil }
    guard let (second, millisecond) = parts.count == 3 ? Self.seconds(parts[2]) : (0, 0) else { return nil }
    self.init(day, hour: hour, minute: minute, second: second, millisecond: millisecond)
  }

  private static func seconds(_ text: Substring) -> (Int, Int)? {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let second = number(parts[0], digits: 2) else { return nil }
    guard parts.count == 2 else { return (second, 0) }
    guard (1...3).contains(parts[1].utf8.count),
      let fraction = number(parts[1], digits: parts[1].utf8.count)
    else { return nil }
    return (second, fraction * [100, 10, 1][parts[1].utf8.count - 1])
  }
}

extension WallTime: RawRepresentable, DescribedLeaf {
  /// The time as it is written down.
  public var rawValue: String { description }

  /// Reads a time as it is written down.
  public init?(rawValue: String) { self.init(rawValue) }
}
