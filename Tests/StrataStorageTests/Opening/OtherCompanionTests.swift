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
  mutating func reduce(_ action: Int) {
    number = action
    (name, title) = (name + "\(action)", title + "\(action)")
    (side.a, cursor.line) = (action, action)
  }

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
