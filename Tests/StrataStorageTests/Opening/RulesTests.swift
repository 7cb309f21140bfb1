import PersistentCollections
import StrataCore
import TestSupport
import Testing

@testable import StrataStorage

private struct TooLow: Error, CustomStringConvertible { let description = "it lies below zero" }

/// A number that has to be at least zero, and at most ten.
private struct Level: Validated, Described, Equatable {
  var level = 0

  mutating func validate() throws {
    if level < 0 { throw TooLow() }
    level = min(level, 10)
  }
  static func describe(_ field: inout Fields<Level>) { field("level", \.level) }
}

private struct Tank: Reducible, Described, Equatable {
  var levels = ["a": Level()]

  mutating func reduce(_ action: Int) { levels["a"]?.level = action }
  static func describe(_ field: inout Fields<Tank>) { field("levels", \.levels) }
}

/// A word that its rule changes to small letters, and that must not be empty.
private struct Word: Validated, Described, Hashable {
  var text = "a"

  mutating func validate() throws {
    if text.isEmpty { throw TooLow() }
    text = text.lowercased()
  }
  static func describe(_ field: inout Fields<Word>) { field("text", \.text) }
}

@Suite("Rules of a state, and what the app itself has saved")
struct RulesTests {
  private func open(on disk: SimulatedDisk) throws -> DurableStore<Tank> {
    try DurableStore(at: "/d/tank.json", undoing: UndonePart<Tank>(\.self), startingWith: Tank(), in: disk)
  }

  private func text(on disk: SimulatedDisk, _ path: String = "/d/tank.json") throws -> String {
    String(decoding: try #require(disk.image.bytes(of: path)), as: UTF8.self)
  }

  @Test(
    "An acknowledged change that breaks a rule still opens, and the report names the rule",
    arguments: [true, false]
  )
  func acknowledged(isClosed: Bool) throws {
    let disk = SimulatedDisk()
    do {
      let durable = try open(on: disk)
      try durable.store.send(3)
      try durable.store.send(-1)
      if isClosed { try durable.close() }
    }
    for _ in 0..<2 {
      let durable = try open(on: disk)
      #expect(durable.report.history == .kept(moments: 3) && !durable.report.isRepaired)
      #expect(durable.report.brokenRule?.contains("it lies below zero") == true)
      #expect(durable.report.brokenRule?.contains("levels / a") == true)
      #expect(durable.store.state.levels["a"]?.level == -1)
      try durable.close()
    }
    let durable = try open(on: disk)
    try durable.store.undo()
    try durable.store.undo()
    try durable.store.redo()
    try durable.close()
    let again = try open(on: disk)
    #expect(
      again.report.brokenRule == nil && again.store.canRedo && again.store.state.levels["a"]?.level == 3
    )
  }

