import Foundation
import PersistentCollections
import StrataCore
import Testing

/// An enum as `Codable` has it, with the cases of ``Fate``.
private indirect enum CodedFate: Codable, Equatable {
  case open
  case done(at: Double, marks: PersistentArray<Int>)
  case given(Inner, note: String?)
  case after(CodedFate, days: Int)
}

/// The cases of an older version of the app.
private enum OldPlan: DescribedCases, Equatable {
  case idle
  case due(day: Int)
  case dropped(reason: String)

  static func describe(_ oneOf: inout Cases<OldPlan>) {
    oneOf("idle", .idle)
    oneOf("due", "day", as: OldPlan.due) { if case .due(let day) = $0 { day } else { nil } }
    oneOf("dropped", "reason", as: OldPlan.dropped) {
      if case .dropped(let reason) = $0 { reason } else { nil }
    }
  }
}

/// The same, later: a case has another name, one is gone, one came, and one carries more under other names.
private enum Plan: DescribedCases, Equatable {
  case resting
  case due(on: Int, by: String, note: String?)
  case late

  static func describe(_ oneOf: inout Cases<Plan>) {
    oneOf("resting", .resting, formerly: "idle")
    oneOf("due", CasePart("on", formerly: "day"), CasePart("by", missing: "Ada"), "note", as: Plan.due) {
      if case .due(let day, let author, let note) = $0 { (day, author, note) } else { nil }
    }
    oneOf("late", .late)
    oneOf.removed("dropped", as: .resting)
  }
}

@Suite("Enums that tell their cases")
struct CasesTests {
  private static let fates: [Fate] = [
    .open, .done(at: 0, marks: []), .done(at: -0.0, marks: [1]), .done(at: .nan, marks: [1, 2]),
    .given(Inner(x: 1), note: nil), .given(Inner(x: 1), note: "a"), .after(.open, days: 2),
    .after(.after(.given(Inner(), note: "e\u{301}"), days: 1), days: 2),
  ]

