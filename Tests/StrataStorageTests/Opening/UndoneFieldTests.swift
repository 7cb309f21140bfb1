import StrataCore
import TestSupport
import Testing

@testable import StrataStorage

private struct Desk<Names>: Described, Equatable, Sendable {
  var pens: [Int] = []
  static func describe(_ field: inout Fields<Desk>) {
    if Names.self == Int.self { field("quills", \.pens, formerly: "pens") } else { field("pens", \.pens) }
  }
}

/// A state of which undo covers some fields, in versions of the app that call these otherwise.
private struct Room<Names>: Reducible, Described, Sendable {
  var entries: [Int] = []
  var other = 0
  var desk = Desk<Names>()

  enum Action: Sendable {
    case add(Int)
    case both(Int, other: Int)
    case other(Int)
  }

  mutating func reduce(_ action: Action) {
    switch action {
    case .add(let number):
      entries.append(number)
      desk.pens.append(number)
    case .both(let number, let other):
      entries.append(number)
      self.other = other
    case .other(let other): self.other = other
    }
  }

  func recording(of action: Action) -> Recording {
    if case .other = action { .untracked } else { .step("Step") }
  }

  static func describe(_ field: inout Fields<Room>) {
    if Names.self == Int.self {
      field("items", \.entries, formerly: "entries")
    } else {
      field("entries", \.entries)
    }
    field("other", \.other)
    field("desk", \.desk)
  }
}

/// The first version; in the second version the undone part lies in another record.
private struct Flat: Reducible, Described {
  var entries: [Int] = []
  mutating func reduce(_ action: Int) { entries.append(action) }
  static func describe(_ field: inout Fields<Flat>) { field("entries", \.entries) }
}

private struct Deeper: Reducible, Described {
  var desk = Drawer()

  struct Drawer: Described, Equatable {
    var entries: [Int] = []
    static func describe(_ field: inout Fields<Drawer>) { field("entries", \.entries) }
  }

  mutating func reduce(_ action: Int) { desk.entries.append(action) }
  static func describe(_ field: inout Fields<Deeper>) { field("desk", \.desk) }
}

private struct Page: Described, Equatable {
  var number = 9
  static func describe(_ field: inout Fields<Page>) { field("number", \.number) }
}

private struct Optionally: Reducible, Described {
  var doc: Int?
  var other = 0
  var page: Page?

  mutating func reduce(_ action: Int?) {
    doc = action
    page = action.map { Page(number: $0) }
  }
  func recording(of action: Int?) -> Recording { .step("\(action ?? 0)") }
  static func describe(_ field: inout Fields<Optionally>) {
    field("doc", \.doc)
    field("other", \.other)
    field("page", \.page)
  }
}

private struct Certainly: Reducible, Described {
  var doc = 7
  var other = 0
  var page = Page(number: 7)
  var extra = 0

  mutating func reduce(_ action: Int) { doc = action }
  static func describe(_ field: inout Fields<Certainly>) {
    field("doc", \.doc, missing: 9)
    field("other", \.other)
    field("page", \.page, missing: Page())
    field("extra", \.extra)
  }
}

@Suite("The undone part in a new version of the app")
struct UndoneFieldTests {
  private func open<State: Reducible & Described>(
    _ part: UndonePart<State>,
    on disk: SimulatedDisk
  ) throws -> DurableStore<State> {
    try DurableStore(at: "/d/room.json", undoing: part, startingWith: State(), in: disk)
  }

  /// The values that undo leads to, the present first; every step back and forth succeeds.
  private func walk<State, Seen>(_ durable: DurableStore<State>, _ see: (State) -> Seen) throws -> [Seen] {
    let store = durable.store
    while store.canRedo { try store.redo() }
    var seen = [see(store.state)]
    while store.canUndo {
      try store.undo()
      seen.append(see(store.state))
    }
    while store.canRedo { try store.redo() }
    return seen
  }

  @Test(
    "A field that undo covers has another name, or one on the way there: every step is there",
    arguments: [true, false]
  )
  func renamed(isClosed: Bool) throws {
    typealias Old = Room<Void>
    typealias New = Room<Int>
    let parts: [(UndonePart<Old>, UndonePart<New>)] = [
      (try UndonePart(\Old.entries), try UndonePart(\New.entries)),
      (try UndonePart(\Old.desk.pens), try UndonePart(\New.desk.pens)),
      (try UndonePart(\Old.desk), try UndonePart(\New.desk)),
      (
        try UndonePart<Old>([DomainField].undone(\Old.entries, \Old.desk.pens)),
        try UndonePart<New>([DomainField].undone(\New.entries, \New.desk.pens))
      ),
    ]
    for (number, (old, new)) in parts.enumerated() {
      let disk = SimulatedDisk()
      do {
        let durable = try open(old, on: disk)
        for number in 1...3 { try durable.store.send(.add(number)) }
        if isClosed { try durable.close() }
      }
      for isFirst in [true, false] {
        let durable = try open(new, on: disk)
        #expect(durable.report.isRewritten == isFirst && durable.report.history == .kept(moments: 4))
        let seen = try walk(durable) { number == 0 ? $0.entries : $0.desk.pens }
        #expect(seen == [[1, 2, 3], [1, 2], [1], []], "part \(number)")
        try durable.close()
      }
    }
  }

