import Strata
import TestSupport
import Testing

@testable import StrataStorage

/// A number that is undone, and several things that may go beside it; some of them have other names in a new version.
private struct Several<Names>: Reducible, Described {
  var number = 0
  var name = "n"
  var title = "t"
  var side = Side()
  var cursor = Cursor()
  /// A number below zero moves the cursor, and does nothing besides.
  mutating func reduce(_ action: Int) {
    if action < 0 { return cursor.line += 1 }
    number = action
    (name, title) = (name + "\(action)", title + "\(action)")
    (side.a, cursor.line) = (action, action)
  }

  func recording(of action: Int) -> Recording { action < 0 ? .untracked : .step("") }

  static func describe(_ field: inout Fields<Several>) {
    field("number", \.number)
    if Names.self == Int.self { field("word", \.name, formerly: "name") } else { field("name", \.name) }
    field("title", \.title)
    field("side", \.side)
    field("cursor", \.cursor)
  }
}

private struct Side: Described, Equatable {
  var a = 0
  static func describe(_ field: inout Fields<Side>) { field("a", \.a) }
}

private struct Cursor: Described, Equatable {
  var line = 0
  static func describe(_ field: inout Fields<Cursor>) { field("line", \.line) }
}

private struct Nest: Described, Equatable {
  var inner: [Nest] = []
  static func describe(_ field: inout Fields<Nest>) { field("inner", \.inner) }
  static func deep(_ levels: Int) -> Nest { (0..<levels).reduce(Nest()) { nest, _ in Nest(inner: [nest]) } }
}

/// A state whose companion is two levels deeper than what it is kept in.
private struct Nested: Reducible, Described {
  var number = 0
  var nest = Nest()

  var companion: [[Nest]] {
    get { [[nest]] }
    set { nest = newValue.first?.first ?? Nest() }
  }

  mutating func reduce(_ levels: Int) { (number, nest) = (levels, .deep(levels)) }

  static func describe(_ field: inout Fields<Nested>) {
    field("number", \.number)
    field("nest", \.nest)
  }
}

/// A number that is undone, and something beside it.
private struct Beside<Side: DescribedValue & Equatable>: Reducible, Described {
  var number = 0
  var side: Side?

  mutating func reduce(_ action: (Int, Side)) { (number, side) = action }
  static func describe(_ field: inout Fields<Beside>) {
    field("number", \.number)
    field("side", \.side)
  }
}

@Suite("Another companion than in the version before")
struct OtherCompanionTests {
  private func open<Names, Companion: DescribedValue>(
    _: Names.Type,
    with companion: WritableKeyPath<Several<Names>, Companion> & Sendable,
    on disk: SimulatedDisk
  ) throws -> DurableStore<Several<Names>> {
    let part = try UndonePart(\Several<Names>.number, with: companion)
    return try DurableStore(at: "/d/several.json", undoing: part, startingWith: Several(), in: disk)
  }

  private func end<State>(_ durable: DurableStore<State>, isClosed: Bool) throws {
    if isClosed { try durable.close() } else { durable.abandon() }
  }

  @Test(
    "What went beside an older step goes into no other field, whether its type is the same or not",
    arguments: [true, false]
  )
  func elsewhere(isClosed: Bool) throws {
    let disk = SimulatedDisk()
    let first = try open(Void.self, with: \.name, on: disk)
    for number in 1...3 { try first.store.send(number) }
    try end(first, isClosed: isClosed)
    for _ in 0..<2 {
      let second = try open(Void.self, with: \.title, on: disk)
      #expect(second.report.history == .kept(moments: 4) && second.store.state.title == "t123")
      try second.store.undo()
      #expect(second.store.state.number == 2 && second.store.state.title == "t123")
      try second.store.redo()
      try end(second, isClosed: isClosed)
    }
    let third = try open(Void.self, with: \.side, on: disk)
    try third.store.send(4)
    try third.store.undo()
    #expect(third.store.state.side == Side(a: 3))
    try end(third, isClosed: isClosed)
    let last = try open(Void.self, with: \.cursor, on: disk)
    #expect(last.report.history == .kept(moments: 5) && last.store.state.cursor == Cursor(line: 4))
    try last.store.undo()
    #expect(last.store.state.number == 2 && last.store.state.cursor == Cursor(line: 4))
  }

