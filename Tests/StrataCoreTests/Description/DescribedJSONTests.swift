import Foundation
import Measuring
import PersistentCollections
import StrataCore
import TestSupport
import Testing

@Suite("The JSON of described values")
struct DescribedJSONTests {
  @Test("Foundation reads it back as the same value, and it is the same bytes each time")
  func foundation() throws {
    var random = SplitMix64(seed: 23)
    var finite = 0
    for _ in 0..<Soak.times(300) {
      var sample = Sample()
      sample.edit(using: &random, times: 60)
      if !sample.ratio.isFinite { sample.ratio = 1.5 }
      if !sample.single.isFinite { sample.single = 1.5 }
      // Foundation has one null for every kind of none.
      (sample.layers, sample.gaps) = (nil, [:])
      let json = try sample.json()
      finite += 1
      let theirs = try JSONDecoder().decode(Sample.self, from: Data(json))
      let (plain, theirPlain) = (try PlainValue(of: sample), try PlainValue(of: theirs))
      try #require(theirPlain == plain)
      let ours = try Sample(json: json)
      try #require(try PlainValue(of: ours) == plain)
      try #require(try ours.json() == json)
    }
    #expect(finite > 0)
  }

  @Test("JSON that Foundation encoded decodes to the same value")
  func fromFoundation() throws {
    var random = SplitMix64(seed: 29)
    for _ in 0..<Soak.times(200) {
      var sample = Sample()
      sample.edit(using: &random, times: 60)
      if !sample.ratio.isFinite { sample.ratio = -0.25 }
      if !sample.single.isFinite { sample.single = -0.25 }
      (sample.layers, sample.gaps) = (nil, [:])
      let theirs = try JSONEncoder().encode(sample)
      let (read, plain) = (try PlainValue(of: Sample(json: theirs)), try PlainValue(of: sample))
      try #require(read == plain)
    }
  }