  @Test("An outside edit is refused when a rule throws, and repaired when the rule corrects the value")
  func edited() throws {
    let disk = SimulatedDisk()
    do {
      let durable = try open(on: disk)
      try durable.store.send(3)
      try durable.close()
    }
    let saved = try text(on: disk)
    disk.put(Array(saved.replacing("\"level\":3", with: "\"level\":-3").utf8), at: "tank.json")
    #expect {
      try open(on: disk)
    } throws: {
      "\($0)".contains("it lies below zero")
    }
    disk.put(Array(saved.replacing("\"level\":3", with: "\"level\":30").utf8), at: "tank.json")
    let durable = try open(on: disk)
    #expect(durable.report.isRepaired && durable.report.isEditedOutside && durable.report.brokenRule == nil)
    #expect(durable.store.state.levels["a"]?.level == 10)
  }

  @Test(
    "A state file by itself: as it was saved it loads, edited or of an earlier revision a rule may refuse it"
  )
  func stateFile() throws {
    let disk = SimulatedDisk()
    let file = StateFile<Tank>(at: "/d/tank.json", in: disk)
    _ = try file.load()
    try file.save(Tank(levels: ["a": Level(level: -1)]))
    #expect(try file.load() == Tank(levels: ["a": Level(level: -1)]))
    #expect(file.brokenRule?.contains("it lies below zero") == true && !file.wasEditedOutside)
    try file.save(Tank(levels: ["a": Level(level: 7)]))
    #expect(try file.load() == Tank(levels: ["a": Level(level: 7)]) && file.brokenRule == nil)
    #expect(try file.previousVersion() == Tank(levels: ["a": Level(level: -1)]))
    let saved = try text(on: disk)
    for text in [
      saved.replacing("\"level\":7", with: "\"level\":-7"),
      #"{"format":"strata-state-1","schema":1,"state":{"levels":{"a":{"level":-1}}}}"#,
    ] {
      disk.put(Array(text.utf8), at: "tank.json")
      #expect(throws: StateFileError.self) { try file.load() }
    }
  }

  @Test("Members of a set and keys of a map have their rules asked, too")
  func keys() throws {
    let words = #"[{"text":"A"},{"text":"a"},{"text":"B"}]"#
    #expect(try Set<Word>(json: words.utf8) == [Word(text: "a"), Word(text: "b")])
    #expect(try PersistentSet<Word>(json: words.utf8) == [Word(text: "a"), Word(text: "b")])
    let swapped = #"[{"text":"C"},{"level":1},{"text":"d"},{"level":20},{"text":"B"},{"level":30}]"#
    let expected = [
      Word(text: "c"): Level(level: 1), Word(text: "d"): Level(level: 10), Word(text: "b"): Level(level: 10),
    ]
    #expect(try [Word: Level](json: swapped.utf8) == expected)
    #expect(
      try PersistentMap<Word, Level>(json: swapped.utf8)
        == PersistentMap(uniqueKeysWithValues: Array(expected))
    )
    func refuses<Value: DescribedValue>(_ type: Value.Type, _ json: String, _ reasons: String...) {
      #expect {
        try Value(json: json.utf8)
      } throws: { error in
        reasons.allSatisfy { "\(error)".contains($0) }
      }
    }
    refuses(Set<Word>.self, #"[{"text":"A"},{"text":""}]"#, "Word", "it lies below zero")
    refuses([Word: Int].self, #"[{"text":""},1]"#, "Word", "it lies below zero")
    refuses([Word: Int].self, #"[{"text":"A"},1,{"text":"a"},2]"#, "Word", "there already")
  }

  struct Grown: Reducible, Described, Validated, Equatable {
    var text = ""
    var ratios: [Double: Int] = [:]

    mutating func validate() throws {
      if text.hasPrefix("x") { text = String(repeating: "y", count: 5_000) }
      if text == "n" { ratios[.nan] = 1 }
    }
    mutating func reduce(_ text: String) { self.text = text }
    static func describe(_ field: inout Fields<Grown>) {
      field("text", \.text)
      field("ratios", \.ratios)
    }
  }

  @Test(
    "A rule's correction that cannot be written is dropped, and the state opens as it was saved",
    arguments: ["x", "n"]
  )
  func unwritableRepairs(text: String) throws {
    let disk = SimulatedDisk()
    var options = OpeningOptions()
    options.sizeLimit = 2_000
    func open() throws -> DurableStore<Grown> {
      try DurableStore(
        at: "/d/grown.json",
        undoing: UndonePart<Grown>(\.self),
        startingWith: Grown(),
        options: options,
        in: disk
      )
    }
    let durable = try open()
    try durable.store.send("a")
    try durable.store.send(text)
    try durable.close()
    for _ in 0..<2 {
      let again = try open()
      #expect(again.store.state.text == text)
      #expect(!again.report.isRepaired && again.report.brokenRule?.contains("cannot be written") == true)
      try again.store.undo()
      try again.store.redo()
      try again.close()
    }
    // An outside edit is refused and stays in the file.
    let file = try #require(disk.image.bytes(of: "/d/grown.json"))
    let edited = String(decoding: file, as: UTF8.self).replacing("\"\(text)\"", with: "\"\(text)\" ")
    disk.put(Array(edited.utf8), at: "grown.json")
    #expect(throws: StateFileError.self) { try open() }
    #expect(disk.image.bytes(of: "/d/grown.json") == Array(edited.utf8))
  }
}
