import Foundation
import PersistentCollections
import TestSupport
import Testing

@testable import StrataCore
@testable import StrataStorage

private struct Point<Count: DescribedValue & Equatable & Sendable & ExpressibleByIntegerLiteral>: Reducible,
  Described
{
  var x = 0.0
  var xs: [Double: [Double?]] = [:]
  var count: Count = 0

  struct Action: Sendable {
    var x: Double
    var count: Count?
  }

  mutating func reduce(_ action: Action) {
    x = action.x
    // An infinity is a key like others; a number that is not equal to itself is none.
    if !x.isNaN { xs[x, default: []].append(x) }
    xs[1, default: []].append(x)
    if let count = action.count { self.count = count }
  }

  static func describe(_ field: inout Fields<Point>) {
    field("x", \.x)
    field("xs", \.xs)
    field("count", \.count)
  }
}

/// A leaf that writes its members in another order each time.
private struct Tags: DescribedLeaf, Equatable {
  var ids: Set<Int> = []
}

private struct Tagged<Count: DescribedValue & Equatable & Sendable & ExpressibleByIntegerLiteral>: Reducible,
  Described
{
  var tags = Tags()
  var rows: [Tags] = []
  var byName: [String: Tags] = [:]
  var count: Count = 0
  var note = "none"

  mutating func reduce(_ action: (tag: Int, count: Count)) {
    tags.ids.insert(action.tag)
    rows = Array((rows + [tags]).suffix(3))
    byName = ["\(action.tag % 2)": tags]
    count = action.count
  }

  static func describe(_ field: inout Fields<Tagged>) {
    field("tags", \.tags)
    field("rows", \.rows)
    field("byName", \.byName)
    field("count", \.count)
    field("note", \.note)
  }
}

private struct Bag: Reducible, Described {
  var items: PersistentMap<Int, String> = [:]
  mutating func reduce(_ key: Int) { items[key] = String(repeating: "x", count: 20) }
  func recording(of _: Int) -> Recording { .merge("Fill", key: "k", within: .seconds(1_000_000)) }
  static func describe(_ field: inout Fields<Bag>) { field("items", \.items) }
}

private struct Row<Names>: Described, Equatable {
  var number = 0
  static func describe(_ field: inout Fields<Row>) {
    if Names.self == Int.self {
      // A page of a history has each name as often as there are values, once it is unpacked.
      field(
        """
        a name that is so much longer than the old one that what was read within a limit, by its old name, does not stay within \
        that limit by its new one: three hundred letters are enough, for in a text of JSON that is read the values of the rows \
        take more than their names of a letter, and that is what the limit is about
        """,
        \.number,
        formerly: "n"
      )
    } else {
      field("n", \.number)
    }
  }
}

private struct Grown<Names>: Reducible, Described {
  var rows: [Row<Names>] = []
  mutating func reduce(_ count: Int) { rows = (0..<count).map { Row(number: $0) } }
  static func describe(_ field: inout Fields<Grown>) { field("rows", \.rows) }
}

private struct Text: Described, Equatable {
  var text = ""
  var cursor = 0
  static func describe(_ field: inout Fields<Text>) {
    field("text", \.text)
    field("cursor", \.cursor)
  }
}

private struct Perhaps: Reducible, Described {
  var doc: Text?
  mutating func reduce(_ text: String) {
    if text.isEmpty { doc = nil } else { doc = Text(text: text, cursor: (doc?.cursor ?? 0) + 1) }
  }
  static func describe(_ field: inout Fields<Perhaps>) { field("doc", \.doc) }
}

private struct Surely: Reducible, Described {
  var doc = Text()
  mutating func reduce(_ text: String) { doc.text = text }
  static func describe(_ field: inout Fields<Surely>) { field("doc", \.doc) }
}

@Suite("A log that is taken in without the types that wrote it")
struct OtherTypesTests {
  private func open<State: Reducible & DescribedValue>(
    _ part: UndonePart<State>,
    _ initial: State,
    on disk: SimulatedDisk,
    _ change: (inout OpeningOptions) -> Void = { _ in }
  ) throws -> DurableStore<State> {
    var options = OpeningOptions()
    change(&options)
    return try DurableStore(at: "/d/a.json", undoing: part, startingWith: initial, options: options, in: disk)
  }

