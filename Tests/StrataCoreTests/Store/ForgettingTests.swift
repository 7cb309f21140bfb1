import Testing

@testable import StrataCore

@Suite("Forgetting the history")
struct ForgettingTests {
  private func filled(_ keeping: Keeping) throws -> Store<Shelf> {
    let store = Store(Shelf(), undoing: \.books, restoring: \.place, keeping: keeping)
    for id in 0..<30 { try store.send(.put(id, "A secret that was written down, \(id)")) }
    for _ in 0..<5 { try store.undo() }
    for id in 0..<5 { try store.send(.put(id, "Nothing")) }
    return store
  }

  @Test(
    "All moments but the present are erased, with their labels and packed steps, and the state stays",
    arguments: [.all, Keeping(snapshots: 2)]
  )
  func erased(keeping: Keeping) throws {
    let store = try filled(keeping)
    let (state, present) = (store.state, store.timeline.present)
    let heard = Heard<HistoryStatus>()
    let token = store.observeHistory { heard.add($0) }
    try store.forgetHistory()
    #expect(store.state == state)
    #expect(store.timeline.count == 1)
    #expect(store.timeline.present.id == present.id && store.timeline.present.label == "Start")
    #expect(try store.timeline.step(to: present.id) == nil)
    #expect(heard.all.map(\.canUndo) == [false])
    #expect(throws: StoreError.nothingToUndo) { try store.undo() }
    #expect(throws: StoreError.nothingToRedo) { try store.redo() }
    #expect(throws: StoreError.noSuchMoment(Moment.ID(raw: 3))) { try store.jump(to: Moment.ID(raw: 3)) }
    #expect(store.timeline.brokenInvariants == [])
    token.cancel()
  }

  @Test("Moments ahead go, on all branches, with their names and marks; those that lead to the present stay")
  func ahead() throws {
    let store = try filled(Keeping(snapshots: 2))
    let (early, count) = (store.timeline.oldestID.number + 10, store.timeline.count)
    try store.checkpoint("Draft")
    try store.markSaved()
    let gone = Heard<Moment.ID>()
    let token = store.observeEvictions { ids in ids.forEach(gone.add) }
    try store.jump(to: try #require(Moment.ID(number: early)))
    let (state, path) = (store.state, store.timeline.undoPath.map(\.id))
    try store.forgetAhead()
    #expect(store.state == state && store.timeline.undoPath.map(\.id) == path)
    #expect(!store.canRedo && store.canUndo && store.timeline.count == 11)
    #expect(gone.all.count == count - 11 && !gone.all.contains(store.timeline.presentID))
    #expect(store.timeline.checkpoint("Draft") == nil && store.hasUnsavedChanges)
    #expect(throws: StoreError.nothingToRedo) { try store.redo() }
    let newest = store.timeline.newestID
    try store.forgetAhead()
    #expect(gone.all.count == count - 11)
    try store.send(.put(7, "New"))
    #expect(store.timeline.present.id > newest && store.timeline.brokenInvariants == [])
    try store.undo()
    try store.redo()
    #expect(store.state.books.titles[7] == "New")
    token.cancel()
  }

  @Test("It goes on from there, and no number is used twice")
  func goesOn() throws {
    let store = try filled(Keeping(snapshots: 2))
    let newest = store.timeline.newestID
    try store.undo()
    try store.forgetHistory()
    try store.send(.put(7, "New"))
    #expect(store.timeline.present.id > newest)
    #expect(store.timeline.brokenInvariants == [])
    try store.undo()
    #expect(store.state.books.titles[7] != "New")
    try store.redo()
    for id in 0..<40 { try store.send(.put(id, "Later")) }
    while store.canUndo { try store.undo() }
    #expect(store.timeline.undoCount == 0 && store.timeline.brokenInvariants == [])
  }

  @Test("forgetHistory() keeps a saved state saved and an unsaved state unsaved")
  func saved() throws {
    let store = try filled(.all)
    try store.forgetHistory()
    #expect(store.hasUnsavedChanges)
    try store.markSaved()
    try store.forgetHistory()
    #expect(!store.hasUnsavedChanges)
    try store.send(.put(1, "New"))
    try store.undo()
    #expect(!store.hasUnsavedChanges)
  }

  @Test("Open scopes forget too, and stay open")
  func scopes() throws {
    let store = try filled(.all)
    let scope = try store.undoScope(\.books.titles)
    try store.send(.put(1, "In the scope"))
    try store.forgetHistory()
    #expect(scope.timeline?.count == 1)
    #expect(throws: StoreError.nothingToUndo) { try scope.undo() }
    try store.send(.put(1, "After it"))
    try scope.undo()
    #expect(store.state.books.titles[1] == "In the scope")
  }

  @Test("forgetHistory() releases the older states")
  func released() throws {
    final class Old: Sendable {}
    struct Holder: Reducible {
      var old: Old?
      mutating func reduce(_ action: Bool) { old = action ? Old() : nil }
      static func == (left: Holder, right: Holder) -> Bool { left.old === right.old }
    }
    let store = Store(Holder())
    try store.send(true)
    weak let first = store.state.old
    try store.send(false)
    #expect(first != nil)
    try store.forgetHistory()
    #expect(first == nil)
  }

  @Test("Nothing is forgotten in the middle of a change")
  func busy() throws {
    let store = try filled(.all)
    #expect(throws: StoreError.busy) { try store.transaction("Inside") { _ in try store.forgetHistory() } }
    #expect(store.canUndo)
  }
}
