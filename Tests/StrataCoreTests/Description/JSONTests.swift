import Foundation
import Measuring
import TestSupport
import Testing

@testable import StrataCore

@Suite("JSON")
struct JSONTests {
  func read(_ text: String) throws(JSONError) -> PlainValue { try PlainValue(json: text.utf8) }

  @Test(
    "Valid JSON decodes to its value",
    arguments: [
      ("null", .null), (" true\n", .bool(true)), ("[]", .list([])), ("{}", .record([:])), ("0", .integer(0)),
      ("-0", .number(-0.0)), ("-0.0", .number(-0.0)), ("1E2", .number(100)), ("1.5e-3", .number(0.0015)),
      ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
      ("9223372036854775808", .unsigned(9_223_372_036_854_775_808)),
      ("18446744073709551616", .number(18_446_744_073_709_551_616)),
      (#""a\"\\\/\b\f\n\r\t\u00e9\ud83e\uddf5""#, .text("a\"\\/\u{8}\u{c}\n\r\té🧵")),
      (#"{"b":[1,{"c":null}],"a":"x"}"#, ["a": .text("x"), "b": .list([.integer(1), ["c": .null]])]),
    ] as [(String, PlainValue)]
  )
  func reads(text: String, value: PlainValue) throws {
    #expect(try read(text) == value)
  }

  @Test(
    "Invalid JSON throws an error with the line and column",
    arguments: [
      ("", 1, 1, .endsEarly), ("  \n ", 2, 2, .endsEarly), ("[1,", 1, 4, .endsEarly),
      ("[1,]", 1, 4, .unexpected(expected: "a value")),
      ("{\"a\":1,}", 1, 8, .unexpected(expected: "a name in quotes")),
      ("[1 2]", 1, 4, .unexpected(expected: "a comma or ]")),
      ("{\"a\" 1}", 1, 6, .unexpected(expected: "a colon")),
      ("nul", 1, 4, .endsEarly), ("nulL", 1, 1, .unexpected(expected: "a value")), ("01", 1, 2, .trailing),
      ("1 2", 1, 3, .trailing), ("-", 1, 2, .endsEarly), ("1.", 1, 3, .endsEarly),
      ("1.x", 1, 3, .unexpected(expected: "a digit")),
      ("1e400", 1, 1, .numberOutOfRange), ("+1", 1, 1, .unexpected(expected: "a value")),
      ("\"a\nb\"", 1, 3, .unexpected(expected: "an escape instead of a control character")),
      ("\"\\x\"", 1, 2, .unexpected(expected: "an escape")),
      ("\"\\u12g4\"", 1, 2, .unexpected(expected: "four hexadecimal digits")),
      ("\"\\ud800\"", 1, 2, .badEncoding), ("\"\\udc00\"", 1, 2, .badEncoding), ("\"abc", 1, 5, .endsEarly),
      ("{\n \"a\": 1,\n \"b\": 2,\n \"a\": 3}", 4, 2, .duplicate(name: "a")),
      ("{\"a\":1,\"\\u0061\":2}", 1, 8, .duplicate(name: "a")), ("\u{FEFF}1", 1, 1, .byteOrderMark),
      ("// x\n1", 1, 1, .unexpected(expected: "a value")), ("NaN", 1, 1, .unexpected(expected: "a value")),
    ] as [(String, Int, Int, JSONError.Reason)]
  )
  func refuses(text: String, line: Int, column: Int, reason: JSONError.Reason) {
    #expect(throws: JSONError(line: line, column: column, reason: reason)) { try read(text) }
  }

  @Test(
    "Bytes that are not UTF-8 are refused",
    arguments: [
      [0x80], [0xC0, 0x80], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF0, 0x80, 0x80, 0x80],
      [0xF4, 0x90, 0x80, 0x80], [0xF8], [0xC3], [0xE2, 0x82],
    ] as [[UInt8]]
  )
  func badEncoding(bytes: [UInt8]) {
    #expect(throws: JSONError(line: 1, column: 2, reason: .badEncoding)) {
      try PlainValue(json: [0x22] + bytes + [0x22])
    }
  }