  @Test(
    "What went beside an older step in another type leaves the companion as it is, and the step is not lost"
  )
  func otherType() throws {
    let disk = SimulatedDisk()
    do {
      let first = try open(Void.self, with: \.name, on: disk)
      for number in 1...3 { try first.store.send(number) }
      try first.close()
    }
    let second = try open(Void.self, with: \.cursor, on: disk)
    #expect(second.report.history == .kept(moments: 4) && second.report.lost == nil)
    let store = second.store
    let last = store.timeline.present.id
    // Where the cursor is by now is of this version, and no older step says anything about it.
    try store.send(-1)
    try store.undo()
    #expect(store.state.number == 2 && store.state.cursor == Cursor(line: 4))
    try store.send(7)
    #expect(store.state.cursor == Cursor(line: 7))
    try store.undo()
    #expect(store.state.cursor == Cursor(line: 4))
    try store.redo()
    try store.jump(to: last)
    #expect(store.state.number == 3 && store.state.cursor == Cursor(line: 7))
    var numbers: [Int] = []
    while store.canUndo {
      try store.undo()
      numbers.append(store.state.number)
    }
    #expect(numbers == [2, 1, 0] && store.state.cursor == Cursor(line: 7))
  }

  private struct Pen: Described, Equatable {
    var width: Int?
    static func describe(_ field: inout Fields<Pen>) { field("width", \.width) }
  }

  private struct NewerPen: Described, Equatable {
    var width: Int?
    var colour: Int?
    static func describe(_ field: inout Fields<NewerPen>) {
      field("width", \.width)
      field("colour", \.colour)
    }
  }

  @Test("What a newer version wrote beside a step is an error, too")
  func newer() throws {
    let disk = SimulatedDisk()
    func open<Side: DescribedValue & Equatable>(_: Side.Type) throws -> DurableStore<Beside<Side>> {
      let part = try UndonePart(\Beside<Side>.number, with: \Beside<Side>.side)
      return try DurableStore(at: "/d/value.json", undoing: part, startingWith: Beside(), in: disk)
    }
    do {
      let durable = try open(NewerPen.self)
      try durable.store.send((1, NewerPen(width: 1, colour: 2)))
      try durable.store.send((2, NewerPen(width: 1)))
      try durable.close()
    }
    let before = disk.image.bytes(of: "/d/value.json.log")
    #expect {
      try open(Pen.self)
    } throws: {
      if case LogError.unknownField(_, "colour", _) = $0 { true } else { false }
    }
    #expect(disk.image.bytes(of: "/d/value.json.log") == before)
  }

  @Test("A companion that has another name now is the same", arguments: [true, false])
  func renamed(isClosed: Bool) throws {
    let disk = SimulatedDisk()
    let first = try open(Void.self, with: \.name, on: disk)
    for number in 1...3 { try first.store.send(number) }
    try end(first, isClosed: isClosed)
    for _ in 0..<2 {
      let second = try open(Int.self, with: \.name, on: disk)
      try second.store.undo()
      #expect(second.store.state.number == 2 && second.store.state.name == "n12")
      try second.store.redo()
      try end(second, isClosed: isClosed)
    }
  }

  @Test("A companion that was taken is read, however deep it is", arguments: [true, false])
  func deep(isClosed: Bool) throws {
    // A level of a nest is two of what is written.
    var taken = 0
    for levels in 56...66 {
      let disk = SimulatedDisk()
      func open() throws -> DurableStore<Nested> {
        let part = try UndonePart(\Nested.number, with: \.companion)
        return try DurableStore(at: "/d/nested.json", undoing: part, startingWith: Nested(), in: disk)
      }
      let first = try open()
      guard (try? first.store.send(levels)) != nil else { continue }
      taken += 1
      try first.store.send(1)
      try end(first, isClosed: isClosed)
      let second = try open()
      #expect(second.store.state.isWritten(as: with(Nested()) { $0.reduce(1) }))
      try second.store.undo()
      #expect(second.store.state.isWritten(as: with(Nested()) { $0.reduce(levels) }), "\(levels) levels")
    }
    #expect(taken > 4 && taken < 11)
  }
}

private func with<Value>(_ value: Value, _ change: (inout Value) -> Void) -> Value {
  var value = value
  change(&value)
  return value
}