  @Test("They are written as Codable writes enums, by Strata and by other encoders, and read from either")
  func form() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "Infinity",
      negativeInfinity: "-Infinity",
      nan: "NaN"
    )
    let coded: [CodedFate] = [
      .open, .done(at: 0, marks: []), .done(at: -0.0, marks: [1]), .done(at: .nan, marks: [1, 2]),
      .given(Inner(x: 1), note: nil), .given(Inner(x: 1), note: "a"), .after(.open, days: 2),
      .after(.after(.given(Inner(), note: "e\u{301}"), days: 1), days: 2),
    ]
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "Infinity",
      negativeInfinity: "-Infinity",
      nan: "NaN"
    )
    for (fate, coded) in zip(Self.fates, coded) {
      let plain = try PlainValue(of: fate)
      #expect(try encoder.encode(fate) == encoder.encode(coded))
      #expect(try [Fate](json: encoder.encode([coded]))[0].isWritten(as: fate))
      #expect(try decoder.decode(Fate.self, from: Data(plain.json)).isWritten(as: fate))
      #expect(
        try encoder.encode(decoder.decode(CodedFate.self, from: Data(plain.json))) == encoder.encode(coded)
      )
      #expect(try plain.value(as: Fate.self).isWritten(as: fate))
      #expect(try [Fate](json: [fate].json())[0].isWritten(as: fate))
    }
  }

  @Test("A change of what a case carries is that change alone; another case is another value")
  func inside() throws {
    let marks = PersistentArray(0..<1_000)
    var more = marks
    more[500] = -1
    let patch = try Patch(from: Fate.done(at: 1, marks: marks), to: .done(at: 1, marks: more))
    let change = #"{"runs":[{"keep":500},{"change":{"new":-1,"old":500}}]}"#
    let whole = #"{"fields":{"done":{"fields":{"marks":\#(change)}}}}"#
    #expect(String(decoding: patch.json, as: UTF8.self) == whole)
    #expect(patch.packed.count < 40)
    let other = try Patch(from: Fate.open, to: .after(.open, days: 1))
    #expect(String(decoding: other.json, as: UTF8.self).contains(#""old":{"open":{}}"#))
    for old in Self.fates {
      for new in Self.fates {
        let patch = try Patch(from: old, to: new)
        #expect(patch.isEmpty == old.isWritten(as: new))
        #expect(try old.applying(patch).isWritten(as: new))
        #expect(try new.applying(patch.inverted).isWritten(as: old))
        #expect(try PlainValue(of: old).applying(patch) == PlainValue(of: new))
        let packed = try Patch(packed: patch.packed)
        #expect(try old.applying(packed).isWritten(as: new))
      }
    }
  }

  @Test("A patch that does not fit is an error that names the case, and changes nothing")
  func strict() throws {
    let patch = try Patch(from: Fate.after(.open, days: 1), to: .after(.open, days: 2))
    for fate in [Fate.open, .after(.open, days: 3), .given(Inner(), note: nil)] {
      let error = #expect(throws: PatchError.self) { try fate.applying(patch) }
      #expect(error?.path.first == .field("after"), "\(error?.description ?? "")")
    }
    let byNames =
      #"{"fields":{"open":{"old":{},"new":null},"after":{"old":null,"new":{"_0":{"open":{}},"days":1}}}}"#
    #expect(try Fate.open.applying(Patch(json: byNames.utf8)) == .after(.open, days: 1))
    let whole = #"{"fields":{"after":{"old":{"_0":{"open":{}},"days":1},"new":{"_0":{"open":{}},"days":2}}}}"#
    #expect(try Fate.after(.open, days: 1).applying(Patch(json: whole.utf8)) == .after(.open, days: 2))
    let known = try Fate.open.applying(
      Patch(json: #"{"fields":{"lost":{"fields":{"x":{"old":1,"new":2}}}}}"#.utf8)
    )
    #expect(known == .open, "a case that is gone is read as another one, which is not changed")
    #expect(throws: PatchError.self) {
      try Fate.open.applying(Patch(json: #"{"fields":{"nowhere":{"fields":{"x":{"old":1,"new":2}}}}}"#.utf8))
    }
  }

  @Test("Cases, and what they carry, come, go and change their name")
  func evolution() throws {
    let old: [OldPlan] = [.idle, .due(day: 3), .dropped(reason: "x")]
    let new: [Plan] = [.resting, .due(on: 3, by: "Ada", note: nil), .resting]
    #expect(try [Plan](json: old.json()) == new)
    #expect(try old.map { try PlainValue(of: $0).value(as: Plan.self) } == new)
    #expect(try JSONDecoder().decode([Plan].self, from: JSONEncoder().encode(old)) == new)
    let patch = try Patch(from: OldPlan.due(day: 3), to: .due(day: 4))
    #expect(try new[1].applying(patch) == .due(on: 4, by: "Ada", note: nil))
    #expect(OldPlan.descriptionFingerprint != Plan.descriptionFingerprint)
  }

  @Test(
    "Decoding an unknown case or field throws an error that names it",
    arguments: [
      (#"{"unheard":{}}"#, "Plan has no field 'unheard'"),
      (#"{"due":{"on":1,"at":2}}"#, "due: Plan.due has no field 'at'"),
      (#"{"due":{}}"#, "due: no Plan.due can be made: there is no 'on'"),
      (#"{}"#, "one name of a case is expected"),
      (#"{"late":{},"resting":{}}"#, "one name of a case is expected"),
      (#"{"late":{},"late":{}}"#, "one name of a case is expected"),
      (#"{"due":{"on":1,"on":2}}"#, "the name 'on' stands twice in one record"),
      (#"{"due":{"on":1,"day":2}}"#, "the name 'day' stands twice in one record"),
      (#"{"late":[]}"#, "late: no"),
      (#""late""#, "no"),
      (#"{"late":null}"#, "late: no"),
    ]
  )
  func unreadable(json: String, message: String) {
    let error = #expect(throws: (any Error).self) { try [Plan](json: "[\(json)]".utf8) }
    #expect("\(error.map { "\($0)" } ?? "")".contains(message))
    #expect(throws: (any Error).self) { try PlainValue(json: json.utf8).value(as: Plan.self) }
  }

  private struct Branch: Described, Equatable {
    var kids: [Branch] = []
    var isNew = true

    init() {}
    init(isNew: Bool) { self.isNew = isNew }

    static func describe(_ field: inout Fields<Branch>) {
      field("kids", \.kids, missing: [Branch(isNew: false)])
      field("isNew", \.isNew)
    }
  }

  private indirect enum Chain: DescribedCases, Equatable {
    case end
    case link(Chain, note: String?)

    static func describe(_ oneOf: inout Cases<Chain>) {
      oneOf("end", .end)
      oneOf("link", CasePart("next", missing: .end), "note", as: Chain.link) {
        if case .link(let next, let note) = $0 { (next, note) } else { nil }
      }
    }
  }

  @Test("The default of a missing field may be of the described type itself")
  func ownKind() throws {
    var branch = Branch()
    branch.kids = [Branch(isNew: false)]
    #expect(try [Branch](json: "[{}]".utf8) == [branch])
    #expect(try [Chain](json: #"[{"link":{}}]"#.utf8) == [.link(.end, note: nil)])
    for chain in [Chain.link(.link(.end, note: nil), note: nil), .link(.end, note: "a"), .end] {
      #expect(try [Chain](json: [chain].json()) == [chain])
      #expect(try PlainValue(of: chain).value(as: Chain.self) == chain)
    }
  }

  // MARK: Descriptions that cannot be right

  private enum Forgetful: DescribedCases, Equatable {
    case told, untold
    static func describe(_ oneOf: inout Cases<Forgetful>) { oneOf("told", .told) }
  }

  private enum Swapping: DescribedCases, Equatable {
    case move(x: Int, y: Int)
    static func describe(_ oneOf: inout Cases<Swapping>) {
      oneOf("move", "x", "y", as: Swapping.move) { if case .move(let x, let y) = $0 { (y, x) } else { nil } }
    }
  }

  private enum Repeating: DescribedCases, Equatable {
    case one, two
    case three(Int, Int)
    static func describe(_ oneOf: inout Cases<Repeating>) {
      oneOf("one", .one)
      oneOf("one", .two)
      oneOf("three", "a", "a", as: Repeating.three) {
        if case .three(let a, let b) = $0 { (a, b) } else { nil }
      }
    }
  }

  private struct Held<Value: DescribedValue & Equatable>: Reducible, Described {
    var value: Value?
    mutating func reduce(_ action: Value) { value = action }
    static func describe(_ field: inout Fields<Held>) { field("value", \.value) }
  }

  @Test("A case that is not told, or taken apart otherwise than it is made, is refused where it is written")
  func refused() throws {
    let untold = #expect(throws: PatchError.self) { try Patch(from: Forgetful.told, to: .untold) }
    #expect(untold?.description.contains("Forgetful does not describe its case untold") == true)
    #expect(throws: PatchError.self) { try [Forgetful.untold].json() }
    #expect(try [Swapping.move(x: 1, y: 1)].json().count > 0, "nothing is wrong to be seen")
    for write in [
      { try _ = Patch(from: Swapping.move(x: 1, y: 1), to: .move(x: 1, y: 2)) },
      { try _ = PlainValue(of: Swapping.move(x: 1, y: 2)) },
    ] {
      let swapped = #expect(throws: PatchError.self) { try write() }
      #expect(swapped?.description.contains("'move' so that another value is made") == true)
    }
    let error = #expect(throws: DescriptionError.self) { try Store(Held<Repeating>()).send(.one) }
    #expect(
      error?.problems == [.twice(name: "one", type: "Repeating"), .twice(name: "three.a", type: "Repeating")]
    )
  }

  // MARK: Rules

  private enum Measured: DescribedCases, Equatable, Validated {
    case length(Rule)
    case none
    struct Rule: Described, Equatable, Validated {
      var number = 0
      mutating func validate() { number = max(0, number) }
      static func describe(_ field: inout Fields<Rule>) { field("number", \.number) }
    }
    mutating func validate() { if self == .length(Rule()) { self = .none } }
    static func describe(_ oneOf: inout Cases<Measured>) {
      oneOf("length", "_0", as: Measured.length) { if case .length(let rule) = $0 { rule } else { nil } }
      oneOf("none", .none)
    }
  }

  @Test("Rules are kept in what a case carries, and then by the enum")
  func rules() throws {
    var values: [Measured] = [.length(.init(number: 3)), .length(.init(number: -3)), .none]
    try values.applyRules()
    #expect(values == [.length(.init(number: 3)), .none, .none])
  }

  @Test("heapFootprint counts the values that a case carries")
  func footprints() {
    let text = String(repeating: "x", count: 1_000)
    #expect(Fate.given(Inner(title: text), note: nil).heapFootprint == text.heapFootprint)
    #expect(Fate.open.heapFootprint == Footprint())
  }
}
