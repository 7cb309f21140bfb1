import Workspace

/// The days of a week or of a month at a glance.
struct DayGlances {
  enum Span: String {
    case week, month
  }

  var span: Span
  var days: [DayGlance]
  var today: Day
}

extension DayGlances {
  /// The week or the month of a day.
  init(_ span: Span, of day: Day, in journal: Journal, today: Day) {
    (self.span, self.today) = (span, today)
    days = (span == .week ? day.week : day.monthDays).map(journal.glance)
  }
}
