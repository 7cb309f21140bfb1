extension Day {
  /// The number of the last day of the calendar.
  static let lastOrdinal = 3_652_059

  /// How many days there are up to this one, with it: 1 for the first day of the year 1.
  public var ordinal: Int {
    let before = year - 1
    let leapDays = before / 4 - before / 100 + before / 400
    let months = (1..<month).reduce(0) { $0 + Self.length(ofMonth: $1, in: year) }
    return before * 365 + leapDays + months + day
  }

  /// The day with a number; nil where the calendar has none.
  public init?(ordinal number: Int) {
    guard (1...Self.lastOrdinal).contains(number) else { return nil }
    // What the average length of a year gives may be a year off, either way.
    let near = Int(Double(number) / 365.2425) + 1
    let first = (near - 1...near + 1).reversed().lazy.compactMap { Day(year: $0, month: 1, day: 1) }
      .first { $0.ordinal <= number }
    guard let first else { return nil }
    let year = first.year
    var (rest, month) = (number - first.ordinal, 1)
    while rest >= Self.length(ofMonth: month, in: year) {
      rest -= Self.length(ofMonth: month, in: year)
      month += 1
    }
    self.init(year: year, month: month, day: rest + 1)
  }

  /// The day so many days later, or earlier; nil where the calendar ends before.
  public func advanced(by days: Int) -> Day? {
    let (sum, isTooFar) = ordinal.addingReportingOverflow(days)
    return isTooFar ? nil : Day(ordinal: sum)
  }

  /// The day of a month; the last one where the month is not as long.
  static func clamped(year: Int, month: Int, day: Int) -> Day? {
    Day(year: year, month: month, day: min(day, length(ofMonth: month, in: year)))
  }

  /// How many days a month has.
  static func length(ofMonth month: Int, in year: Int) -> Int {
    switch month {
    case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The days of its week, from Monday, as far as the calendar has them.
  public var week: [Day] {
    (0..<7).compactMap { advanced(by: $0 + 1 - weekday.rawValue) }
  }

  /// The days of its month.
  public var monthDays: [Day] {
    (1...Self.length(ofMonth: month, in: year)).compactMap { Day(year: year, month: month, day: $0) }
  }
}