  @Test(
    "Numbers that JSON does not have, in the state file, before later changes",
    arguments: [Double.nan, .infinity, -.infinity]
  )
  func words(value: Double) throws {
    for isChanged in [true, false] {
      let disk = SimulatedDisk()
      do {
        let durable = try open(UndonePart(\Point<Int>.self), Point(), on: disk)
        for x in [value, -1, 2] { try durable.store.send(.init(x: x)) }
        try durable.store.send(.init(x: value))
        try durable.flush()
        for x in [3, -value, 4] { try durable.store.send(.init(x: x, count: isChanged ? 300 : nil)) }
        try durable.store.send(.init(x: 5, count: 6))
        durable.abandon()
      }
      let reference = try open(UndonePart(\Point<Int>.self), Point(), on: SimulatedDisk(disk.image)).store
        .state
      let migrated = try open(UndonePart(\Point<Int>.self), Point(), on: SimulatedDisk(disk.image)) {
        $0.migrations = [Migration { _ in }]
      }
      #expect(migrated.store.state.isWritten(as: reference))
      let narrow = try open(UndonePart(\Point<UInt8>.self), Point(), on: disk)
      #expect(narrow.store.state.x == 5 && narrow.store.state.count == 6)
      #expect(narrow.store.state.xs.count == reference.xs.count)
      #expect(narrow.report.history == .kept(moments: isChanged ? 1 : 9))
    }
  }

  @Test("The word for a number that JSON does not have is that number, wherever plain values are compared")
  func plainWords() throws {
    for (number, word) in [(Double.nan, "NaN"), (.infinity, "Infinity"), (-.infinity, "-Infinity")] {
      let (number, text) = (PlainValue.number(number), PlainValue.text(word))
      #expect(number == text && text == number && number.hashValue == text.hashValue)
      for other in [PlainValue.number(1), .number(-1), .text("M"), .text(""), .null, .list([]), .integer(3)] {
        #expect(number != other && number.precedes(other) == text.precedes(other))
        #expect(other.precedes(number) == other.precedes(text))
      }
      #expect(!number.precedes(text) && !text.precedes(number))
    }
    #expect(PlainValue.number(1) != .text("1") && PlainValue.number(.nan) != .text("Infinity"))
    var (before, after) = (Point<Int>(), Point<Int>())
    before.reduce(.init(x: .nan))
    before.reduce(.init(x: .infinity))
    after.reduce(.init(x: 5))
    let patch = try Patch(from: before, to: after)
    for plain in [try PlainValue(json: before.json()), try PlainValue(of: before)] {
      #expect(try plain.applying(patch) == PlainValue(of: after))
    }
  }

  @Test("A leaf that writes a set, in another order in each process")
  func anyOrder() throws {
    for isChanged in [true, false] {
      let disk = SimulatedDisk()
      for round in 0..<3 {
        let durable = try open(UndonePart(\Tagged<Int>.self), Tagged(), on: disk)
        for number in 0..<12 {
          try durable.store.send((round * 1_000 + number * 7_919 % 997, isChanged && number == 5 ? 300 : 1))
        }
        if round == 0 { try durable.close() } else { durable.abandon() }
      }
      let migrated = try open(UndonePart(\Tagged<Int>.self), Tagged(), on: SimulatedDisk(disk.image)) {
        $0.migrations = [Migration { _ in }]
      }
      #expect(migrated.store.state.tags.ids.count == 36 && migrated.store.state.rows.count == 3)
      let narrow = try open(UndonePart(\Tagged<UInt8>.self), Tagged(), on: disk)
      #expect(narrow.store.state.tags == migrated.store.state.tags && narrow.store.state.rows.count == 3)
      #expect(narrow.store.state.byName == migrated.store.state.byName)
    }
  }

