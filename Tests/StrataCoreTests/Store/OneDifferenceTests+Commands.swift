import Testing

@testable import StrataCore

extension OneDifferenceTests {
  struct Command: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let run: @Sendable (Store<Sheet>, UndoScope<Sheet>) throws -> Void

    init(_ name: String, _ run: @escaping @Sendable (Store<Sheet>, UndoScope<Sheet>) throws -> Void) {
      (testDescription, self.run) = (name, run)
    }

    static let all = [
      Command("send") { store, _ in try store.send(.write(text(5))) },
      Command("send what only a scope watches") { store, _ in try store.send(.scribble(text(5))) },
      Command("transaction") { store, _ in
        try store.transaction("Both") { draft in
          try draft.send(.write(text(5)))
          try draft.send(.write(text(6)))
        }
      },
      Command("send in a group") { store, _ in
        let group = try store.beginGroup("Group")
        defer { group.end() }
        try store.send(.write(text(5)))
      },
      Command("undo") { store, _ in try store.undo() },
      Command("undo two steps") { store, _ in try store.undo(steps: 2) },
      Command("redo") { store, _ in try store.redo() },
      Command("jump") { store, _ in try store.jump(to: store.timeline.oldest.id) },
      Command("undo one step alone") { store, _ in
        try store.undo(only: #require(Moment.ID(number: 2))) { _ in .mine }
      },
      Command("undo in a scope") { _, scope in try scope.undo() },
      Command("reject") { store, _ in
        try store.reject(store.review(since: store.timeline.oldest.id).changes.suffix(1))
      },
      Command("go back") { store, _ in try store.goBack(to: store.timeline.oldest.id) },
      Command("load") { store, _ in
        var state = store.state
        state.page.seal.text = text(5)
        try store.load(state)
      },
    ]

    /// Menus have to look around what is undone by name, to see what undo does next.
    static let byName = Command("undo by an author") { store, _ in try store.undo(by: .user) }
  }

  private static func text(_ number: Int) -> String { "a text that is not stored in place, \(number)" }

  @Test(
    "Whichever command it is, hooks and observers look for nothing that a log has found",
    arguments: Command.all
  )
  func commands(command: Command) throws {
    for keeping in [
      .unpacked, Keeping(snapshots: 2), Keeping(snapshots: 0, pageSize: 1),
      Keeping(bytes: 1_000_000, snapshots: 2),
    ] {
      let log = try written(by: command, keeping, hooks: 0, observers: 0)
      #expect(try written(by: command, keeping, hooks: 0, observers: 3) == log, "observers, \(keeping)")
      #expect(try written(by: command, keeping, hooks: 2, observers: 0) == log, "hooks, \(keeping)")
      #expect(try written(by: command, keeping, hooks: 2, observers: 3) == log, "both, \(keeping)")
    }
  }

  @Test("Hooks look for nothing that a log has found, where a step is undone by name")
  func byName() throws {
    for keeping in [.unpacked, Keeping(snapshots: 2), Keeping(snapshots: 0, pageSize: 1)] {
      let log = try written(by: .byName, keeping, hooks: 0, observers: 0)
      #expect(try written(by: .byName, keeping, hooks: 2, observers: 0) == log, "\(keeping)")
    }
  }

  /// How often leaves are written for a command to a store with a log and an open scope.
  private func written(
    by command: Command,
    _ keeping: Keeping,
    hooks: Int,
    observers: Int
  ) throws -> Int {
    let store = Store(Sheet(), undoing: \.page, keeping: keeping)
    let scope = try store.undoScope(\.margin)
    for number in 1...2 { try store.send(.write(Self.text(number)), as: "agent") }
    for number in 3...4 { try store.send(.write(Self.text(number))) }
    try store.undo()
    let fields = try #require(PartFields([\Sheet.page], of: Sheet.self))
    let (count, asked) = (Guarded(0), Guarded(0))
    let recorder = CommitRecorder<Sheet> { change in
      _ = try change.patch(knowing: fields)
      return count.withLock { count in
        count += 1
        return count
      }
    }
    try store.setRecorder(recorder, from: 0)
    let hookTokens = try (0..<hooks).map { _ in
      try store.willCommit { transition in
        _ = try transition.patch
        asked.withLock { $0 += 1 }
      }
    }
    let tokens = (0..<observers).map { _ in
      store.observe { transition in
        if (try? transition.patch)?.isEmpty == false { asked.withLock { $0 += 1 } }
      }
    }
    let before = Counted.written.withLock { $0 }
    try command.run(store, scope)
    let written = Counted.written.withLock { $0 } - before
    #expect(asked.withLock { $0 } == hooks + observers)
    for token in tokens { token.cancel() }
    withExtendedLifetime(hookTokens) {}
    return written
  }
}
