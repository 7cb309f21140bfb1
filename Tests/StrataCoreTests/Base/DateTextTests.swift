import Measuring
import TestSupport
import Testing

@testable import StrataCore

@Suite("Points in time as text")
struct DateTextTests {
  @Test(
    "The text is that of the calendar",
    arguments: [
      (0, "", "1970-01-01T00:00:00Z"), (-1, "", "1969-12-31T23:59:59Z"), (-1, "5", "1969-12-31T23:59:59.5Z"),
      (951_782_400, "", "2000-02-29T00:00:00Z"), (951_868_800, "", "2000-03-01T00:00:00Z"),
      (4_107_542_399, "9900", "2100-02-28T23:59:59.99Z"), (4_107_542_400, "", "2100-03-01T00:00:00Z"),
      (1_709_210_096, "000001", "2024-02-29T12:34:56.000001Z"),
      (-62_135_596_800, "", "0001-01-01T00:00:00Z"), (253_402_300_799, "", "9999-12-31T23:59:59Z"),
    ] as [(Int64, String, String)]
  )
  func calendar(seconds: Int64, fraction: String, text: String) throws {
    let date = try #require(DateText(seconds: seconds, fraction: fraction))
    #expect(date.description == text)
    #expect(DateText(text) == date)
  }

  @Test("Each day of ten thousand years follows the one before, and comes back")
  func days() throws {
    let first = Int64(-719_162)
    var last = ""
    for day in stride(from: first, to: 2_932_897, by: Soak.isOn ? 1 : 61) {
      let date = try #require(DateText(seconds: day * 86_400, fraction: ""))
      let text = date.description
      try #require(last < text && DateText(text) == date, "\(text)")
      last = text
    }
    #expect(DateText(seconds: 2_932_897 * 86_400, fraction: "") == nil)
    #expect(DateText(seconds: first * 86_400 - 1, fraction: "") == nil)
  }

  @Test(
    "A date in any other form is refused",
    arguments: [
      "", "Z", "2026-11-28", "2026-11-28T15:21:10", "2026-11-28 15:21:10Z", "2026-11-28t15:21:10Z",
      "2026-11-28T15:21:10.Z", "2026-11-28T15:21:10.50Z", "2026-11-28T15:21:10,5Z", "2026-11-28T15:21:10.5xZ",
      "2026-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-00-10T00:00:00Z", "2026-11-31T00:00:00Z",
      "2026-11-28T24:00:00Z", "2026-11-28T23:60:00Z", "2026-11-28T23:59:60Z", "0000-01-01T00:00:00Z",
      "2026-11-28T15:21:10+01:00", "-026-11-28T15:21:10Z", "2026-11-28T15:21:1éZ", "２026-11-28T15:21:10Z",
      "20260-11-28T15:21:10Z", "2026-11-28T15:21:10.٣Z",
    ]
  )
  func refused(text: String) { #expect(DateText(text) == nil) }

  @Test("Timestamps come back to the nanosecond, those at both ends too")
  func timestamps() throws {
    var random = SplitMix64(seed: 3)
    var times = (0..<Soak.times(500)).map { _ in Int64(truncatingIfNeeded: random.next()) }
    times += [.min, .min + 1, .max, -1, 0, 1, 999_999_999, -999_999_999, -1_000_000_000, 1_000_000_000]
    for time in times.map(Timestamp.init(nanosecondsSince1970:)) {
      let plain = try PlainValue(of: time)
      try #require(plain.value(as: Timestamp.self) == time, "\(plain)")
    }
    let time = Timestamp(nanosecondsSince1970: 1_795_000_000_123_000_000)
    #expect(try PlainValue(of: time) == .text("2026-11-18T11:06:40.123Z"))
    for text in ["1677-09-21T00:12:43Z", "2262-04-11T23:47:16.854775808Z", "2026-11-18T11:06:40.1234567891Z"]
    {
      #expect(throws: PatchError.self) { try PlainValue.text(text).value(as: Timestamp.self) }
    }
  }
}
