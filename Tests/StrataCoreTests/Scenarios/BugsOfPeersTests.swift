import StrataCore
import Testing

/// Bugs of other libraries, each with a test of its own.
@Suite("Bugs seen in peers")
struct BugsOfPeersTests {
  let store = Store(Ledger(), undoing: \.book)

  @Test("Undo, then an action that is not recorded, then redo: neither change is lost")
  func filteredActionAfterUndo() throws {
    try store.send(.enter(1))
    try store.undo()
    try store.send(.turn(to: 4))
    try store.redo()
    #expect(store.state == Ledger(book: Ledger.Book(entries: [1]), page: 4))
  }

  @Test("A limit of three gives three undos")
  func limitOfThree() throws {
    try store.keep(steps: 3)
    for number in 1...10 { try store.send(.enter(number)) }
    for _ in 1...3 { try store.undo() }
    #expect(throws: StoreError.nothingToUndo) { try store.undo() }
    #expect(store.entries == [1, 2, 3, 4, 5, 6, 7])
  }

  @Test("A second store begins with its own state, not with the first one's")
  func secondStore() throws {
    let second = Store(Ledger(book: Ledger.Book(entries: [9])), undoing: \.book)
    try store.send(.enter(1))
    try second.send(.enter(10))
    try second.undo()
    try store.undo()
    #expect(second.entries == [9])
    #expect(store.entries == [])
  }

  @Test("Three undos take three changes back, not the oldest alone")
  func severalUndos() throws {
    for number in 1...3 { try store.send(.enter(number)) }
    try store.send(.remark("a"))
    for _ in 1...3 { try store.undo() }
    #expect(store.state.book == Ledger.Book(entries: [1]))
    for _ in 1...3 { try store.redo() }
    #expect(store.state.book == Ledger.Book(entries: [1, 2, 3], remarks: ["a"]))
  }

  @Test("A change that is not recorded does not swallow the next one")
  func untrackedBeforeStep() throws {
    try store.send(.turn(to: 1))
    try store.send(.enter(1))
    try store.send(.turn(to: 2))
    #expect(store.timeline.undoPath.map(\.label) == ["Enter 1"])
    try store.undo()
    #expect(store.state == Ledger(page: 2))
  }

  @Test("Changes that are not recorded leave the history as it is")
  func untrackedKeepsHistory() throws {
    for number in 1...3 { try store.send(.enter(number)) }
    try store.undo()
    let before = store.timeline.description
    for page in 1...20 { try store.send(.turn(to: page)) }
    #expect(store.timeline.description == before)
  }

  @Test("Cancelling a transaction after a merge takes the transaction back, and not the merged whole")
  func cancelAfterMerge() throws {
    try store.send(.type("H"))
    try store.send(.type("He"))
    #expect(throws: Ledger.Refused.self) {
      try store.transaction("Cancelled") { draft in
        try draft.send(.type("Hel"))
        try draft.send(.spoil)
      }
    }
    #expect(store.state.book.remarks == ["He"])
    #expect(store.timeline.undoPath.map(\.label) == ["Type"])
    try store.send(.type("Hell"))
    #expect(store.timeline.undoCount == 1, "the merge goes on")
  }

  @Test("Being back at what was saved is told, also when steps annul each other")
  func savedSignal() throws {
    let heard = Heard<Bool>()
    try store.send(.enter(1))
    try store.markSaved()
    let token = store.observeHistory { heard.add($0.hasUnsavedChanges) }
    try store.send(.enter(2))
    try store.undo()
    #expect(heard.all == [true, false])
    try store.transaction("Annulled") { draft in
      try draft.send(.type("a"))
      try draft.send(.erase)
    }
    #expect(!store.hasUnsavedChanges, "what changes nothing in the end is no step")
    token.cancel()
  }

  @Test("After a new edit, redo does not bring back what was undone before it")
  func redoAfterEdit() throws {
    try store.send(.enter(1))
    try store.undo()
    try store.send(.enter(2))
    #expect(!store.canRedo)
    #expect(throws: StoreError.nothingToRedo) { try store.redo() }
    #expect(store.entries == [2])
  }

  @Test("Undo at the beginning is an error that changes nothing, however often it is tried")
  func undoAtBeginning() throws {
    for _ in 1...3 { #expect(throws: StoreError.nothingToUndo) { try store.undo() } }
    #expect(store.timeline.undoCount == 0)
    try store.send(.enter(1))
    try store.undo()
    #expect(throws: StoreError.nothingToUndo) { try store.undo() }
    #expect(store.entries == [])
  }

  @Test("A send from inside a reducer is an error and no crash")
  func reentrantDispatch() throws {
    let store = store
    #expect(throws: StoreError.busy) { try store.send(.meanwhile { try store.send(.enter(1)) }) }
    try store.send(.enter(2))
    #expect(store.entries == [2])
  }

  @Test("Effects act on actions: undo, redo and jumps rerun none")
  func effects() throws {
    let effects = Heard<Int>()
    let token = store.observe { transition in
      for case .enter(let number) in transition.actions { effects.add(number) }
    }
    try store.send(.enter(1))
    try store.send(.enter(2))
    try store.undo()
    try store.redo()
    try store.jump(to: store.timeline.oldest.id)
    #expect(effects.all == [1, 2])
    try store.transaction("Both") { draft in
      for number in [3, 4] { try draft.send(.enter(number)) }
    }
    #expect(effects.all == [1, 2, 3, 4])
    token.cancel()
  }

  @Test("An id is not used again after the step that used it was undone")
  func ids() throws {
    struct Numbered: Reducible {
      var items: [Int] = []
      var last = 0
      mutating func reduce(_ action: String) {
        last += 1
        items.append(last)
      }
    }
    let store = Store(Numbered(), undoing: \.items)
    try store.send("a")
    try store.undo()
    try store.send("b")
    #expect(store.state.items == [2])
    try store.jump(to: store.timeline.branches(after: store.timeline.oldest.id)[1].id)
    #expect(store.state.items == [1])
  }

  @Test("The dirty dot is right after undo and then save")
  func dirtyAfterUndoAndSave() throws {
    try store.send(.enter(1))
    try store.undo()
    try store.markSaved()
    #expect(!store.hasUnsavedChanges)
    try store.redo()
    #expect(store.hasUnsavedChanges)
    try store.undo()
    #expect(!store.hasUnsavedChanges)
  }

  @Test("A state holds no history: a thousand steps leave it as large as one")
  func historyOutsideState() throws {
    for number in 1...1_000 { try store.send(.type("\(number)")) }
    #expect(String(reflecting: store.state).count < String(reflecting: Ledger()).count + 20)
  }
}
