import Foundation
import PersistentCollections
import StrataCore
import Testing

@testable import StrataStorage

/// A state around one value of any described type, all of which undo covers.
private struct Holder<Value: DescribedValue & Equatable>: Reducible, Described {
  var value: Value?

  mutating func reduce(_ action: Value) { value = action }
  static func describe(_ field: inout Fields<Holder>) { field("value", \.value) }

  func recording(of action: Value) -> Recording {
    .merge("Set", key: "value", within: .milliseconds(1))
  }
}

@Suite("One truth about a value, across restarts")
struct OneTruthReopeningTests {
  private func open<Value: DescribedValue & Equatable>(
    _ type: Value.Type,
    on disk: SimulatedDisk
  ) throws -> DurableStore<Holder<Value>> {
    let part = try UndonePart<Holder<Value>>(\.self)
    let options = OpeningOptions(clock: { Timestamp(secondsSince1970: 0) })
    return try DurableStore(
      at: "/d/value.json",
      undoing: part,
      startingWith: Holder(),
      options: options,
      in: disk
    )
  }

  /// Sends values, ends with or without a word, opens again, and goes back and forth.
  private func check<Value: DescribedValue & Equatable>(
    _ values: [Value],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for isClosed in [true, false] {
      let disk = SimulatedDisk()
      var states: [Moment.ID: Holder<Value>] = [:]
      do {
        let durable = try open(Value.self, on: disk)
        states[durable.store.timeline.present.id] = durable.store.state
        for (number, value) in values.enumerated() {
          // Every other one merges with the one before it.
          if number.isMultiple(of: 2) { try durable.store.markSaved() }
          try durable.store.send(value)
          states[durable.store.timeline.present.id] = durable.store.state
        }
        if isClosed { try durable.close() }
      }
      let again = try open(Value.self, on: disk)
      #expect(again.report.history == .kept(moments: states.count), sourceLocation: sourceLocation)
      for (id, state) in states.sorted(by: { $0.key > $1.key }) + states.sorted(by: { $0.key < $1.key }) {
        try again.store.jump(to: id)
        #expect(again.store.state.isWritten(as: state), sourceLocation: sourceLocation)
      }
      try again.close()
    }
  }

  @Test("Zeroes, numbers that are none, and two spellings of a text")
  func equalAndNotTheSame() throws {
    try check([3, 0.0, -0.0, -1, .nan, -.nan, 0.0, .infinity])
    try check(["\u{e9}", "e\u{301}", "", "e\u{301}", "\u{e9}"])
    try check([["\u{e9}": -0.0], ["e\u{301}": -0.0], ["e\u{301}": 0.0], ["e\u{301}": .nan]])
  }

  @Test("Nested nones, and entries without a value")
  func nested() throws {
    try check([Int??.none, .some(nil), .some(1), .some(nil)])
    try check([[Int??.none], [.some(nil)], [.some(1)], []])
    try check([PersistentMap<String, Int?>(), ["a": nil], ["a": 1], ["a": nil, "b": nil]])
  }

  @Test("Dates, identifiers, addresses, data and decimals, an address within another one too")
  func foundation() throws {
    try check([Date(timeIntervalSince1970: -0.125), .distantPast, .distantFuture])
    try check([UUID(), UUID()])
    try check([Data(), Data([0, 255, 10])])
    try check([Decimal(string: "0.1") ?? 0, Decimal(string: "-1e100") ?? 0])
    let base = try #require(URL(string: "https://example.org/a/b?x#y"))
    try check([
      base, try #require(URL(string: "c d", relativeTo: base)),
      try #require(URL(string: "../c", relativeTo: base)), try #require(URLComponents().url),
      try #require(URLComponents().url(relativeTo: base)),
    ])
  }

  private struct Lossy: DescribedLeaf, Equatable {
    var kept = 0
    var lost = 0

    enum CodingKeys: CodingKey { case kept }
  }