  @Test("A number that JSON does not have stands as a word", arguments: ["NaN", "Infinity", "-Infinity"])
  func words(word: String) throws {
    var sample = Sample()
    (sample.ratio, sample.single) = (try #require(Double(word)), try #require(Float(word)))
    let json = String(decoding: try sample.json(), as: UTF8.self)
    #expect(json.contains("\"ratio\":\"\(word)\"") && json.contains("\"single\":\"\(word)\""))
    #expect(try Sample(json: json.utf8).isWritten(as: sample))
  }

  @Test("Decoding JSON of another type throws an error with its path")
  func wrong() throws {
    var json = String(decoding: try Sample().json(), as: UTF8.self)
    json.replace("\"inner\":{\"title\":\"\"", with: "\"inner\":{\"title\":7")
    #expect { try Sample(json: json.utf8) } throws: {
      "\($0)" == "inner / title: no text can be made: a whole number is none"
    }
    #expect { try Sample(json: "{\"number\":1,}".utf8) } throws: {
      "\($0)" == "this is no JSON: line 1, column 13: a name in quotes is expected here"
    }
  }

  private struct Alike: Described, Equatable {
    var (a, b, c, d, e, f) = (0, 0, 0, 0, 0, 0)
    var numbers: PersistentSortedMap<Int, Bool?> = [:]

    static let names = ["beginning of one", "beginning of two", "x", "xy", "a middle z", "a mxddle z"]

    static func describe(_ field: inout Fields<Alike>) {
      field(names[0], \.a)
      field(names[1], \.b)
      field(names[2], \.c)
      field(names[3], \.d)
      field(names[4], \.e)
      field(names[5], \.f)
      field("numbers", \.numbers)
    }
  }

  @Test("Names that begin or end alike are told apart, of every length")
  func alikeNames() throws {
    for (place, name) in Alike.names.enumerated() {
      var numbers = Array(repeating: 0, count: 6)
      numbers[place] = 1
      let value = try Alike(json: "{\"\(name)\" : 1}".utf8)
      #expect([value.a, value.b, value.c, value.d, value.e, value.f] == numbers)
      #expect(try Alike(json: value.json()) == value)
      for cut in 1...name.count {
        let other = name.dropLast(cut) + String(repeating: "-", count: cut)
        #expect(throws: PatchError.self) { try Alike(json: "{\"\(other)\":1}".utf8) }
        #expect(throws: PatchError.self) { try Alike(json: "{\"\(name.dropLast(cut))\":1".utf8) }
      }
    }
    #expect(throws: PatchError.self) { try Alike(json: "{\"x\":1,\"x\":2}".utf8) }
  }

  @Test("Numbers as names are those that a whole number is written as")
  func numberedNames() throws {
    let largest = [Int.min, -1_000_000_000_000_000_000, -10, -1, 0, 1, 10, 999_999_999_999_999_999, Int.max]
    let map = PersistentSortedMap(uniqueKeysWithValues: largest.map { ($0, Bool?.some($0 > 0)) })
    var value = Alike()
    value.numbers = map
    #expect(try Alike(json: value.json()) == value)
    let spaced = "{ \"numbers\" : { \"-1\" : true , \"7\" : null } }"
    #expect(try Alike(json: spaced.utf8).numbers == [-1: true, 7: nil])
    for name in [
      "01", "-0", "-0.0", "0.0", "1.0", "1e1", "10.0", "+1", "", " 1", "1 ", "-", "9223372036854775808", "x",
      "1\\u0030x",
    ] {
      #expect(throws: PatchError.self, "'\(name)'") {
        try Alike(json: "{\"numbers\":{\"\(name)\":true}}".utf8)
      }
    }
    #expect(try Alike(json: "{\"numbers\":{\"\\u0031\":true}}".utf8).numbers == [1: true])
    for (text, message) in [
      ("{\"numbers\":{\"1\":true,\"1\":true}}", "the name '1' stands twice"),
      ("{\"numbers\":{\"1\":7}}", "numbers / 1"), ("{\"numbers\":{\"1\"", "ends in the middle"),
      ("{\"numbers\":{\"1\":tru}}", "a value is expected"), ("{\"numbers\":{\"1\":nul", "ends in the middle"),
      ("{\"numbers\":{\"1\":fals", "ends in the middle"),
    ] {
      #expect { try Alike(json: text.utf8) } throws: { "\($0)".contains(message) }
    }
  }

  @Test("A whole number may stand with a fraction of zero, and is no -0, which is another value")
  func signedZero() throws {
    #expect(try Alike(json: "{\"x\":1.0,\"numbers\":{}}".utf8).c == 1)
    func refuses<Value: DescribedValue>(_ type: Value.Type) {
      for zero in ["-0", "-0.0", "-0e0"] {
        #expect("\(type)") {
          try Value(json: zero.utf8)
        } throws: {
          "\($0)".contains("-0.0 does not fit")
        }
        #expect(throws: PatchError.self) { try [Value](json: "[\(zero)]".utf8) }
        #expect(throws: PatchError.self) { try PlainValue(json: zero.utf8).value(as: Value?.self) }
      }
    }
    refuses(Int.self)
    refuses(Int8.self)
    refuses(UInt64.self)
    #expect(try Double(json: "-0".utf8).sign == .minus)
    #expect(try Float(json: "-0.0".utf8).sign == .minus)
  }

  @Test("A text is read to its end, wherever in eight bytes something else than a letter stands")
  func textEnds() throws {
    for length in 0..<40 {
      for (special, meaning) in [
        ("", ""), ("\\\"", "\""), ("\\\\", "\\"), ("\u{e9}", "\u{e9}"), ("\\u0041", "A"), ("🧵", "🧵"),
      ] {
        for place in Set([0, 1, length / 2, length]) where place <= length {
          let (before, after) = (
            String(repeating: "a", count: place), String(repeating: "b", count: length - place)
          )
          let read = try [String](json: "[\"\(before)\(special)\(after)\",\"c\"]".utf8)
          #expect(read == [before + meaning + after, "c"])
        }
      }
      let letters = String(repeating: "a", count: length)
      for broken in ["\(letters)\u{1}", "\(letters)\\x", "\(letters)\\"] {
        #expect(throws: PatchError.self) { try [String](json: "[\"\(broken)\"]".utf8) }
      }
      #expect(throws: PatchError.self) {
        try [String](json: Array("[\"\(letters)".utf8) + [0xE9, 0x22, 0x5D])
      }
    }
  }
}
