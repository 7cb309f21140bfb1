import Platform

/// A point in wall-clock time, to the nanosecond.
///
/// Time is a value here: a history is told the time of each of its moments and never looks at a clock itself.
public struct Timestamp: Hashable, Codable, Sendable {
  /// The nanoseconds since the beginning of 1970 in universal time.
  public var nanosecondsSince1970: Int64

  /// Makes a point in time from its nanoseconds since 1970.
  public init(nanosecondsSince1970: Int64) {
    self.nanosecondsSince1970 = nanosecondsSince1970
  }

  /// Makes a point in time from its seconds since 1970; what no timestamp can hold becomes the nearest one
  /// that can.
  public init(secondsSince1970: Double) {
    let nanoseconds = (secondsSince1970 * 1e9).rounded()
    nanosecondsSince1970 = Int64(exactly: nanoseconds) ?? (nanoseconds < 0 ? .min : .max)
  }

  /// The time that the system's clock shows, in whole milliseconds: a history keeps many times, and these take few bytes.
  public static var now: Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    let milliseconds = Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    return Timestamp(nanosecondsSince1970: milliseconds * 1_000_000)
  }

  /// Returns the time that lies `duration` after this one, or the last or first one there is.
  public func advanced(by duration: Duration) -> Timestamp {
    let (seconds, attoseconds) = duration.components
    let (whole, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (length, isTooLongStill) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
    let (sum, isOutside) = nanosecondsSince1970.addingReportingOverflow(length)
    guard !isTooLong, !isTooLongStill, !isOutside else {
      return Timestamp(nanosecondsSince1970: seconds < 0 ? .min : .max)
    }
    return Timestamp(nanosecondsSince1970: sum)
  }
}

/// Times and durations add up: `saved + .seconds(5)`, `now - saved`.
extension Timestamp: InstantProtocol {
  /// Returns how long it takes from this time to another one; negative where that is earlier.
  public func duration(to other: Timestamp) -> Duration {
    .nanoseconds(other.nanosecondsSince1970) - .nanoseconds(nanosecondsSince1970)
  }

  /// The time that lies a duration after another one, or the last or first one there is.
  public static func + (time: Timestamp, duration: Duration) -> Timestamp { time.advanced(by: duration) }

  /// The time that lies a duration before another one, or the last or first one there is.
  public static func - (time: Timestamp, duration: Duration) -> Timestamp {
    time.advanced(by: .zero - duration)
  }

  /// How long it takes from the right time to the left one.
  public static func - (end: Timestamp, start: Timestamp) -> Duration { start.duration(to: end) }
}

extension Timestamp: Comparable {
  /// Whether the left point in time is before the right one.
  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.nanosecondsSince1970 < right.nanosecondsSince1970
  }
}
