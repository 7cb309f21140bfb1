import Strata

/// On which days a bundle writes its todos by itself: `weekly monday thursday from 2026-11-24`.
public struct Rhythm: Hashable, Sendable {
  /// The days that come again and again.
  public enum Days: Hashable, Sendable {
    /// One day in so many, the first day with them.
    case every(Int)
    /// Days of the week.
    case weekly(Set<Weekday>)
    /// A day of the month; the last one of a month that is not as long.
    case monthly(Int)
    /// A day of the year; the last one of its month in a year that has not that day.
    case yearly(month: Int, day: Int)
  }

  /// The days.
  public let days: Days
  /// The first day that counts.
  public let start: Day

  /// How long it may take from one day to the next.
  public static let longestInterval = 3660

  /// Makes a rhythm; nil where no day would ever come.
  public init?(_ days: Days, from start: Day) {
    let isPossible =
      switch days {
      case .every(let count): (1...Self.longestInterval).contains(count)
      case .weekly(let days): !days.isEmpty
      case .monthly(let day): (1...31).contains(day)
      // A leap year has all days that there are.
      case .yearly(let month, let day): Day(year: 4, month: month, day: day) != nil
      }
    guard isPossible else { return nil }
    (self.days, self.start) = (days, start)
  }

  /// Every day.
  public static func daily(from start: Day) -> Rhythm { Rhythm(known: .every(1), start) }

  /// Monday to Friday.
  public static func weekdays(from start: Day) -> Rhythm { Rhythm(known: .weekly(workdays), start) }

  static let workdays: Set<Weekday> = [.monday, .tuesday, .wednesday, .thursday, .friday]

  private init(known days: Days, _ start: Day) { (self.days, self.start) = (days, start) }
}

extension Rhythm {
  /// Whether it comes to a day.
  public func falls(on day: Day) -> Bool { last(through: day) == day }

  /// The last day that it came to, up to a day and with it; nil where there is none.
  public func last(through day: Day) -> Day? {
    guard day >= start else { return nil }
    let found: Day? =
      switch days {
      case .every(let count): day.advanced(by: -((day.ordinal - start.ordinal) % count))
      case .weekly(let days):
        (0..<7).lazy.compactMap { day.advanced(by: -$0) }.first { days.contains($0.weekday) }
      case .monthly(let number): day.ofThisMonthOrLast(number)
      case .yearly(let month, let number):
        [day.year, day.year - 1].lazy.compactMap { Day.clamped(year: $0, month: month, day: number) }
          .first { $0 <= day }
      }
    return found.flatMap { $0 < start ? nil : $0 }
  }

  /// The first day that it comes to, from a day on; nil where the calendar ends before.
  public func next(from day: Day) -> Day? {
    let day = max(day, start)
    switch days {
    case .every(let count):
      let gone = (day.ordinal - start.ordinal) % count
      return gone == 0 ? day : day.advanced(by: count - gone)
    case .weekly(let days):
      return (0..<7).lazy.compactMap { day.advanced(by: $0) }.first { days.contains($0.weekday) }
    case .monthly(let number):
      let months = [(day.year, day.month), day.month == 12 ? (day.year + 1, 1) : (day.year, day.month + 1)]
      return months.lazy.compactMap { Day.clamped(year: $0, month: $1, day: number) }.first { $0 >= day }
    case .yearly(let month, let number):
      return [day.year, day.year + 1].lazy.compactMap { Day.clamped(year: $0, month: month, day: number) }
        .first { $0 >= day }
    }
  }
}

extension Day {
  /// The last day with a number in the month, up to this one.
  fileprivate func ofThisMonthOrLast(_ number: Int) -> Day? {
    let months = [(year, month), month == 1 ? (year - 1, 12) : (year, month - 1)]
    return months.lazy.compactMap { Day.clamped(year: $0, month: $1, day: number) }.first { $0 <= self }
  }
}
