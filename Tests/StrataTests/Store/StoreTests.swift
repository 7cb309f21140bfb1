import Strata
import Testing

@Suite("A store")
struct StoreTests {
  @Test("Undo and redo walk through the steps and say when there are no more")
  func walk() throws {
    let store = Store(Ledger(), undoing: \.entries)
    try store.send(.enter(1))
    try store.send(.enter(2))
    try store.undo()
    #expect(store.state.entries == [1])
    try store.undo()
    #expect(store.state.entries == [])
    #expect(throws: StoreError.nothingToUndo) { try store.undo() }
    try store.redo()
    try store.redo()
    #expect(store.state.entries == [1, 2])
    #expect(throws: StoreError.nothingToRedo) { try store.redo() }
  }

  @Test("Undo leaves alone what lies outside its domain")
  func domain() throws {
    let store = Store(Ledger(), undoing: \.entries)
    try store.send(.enter(1))
    try store.send(.turn(to: 7))
    try store.undo()
    #expect(store.state == Ledger(entries: [], page: 7))
  }

  @Test("A change outside the domain is no step and leaves what can be redone")
  func untracked() throws {
    let store = Store(Ledger(), undoing: \.entries)
    try store.send(.enter(1))
    try store.undo()
    try store.send(.turn(to: 7))
    #expect(store.canRedo && !store.canUndo)
    try store.redo()
    #expect(store.state == Ledger(entries: [1], page: 7))
  }

  @Test("Undo covers the whole state when no domain is named")
  func whole() throws {
    let store = Store(Ledger())
    try store.send(.turn(to: 7))
    try store.undo()
    #expect(store.state.page == 0)
  }

  @Test("A reducer that throws changes nothing and records no step")
  func rollback() throws {
    let store = Store(Ledger(), undoing: \.entries)
    try store.send(.enter(1))
    try store.undo()
    #expect(throws: Ledger.Refused.self) { try store.send(.spoil) }
    #expect(store.state == Ledger())
    #expect(!store.canUndo && store.canRedo)
  }

  @Test("A reducer that uses its own store gets an error, and the store goes on working")
  func reentrance() throws {
    let store = Store(Ledger(), undoing: \.entries)
    try store.send(.enter(1))
    let uses: [@Sendable () throws -> Void] = [
      { try store.send(.enter(2)) }, { try store.undo() }, { try store.redo() },
    ]
    for use in uses {
      #expect(throws: StoreError.busy) { try store.send(.meanwhile(use)) }
    }
    #expect(store.state.entries == [1])
    try store.undo()
    #expect(store.state.entries == [])
  }

  @Test("A reducer may use another store")
  func severalStores() throws {
    let (outer, inner) = (Store(Ledger()), Store(Ledger()))
    try outer.send(.meanwhile { try inner.send(.enter(1)) })
    #expect(inner.state.entries == [1])
    #expect(outer.state.entries == [])
  }

  @Test("Errors tell a person what to do")
  func messages() {
    #expect("\(StoreError.nothingToUndo)" == "There is nothing to undo.")
    #expect("\(StoreError.nothingToRedo)" == "There is nothing to redo.")
    #expect("\(StoreError.busy)".contains("Let it change its own value instead"))
  }
}
