import Foundation
import Strata
import Testing
import Workspace

@Suite("A time on the wall")
struct WallTimeTests {
  @Test(
    "A time reads what it writes, to the digit",
    arguments: [
      "2026-11-21T00:00:00", "2026-11-21T09:30:05", "2026-11-21T23:59:59.999", "0001-01-01T12:00:00.001",
    ]
  )
  func roundTrip(text: String) throws {
    let time = try #require(WallTime(text))
    #expect(time.description == text)
    let coded = try JSONDecoder().decode(WallTime.self, from: JSONEncoder().encode(time))
    #expect(coded == time)
  }

  @Test("Seconds may be missing, and fractions may be short")
  func lenient() {
    #expect(WallTime("2026-11-21T09:30") == WallTime("2026-11-21T09:30:00"))
    #expect(WallTime("2026-11-21T09:30:00.5") == WallTime("2026-11-21T09:30:00.500"))
    #expect(WallTime("2026-11-21T09:30:00.05") == WallTime("2026-11-21T09:30:00.050"))
  }

  @Test(
    "A text that is no time of a clock, or is finer than milliseconds, is refused",
    arguments: [
      "", "2026-11-21", "2026-11-21T", "2026-11-21T9:30", "2026-11-21T24:00", "2026-11-21T12:60",
      "2026-11-21T12:00:60", "2026-11-21T12:00:00.", "2026-11-21T12:00:00.0001", "2026-11-21T12:00:00Z",
      "2026-11-21T12:00:00+01:00", "2026-11-21 12:00:00", "2026-11-31T12:00:00", "2026-11-21T12:00:00:00",
      "2026-11-21T-1:00",
    ]
  )
  func malformed(text: String) {
    #expect(WallTime(text) == nil)
  }

  @Test("Numbers that no clock shows are refused")
  func outOfRange() throws {
    let day = day("2026-11-21")
    #expect(WallTime(day, hour: 24, minute: 0) == nil)
    #expect(WallTime(day, hour: 0, minute: -1) == nil)
    #expect(WallTime(day, hour: 0, minute: 0, second: 60) == nil)
    #expect(WallTime(day, hour: 0, minute: 0, second: 0, millisecond: 1000) == nil)
    let time = try #require(WallTime(day, hour: 23, minute: 58, second: 57, millisecond: 956))
    #expect(time.hour == 23 && time.minute == 58)
    #expect(time.second == 57 && time.millisecond == 956)
    #expect(time.timeOfDay == "23:58")
  }

  @Test(
    "Times are ordered by day, then by time of day; midnight, noon and the last second lie where they should"
  )
  func order() {
    let day = day("2026-11-21")
    let times: [WallTime] = [
      .lastSecond(of: Day(year: 2026, month: 11, day: 20)!),  // A day of the calendar.
      .midnight(of: day), time("2026-11-21T00:00:00.001"), .noon(of: day), time("2026-11-21T12:00:00.001"),
      .lastSecond(of: day), time("2026-11-21T23:59:59.001"),
    ]
    #expect(times == times.shuffled().sorted())
    #expect(WallTime.noon(of: day).description == "2026-11-21T12:00:00")
    #expect(WallTime.lastSecond(of: day).description == "2026-11-21T23:59:59")
  }

  @Test("JSON that is no time is an error that names it")
  func badJSON() {
    #expect {
      try [WallTime](json: #"["noon"]"#.utf8)
    } throws: { error in
      "\(error)" == #"0: no WallTime can be made: "noon" stands for none of its values"#
    }
  }
}