  @Test("A state with a leaf that writes a set, edited outside: the edit is a step")
  func editedBesideASet() throws {
    let disk = SimulatedDisk()
    do {
      let durable = try open(UndonePart(\Tagged<Int>.self), Tagged(), on: disk)
      for number in 0..<30 { try durable.store.send((number * 7_919 % 997, 1)) }
      try durable.flush()
      for number in 0..<10 { try durable.store.send((2_000 + number, 1)) }
      try durable.close()
    }
    let text = String(decoding: try #require(disk.image.bytes(of: "/d/a.json")), as: UTF8.self)
    disk.put(Array(text.replacing("\"none\"", with: "\"some\"").utf8), at: "a.json")
    let edited = try open(UndonePart(\Tagged<Int>.self), Tagged(), on: disk)
    #expect(edited.report.isEditedOutside && edited.store.timeline.present.label == "Edited outside")
    #expect(edited.store.timeline.count == 42 && edited.store.state.note == "some")
    try edited.store.undo()
    #expect(edited.store.state.note == "none" && edited.store.state.tags.ids.count == 40)
  }

  @Test(
    "Several changes of one step that together could not be read again stay apart in the log",
    arguments: [true, false]
  )
  func mergedOverTheLimit(isClosed: Bool) throws {
    let disk = SimulatedDisk()
    func open() throws -> DurableStore<Bag> {
      try self.open(UndonePart(\Bag.items), Bag(), on: disk) {
        $0.memoryLimit = 20_000
        $0.pacing = AutosavePacing(delay: .seconds(1_000_000))
      }
    }
    let durable = try open()
    for number in 0..<1_200 { try durable.store.send(number) }
    if isClosed { try durable.close() } else { durable.abandon() }
    let again = try open()
    #expect(again.store.state.items.count == 1_200 && again.report.history == .kept(moments: 2))
  }

  @Test("A new description whose log could not be read again is refused, and nothing is changed")
  func grownOverTheLimit() throws {
    let disk = SimulatedDisk()
    func open<Names>(_: Names.Type, _ limit: Int) throws -> DurableStore<Grown<Names>> {
      try self.open(UndonePart(\Grown<Names>.rows), Grown(), on: disk) { $0.memoryLimit = limit }
    }
    do {
      let durable = try open(Void.self, 100_000)
      for count in [400, 1] { try durable.store.send(count) }
      try durable.close()
    }
    let files = disk.image
    for _ in 0..<2 {
      #expect(throws: LogError.overMemory(path: "/d/a.json.log", limit: 100_000)) {
        try open(Int.self, 100_000)
      }
      #expect(disk.image.bytes(of: "/d/a.json") == files.bytes(of: "/d/a.json"))
      #expect(disk.image.bytes(of: "/d/a.json.log") == files.bytes(of: "/d/a.json.log"))
    }
    #expect(try open(Void.self, 100_000).report.history == .kept(moments: 3))
    #expect(try open(Int.self, 1 << 30).report.history == .kept(moments: 3))
  }

  @Test(
    "A state file that the new types cannot read, and changes that lead to what they can",
    arguments: [true, false]
  )
  func passing(isWhole: Bool) throws {
    let disk = SimulatedDisk()
    do {
      let durable = try open(UndonePart(\Point<Int>.self), Point(), on: disk)
      for count in [1, 300] { try durable.store.send(.init(x: 0, count: count)) }
      try durable.flush()
      if isWhole { try durable.store.send(.init(x: 0, count: 7)) }
      durable.abandon()
    }
    let files = disk.image
    guard isWhole else {
      #expect {
        try open(UndonePart(\Point<UInt8>.self), Point(), on: disk)
      } throws: {
        guard case StateFileError.notMigrated(_, 1, let reason) = $0, reason.contains("300") else {
          return false
        }
        let ways = [
          "formerly:", "missing:", "removed(_:)", "Migration", "quarantine()", "damagedLog: .setAside",
        ]
        return ways.allSatisfy("\($0)".contains)
      }
      #expect(disk.image.bytes(of: "/d/a.json") == files.bytes(of: "/d/a.json"))
      return
    }
    let narrow = try open(UndonePart(\Point<UInt8>.self), Point(), on: disk)
    #expect(narrow.store.state.count == 7 && narrow.report.isRewritten && narrow.report.migratedFrom == nil)
    #expect(narrow.report.history == .kept(moments: 1) && narrow.report.lost?.moments == 3)
    try narrow.close()
    #expect(try open(UndonePart(\Point<UInt8>.self), Point(), on: disk).store.state.count == 7)
  }

  @Test(
    "A record on the way to what undo covers that could be none before was what it is where it is missing",
    arguments: [true, false]
  )
  func noneOnTheWay(isClosed: Bool) throws {
    let disk = SimulatedDisk()
    do {
      let durable = try open(UndonePart(\Perhaps.doc), Perhaps(), on: disk)
      for text in ["a", "b", "", "c", "d"] { try durable.store.send(text) }
      if isClosed { try durable.close() } else { durable.abandon() }
    }
    let whole = try open(UndonePart(\Surely.doc), Surely(), on: SimulatedDisk(disk.image))
    let durable = try open(UndonePart(\Surely.doc.text), Surely(), on: disk)
    #expect(durable.report.history == whole.report.history && durable.report.history == .kept(moments: 6))
    #expect(durable.report.lost == nil)
    var texts = [durable.store.state.doc.text]
    while durable.store.canUndo {
      try durable.store.undo()
      texts.append(durable.store.state.doc.text)
    }
    #expect(texts == ["d", "c", "", "b", "a", ""])
  }
}
