import StrataCore
import Testing

@testable import StrataStorage

private struct Wide: Described, Equatable {
  var level = 0
  static func describe(_ field: inout Fields<Wide>) { field("level", \.level) }
}

/// Has room for numbers with a fraction, and for fewer digits.
private struct Real: Described, Equatable {
  var level = 0.0
  static func describe(_ field: inout Fields<Real>) { field("level", \.level) }
}

/// Has room for fewer digits still.
private struct Short: Described, Equatable {
  var level: Float = 0
  static func describe(_ field: inout Fields<Short>) { field("level", \.level) }
}

private struct ShortPerhaps: DescribedByInitializer, Equatable {
  let level: Float?
  init(_ fields: FieldValues<ShortPerhaps>) throws { level = try fields[\.level] }
  static func describe(_ field: inout Fields<ShortPerhaps>) { field("level", \.level) }
}

private struct Made: DescribedByInitializer, Equatable {
  let level: Int
  init(_ fields: FieldValues<Made>) throws { level = min(try fields[\.level], 10) }
  static func describe(_ field: inout Fields<Made>) { field("level", \.level) }
}

@Suite("An initialiser that came with a new version of the app")
struct ChangedInitializersTests {
  private typealias Holder = SlipsInDescriptionsTests.Holder

  /// Sees to it that a new version refuses what it would make something else of, and that the old one has all of it.
  private func check<Old: DescribedValue & Equatable, New: DescribedValue & Equatable>(
    _ good: Old,
    _ bad: Old,
    as _: New.Type,
    saying words: String = "another value of it than was written",
    at location: SourceLocation = #_sourceLocation
  ) throws {
    func values(_ disk: SimulatedDisk) throws -> [Old?] {
      let durable = try SlipsInDescriptionsTests.open(Old.self, on: disk)
      var values = [durable.store.state.value]
      while durable.store.canUndo {
        try durable.store.undo()
        values.append(durable.store.state.value)
      }
      return values
    }
    for (isClosed, sent) in [(true, [good, bad]), (false, [good, bad]), (true, [bad]), (false, [bad])] {
      let disk = SimulatedDisk()
      let durable = try SlipsInDescriptionsTests.open(Old.self, on: disk)
      for value in sent { try durable.store.send(.set(value)) }
      if isClosed { try durable.close() } else { durable.abandon() }
      let before = disk.image.bytes(of: "/d/holder.json")
      #expect(sourceLocation: location) {
        try SlipsInDescriptionsTests.open(New.self, on: disk)
      } throws: {
        "\($0)".contains(words)
      }
      #expect(disk.image.bytes(of: "/d/holder.json") == before, sourceLocation: location)
      #expect(try values(disk) == sent.reversed() + [nil], sourceLocation: location)
    }
    // The present is fine, and what undo would lead to is not. Of another type, such moments go, and that is reported.
    let disk = SimulatedDisk()
    let durable = try SlipsInDescriptionsTests.open(Old.self, on: disk)
    for value in [bad, good] { try durable.store.send(.set(value)) }
    try durable.close()
    let newer = try SlipsInDescriptionsTests.open(New.self, on: disk)
    if let lost = newer.report.lost {
      #expect(words == "does not fit", sourceLocation: location)
      #expect(lost.moments > 0 && !newer.store.canUndo, sourceLocation: location)
      return try newer.close()
    }
    let state = newer.store.state
    #expect(throws: (any Error).self, sourceLocation: location) { try newer.store.undo() }
    #expect(newer.store.state == state, sourceLocation: location)
    try newer.close()
    #expect(try values(disk) == [good, bad, nil], sourceLocation: location)
  }

  @Test("A value that the new initialiser would change is an error, and nothing is lost")
  func changed() throws {
    try check(Wide(level: 3), Wide(level: 50), as: Made.self)
    try check([Wide(level: 3)], [Wide(level: 3), Wide(level: 50)], as: [Made].self)
    try check(["a": Wide(level: 3)], ["a": Wide(level: 50)], as: [String: Made].self)
    let exact = 1 << 53
    try check(Wide(level: exact), Wide(level: exact + 1), as: Real.self, saying: "does not fit")
    try check([Wide(level: -exact)], [Wide(level: -exact - 1)], as: [Real].self, saying: "does not fit")
  }

  @Test("A number with more digits than a field has now is an error, and not another number")
  func fewerDigits() throws {
    try check(Real(level: 0.5), Real(level: 0.1), as: Short.self, saying: "does not fit")
    try check(Real(level: -0.0), Real(level: 1e300), as: Short.self, saying: "does not fit")
    try check(
      Real(level: -.infinity),
      Real(level: .leastNonzeroMagnitude),
      as: ShortPerhaps.self,
      saying: "does not fit"
    )
    try check(Wide(level: 1 << 24), Wide(level: 1 << 24 + 1), as: Short.self, saying: "does not fit")
    try check([0.5], [0.5, 0.1], as: [Float].self, saying: "does not fit")
    try check(["a": 0.5], ["a": 0.1] as [String: Double?], as: [String: Float?].self, saying: "does not fit")
    try check([0.5: 1], [0.1: 1] as [Double: Int], as: [Float: Int].self, saying: "does not fit")
  }

  @Test("Another hand may write more digits than a number has, wherever that is")
  func strangersDigits() throws {
    let whole = "9007199254740993"
    #expect(try Short(json: #"{"level":0.1}"#.utf8).level == 0.1)
    #expect(try ShortPerhaps(json: #"{"level":0.1}"#.utf8).level == 0.1)
    #expect(try Real(json: #"{"level":\#(whole)}"#.utf8).level == 0x1p53)
    #expect(try [Float](json: "[0.1,\(whole)]".utf8) == [0.1, 0x1p53])
    #expect(try [String: Double?](json: #"{"a":\#(whole),"b":null}"#.utf8) == ["a": 0x1p53, "b": nil])
    #expect(try [Double: [Float?]](json: "[1.5,[0.1,null]]".utf8) == [1.5: [0.1, nil]])
    #expect(throws: PatchError.self) { try [Float](json: "[1e39]".utf8) }
    #expect(throws: PatchError.self) { try [Double: Float](json: "[1.5,1e39]".utf8) }
  }

  @Test("A value that another program wrote is taken as the initialiser makes it")
  func strangers() throws {
    for value in [#"{"level":50}"#, #"{"level":10}"#] {
      #expect(try Made(json: value.utf8).level == 10)
    }
  }
}
