import StrataCore
import Testing

/// Actions with their opposites, after a design for ReSwift: its lines, word for word.
@Suite("Scenario B: undoable actions")
struct UndoableActionsTests {
  enum Command: Equatable, Sendable {
    case open(Int)
    case close(Int)
    case ring
    case transferStarted(Int)
    case transferCompleted(Int)
    case transferCancelled(Int)
  }

  struct Rejected: Error {}

  /// A plant with valves that lives outside of any store.
  struct Plant {
    var valves: Set<Int> = []
    var log: [Command] = []

    mutating func run(_ command: Command) throws {
      if case .open(let valve) = command {
        guard !valves.contains(valve) else { throw Rejected() }
        valves.insert(valve)
      }
      if case .close(let valve) = command { valves.remove(valve) }
      log.append(command)
    }
  }

  var plant = Plant()
  var undo = ActionUndo<Command> { command in
    if case .transferCompleted(let number) = command { .transferStarted(number) } else { command }
  }

  @Test(
    "An action can be sent together with its explicit opposite; undo applies the opposite, redo the original"
  )
  mutating func opposites() throws {
    try undo.perform(.open(1), opposite: .close(1)) { try plant.run($0) }
    try undo.undo { try plant.run($0) }
    #expect(plant.valves == [])
    try undo.redo { try plant.run($0) }
    #expect(plant.valves == [1])
    #expect(plant.log == [.open(1), .close(1), .open(1)])
  }

  @Test("… to any depth")
  mutating func depth() throws {
    for valve in 1...500 { try undo.perform(.open(valve), opposite: .close(valve)) { try plant.run($0) } }
    while undo.canUndo { try undo.undo { try plant.run($0) } }
    #expect(plant.valves == [])
    while undo.canRedo { try undo.redo { try plant.run($0) } }
    #expect(plant.valves.count == 500)
  }

  @Test("With no opposite it runs and leaves no step")
  mutating func noOpposite() throws {
    try undo.perform(.ring, opposite: nil) { try plant.run($0) }
    #expect(plant.log == [.ring])
    #expect(!undo.canUndo)
  }

  @Test("A redo can be mapped: what ended as completed is redone from its starting action")
  mutating func mappedRedo() throws {
    try undo.perform(.transferCompleted(7), opposite: .transferCancelled(7)) { try plant.run($0) }
    try undo.undo { try plant.run($0) }
    try undo.redo { try plant.run($0) }
    #expect(plant.log == [.transferCompleted(7), .transferCancelled(7), .transferStarted(7)])
  }

  @Test("One intent that spans a start and a completion is one step")
  mutating func oneIntent() throws {
    try undo.perform(.transferStarted(7), opposite: nil) { try plant.run($0) }
    try undo.perform(.transferCompleted(7), opposite: .transferCancelled(7)) { try plant.run($0) }
    try undo.undo { try plant.run($0) }
    #expect(throws: StoreError.nothingToUndo) { try undo.undo { try plant.run($0) } }
  }

  @Test("A rejected action leaves no step")
  mutating func rejected() throws {
    try undo.perform(.open(1), opposite: .close(1)) { try plant.run($0) }
    #expect(throws: Rejected.self) { try undo.perform(.open(1), opposite: .close(1)) { try plant.run($0) } }
    try undo.undo { try plant.run($0) }
    #expect(!undo.canUndo)
    let store = Store(Ledger(), undoing: \.book)
    #expect(throws: Ledger.Refused.self) { try store.send(.spoil) }
    #expect(!store.canUndo)
  }

  @Test("Several stores, one per document, each with its own history; nothing global")
  func severalStores() throws {
    let documents = (0..<3).map { _ in Store(Ledger(), undoing: \.book) }
    for (number, document) in documents.enumerated() {
      for entry in 0...number { try document.send(.enter(entry)) }
    }
    try documents[2].undo()
    #expect(documents.map(\.timeline.undoCount) == [1, 2, 2])
    #expect(documents.map(\.entries) == [[0], [0, 1], [0, 1]])
    #expect(documents.map(\.canRedo) == [false, false, true])
  }
}