  @Test("A leaf that would come back as another value is refused before the change is acknowledged")
  func lossy() throws {
    let disk = SimulatedDisk()
    let durable = try open(Lossy.self, on: disk)
    try durable.store.send(Lossy(kept: 1))
    let log = disk.image.bytes(of: "/d/value.json.log")
    #expect {
      try durable.store.send(Lossy(kept: 2, lost: 3))
    } throws: {
      "\($0)".contains("Lossy") && "\($0)".contains("not equal to it")
    }
    #expect(durable.store.state == Holder(value: Lossy(kept: 1)))
    #expect(disk.image.bytes(of: "/d/value.json.log") == log)
    let file = StateFile<Holder<Lossy>>(at: "/d/other.json", in: disk)
    _ = try file.load()
    #expect(throws: StateFileError.self) { try file.save(Holder(value: Lossy(kept: 2, lost: 3))) }
    #expect(disk.image.bytes(of: "/d/other.json") == nil)
  }

  private enum Silent: DescribedCases, Equatable {
    case told, untold
    static func describe(_ oneOf: inout Cases<Silent>) { oneOf("told", .told) }
  }

  @Test("A case that the description does not tell is refused before the change is acknowledged")
  func untold() throws {
    let disk = SimulatedDisk()
    let durable = try open(Silent.self, on: disk)
    try durable.store.send(.told)
    #expect {
      try durable.store.send(.untold)
    } throws: {
      "\($0)".contains("Silent does not describe its case untold")
    }
    #expect(durable.store.state == Holder(value: .told))
    try durable.close()
    #expect(try open(Silent.self, on: disk).store.state == Holder(value: .told))
  }

  private struct Tree: Described, Equatable {
    var kids: PersistentMap<Int, Tree> = [:]
    static func describe(_ field: inout Fields<Tree>) { field("kids", \.kids) }
    static func nested(_ depth: Int) -> Tree {
      (0..<depth).reduce(Tree()) { tree, _ in Tree(kids: [0: tree]) }
    }
  }

  @Test("A value that is nested too deep to be read is refused before the change is acknowledged")
  func deep() throws {
    let disk = SimulatedDisk()
    do {
      let durable = try open(Tree.self, on: disk)
      for depth in [1, 20, 61] { try durable.store.send(Tree.nested(depth)) }
      for depth in [63, 64, 100] {
        #expect {
          try durable.store.send(Tree.nested(depth))
        } throws: {
          "\($0)".contains("nested deeper than")
        }
      }
    }
    let again = try open(Tree.self, on: disk)
    #expect(again.store.state.value == Tree.nested(61))
    try again.flush()
    while again.store.canUndo { try again.store.undo() }
    try again.close()
    #expect(try open(Tree.self, on: disk).store.state.value == nil)
  }

  @Test(
    "A change at the bottom of what is nested as deep as can be read is taken, undone, and there after reopening"
  )
  func deepChanges() throws {
    let disk = SimulatedDisk()
    var states: [Holder<Tree>] = []
    do {
      let durable = try open(Tree.self, on: disk)
      for depth in 1...61 {
        try durable.store.markSaved()
        try durable.store.send(Tree.nested(depth))
        states.append(durable.store.state)
      }
    }
    let again = try open(Tree.self, on: disk)
    #expect(again.report.history == .kept(moments: 62))
    for state in states.reversed() {
      #expect(again.store.state.isWritten(as: state))
      try again.store.undo()
    }
    try again.close()
    let last = try open(Tree.self, on: disk)
    for state in states {
      try last.store.redo()
      #expect(last.store.state.isWritten(as: state))
    }
  }

  private struct Forgetful: Reducible, Described {
    var number = 0
    var forgotten = 0
    mutating func reduce(_ action: Int) { (number, forgotten) = (action, action) }
    static func describe(_ field: inout Fields<Forgetful>) { field("number", \.number) }
  }

  @Test(
    "A description that cannot be right is an error of opening, loading and saving, and nothing is written"
  )
  func undescribed() throws {
    let disk = SimulatedDisk()
    let problem = DescriptionError(problems: [.forgotten(property: "forgotten", type: "Forgetful")])
    let error = StateFileError.undescribed(path: "/d/state.json", reason: problem)
    let part = try UndonePart<Forgetful>(\.number)
    #expect(throws: error) {
      try DurableStore(at: "/d/state.json", undoing: part, startingWith: Forgetful(), in: disk)
    }
    let file = StateFile<Forgetful>(at: "/d/state.json", in: disk)
    #expect(throws: error) { try file.save(Forgetful()) }
    #expect(disk.image.bytes(of: "/d/state.json") == nil)
    disk.put(Array(#"{"format":"strata-state-1","schema":1,"state":{"number":1}}"#.utf8), at: "state.json")
    #expect(throws: error) { try file.load() }
  }
}
