import StrataCore
import Testing

@Suite("A store")
struct StoreTests {
  let store = Store(Ledger(), undoing: \.book)

  @Test("Undo and redo walk through the steps and say when there are no more")
  func walk() throws {
    try store.send(.enter(1))
    try store.send(.enter(2))
    try store.undo()
    #expect(store.entries == [1])
    try store.undo()
    #expect(store.entries == [])
    #expect(throws: StoreError.nothingToUndo) { try store.undo() }
    try store.redo()
    try store.redo()
    #expect(store.entries == [1, 2])
    #expect(throws: StoreError.nothingToRedo) { try store.redo() }
    #expect(store.revision == 6, "what was refused is no change")
  }

  @Test("Undo leaves alone what lies outside its domain")
  func domain() throws {
    try store.send(.enter(1))
    try store.send(.turn(to: 7))
    try store.undo()
    #expect(store.state == Ledger(page: 7))
  }

  @Test("A change outside the domain is no step and leaves what can be redone")
  func untracked() throws {
    try store.send(.enter(1))
    try store.undo()
    try store.send(.turn(to: 7))
    #expect(store.canRedo && !store.canUndo)
    try store.redo()
    #expect(store.state == Ledger(book: Ledger.Book(entries: [1]), page: 7))
  }

  @Test("An action that is not recorded and changes what undo covers is an error and changes nothing")
  func sneaking() throws {
    try store.send(.enter(1))
    let error = #expect(throws: StoreError.self) { try store.send(.sneak(2)) }
    #expect(error == .untrackedChange(action: "sneak(2)"))
    #expect(error?.description.contains("out of the undo domain") == true)
    #expect(store.entries == [1])
  }

  @Test("Undo covers the whole state when no domain is named")
  func whole() throws {
    let store = Store(Ledger())
    try store.send(.enter(1))
    #expect(throws: StoreError.self) { try store.send(.turn(to: 7)) }
    try store.undo()
    #expect(store.state == Ledger())
  }

  @Test("A reducer that throws changes nothing and records no step")
  func rollback() throws {
    try store.send(.enter(1))
    try store.undo()
    #expect(throws: Ledger.Refused.self) { try store.send(.spoil) }
    #expect(store.state == Ledger())
    #expect(!store.canUndo && store.canRedo)
  }

  @Test("A reducer that uses its own store gets an error, and the store goes on working")
  func reentrance() throws {
    let store = store
    try store.send(.enter(1))
    let uses: [@Sendable () throws -> Void] = [
      { try store.send(.enter(2)) }, { try store.undo() }, { try store.redo() }, { try store.markSaved() },
      { try store.load(Ledger()) }, { try store.keep(steps: 0) }, { _ = try store.undoScope(\.book) },
      { try store.jump(to: store.timeline.oldest.id) }, { try store.transaction("") { _ in } },
      { try store.willCommit { _ in } }, { try store.forgetHistory() },
    ]
    for use in uses {
      #expect(throws: StoreError.busy) { try store.send(.meanwhile(use)) }
      #expect(throws: StoreError.busy) { try store.transaction("Outer") { _ in try use() } }
    }
    #expect(store.entries == [1])
    try store.undo()
    #expect(store.entries == [])
  }

  @Test("A reducer may use another store, and read its own")
  func severalStores() throws {
    let (outer, inner) = (store, Store(Ledger()))
    try outer.send(.enter(1))
    try outer.send(
      .meanwhile {
        try inner.send(.enter(2))
        #expect(outer.entries == [1])
      }
    )
    #expect(inner.entries == [2])
  }

  @Test("A sender that saw an older state is told so")
  func revisions() throws {
    try store.send(.enter(1), ifRevision: 0)
    #expect(throws: StoreError.outdated(expected: 0, actual: 1)) { try store.send(.enter(2), ifRevision: 0) }
    try store.send(.enter(2), ifRevision: 1)
    #expect(store.entries == [1, 2])
  }

  @Test("Loading replaces everything and begins a new history")
  func load() throws {
    try store.send(.enter(1))
    try store.load(Ledger(page: 3))
    #expect(store.state == Ledger(page: 3))
    #expect(!store.canUndo && !store.canRedo && !store.hasUnsavedChanges)
  }

  @Test("The hook sees the change before all others and can stop it")
  func hook() throws {
    let store = store
    try store.willCommit { transition in
      #expect(store.entries == transition.before.book.entries)
      if transition.after.book.entries.contains(13) { throw Ledger.Refused() }
    }
    try store.send(.enter(1))
    let before = store.timeline.description
    #expect(throws: Ledger.Refused.self) { try store.send(.enter(13)) }
    #expect(throws: Ledger.Refused.self) { try store.transaction("Both") { try $0.send(.enter(13)) } }
    #expect(store.entries == [1])
    #expect(store.revision == 1)
    #expect(store.timeline.description == before)
    let hook = try store.willCommit { _ in throw Ledger.Refused() }
    #expect(throws: Ledger.Refused.self) { try store.undo() }
    #expect(throws: Ledger.Refused.self) { try store.load(Ledger()) }
    hook.cancel()
    try store.undo()
    #expect(store.entries == [])
  }

  @Test("Errors tell a person what to do")
  func messages() throws {
    #expect("\(StoreError.nothingToUndo)" == "There is nothing to undo.")
    #expect("\(StoreError.nothingToRedo)" == "There is nothing to redo.")
    #expect("\(StoreError.busy)".hasSuffix("send what is to follow afterwards."))
    #expect(
      "\(StoreError.outdated(expected: 1, actual: 2))"
        == "The state is at revision 2, not 1 any more. Look at it again before sending."
    )
    #expect(
      "\(StoreError.noSuchMoment(store.timeline.present.id))" == "Moment 0 is not in the history any more."
    )
  }
}
