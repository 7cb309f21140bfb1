import Foundation
import StrataCore
import StrataStorage
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

  @Test("Their JSON is what Foundation's coders write and read")
  func json() throws {
    let theirs = JSONEncoder()
    theirs.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let text = String(decoding: try changed.json(), as: UTF8.self)
    #expect(text == String(decoding: try theirs.encode(changed), as: UTF8.self))
    #expect(try JSONDecoder().decode(Bookmark.self, from: Data(text.utf8)) == changed)
    #expect(try Bookmark(json: text.utf8) == changed)
  }

  @Test(
    "What is none of them is an error that names the field",
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
