import Measuring
import PersistentCollections
import TestSupport
import Testing

@testable import StrataCore

/// Steps that a log has, applied as they are written: without a patch in between, and to the same.
@Suite("Steps applied as they are written")
struct StepsInPlaceTests {
  /// What a patch that is known to fit makes of a value.
  private func gone<Value: DescribedValue>(
    _ direction: PackedDirection,
    _ json: [UInt8],
    from value: Value
  ) throws -> Value { try gone(direction, [json], from: value) }

  /// What several of them make of it, one after the other.
  private func gone<Value: DescribedValue>(
    _ direction: PackedDirection,
    _ json: [[UInt8]],
    from value: Value
  ) throws -> Value {
    var (changed, changes) = (value, WrittenChanges())
    for json in json { changes.append(json[...]) }
    try withUnsafeMutablePointer(to: &changed) { try Value._shape.apply(direction, changes, to: $0) }
    return changed
  }

  @Test("In both ways they lead where the patch leads, to the representation")
  func leads() throws {
    for seed in PatchLawTests.seeds {
      let versions = try PatchLawTests.Versions(seed: seed)
      let patch = try Patch(from: versions.a, to: versions.b)
      if patch.isEmpty { continue }
      let (start, end) = (try PlainValue(of: versions.a), try PlainValue(of: versions.b))
      let forth = try PlainValue(of: gone(.forward, patch.json, from: versions.a))
      try #require(forth == end, "seed \(seed): \(patch)")
      let back = try PlainValue(of: gone(.back, patch.json, from: versions.b))
      try #require(back == start, "seed \(seed), back: \(patch)")
    }
  }

  @Test("Several at once lead where they lead one after the other, on the way there and on the way back")
  func several() throws {
    for seed in PatchLawTests.seeds {
      let versions = try PatchLawTests.Versions(seed: seed)
      let states = [versions.a, versions.b, versions.c, versions.a, versions.c]
      let steps = try zip(states, states.dropFirst()).map { try Patch(from: $0, to: $1) }
      let changes = steps.filter { !$0.isEmpty }.map(\.json)
      let (start, end) = (try PlainValue(of: versions.a), try PlainValue(of: versions.c))
      let forth = try gone(.forward, changes, from: versions.a)
      try #require(PlainValue(of: forth) == end, "seed \(seed): \(steps)")
      let back = try gone(.back, changes.reversed(), from: versions.c)
      try #require(PlainValue(of: back) == start, "seed \(seed), back: \(steps)")
    }
  }

  struct Box: Described, Equatable {
    var names: PersistentMap<String, Int?> = [:]
    var numbers: PersistentSortedMap<Int, [String: Double]> = [:]

    static func describe(_ field: inout Fields<Box>) {
      field("names", \.names)
      field("numbers", \.numbers)
    }
  }

  @Test("Of two spellings of a key, one goes and the other comes; keys, signs and none are as they were")
  func odd() throws {
    let (composed, decomposed) = ("\u{E9}", "e\u{301}")
    let states = [
      Box(names: [composed: 1], numbers: [1: ["a": -0.0], -1: [:]]),
      Box(names: [decomposed: 1], numbers: [1: ["a": 0.0], .max: ["": 1e300]]),
      Box(names: [decomposed: nil, "\"}]{": 2], numbers: [:]), Box(),
      Box(names: ["": 0, "\\": 1], numbers: [.min: [composed: .leastNonzeroMagnitude]]),
    ]
    for old in states {
      for new in states where try PlainValue(of: old) != PlainValue(of: new) {
        let patch = try Patch(from: old, to: new)
        let (forth, back) = (
          try gone(.forward, patch.json, from: old), try gone(.back, patch.json, from: new)
        )
        #expect(try PlainValue(of: forth) == PlainValue(of: new), "\(patch)")
        #expect(try PlainValue(of: back) == PlainValue(of: old), "\(patch)")
      }
    }
  }

  @Test("Names with $ and numbers that JSON does not have are what they are")
  func names() throws {
    let (old, new) = (Box(), Box(numbers: [1: ["$name": 1, "x $": 1], 2: ["a": .nan]]))
    let patch = try Patch(from: old, to: new)
    #expect(try gone(.forward, patch.json, from: old).isWritten(as: new))
    #expect(try gone(.back, patch.json, from: new) == old)
  }

  @Test("What does not fit is an error, and so is what is called or written otherwise")
  func misfits() throws {
    let (empty, one) = (Box(), Box(numbers: [1: ["a": 1]]))
    let comes = try Patch(from: empty, to: one).json
    #expect(throws: PatchError.self) { try gone(.forward, comes, from: one) }
    #expect(throws: PatchError.self) { try gone(.back, comes, from: empty) }
    for text in [
      #"{"fields":{"others":{"entries":[{"insert":{},"key":1}]}}}"#,
      #"{"fields":{"numbers":{"entries":[{"key":1}]}}}"#,
      #"{"fields":{"numbers":{"entries":[{"insert":{},"key":1}]},"x":1}}"#,
      #"{"fields":{"numbers":{"entries":[{"insert":{},"key":1}],"more":1}}}"#,
      #"{"fields":{"numbers":{"entries":["#,
      #"{"fields":{"numbers":{"entries":[{"add":{},"key":1}]}}}"#, "[]", "{",
      #"{"fields":{"numbers":{"entries":[]}}}}"#,
    ] {
      #expect(throws: PatchError.self, "\(text)") { try gone(.forward, Array(text.utf8), from: empty) }
    }
  }

  @Test("Of a step that is long, what is to go has to be there, and nothing of it is read but the keys")
  func long() throws {
    let entries = (1...6_000).map { "{\"insert\":{\"x\":\($0)},\"key\":\($0)}" }.joined(separator: ",")
    let json = Array("{\"fields\":{\"numbers\":{\"entries\":[\(entries)]}}}".utf8)
    #expect(json.count > JSONReader.readWholly)
    var box = Box()
    for number in 0...6_001 { box.numbers[number] = ["y": 1] }
    let left = try gone(.back, json, from: box)
    #expect(Array(left.numbers.keys) == [0, 6_001])
    box.numbers[17] = nil
    #expect(throws: PatchError.self) { try gone(.back, json, from: box) }
  }

  @Test("A list or record ends where its bracket is, whatever texts in it say")
  func ends() {
    for text in [#"{}"#, #"[]"#, #"{"a":[1,{"]":"}"}]}"#, #"["\"]",{"{\\":"["}]"#, "[\"\u{17B}é[\"]"] {
      func end(_ text: String) -> Int? {
        var text = text
        return text.withUTF8 { JSONText.endOfNest(in: $0, from: 2) }
      }
      #expect(end(" ," + text + "]} x") == text.utf8.count + 2, "\(text)")
      for length in 0..<text.utf8.count {
        #expect(
          end(" ," + String(decoding: text.utf8.prefix(length), as: UTF8.self)) == nil,
          "\(text), \(length)"
        )
      }
    }
  }

  struct Named: Described, Equatable {
    var name = ""

    static func describe(_ field: inout Fields<Named>) { field("name", \.name) }
  }

  @Test("A value is not replaced where another one stands than is written")
  func replaced() throws {
    let json = Array(#"{"fields":{"name":{"new":"Two","old":"One"}}}"#.utf8)
    #expect(try gone(.forward, json, from: Named(name: "One")).name == "Two")
    #expect(try gone(.back, json, from: Named(name: "Two")).name == "One")
    #expect(throws: PatchError.self) { try gone(.forward, json, from: Named(name: "Two")) }
    #expect(throws: PatchError.self) { try gone(.back, json, from: Named(name: "One")) }
  }
}
