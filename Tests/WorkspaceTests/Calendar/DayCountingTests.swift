import Testing
import Workspace

@Suite("Days are counted")
struct DayCountingTests {
  @Test("Every day of four centuries and of the last one has its number, its weekday and its way back")
  func numbers() {
    for (first, last) in [("0001-01-01", "0400-12-31"), ("9890-01-01", "9999-12-31")] {
      var date = day(first)
      var (number, weekday) = (date.ordinal, date.weekday)
      while true {
        guard date.ordinal == number, date.weekday == weekday, Day(ordinal: number) == date else {
          Issue.record("\(date): \(date.ordinal), \(date.weekday)")
          return
        }
        guard let next = date.next, date.description != last else { break }
        (date, number) = (next, number + 1)
        weekday = Weekday(rawValue: weekday.rawValue % 7 + 1) ?? .monday
      }
    }
    #expect(day("2026-11-24").weekday == .tuesday && day("2000-02-29").weekday == .tuesday)
    #expect(Day.first.ordinal == 1 && day("9999-12-31").ordinal == 3_652_059)
  }

  @Test("There are no days before the first and behind the last")
  func ends() {
    for number in [Int.min, -1, 0, 3_652_060, .max] { #expect(Day(ordinal: number) == nil) }
    #expect(day("9999-12-31").advanced(by: 1) == nil && Day.first.advanced(by: -1) == nil)
    for days in [Int.min, .max] { #expect(day("2026-11-24").advanced(by: days) == nil) }
    #expect(day("2024-02-28").advanced(by: 2) == day("2024-03-01"))
  }

  @Test("A week goes from Monday to Sunday, as far as the calendar does; a month has its days")
  func spans() {
    #expect(day("2026-11-24").week.map(\.day) == [23, 24, 25, 26, 27, 28, 29])
    #expect(day("2026-11-29").week == day("2026-11-23").week)
    #expect(Day.first.week.first == .first)
    #expect(day("9999-12-31").week.map(\.day) == [27, 28, 29, 30, 31])
    #expect(day("2024-02-10").monthDays.count == 29 && day("2026-02-10").monthDays.count == 28)
  }

  @Test("A weekday is read by its name or what that begins with")
  func weekdays() {
    for weekday in Weekday.allCases {
      #expect(Weekday(weekday.name) == weekday && Weekday(weekday.name.prefix(3)) == weekday)
    }
    #expect(Weekday("MONDAY") == .monday)
    for text in ["", "mo", "t", "mondays", "someday"] { #expect(Weekday(text) == nil) }
  }
}
