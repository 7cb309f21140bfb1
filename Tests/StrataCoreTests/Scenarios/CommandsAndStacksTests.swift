import StrataCore
import Testing

/// Commands on two stacks, after an article on undo in SwiftUI: its lines, word for word.
@Suite("Scenario C: commands and stacks")
struct CommandsAndStacksTests {
  let store = Store(Ledger(), undoing: \.book)

  @Test("Perform, undo and redo of reversible commands with no view in sight")
  func commands() throws {
    try store.send(.enter(1))
    try store.send(.remark("a"))
    try store.undo()
    try store.undo()
    #expect(store.state == Ledger())
    try store.redo()
    try store.redo()
    #expect(store.state.book == Ledger.Book(entries: [1], remarks: ["a"]))
  }

  @Test("Composite commands undo in reverse order as one step")
  func composite() throws {
    try store.send(.type("first"))
    try store.transaction("Composite") { draft in
      // Each builds on the one before: undone in another order, or in part, the first remark would not come back.
      try draft.send(.type("second"))
      try draft.send(.enter(1))
      try draft.send(.type("third"))
    }
    try store.undo()
    #expect(store.state.book == Ledger.Book(remarks: ["first"]))
    try store.redo()
    #expect(store.state.book == Ledger.Book(entries: [1], remarks: ["third"]))
    #expect(store.timeline.undoPath.map(\.label) == ["Composite", "Type"])
  }

  @Test("A command that fails half-way in a composite leaves nothing half done", arguments: 0...3)
  func halfWay(failing: Int) throws {
    #expect(throws: Ledger.Refused.self) {
      try store.transaction("Composite") { draft in
        for number in 0...3 { try draft.send(number == failing ? .spoil : .enter(number)) }
      }
    }
    #expect(store.state == Ledger())
    #expect(!store.canUndo && !store.canRedo && store.revision == 0)
  }

  @Test("Feature-level histories end when the feature does: an editor, a canvas, a form")
  func features() throws {
    do {
      let editor = try store.undoScope(\.book.remarks)
      try store.send(.type("draft"))
      try store.send(.type("final"))
      try editor.undo()
      #expect(store.state.book.remarks == [])
      try editor.redo()
      #expect(store.state.book.remarks == ["final"])
    }
    #expect(store.timeline.undoCount == 3, "the store's own history has what happened in the editor")
    let form = try store.undoScope(\.book.entries)
    try store.send(.enter(1))
    form.close()
    #expect(throws: StoreError.scopeClosed) { try form.undo() }
    #expect(throws: StoreError.scopeClosed) { try form.redo() }
    #expect(store.entries == [1])
  }

  @Test("Bounded history: the oldest go, and the bound is enforced", arguments: [0, 1, 7])
  func bounded(steps: Int) throws {
    let store = Store(Ledger(), undoing: \.book, keeping: .steps(steps))
    for number in 1...50 {
      try store.send(.enter(number))
      #expect(store.timeline.undoCount == min(number, steps))
    }
    #expect(store.timeline.undoPath.map(\.label) == (0..<steps).map { "Enter \(50 - $0)" })
  }

  @Test("… or are coalesced")
  func coalesced() throws {
    for text in ["H", "He", "Hel", "Hell", "Hello"] { try store.send(.type(text)) }
    #expect(store.timeline.undoCount == 1)
    try store.undo()
    #expect(store.state.book.remarks == [])
  }

  @Test("History lives outside the state, outside views, and is never implicit")
  func outside() throws {
    // An unrecorded action makes no step, and an action cannot hide an undoable change by calling itself unrecorded.
    try store.send(.turn(to: 3))
    #expect(store.timeline.count == 1)
    #expect(throws: StoreError.self) { try store.send(.sneak(1)) }
    // The state is the same value, whatever way led to it.
    try store.send(.enter(1))
    try store.undo()
    #expect(store.state == Ledger(page: 3))
    #expect("\(store.state)" == "\(Ledger(page: 3))")
  }
}
