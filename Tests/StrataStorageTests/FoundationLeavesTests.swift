import Foundation
import Measuring
import StrataCore
import StrataStorage
import TestSupport
import Testing

@Suite("Foundation's values in a described state")
struct FoundationLeavesTests {
  struct Bookmark: Codable, Equatable, Described {
    var id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
    var added = Date(timeIntervalSinceReferenceDate: 0.1)
    var visited: Date?
    var address = URL(string: "https://example.org/a?b=c%20d#e")
    var icon = Data([0, 255, 62, 63])
    var byID: [UUID: URL] = [:]

    static func describe(_ field: inout Fields<Bookmark>) {
      field("id", \.id)
      field("added", \.added)
      field("visited", \.visited)
      field("address", \.address)
      field("icon", \.icon)
      field("byID", \.byID)
    }
  }

  var changed: Bookmark {
    var bookmark = Bookmark()
    bookmark.visited = Date(timeIntervalSince1970: 1_800_000_000.25)
    bookmark.address = URL(string: "mailto:someone@example.org")
    bookmark.icon.append(7)
    bookmark.byID[UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9))] = URL(string: "file:///tmp/x")
    return bookmark
  }

  @Test("They are patched, and both encodings of the patch lead there and back")
  func patches() throws {
    let (old, new) = (Bookmark(), changed)
    let patch = try Patch(from: old, to: new)
    let packed = try Patch(packed: patch.packed)
    let read = try Patch(json: patch.json)
    #expect(try old.applying(packed) == new)
    #expect(try new.applying(read.inverted) == old)
    #expect(
      patch.changes.map(\.path.first) == [
        .field("address"), .field("byID"), .field("icon"), .field("visited"),
      ]
    )
  }

  @Test("Their JSON is what people and other programs read: dates are texts, maps by identifier are records")
  func json() throws {
    let text = String(decoding: try changed.json(), as: UTF8.self)
    #expect(
      text == """
        {"added":"2001-01-01T00:00:00.1Z","address":"mailto:someone@example.org",\
        "byID":{"00000000-0000-0000-0000-000000000009":"file:///tmp/x"},"icon":"AP8+Pwc=",\
        "id":"01020304-0506-0708-090A-0B0C0D0E0F10","visited":"2027-01-15T08:00:00.25Z"}
        """
    )
    #expect(try Bookmark(json: text.utf8) == changed)
    #expect(
      "\(try Patch(from: Bookmark(), to: changed))".contains("2027-01-15T08:00:00.25Z")
    )
  }

  @Test("JSON from JSONEncoder is read: dates are seconds since 2001, maps by identifier are lists of pairs")
  func othersJSON() throws {
    let theirs = try JSONEncoder().encode(changed)
    #expect(try Bookmark(json: theirs) == changed)
  }

  @Test("Dates come back bit for bit, whatever they are")
  func dates() throws {
    var random = SplitMix64(seed: 9)
    var seconds: [Double] = [
      0, -0.0, 0.1, -0.1, 1e-7, -1e-7, 1e12, -1e12, 1e18, .leastNonzeroMagnitude, .infinity, -.infinity, .nan,
    ]
    seconds += [
      -978_307_200.25, -63_113_904_000, -63_113_904_001, 252_423_993_599, 252_423_993_600, 1.0.nextDown,
    ]
    for _ in 0..<Soak.times(2_000) {
      seconds.append(Double(bitPattern: random.next()))
      seconds.append(Double.random(in: -1e9..<1e9, using: &random))
      seconds.append((Double.random(in: -1e9..<1e9, using: &random) * 1_000).rounded() / 1_000)
    }
    for seconds in seconds where !seconds.isNaN || seconds.bitPattern == Double.nan.bitPattern {
      let plain = try PlainValue(of: Date(timeIntervalSinceReferenceDate: seconds))
      let back = try PlainValue(json: plain.json).value(as: Date.self)
      try #require(
        back.timeIntervalSinceReferenceDate.bitPattern == seconds.bitPattern,
        "\(seconds): \(plain)"
      )
    }
    for text in ["2026-11-28T15:21:10Z", "2026-11-28T15:21:10.123Z", "1969-07-20T20:17:40.5Z"] {
      let date = try PlainValue.text(text).value(as: Date.self)
      #expect(try PlainValue(of: date) == .text(text))
    }
  }

  @Test(
    "A value of the wrong kind is an error that names its field",
    arguments: [
      ("id", .text("no identifier")), ("icon", .text("*")), ("added", .text("today")),
      ("address", .integer(7)),
    ] as [(String, PlainValue)]
  )
  func wrong(field: String, value: PlainValue) throws {
    var plain = try PlainValue(of: Bookmark())
    plain[field] = value
    #expect { try plain.value(as: Bookmark.self) } throws: { "\($0)".contains(field) }
  }

  @Test(
    "A text that is a decimal number in part, or has more digits than one, is none",
    arguments: [
      "", "5 apples", "1,000.5", " 5", "-", ".", "1e", "1e400", "0x10", "5e+-1", "1e99999999999999999999",
      "0.123456789012345678901234567890123456789012345", "340282366920938463463374607431768211456",
    ]
  )
  func noDecimals(text: String) {
    #expect(throws: PatchError.self) { try PlainValue.text(text).value(as: Decimal.self) }
  }

  @Test("Decimal numbers are read however another hand has written them, and come back as they were")
  func decimals() throws {
    let spellings = ["0.10": "0.1", "+05.": "5", ".5": "0.5", "1E3": "1000", "-0.0": "0", "12e-1": "1.2"]
    for (text, plain) in spellings {
      #expect(try PlainValue.text(text).value(as: Decimal.self) == Decimal(string: plain))
    }
    let numbers = [
      Decimal.greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude, .pi, 0, -1,
      Decimal(sign: .minus, exponent: 127, significand: 12),
      Decimal(sign: .plus, exponent: 3, significand: 1000),
    ]
    for number in numbers {
      let plain = try PlainValue(of: number)
      #expect(try plain.value(as: Decimal.self) == number)
    }
  }
}