  @Test(
    "A part that moved into another record is an error that names it; a migration moves it, and nothing is lost",
    arguments: [true, false]
  )
  func moved(isClosed: Bool) throws {
    let disk = SimulatedDisk()
    do {
      let durable = try open(UndonePart(\Flat.entries), on: disk)
      for number in 1...3 { try durable.store.send(number) }
      if isClosed { try durable.close() } else { durable.abandon() }
    }
    let part = try UndonePart(\Deeper.desk.entries)
    let before = (disk.image.bytes(of: "/d/room.json"), disk.image.bytes(of: "/d/room.json.log"))
    #expect {
      try open(part, on: disk)
    } throws: {
      "\($0)".contains("Deeper has no field 'entries'")
    }
    #expect(disk.image.bytes(of: "/d/room.json") == before.0)
    #expect(disk.image.bytes(of: "/d/room.json.log") == before.1)
    var options = OpeningOptions()
    options.migrations = [
      Migration { state in
        state["desk"] = .record(["entries": state["entries"] ?? .list([])])
        state["entries"] = nil
      }
    ]
    let durable = try DurableStore(
      at: "/d/room.json",
      undoing: part,
      startingWith: Deeper(),
      options: options,
      in: disk
    )
    #expect(durable.store.state.desk.entries == [1, 2, 3] && durable.report.migratedFrom == 1)
    try durable.store.send(4)
    try durable.store.undo()
    #expect(durable.store.state.desk.entries == [1, 2, 3])
  }

  @Test(
    "Undo covers more than before, or less: what its steps cannot do any more is told, and no step throws"
  )
  func covered() throws {
    typealias Whole = Room<Void>
    let parts: [UndonePart<Whole>] = [
      try UndonePart(\Whole.entries),
      try UndonePart(\Whole.self),
      try UndonePart<Whole>([DomainField].undone(\Whole.entries, \Whole.other)),
      try UndonePart(\Whole.other),
    ]
    for (first, old) in parts.enumerated() {
      for (second, new) in parts.enumerated() where first != second {
        let disk = SimulatedDisk()
        do {
          let durable = try open(old, on: disk)
          try durable.store.send(.add(1))
          try durable.store.send(.both(2, other: 6))
          if first == 0 { try durable.store.send(.other(5)) }
          try durable.store.send(.both(3, other: 8))
        }
        for part in [new, old, new] {
          let durable = try open(part, on: disk)
          #expect(durable.report.isRewritten)
          guard case .kept(let moments) = durable.report.history else {
            Issue.record("\(durable.report)")
            continue
          }
          let seen = try walk(durable) { $0 }
          #expect(seen.count == moments && seen.first?.other == 8, "\(first) to \(second)")
          try durable.close()
        }
      }
    }
  }

  @Test(
    "A field that undo covers and that could be none, and cannot any more, was what it is where it is missing",
    arguments: [true, false]
  )
  func noneNoMore(isClosed: Bool) throws {
    func check<Old: Reducible & Described, New: Reducible & Described>(
      _ old: UndonePart<Old>,
      _ new: UndonePart<New>,
      _ see: (New) -> Int
    ) throws where Old.Action == Int? {
      let disk = SimulatedDisk()
      do {
        let durable = try open(old, on: disk)
        for number in [1, nil, 2, nil, 9, 3] as [Int?] { try durable.store.send(number) }
        if isClosed { try durable.close() }
      }
      for isFirst in [true, false] {
        let durable = try open(new, on: disk)
        #expect(durable.report.history == .kept(moments: 7) && durable.report.lost == nil)
        #expect(durable.report.isRewritten == isFirst)
        #expect(try walk(durable, see) == [3, 9, 9, 2, 9, 1, 9])
        try durable.close()
      }
    }
    try check(UndonePart(\Optionally.doc), UndonePart(\Certainly.doc)) { $0.doc }
    try check(
      UndonePart<Optionally>([DomainField].undone(\Optionally.doc, \Optionally.other)),
      UndonePart<Certainly>([DomainField].undone(\Certainly.doc, \Certainly.other))
    ) { $0.doc }
    // A record on the way there could be none.
    try check(UndonePart(\Optionally.page), UndonePart(\Certainly.page.number)) { $0.page.number }
    try check(UndonePart(\Optionally.page), UndonePart(\Certainly.page)) { $0.page.number }
  }

  @Test(
    "Each read that fails while a new version opens: an error, or everything is there, then or the next time"
  )
  func failingReads() throws {
    let disk = SimulatedDisk()
    do {
      let durable = try open(UndonePart(\Room<Void>.self), on: disk)
      // So far apart in the log that not all are read at once.
      let note = String(repeating: "n", count: 70_000)
      for number in 1...3 { try durable.store.send(.add(number), noting: number == 3 ? note : "") }
      for number in 4...6 {
        try durable.store.undo()
        try durable.store.undo()
        try durable.store.send(.add(number))
        try durable.store.send(.add(number + 10))
      }
      // The other branches leave from a moment that is some steps away.
      try durable.store.jump(to: durable.store.timeline.ids[3])
    }
    let before = disk.image
    var fired = 0
    let step = Soak.pick(8, more: 1)
    for call in stride(from: 1, to: 400, by: step) {
      let other = SimulatedDisk(before)
      other.restart(failing: SimulatedDisk.Fault(call: call, error: SystemError(5)))
      do {
        let durable = try open(UndonePart(\Room<Int>.self), on: other)
        #expect(durable.report.lost == nil)
        #expect(durable.store.timeline.count == 10, "call \(call)")
      } catch is LogError {} catch is StateFileError {}
      if other.faultsFired == 0 { break }
      fired += step
      other.restart()
      let durable = try open(UndonePart(\Room<Int>.self), on: other)
      #expect(durable.store.timeline.count == 10, "after call \(call)")
      for id in durable.store.timeline.ids { try durable.store.jump(to: id) }
    }
    #expect(fired > 50 && fired < 400)
  }
}
