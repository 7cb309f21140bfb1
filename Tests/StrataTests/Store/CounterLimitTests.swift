import Testing

@testable import Strata

@Suite("Counters at their maximum")
struct CounterLimitTests {
  /// A store whose history has two numbers left for moments.
  let store = Store(
    Ledger(),
    undoing: .to(\Ledger.book),
    limit: .unlimited,
    clock: { .now },
    firstMoment: Moment.ID(raw: .max - 3)
  )

  @Test(
    "A history that has no number left for a moment refuses the step with an error, and goes on otherwise"
  )
  func moments() throws {
    try store.send(.enter(1))
    try store.send(.enter(2))
    #expect(store.timeline.present.id == .last)
    #expect(throws: StoreError.historyFull) { try store.send(.enter(3)) }
    #expect(throws: StoreError.historyFull) { try store.transaction("Both") { try $0.send(.enter(3)) } }
    #expect(store.entries == [1, 2], "nothing has changed")
    #expect(store.timeline.brokenInvariants == [])
    try store.send(.turn(to: 7))
    try store.undo()
    try store.undo()
    try store.redo()
    #expect(store.state == Ledger(book: Ledger.Book(entries: [1]), page: 7))
    #expect(throws: StoreError.historyFull) { try store.send(.enter(4)) }
  }

  @Test("Loading begins a history with all its numbers")
  func load() throws {
    try store.send(.enter(1))
    try store.send(.enter(2))
    try store.load(Ledger())
    try store.send(.enter(3))
    #expect(store.timeline.present.id.number == 1)
  }

  @Test("A movement in a scope is refused when the store has no number left for the step that it would be")
  func scopes() throws {
    let scope = try store.undoScope(\.book)
    try store.send(.enter(1))
    try store.send(.enter(2))
    #expect(throws: StoreError.historyFull) { try scope.undo() }
    #expect(store.entries == [1, 2])
    #expect(scope.timeline?.undoCount == 2)
    scope.close()
    try store.undo()
    #expect(store.entries == [1])
  }

  @Test("What is refused says what to do")
  func message() {
    #expect("\(StoreError.historyFull)".contains("Load the state to begin a new history"))
  }
}
