import Testing

@testable import StrataCore

@Suite("Counters at their maximum")
struct CounterLimitTests {
  /// A store whose history has two numbers left for moments.
  let store = Store(
    Ledger(),
    undoing: UndoDomain(undone: [.undone(\Ledger.book)]),
    keeping: .all,
    clock: { .now },
    numbers: FirstNumbers(moment: Moment.ID(raw: .max - 3))
  )

  private func store(_ numbers: FirstNumbers) -> Store<Ledger> {
    Store(
      Ledger(),
      undoing: UndoDomain(undone: [.undone(\Ledger.book)]),
      keeping: .all,
      clock: { .now },
      numbers: numbers
    )
  }

  @Test("The last revision is made, and every change after it is refused with an error")
  func revisions() throws {
    let store = store(FirstNumbers(revision: .max - 2))
    try store.send(.enter(1))
    try store.send(.turn(to: 2))
    #expect(store.revision == .max)
    #expect(throws: StoreError.historyFull) { try store.send(.enter(3)) }
    #expect(throws: StoreError.historyFull) { try store.send(.turn(to: 3)) }
    #expect(throws: StoreError.historyFull) { try store.undo() }
    #expect(throws: StoreError.historyFull) { try store.load(Ledger()) }
    #expect(store.state == Ledger(book: Ledger.Book(entries: [1]), page: 2))
    try store.markSaved()
    #expect(!store.hasUnsavedChanges)
  }

  @Test("A store that has no number left for a scope opens none, and goes on otherwise")
  func scopeNumbers() throws {
    let store = store(FirstNumbers(scope: .max - 1))
    let scope = try store.undoScope(\.book)
    #expect(throws: StoreError.historyFull) { try store.undoScope(\.book) }
    try store.send(.enter(1))
    try scope.undo()
    #expect(store.entries == [])
  }

  @Test("Observers hear of changes when the numbers of events begin again")
  func events() throws {
    let store = store(FirstNumbers(event: .max - 3))
    let (first, second) = (Heard<Int>(), Heard<Int>())
    let token = store.observe(\.book.entries.count) { _, new in first.add(new) }
    for number in 1...3 { try store.send(.enter(number)) }
    let later = store.observe(\.book.entries.count) { _, new in second.add(new) }
    for number in 4...8 { try store.send(.enter(number)) }
    #expect(first.all == Array(1...8))
    #expect(second.all == Array(4...8))
    token.cancel()
    later.cancel()
  }

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

  @Test("The historyFull error tells the reader to load the state")
  func message() {
    #expect("\(StoreError.historyFull)".contains("Load the state to begin a new history"))
  }
}
