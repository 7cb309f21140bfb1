import StrataCore
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

@Suite("Another restored part than in the version before")
struct OtherRestoredPartTests {
  private func open<Names, Restored: DescribedValue>(
    _: Names.Type,
    with restored: WritableKeyPath<Several<Names>, Restored> & Sendable,
    on disk: SimulatedDisk
  ) throws -> DurableStore<Several<Names>> {
    let part = try UndonePart(\Several<Names>.number, with: restored)
    return try DurableStore(at: "/d/several.json", undoing: part, startingWith: Several(), in: disk)
  }

  private func end<State>(_ durable: DurableStore<State>, isClosed: Bool) throws {
    if isClosed { try durable.close() } else { durable.abandon() }
  }

  @Test(
    "The restored part value of an older step goes into no other field, of the same type or not",
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
    "A restored part value of another type leaves the present restored part as it is, and the step is kept"
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
    // The cursor's present place belongs to this version, and no older step changes it.
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

  @Test(
    "A restored part whose type changed is brought back where the new type can read it, and stays elsewhere"
  )
  func changedType() throws {
    func open<Side: DescribedValue & Equatable>(
      _: Side.Type,
      on disk: SimulatedDisk
    ) throws -> DurableStore<Beside<Side>> {
      let part = try UndonePart(\Beside<Side>.number, with: \Beside<Side>.side)
      return try DurableStore(at: "/d/value.json", undoing: part, startingWith: Beside(), in: disk)
    }
    for isClosed in [true, false] {
      let disk = SimulatedDisk()
      let first = try open(Int.self, on: disk)
      for (number, side) in [(1, 1), (2, 300), (3, 3)] { try first.store.send((number, side)) }
      try end(first, isClosed: isClosed)
      let second = try open(UInt8.self, on: disk)
      #expect(second.store.state.number == 3 && second.store.state.side == 3)
      var seen: [Int] = []
      while second.store.canUndo {
        try second.store.undo()
        seen.append(second.store.state.number)
      }
      #expect(seen == [2, 1, 0] && second.report.lost == nil)
      while second.store.canRedo { try second.store.redo() }
      #expect(second.store.state.number == 3)
      try end(second, isClosed: isClosed)
    }
    // When the present restored part value cannot be read, the store does not open, and no file changes.
    let disk = SimulatedDisk()
    let first = try open(Int.self, on: disk)
    try first.store.send((1, 300))
    try first.close()
    let before = disk.image.bytes(of: "/d/value.json.log")
    #expect {
      try open(UInt8.self, on: disk)
    } throws: {
      if case StateFileError.notMigrated = $0 { "\($0)".contains("side") } else { false }
    }
    #expect(disk.image.bytes(of: "/d/value.json.log") == before)
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

  @Test("A newer version's field in a restored part value is an error, and the log stays")
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

  @Test("A restored part that has another name now is the same", arguments: [true, false])
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

  /// A newer version, in which something else goes along with undo that is not there before.
  private struct Newer: Reducible, Described {
    var number = 0
    var pen = NewerPen()
    mutating func reduce(_ action: Int) {
      number = action
      if action == 1 { pen.colour = 7 } else { pen.colour = nil }
    }
    static func describe(_ field: inout Fields<Newer>) {
      field("number", \.number)
      field("pen", \.pen)
    }
  }

  private struct Older: Reducible, Described {
    var number = 0
    mutating func reduce(_ action: Int) { number = action }
    static func describe(_ field: inout Fields<Older>) {
      field("number", \.number)
      field.removed("pen")
    }
  }

  private struct OlderPen: Reducible, Described {
    var number = 0
    var pen = Pen()
    mutating func reduce(_ action: Int) { number = action }
    static func describe(_ field: inout Fields<OlderPen>) {
      field("number", \.number)
      field("pen", \.pen)
    }
  }

  @Test(
    "A newer restored part value is refused, whether the older version restores the restored part or not",
    arguments: [true, false]
  )
  func newerElsewhere(isClosed: Bool) throws {
    let disk = SimulatedDisk()
    let newer = try DurableStore(
      at: "/d/a.json",
      undoing: try UndonePart(\Newer.number, with: \Newer.pen),
      startingWith: Newer(),
      in: disk
    )
    for number in 1...3 { try newer.store.send(number) }
    try end(newer, isClosed: isClosed)
    let before = disk.image.bytes(of: "/d/a.json.log")
    for part in [try UndonePart(\OlderPen.number), try UndonePart(\OlderPen.number, with: \OlderPen.pen)] {
      #expect {
        try DurableStore(at: "/d/a.json", undoing: part, startingWith: OlderPen(), in: disk)
      } throws: {
        if case LogError.unknownField(_, "colour", _) = $0 { true } else { false }
      }
      #expect(disk.image.bytes(of: "/d/a.json.log") == before)
    }
    // A restored part field that the description lists as removed is dropped.
    let older = try DurableStore(
      at: "/d/a.json",
      undoing: try UndonePart(\Older.number),
      startingWith: Older(),
      in: disk
    )
    #expect(older.report.history == .kept(moments: 4))
    try older.store.undo()
    #expect(older.store.state.number == 2)
  }

  @Test("A restored part in a field that is not known here: a newer version of the app has it")
  func newerField() throws {
    struct Unaware: Reducible, Described {
      var number = 0
      mutating func reduce(_ action: Int) { number = action }
      static func describe(_ field: inout Fields<Unaware>) { field("number", \.number) }
    }
    struct Aware: Reducible, Described {
      var number = 0
      var cursor: Int?
      mutating func reduce(_ action: Int) { (number, cursor) = (action, action < 3 ? action : nil) }
      static func describe(_ field: inout Fields<Aware>) {
        field("number", \.number)
        field("cursor", \.cursor)
      }
    }
    let disk = SimulatedDisk()
    do {
      let part = try UndonePart(\Aware.number, with: \Aware.cursor)
      let durable = try DurableStore(at: "/d/a.json", undoing: part, startingWith: Aware(), in: disk)
      // The state does not say the field any more, nor does a change.
      try durable.store.send(3)
      try durable.close()
    }
    let before = disk.image
    #expect {
      try DurableStore(
        at: "/d/a.json",
        undoing: try UndonePart(\Unaware.number),
        startingWith: Unaware(),
        in: disk
      )
    } throws: {
      if case LogError.unknownField(_, "cursor", _) = $0 { true } else { false }
    }
    #expect(disk.image.bytes(of: "/d/a.json.log") == before.bytes(of: "/d/a.json.log"))
  }
}
