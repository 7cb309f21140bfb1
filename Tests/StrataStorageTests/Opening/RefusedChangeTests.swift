import Foundation
import PersistentCollections
import StrataCore
import Testing

@testable import StrataStorage

/// A state around one value of any described type, all of which undo covers.
struct Refusing<Value: DescribedValue & Equatable>: Reducible, Described {
  var value: Value?

  mutating func reduce(_ action: Value) { value = action }
  static func describe(_ field: inout Fields<Refusing>) { field("value", \.value) }
}

@Suite("Changes that could not be read again are refused before they are acknowledged")
struct RefusedChangeTests {
  /// A log takes the one value and refuses the other with the given words, a state file as well, and nothing is written.
  func check<Value: DescribedValue & Equatable>(
    _ good: Value,
    refused bad: Value,
    saying words: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    func says(_ error: any Error) -> Bool {
      let text = "\(error)"
      let missing = words.filter { !text.contains($0) }
      if !missing.isEmpty { Issue.record("\(text) does not say \(missing)", sourceLocation: sourceLocation) }
      return missing.isEmpty
    }
    let disk = SimulatedDisk()
    func open() throws -> DurableStore<Refusing<Value>> {
      let part = try UndonePart<Refusing<Value>>(\.self)
      return try DurableStore(at: "/d/value.json", undoing: part, startingWith: Refusing(), in: disk)
    }
    do {
      let durable = try open()
      // From none, and from a value.
      for old in [Refusing<Value>(), Refusing(value: good)] {
        if let value = old.value { try durable.store.send(value) }
        let log = disk.image.bytes(of: "/d/value.json.log")?.count
        #expect(sourceLocation: sourceLocation) { try durable.store.send(bad) } throws: { says($0) }
        #expect(durable.store.state.isWritten(as: old), sourceLocation: sourceLocation)
        #expect(disk.image.bytes(of: "/d/value.json.log")?.count == log, sourceLocation: sourceLocation)
      }
      try durable.close()
    }
    #expect(try open().store.state.isWritten(as: Refusing(value: good)), sourceLocation: sourceLocation)
    let file = StateFile<Refusing<Value>>(at: "/d/other.json", in: disk)
    _ = try file.load()
    #expect(sourceLocation: sourceLocation) {
      try file.save(Refusing(value: bad))
    } throws: {
      says($0)
    }
    #expect(disk.image.bytes(of: "/d/other.json") == nil, sourceLocation: sourceLocation)
  }

  private struct Ratio: DescribedLeaf, Hashable {
    var ratio = 0.0
  }

  @Test("A key or a member that is not equal to itself")
  func strangeKeys() throws {
    try check([1.5: 1], refused: [.nan: 1], saying: ["Double", "not equal to what", "value"])
    try check([1.5: 1] as PersistentMap, refused: [.nan: 1], saying: ["Double", "not equal to what"])
    try check([1.5: 1] as PersistentSortedMap, refused: [.nan: 1], saying: ["Double", "not equal to what"])
    try check([Float(1)] as Set, refused: [.nan, 1], saying: ["Float", "not equal to what"])
    try check([Float(1)] as PersistentSet, refused: [1, .nan], saying: ["Float", "not equal to what"])
    let (good, bad) = (Ratio(ratio: 1), Ratio(ratio: .nan))
    try check([good: 1], refused: [bad: 1], saying: ["Ratio", "not equal to what"])
    try check([good] as PersistentSet, refused: [bad], saying: ["Ratio", "not equal to what"])
    let (then, never) = (Date(timeIntervalSinceReferenceDate: 1), Date(timeIntervalSinceReferenceDate: .nan))
    try check([then: 1], refused: [never: 1], saying: ["Date", "not equal to what"])
    try check([[1.5]] as Set, refused: [[.nan]], saying: ["not equal to what"])
  }

  @Test("A key or a member that is not equal to itself is not read, either")
  func strangeKeysInFiles() {
    func refuses<Value: DescribedValue>(_ type: Value.Type, _ json: String) {
      #expect {
        try Value(json: json.utf8)
      } throws: {
        "\($0)".contains("not equal to itself")
      }
    }
    refuses([Double: Int].self, #"["NaN",1]"#)
    refuses(PersistentMap<Double, Int>.self, #"[1.5,1,"NaN",1]"#)
    refuses(PersistentSortedMap<Float, Int>.self, #"{"NaN":1}"#)
    refuses(Set<Double>.self, #"[1.5,"NaN"]"#)
    refuses(PersistentSet<Date>.self, #"["NaN"]"#)
  }

  private struct Desk<Part: DescribedValue & Equatable & Rebuilt>: Reducible, Described {
    var parts: [Part] = []
    var selection = 0

    enum Action: Sendable {
      case set(Part)
      case select
    }

    mutating func reduce(_ action: Action) {
      switch action {
      case .set(let part): parts = [part]
      case .select: selection += 1
      }
    }

    /// Put together anew each time: nothing in it is where it was before.
    var undone: [Part] {
      get { parts.map(\.rebuilt) }
      set { parts = newValue }
    }

    func recording(of action: Action) -> Recording {
      if case .select = action { .untracked } else { .step("Set") }
    }

    static func describe(_ field: inout Fields<Desk>) {
      field("parts", \.parts)
      field("selection", \.selection)
    }
  }

  @Test("A store in memory takes a value that is not equal to itself, and untracked actions still work")
  func untracked() throws {
    func check<Part: DescribedValue & Equatable & Rebuilt>(_ part: Part) throws {
      for store in [Store(Desk<Part>(), undoing: \.parts), Store(Desk<Part>(), undoing: \.undone)] {
        try store.send(.set(part))
        for _ in 0..<3 { try store.send(.select) }
        #expect(store.state.selection == 3)
        try store.undo()
        try store.redo()
        #expect(store.state.parts.count == 1)
      }
    }
    try check(Double.nan)
    try check([Double.nan: 1])
    try check([.nan: 1] as PersistentMap<Double, Int>)
    try check([.nan: 1, 2: 2] as PersistentSortedMap<Double, Int>)
    try check([Float.nan] as Set)
    try check([.nan, 1] as PersistentSet<Float>)
    try check(Date(timeIntervalSinceReferenceDate: .nan))
    try check([Date(timeIntervalSinceReferenceDate: .nan): [Double.nan]])
  }

  private enum Silence: DescribedLeaf, Equatable {
    case silent
    case loud(Int)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      self = container.decodeNil() ? .silent : .loud(try container.decode(Int.self))
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      if case .loud(let number) = self { try container.encode(number) } else { try container.encodeNil() }
    }
  }

  private struct Hollow: RawRepresentable, DescribedLeaf, Equatable {
    var rawValue: Int?
  }

  private struct Note: Described, Equatable {
    var silence: Silence? = .loud(0)
    var other = Silence.loud(0)
    static func describe(_ field: inout Fields<Note>) {
      field("silence", \.silence)
      field("other", \.other)
    }
  }

  private enum Said: DescribedCases, Equatable {
    case said(Silence)
    static func describe(_ oneOf: inout Cases<Said>) {
      oneOf("said", "_0", as: Said.said) { if case .said(let silence) = $0 { silence } else { nil } }
    }
  }

  @Test("A leaf that writes null, which is none and what is not there")
  func null() throws {
    try check(Note(other: .loud(7)), refused: Note(other: .silent), saying: ["Silence", "other", "null"])
    try check(Said.said(.loud(7)), refused: .said(.silent), saying: ["Silence", "null"])
    try check([Silence.loud(7)], refused: [.silent], saying: ["Silence", "null"])
    #expect(throws: PatchError.self) { try Note(other: .silent).json() }
    #expect(throws: PatchError.self) { try [Hollow()].json() }
    try check(Silence.loud(1), refused: .silent, saying: ["Silence", "null", "value"])
    try check(Hollow(rawValue: 1), refused: Hollow(), saying: ["Hollow", "null"])
    try check([Silence?.none], refused: [.some(.silent)], saying: ["Silence", "null"])
    try check([Silence?.some(.loud(2))], refused: [.some(.silent)], saying: ["Silence", "null"])
    try check(Note(silence: .loud(7)), refused: Note(silence: .silent), saying: ["Silence", "silence"])
  }

  private struct Crosswise: DescribedByInitializer, Equatable {
    let first: Int
    let second: Int

    init(_ first: Int, _ second: Int) { (self.first, self.second) = (first, second) }
    init(_ fields: FieldValues<Crosswise>) throws { try self.init(fields[\.second], fields[\.first]) }

    static func describe(_ field: inout Fields<Crosswise>) {
      field("first", \.first)
      field("second", \.second)
    }
  }

  private struct Rounded: DescribedByInitializer, Equatable {
    let number: Double
    struct Negative: Error {}

    init(unchecked number: Double) { self.number = number }

    init(_ fields: FieldValues<Rounded>) throws {
      guard try fields[\.number] >= 0 else { throw Negative() }
      number = try fields[\.number].rounded()
    }

    static func describe(_ field: inout Fields<Rounded>) { field("number", \.number) }
  }

  @Test("A record of which its initialiser makes another one, or none")
  func initialisers() throws {
    let (same, other) = (Crosswise(1, 1), Crosswise(1, 2))
    try check(same, refused: other, saying: ["Crosswise", "first", "another value"])
    try check([same], refused: [other], saying: ["Crosswise", "first", "another value"])
    try check(["a": same], refused: ["a": other], saying: ["Crosswise", "first", "another value"])
    let good = Rounded(unchecked: 3)
    try check(good, refused: Rounded(unchecked: 0.5), saying: ["Rounded", "number", "another value"])
    try check(good, refused: Rounded(unchecked: -1), saying: ["Rounded", "Negative"])
  }

  struct Restless: DescribedByInitializer, Equatable {
    let id: UUID
    init(_ fields: FieldValues<Restless>) throws { id = try fields[\.id] }
    static func describe(_ field: inout Fields<Restless>) { field("id", \.id, missing: UUID()) }
  }

  struct Timed: Described, Equatable {
    var at = Date(timeIntervalSinceReferenceDate: 0)
    static func describe(_ field: inout Fields<Timed>) { field("at", \.at, missing: Date()) }
  }

  enum Ended: DescribedCases, Equatable {
    case open
    case done(UUID)

    static func describe(_ oneOf: inout Cases<Ended>) {
      oneOf("open", .open)
      oneOf("done", CasePart("by", missing: UUID()), as: Ended.done) {
        if case .done(let by) = $0 { by } else { nil }
      }
    }
  }

  struct Perhaps: Described, Equatable {
    var mood: Int?
    static func describe(_ field: inout Fields<Perhaps>) { field("mood", \.mood, missing: 2) }
  }

  enum Lent: DescribedCases, Equatable {
    case home
    case away(String?)

    static func describe(_ oneOf: inout Cases<Lent>) {
      oneOf("home", .home)
      oneOf("away", CasePart("to", missing: "Ada"), as: Lent.away) {
        if case .away(let to) = $0 { to } else { nil }
      }
    }
  }

  @Test("A missing: value must be the same each time, and an optional field must not have one")
  func missing() throws {
    func check<Value: DescribedValue & Equatable>(
      _ type: Value.Type,
      _ field: String,
      _ problem: (_ field: String, _ type: String) -> DescriptionError.Problem
    ) throws {
      let disk = SimulatedDisk()
      let part = try UndonePart<Refusing<Value>>(\.self)
      let problem = problem(field, "\(Value.self)")
      let error = StateFileError.undescribed(path: "/d/a.json", reason: DescriptionError(problems: [problem]))
      #expect("\(error)".contains("'\(field)'") && "\(error)".contains("missing"))
      #expect(throws: error) {
        try DurableStore(at: "/d/a.json", undoing: part, startingWith: Refusing(), in: disk)
      }
      #expect(throws: error) { try StateFile<Refusing<Value>>(at: "/d/a.json", in: disk).save(Refusing()) }
      #expect(disk.image.bytes(of: "/d/a.json") == nil)
    }
    try check(Restless.self, "id", DescriptionError.Problem.missingNotTheSameTwice)
    try check(Timed.self, "at", DescriptionError.Problem.missingNotTheSameTwice)
    try check(Ended.self, "done.by", DescriptionError.Problem.missingNotTheSameTwice)
    try check(Perhaps.self, "mood", DescriptionError.Problem.missingIsNone)
    try check(Lent.self, "away.to", DescriptionError.Problem.missingIsNone)
  }

  @Test("A date that is none is one value, and comes back")
  func noDate() throws {
    let disk = SimulatedDisk()
    let part = try UndonePart<Refusing<Date>>(\.self)
    let never = [Double.nan, -.nan, .signalingNaN].map { Date(timeIntervalSinceReferenceDate: $0) }
    do {
      let durable = try DurableStore(at: "/d/a.json", undoing: part, startingWith: Refusing(), in: disk)
      for date in never { try durable.store.send(date) }
      #expect(durable.store.timeline.count == 2)
      try durable.store.send(Date(timeIntervalSinceReferenceDate: 5))
    }
    let again = try DurableStore(at: "/d/a.json", undoing: part, startingWith: Refusing(), in: disk)
    #expect(again.report.history == .kept(moments: 3))
    try again.store.undo()
    #expect(again.store.state.isWritten(as: Refusing(value: never[0])))
    try again.close()
    let last = try DurableStore(at: "/d/a.json", undoing: part, startingWith: Refusing(), in: disk)
    #expect(last.store.state.isWritten(as: Refusing(value: never[1])))
    try last.store.undo()
    #expect(last.store.state.value == nil)
  }
}

/// A value that can be built again from its contents without sharing storage.
private protocol Rebuilt { var rebuilt: Self { get } }

extension Double: Rebuilt { fileprivate var rebuilt: Double { self } }
extension Date: Rebuilt { fileprivate var rebuilt: Date { self } }

extension Dictionary: Rebuilt {
  fileprivate var rebuilt: Dictionary { reduce(into: [:]) { $0[$1.key] = $1.value } }
}

extension Set: Rebuilt {
  fileprivate var rebuilt: Set { reduce(into: []) { $0.insert($1) } }
}

extension PersistentMap: Rebuilt {
  fileprivate var rebuilt: PersistentMap { reduce(into: [:]) { $0[$1.key] = $1.value } }
}

extension PersistentSortedMap: Rebuilt {
  fileprivate var rebuilt: PersistentSortedMap { reduce(into: [:]) { $0[$1.key] = $1.value } }
}

extension PersistentSet: Rebuilt {
  fileprivate var rebuilt: PersistentSet { reduce(into: []) { $0.insert($1) } }
}
