import StrataCore
import Testing

@Suite("An undo scope")
struct UndoScopeTests {
  let store = Store(Ledger(), undoing: \.book)

  @Test("It takes back changes to its own part and leaves the rest")
  func ownPart() throws {
    let scope = try store.undoScope(\.book.remarks)
    try store.send(.remark("a"))
    try store.send(.enter(1))
    try store.send(.remark("b"))
    try scope.undo()
    #expect(store.state.book == Ledger.Book(entries: [1], remarks: ["a"]))
    try scope.undo()
    #expect(store.state.book == Ledger.Book(entries: [1], remarks: []))
    #expect(throws: StoreError.nothingToUndo) { try scope.undo() }
    try scope.redo()
    #expect(store.state.book == Ledger.Book(entries: [1], remarks: ["a"]))
    try scope.redo()
    #expect(throws: StoreError.nothingToRedo) { try scope.redo() }
  }

  @Test("Its undo is a step in the store's history, under the label of what was undone")
  func stepInStore() throws {
    let scope = try store.undoScope(\.book.remarks)
    try store.send(.remark("a"))
    try scope.undo()
    #expect(store.timeline.undoPath.map(\.label) == ["Remark", "Remark"])
    try store.undo()
    #expect(store.state.book.remarks == ["a"])
  }

  @Test("An undo of the store is a step in the scope, when it changed the scope's part")
  func stepInScope() throws {
    let scope = try store.undoScope(\.book.remarks)
    try store.send(.remark("a"))
    try store.send(.enter(1))
    try store.undo()
    #expect(scope.timeline?.undoCount == 1)
    try store.undo()
    #expect(scope.timeline?.undoPath.map(\.label) == ["Remark", "Remark"])
    try scope.undo()
    #expect(store.state.book.remarks == ["a"])
  }

  @Test("Two scopes record each other's movements")
  func twoScopes() throws {
    let (first, second) = (try store.undoScope(\.book.remarks), try store.undoScope(\.book))
    try store.send(.remark("a"))
    try first.undo()
    #expect(second.timeline?.undoCount == 2)
    try second.undo()
    #expect(store.state.book.remarks == ["a"])
    #expect(
      first.timeline?.undoCount == 1,
      "it had gone back to where it began; the other's undo is a step from there"
    )
  }

  @Test("After closing, or after its release, it is no more")
  func closing() throws {
    var scope: UndoScope<Ledger>? = try store.undoScope(\.book.remarks)
    try store.send(.remark("a"))
    #expect(scope?.canUndo == true && scope?.canRedo == false)
    try scope?.undo()
    #expect(scope?.canUndo == false && scope?.canRedo == true)
    try scope?.redo()
    scope?.close()
    #expect(scope?.canUndo == false && scope?.canRedo == false)
    #expect(throws: StoreError.scopeClosed) { try scope?.undo() }
    #expect(scope?.timeline == nil)
    scope = nil
    try store.send(.remark("b"))
    #expect(store.state.book.remarks == ["a", "b"])
  }

  @Test("A scope that is closed while a change is being decided on stays closed")
  func closingInHook() throws {
    let scope = try store.undoScope(\.book.remarks)
    try store.willCommit { _ in scope.close() }
    try store.send(.remark("a"))
    #expect(scope.timeline == nil)
    #expect(store.state.book.remarks == ["a"])
  }

  @Test("Loading begins a new history in it too")
  func load() throws {
    let scope = try store.undoScope(\.book.remarks)
    try store.send(.remark("a"))
    try store.load(Ledger(book: Ledger.Book(remarks: ["x"])))
    #expect(throws: StoreError.nothingToUndo) { try scope.undo() }
    try store.send(.remark("y"))
    try scope.undo()
    #expect(store.state.book.remarks == ["x"])
  }

  @Test("Its own limit holds")
  func limit() throws {
    let scope = try store.undoScope(\.book.remarks, steps: 1)
    for text in ["a", "b", "c"] { try store.send(.remark(text)) }
    try scope.undo()
    #expect(throws: StoreError.nothingToUndo) { try scope.undo() }
    #expect(store.state.book.remarks == ["a", "b"])
  }

  @Test("Observers learn which scope moved")
  func cause() throws {
    let scope = try store.undoScope(\.book.remarks)
    try store.send(.remark("a"))
    let heard = Heard<Store<Ledger>.Transition>()
    let token = store.observe { heard.add($0) }
    try scope.undo()
    guard case .scope(scope.id)? = heard.all.first?.cause else {
      Issue.record("\(heard.all)")
      return
    }
    token.cancel()
  }
}
