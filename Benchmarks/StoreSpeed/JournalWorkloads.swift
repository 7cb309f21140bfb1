import Workspace

/// The day on which all of this happens.
let today = Day(year: 2026, month: 11, day: 21)!  // A day of the calendar.
/// The time at which it does.
let noon = WallTime.noon(of: today)
