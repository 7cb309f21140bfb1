import StrataCore
import Testing

@Suite("Actions and their opposites")
struct ActionUndoTests {
  enum Command: Hashable, Sendable {
    case open(Int)
    case close(Int)
    case ring
    case transferStarted(Int)
    case transferCompleted(Int)
    case transferCancelled(Int)
  }

  struct Rejected: Error {}

  var undo = ActionUndo<Command>()
  var log: [Command] = []

  mutating func perform(_ command: Command, opposite: Command?) {
    undo.perform(command, opposite: opposite) { log.append($0) }
  }

  @Test("Undo applies the opposite and redo the original, to any depth")
  mutating func depth() throws {
    for valve in 1...3 { perform(.open(valve), opposite: .close(valve)) }
    log = []
    while undo.canUndo { try undo.undo { log.append($0) } }
    while undo.canRedo { try undo.redo { log.append($0) } }
    #expect(log == [.close(3), .close(2), .close(1), .open(1), .open(2), .open(3)])
    #expect(undo.canUndo && !undo.canRedo)
  }

  @Test("Without an opposite an action runs and leaves no step, and what can be redone stays")
  mutating func noOpposite() throws {
    perform(.open(1), opposite: .close(1))
    try undo.undo { log.append($0) }
    perform(.ring, opposite: nil)
    #expect(log == [.open(1), .close(1), .ring])
    #expect(undo.canRedo && !undo.canUndo)
  }

  @Test("A rejected action leaves no step")
  mutating func rejected() {
    #expect(throws: Rejected.self) {
      try undo.perform(.open(1), opposite: .close(1)) { _ in throw Rejected() }
    }
    #expect(!undo.canUndo)
  }

  @Test("An undo or redo that fails is reported and can be tried again")
  mutating func failing() throws {
    perform(.open(1), opposite: .close(1))
    #expect(throws: Rejected.self) { try undo.undo { _ in throw Rejected() } }
    #expect(undo.canUndo && !undo.canRedo)
    try undo.undo { log.append($0) }
    #expect(throws: Rejected.self) { try undo.redo { _ in throw Rejected() } }
    #expect(!undo.canUndo && undo.canRedo)
  }

  @Test("An intent that spans a start and a completion is one step, redone from its start")
  mutating func mappedRedo() throws {
    undo = ActionUndo { command in
      if case .transferCompleted(let file) = command { .transferStarted(file) } else { command }
    }
    perform(.transferStarted(1), opposite: nil)
    perform(.transferCompleted(1), opposite: .transferCancelled(1))
    try undo.undo { log.append($0) }
    try undo.redo { log.append($0) }
    #expect(
      log == [.transferStarted(1), .transferCompleted(1), .transferCancelled(1), .transferStarted(1)]
    )
  }

  @Test("A new action after an undo leaves nothing to redo")
  mutating func newAction() throws {
    perform(.open(1), opposite: .close(1))
    try undo.undo { log.append($0) }
    perform(.open(2), opposite: .close(2))
    #expect(!undo.canRedo)
  }

  @Test("undo and redo throw nothingToUndo and nothingToRedo, and run no action")
  mutating func nothing() {
    #expect(throws: StoreError.nothingToUndo) { try undo.undo { log.append($0) } }
    #expect(throws: StoreError.nothingToRedo) { try undo.redo { log.append($0) } }
    #expect(log == [])
  }

  @Test("Every document has a history of its own")
  mutating func separate() {
    let other = undo
    perform(.open(1), opposite: .close(1))
    #expect(undo.canUndo && !other.canUndo)
  }
}