  @Test("Nesting is read up to the limit, also on a small stack, and refused beyond it")
  func depth() throws {
    func nested(_ depth: Int) -> [UInt8] {
      Array(repeating: UInt8(ascii: "["), count: depth) + Array(repeating: UInt8(ascii: "]"), count: depth)
    }
    _ = try onSmallStack {
      #expect(throws: Never.self) { try PlainValue(json: nested(128)) }
      #expect(throws: JSONError(line: 1, column: 129, reason: .tooDeep(limit: 128))) {
        try PlainValue(json: nested(129))
      }
      #expect(throws: JSONError.self) {
        try PlainValue(json: Array(repeating: UInt8(ascii: "["), count: 1_000_000))
      }
    }
  }

  @Test("A name that stands twice is found in any order of names")
  func duplicates() throws {
    var random = SplitMix64(seed: 7)
    for _ in 0..<300 {
      var names = (0..<Int.random(in: 1..<40, using: &random)).map { "n\($0)" }.shuffled(using: &random)
      let unique = "{" + names.map { "\"\($0)\":0" }.joined(separator: ",") + "}"
      #expect(throws: Never.self) { try read(unique) }
      let name = names[Int.random(in: 0..<names.count, using: &random)]
      names.insert(name, at: Int.random(in: 0...names.count, using: &random))
      let double = "{" + names.map { "\"\($0)\":0" }.joined(separator: ",") + "}"
      #expect { try read(double) } throws: { ($0 as? JSONError)?.reason == .duplicate(name: name) }
    }
  }

  @Test("Encoded JSON decodes to the same value, here and in Foundation")
  func roundTrip() throws {
    var random = SplitMix64(seed: 11)
    for _ in 0..<Soak.times(2_000) {
      let value = PlainValue.random(using: &random, depth: 4).inWords
      let json = value.json
      let again = try PlainValue(json: json)
      try #require(again == value, "\(value)")
      let theirs = try JSONSerialization.jsonObject(with: Data(json), options: .fragmentsAllowed)
      try #require(value.says(theirs), "\(value)")
    }
  }

  @Test("Any bytes are read or refused")
  func anyBytes() {
    var random = SplitMix64(seed: 13)
    var read = 0
    for _ in 0..<Soak.times(5_000) {
      var bytes = PlainValue.random(using: &random, depth: 3).json
      for _ in 0..<Int.random(in: 0..<3, using: &random) where !bytes.isEmpty {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        if Bool.random(using: &random) {
          bytes[place] = [0x22, 0x5C, 0x7B, 0x2C, 0x30, 0xFF, 0x00][Int.random(in: 0..<7, using: &random)]
        } else {
          bytes.removeSubrange(place...)
        }
      }
      if let value = try? PlainValue(json: bytes) {
        read += 1
        #expect(throws: Never.self) { try PlainValue(json: value.json) }
      }
    }
    #expect(read > 100)
  }

  @Test("A message says where and what")
  func message() {
    let error = JSONError(line: 4, column: 2, reason: .duplicate(name: "a"))
    #expect("\(error)" == "line 4, column 2: the name 'a' stands twice in one record")
  }
}

extension PlainValue {
  /// A value of some kind, whatever JSON can say and some that it cannot.
  static func random(using random: inout SplitMix64, depth: Int) -> PlainValue {
    let texts = Sample.texts
    switch Int.random(in: 0..<(depth > 0 ? 9 : 6), using: &random) {
    case 0: return .null
    case 1: return .bool(.random(using: &random))
    case 2: return .integer([0, -1, 42, .max, .min][Int.random(in: 0..<5, using: &random)])
    case 3: return .unsigned(UInt64.random(in: UInt64(Int64.max) + 1 ... .max, using: &random))
    case 4: return .number(Sample.ratios.randomElement(using: &random) ?? 0)
    case 5: return .text(texts.randomElement(using: &random) ?? "")
    case 6:
      let count = Int.random(in: 0..<4, using: &random)
      return .list((0..<count).map { _ in .random(using: &random, depth: depth - 1) })
    default:
      var record = PlainRecord()
      // Names of which one is the other in another form are two names here, and one for Foundation.
      for name in texts.shuffled(using: &random).prefix(Int.random(in: 0..<4, using: &random))
      where name != "é" {
        record[name] = .random(using: &random, depth: depth - 1)
      }
      return .record(record)
    }
  }

  /// Whether Foundation read the same.
  fileprivate func says(_ theirs: Any) -> Bool {
    switch self {
    case .null: theirs is NSNull
    case .bool(let value): theirs as? Bool == value
    case .integer(let value): theirs as? Int64 == value
    case .unsigned(let value): theirs as? UInt64 == value
    case .number(let value): theirs as? Double == value
    case .text(let value): (theirs as? String).map(value.isWritten(as:)) ?? false
    case .list(let values):
      (theirs as? [Any]).map { $0.count == values.count && zip(values, $0).allSatisfy { $0.says($1) } }
        ?? false
    case .record(let record):
      (theirs as? [String: Any]).map { theirs in
        theirs.count == record.members.count
          && record.members.allSatisfy { member in theirs[member.name].map(member.value.says) ?? false }
      } ?? false
    }
  }
}

extension PlainValue {
  /// The value with the words that stand in JSON for numbers that it does not have.
  fileprivate var inWords: PlainValue {
    switch self {
    case .number(let number) where number.isNaN: .text("NaN")
    case .number(let number) where !number.isFinite: .text(number < 0 ? "-Infinity" : "Infinity")
    case .list(let values): .list(values.map(\.inWords))
    case .record(let record):
      record.members.reduce(into: .record([:])) { $0[$1.name] = $1.value.inWords }
    default: self
    }
  }
}
