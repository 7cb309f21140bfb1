import Foundation
import Measuring
import PersistentCollections
import StrataCore
import StrataStorage

/// The programs that people write first, with a small state, plain arrays and dictionaries. They are compared with the same
/// programs without a store: a lock, an array of states, and `==` to see whether anything changed.
enum FirstWorkloads {
  static func add(to suite: inout Suite) {
    suite.add("first-small", "a state of five fields: send, undo into a page, observers, a log, and siblings")
    {
      try small($0)
    }
    suite.add("first-array", "a title in a plain array of n items, beside an array of states") { run in
      try plain(run, "[Item]", Items(count: run.n)) { (number, text) in .rename(number, text) }
    }
    suite.add("first-shared", "the same in a persistent array") { run in
      try plain(run, "PersistentArray", SharedItems(count: run.n)) { (number, text) in .rename(number, text) }
    }
    suite.add("first-texts", "one text in a plain array of n, beside an array of states") { run in
      try plain(run, "[String]", Texts(count: run.n)) { (number, text) in .rename(number, text) }
    }
    suite.add("first-dictionary", "a title in a plain dictionary of n items, beside an array of states") {
      run in
      try plain(run, "[Int: Item]", ItemsByID(count: run.n)) { (number, text) in .rename(number, text) }
    }
    suite.add("first-scopes", "a send to a part that 1 or 100 scopes cover") { run in
      for count in [1, 100] {
        let store = Store(Small())
        let scopes = try (0..<count).map { _ in try store.undoScope(\.count) }
        let figure = try run.median {
          try nanoseconds { for number in 0..<1_000 { try store.send(.count(number)) } } / 1_000
        }
        withExtendedLifetime(scopes) { run.record("\(count) scopes", "ns/send", figure) }
      }
    }
  }

  // MARK: A state of five fields

  private static func small(_ run: Suite.Run) throws {
    let steps = run.isQuick ? 300 : 10_000
    func sending(_ name: String, _ send: (Small.Action) throws -> Void) rethrows {
      let figure = try run.median {
        try nanoseconds { for number in 1...steps { try send(.count(number)) } } / Double(steps)
      }
      run.record(name, "ns/send", figure)
    }
    let array = StateArray(Small())
    try sending("array of states", array.send)
    func undoing(_ name: String, _ undo: () throws -> Void, _ redo: () throws -> Void) rethrows {
      let figure = try run.median {
        defer { for _ in 0..<steps { try? redo() } }
        return try nanoseconds { for _ in 0..<steps { try undo() } } / Double(steps)
      }
      run.record(name, "ns/undo", figure)
    }
    try undoing("array of states", array.undo, array.redo)

    let store = Store(Small())
    try sending("described") { try store.send($0) }
    try undoing("described", store.undo, store.redo)

    let undescribed = Store(Undescribed())
    try sending("not described") { try undescribed.send($0) }

    let observed = Store(Small())
    let token = observed.observe(\.count) { _, new in blackHole(new) }
    try sending("one observer of a field") { try observed.send($0) }
    token.cancel()
    let whole = observed.observe { blackHole($0) }
    try sending("one observer of all") { try observed.send($0) }
    whole.cancel()

    try inFolder { folder in
      var options = OpeningOptions()
      (options.sync, options.pacing) = (.onFlush, AutosavePacing(delay: .seconds(1_000_000)))
      let path = folder + "/state.json"
      let opened = try DurableStore(at: path, undoing: \.self, startingWith: Small(), options: options)
      try sending("a log, not synced") { try opened.store.send($0) }
      try sending("a write of 130 bytes", Written(folder + "/written").write)
    }
    for count in [100, run.isQuick ? 100 : 20_000] {
      try inFolder { folder in
        var options = OpeningOptions()
        (options.sync, options.pacing) = (.onFlush, AutosavePacing(delay: .seconds(1_000_000)))
        let path = folder + "/state.json"
        let opened = try DurableStore(at: path, undoing: \.self, startingWith: Small(), options: options)
        let figure = try nanoseconds {
          for number in 1...count {
            try opened.store.send(.count(number))
            try opened.store.undo()
          }
        }
        run.record("siblings, a log", "ns/send and undo", figure / Double(count), steps: count)
      }
    }
  }

  // MARK: Plain arrays and dictionaries

