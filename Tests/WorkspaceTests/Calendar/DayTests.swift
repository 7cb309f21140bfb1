import Testing
import Workspace

@Suite("A day")
struct DayTests {
  @Test("A day reads what it writes", arguments: ["0001-01-01", "2024-02-29", "2026-11-21", "9999-12-31"])
  func roundTrip(text: String) {
    #expect(Day(text)?.description == text)
  }

  @Test(
    "A text that is no day is refused",
    arguments: [
      "", "2026", "2026-11", "2026-11-31", "2026-02-29", "1900-02-29", "2026-13-01", "2026-00-01",
      "2026-01-00",
      "0000-01-01", "26-11-21", "2026-1-1", "+026-01-01", "2026-01-01 ", "2026-01-01-", "２０２６-01-01",
    ]
  )
  func malformed(text: String) {
    #expect(Day(text) == nil)
  }

  @Test("Days are ordered as the calendar has them")
  func order() {
    let days = ["2025-12-31", "2026-01-01", "2026-01-02", "2026-02-01", "2027-01-01"].compactMap { Day($0) }
    #expect(days.count == 5)
    #expect(days == days.shuffled().sorted())
  }

  @Test("Going from day to day meets every day of four centuries once, in order, and comes back the same way")
  func neighbours() throws {
    var current = try #require(Day(year: 1800, month: 1, day: 1))
    var count = 1
    while let next = current.next, next.year < 2200 {
      let isWrong = next <= current || next.previous != current || Day(next.description) != next
      if isWrong {
        Issue.record("\(current) is followed by \(next)")
        return
      }
      current = next
      count += 1
    }
    #expect(count == 146_097)
    #expect(current.description == "2199-12-31")
  }

  @Test("Before the first day and after the last there is none")
  func ends() {
    #expect(Day(year: 1, month: 1, day: 1)?.previous == nil)
    #expect(Day(year: 9999, month: 12, day: 31)?.next == nil)
  }
}
