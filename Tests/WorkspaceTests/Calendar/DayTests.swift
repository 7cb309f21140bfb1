import Testing
import Workspace

@Suite("A day")
struct DayTests {
  @Test("A day reads what it writes", arguments: ["0001-01-01", "2024-02-29", "2026-11-21", "9999-12-31"])
  func roundTrip(text: String) {
    #expect(Day(text)?.description == text)
  }

  @Test(
    "What is no day is refused",
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
}