  private static func plain<State: Reducible & Equatable & DescribedValue>(
    _ run: Suite.Run,
    _ name: String,
    _ state: State,
    _ action: (Int, String) -> State.Action
  ) throws {
    let steps = run.isQuick ? 20 : 100
    var random = SplitMix64(seed: 3)
    let actions = (0..<steps).map { action(random.below(run.n), "Write report number \($0) again") }
    func sending(_ subject: String, _ send: (State.Action) throws -> Void) throws {
      let figure = try run.median {
        try nanoseconds { for action in actions { try send(action) } } / Double(steps)
      }
      run.record("\(name), \(subject)", "ns/send", figure)
    }
    let array = StateArray(state, limit: 2 * steps)
    try sending("array of states", array.send)
    let store = Store(state)
    try sending("described", { try store.send($0) })
    let limited = Store(state, keeping: .bytes(50_000_000))
    try sending("a limit of 50 MB", { try limited.send($0) })

    let some = actions.prefix(run.isQuick ? 20 : 100)
    let whole = try run.median {
      try nanoseconds {
        try store.transaction("Change All") { draft in
          for _ in 0..<1_000 / some.count { for action in some { try draft.send(action) } }
        }
      }
    }
    let inPlace = try run.median {
      try nanoseconds {
        try array.change { state in
          for _ in 0..<1_000 / some.count { for action in some { try state.reduce(action) } }
        }
      }
    }
    run.record("\(name), described", "ns/transaction of 1,000", whole)
    run.record("\(name), array of states", "ns/transaction of 1,000", inPlace)
  }
}

// MARK: States

@Described
private struct Small: Reducible, Equatable {
  var count = 0
  var title = "A small state"
  var isOpen = false
  var ratio = 0.5
  var tags: [String] = ["one", "two"]

  enum Action: Sendable { case count(Int) }

  mutating func reduce(_ action: Action) {
    switch action {
    case .count(let new): count = new
    }
  }
}

private struct Undescribed: Reducible, Equatable {
  var small = Small()
  mutating func reduce(_ action: Small.Action) { small.reduce(action) }
}

@Described
private struct Item: Equatable {
  var id = 0
  var title = ""
  var isDone = false
  var time = 0.0

  static func some(_ count: Int) -> [Item] {
    (0..<count).map {
      Item(id: $0, title: "Write report number \($0)", isDone: $0 % 3 == 0, time: Double($0))
    }
  }
}

private enum Renaming: Sendable {
  case rename(Int, String)
}

@Described
private struct Items: Reducible, Equatable {
  var items: [Item] = []

  init() {}
  init(count: Int) { items = Item.some(count) }

  mutating func reduce(_ action: Renaming) {
    switch action {
    case .rename(let number, let title): items[number].title = title
    }
  }
}

@Described
private struct SharedItems: Reducible, Equatable {
  var items: PersistentArray<Item> = []

  init() {}
  init(count: Int) { items = PersistentArray(Item.some(count)) }

  mutating func reduce(_ action: Renaming) {
    switch action {
    case .rename(let number, let title): items[number].title = title
    }
  }
}

@Described
private struct Texts: Reducible, Equatable {
  var texts: [String] = []

  init() {}
  init(count: Int) { texts = (0..<count).map { "Write report number \($0)" } }

  mutating func reduce(_ action: Renaming) {
    switch action {
    case .rename(let number, let title): texts[number] = title
    }
  }
}

@Described
private struct ItemsByID: Reducible, Equatable {
  var items: [Int: Item] = [:]

  init() {}
  init(count: Int) { items = Dictionary(uniqueKeysWithValues: Item.some(count).map { ($0.id, $0) }) }

  mutating func reduce(_ action: Renaming) {
    switch action {
    case .rename(let number, let title): items[number]?.title = title
    }
  }
}

// MARK: Peers

/// A lock around an array of states; a change that changes nothing is no step.
private final class StateArray<State: Reducible & Equatable> {
  private struct NothingThere: Error {}

  private let row: Guarded<(states: [State], present: Int)>
  private let limit: Int

  init(_ state: State, limit: Int = 1_000_000) {
    row = Guarded(([state], 0))
    self.limit = limit
  }

  func send(_ action: State.Action) throws { try change { try $0.reduce(action) } }

  func change(_ body: (inout State) throws -> Void) throws {
    try row.withLock { row in
      var state = row.states[row.present]
      try body(&state)
      guard state != row.states[row.present] else { return }
      row.states.removeSubrange((row.present + 1)...)
      row.states.append(state)
      if row.states.count > limit { row.states.removeFirst() }
      row.present = row.states.count - 1
    }
  }

  func undo() throws { try move(by: -1) }
  func redo() throws { try move(by: 1) }

  private func move(by distance: Int) throws {
    try row.withLock { row in
      guard row.states.indices.contains(row.present + distance) else { throw NothingThere() }
      row.present += distance
    }
  }
}

/// A file to which a line of 130 bytes is written for each action.
private final class Written {
  private let file: FileHandle
  private let line = Data(repeating: 65, count: 130)

  init(_ path: String) throws {
    _ = FileManager.default.createFile(atPath: path, contents: nil)
    file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
  }

  func write(_ action: Small.Action) throws { try file.write(contentsOf: line) }
}

private func inFolder(_ body: (String) throws -> Void) throws {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("strata-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  try body(folder.path)
}
