import Testing

@testable import Workspace

@Suite("Days that come again")
struct RhythmTests {
  /// The days on which a rhythm falls, by a look at each day with plain rules.
  private func isMeant(_ rhythm: Rhythm, _ day: Day) -> Bool {
    guard day >= rhythm.start else { return false }
    let isLastOfMonth = day.next.map { $0.month != day.month } ?? true
    return switch rhythm.days {
    case .every(let count): (day.ordinal - rhythm.start.ordinal).isMultiple(of: count)
    case .weekly(let days): days.contains(day.weekday)
    case .monthly(let number): day.day == number || number > day.day && isLastOfMonth
    case .yearly(let month, let number):
      day.month == month && (day.day == number || number > day.day && isLastOfMonth)
    }
  }

  static let all: [(Rhythm.Days, String)] = [
    (.every(1), "daily"), (.every(3), "every 3 days"), (.every(14), "every 14 days"),
    (.every(3660), "every 3660 days"),
    (.weekly([.monday, .tuesday, .wednesday, .thursday, .friday]), "weekdays"),
    (.weekly([.sunday]), "weekly sunday"),
    (.weekly([.thursday, .monday]), "weekly monday thursday"),
    (.weekly(Set(Weekday.allCases)), "weekly monday tuesday wednesday thursday friday saturday sunday"),
    (.monthly(1), "monthly 1"), (.monthly(30), "monthly 30"), (.monthly(31), "monthly last"),
    (.yearly(month: 2, day: 29), "yearly 02-29"), (.yearly(month: 12, day: 31), "yearly 12-31"),
    (.yearly(month: 1, day: 1), "yearly 01-01"),
  ]

  @Test(
    "Each falls on the days that plain rules say, and knows the last and the next one of any day",
    arguments: all.indices
  )
  func days(index: Int) throws {
    for start in ["2023-12-31", "2024-01-31", "2024-02-29", "2024-03-05"] {
      let rhythm = try #require(Rhythm(Self.all[index].0, from: day(start)))
      var (date, last) = (day("2023-12-01"), Day?.none)
      var waiting: [Day] = []
      while date < day("2028-03-15") {
        waiting.append(date)
        let falls = isMeant(rhythm, date)
        if falls {
          for before in waiting where rhythm.next(from: before) != date {
            Issue.record(
              "\(rhythm): \(String(describing: rhythm.next(from: before))) behind \(before), not \(date)"
            )
            return
          }
          (last, waiting) = (date, [])
        }
        try #require(rhythm.falls(on: date) == falls, "\(rhythm), \(date)")
        try #require(rhythm.last(through: date) == last, "\(rhythm), \(date)")
        date = try #require(date.next)
      }
    }
  }

  @Test("Each is read as it is written, and nothing else is", arguments: all.indices)
  func text(index: Int) throws {
    let (days, text) = Self.all[index]
    #expect(days.description == text && Rhythm.Days(text.split(separator: " ").map(String.init)) == days)
    let rhythm = try #require(Rhythm(days, from: day("2026-11-24")))
    #expect(rhythm.description == "\(text) from 2026-11-24" && Rhythm(rhythm.description) == rhythm)
    for other in [
      "", "\(text)", "\(text) from", "\(text) from today", " \(text) from 2026-11-24",
      "\(text)  from 2026-11-24",
      "\(text) from 2026-11-24 ", "\(text.uppercased()) from 2026-11-24",
    ] {
      #expect(Rhythm(other) == nil, "\(other)")
    }
  }

  @Test("What no day would come of is none")
  func impossible() {
    let start = day("2026-11-24")
    let none: [Rhythm.Days] = [
      .every(0), .every(-1), .every(3661), .every(.max), .weekly([]), .monthly(0), .monthly(32), .monthly(-1),
      .yearly(month: 2, day: 30), .yearly(month: 13, day: 1), .yearly(month: 0, day: 1),
      .yearly(month: 4, day: 31),
    ]
    for days in none { #expect(Rhythm(days, from: start) == nil, "\(days)") }
    for words in [
      "every 3 from 2026-11-24", "every 2 weeks from 2026-11-24", "weekly from 2026-11-24",
      "weekly thursday monday from 2026-11-24", "weekly mon from 2026-11-24", "monthly 31 from 2026-11-24",
      "yearly 2-29 from 2026-11-24", "every 1 days from 2026-11-24",
      "every 99999999999999999999 days from 2026-11-24",
    ] {
      #expect(Rhythm(words) == nil, "\(words)")
    }
  }

  @Test("At the ends of the calendar nothing breaks", arguments: all.indices)
  func ends(index: Int) throws {
    let (first, last) = (Day.first, day("9999-12-31"))
    for start in [first, last] {
      let rhythm = try #require(Rhythm(Self.all[index].0, from: start))
      for day in [first, last] { #expect(rhythm.falls(on: day) == isMeant(rhythm, day), "\(rhythm), \(day)") }
    }
  }
}
