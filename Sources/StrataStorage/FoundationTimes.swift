import Foundation
import StrataCore

extension Timestamp {
  /// Makes a point in time from a date; what no timestamp can hold becomes the nearest one that can.
  public init(_ date: Date) { self.init(secondsSince1970: date.timeIntervalSince1970) }
}

extension Date {
  /// Makes a date from a point in time, as exactly as a date can: to less than a microsecond, in our days.
  public init(_ time: Timestamp) {
    // Whole seconds by themselves: together a number of today has no room for nanoseconds.
    let (seconds, nanoseconds) = time.nanosecondsSince1970.quotientAndRemainder(dividingBy: 1_000_000_000)
    let reference = Double(seconds) - Date.timeIntervalBetween1970AndReferenceDate
    self.init(timeIntervalSinceReferenceDate: reference + Double(nanoseconds) / 1e9)
  }
}
