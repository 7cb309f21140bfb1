import Testing

@testable import StrataCore

@Suite("What a store holds, as a value")
struct ContentsTests {
  @Test(
    "A store goes on where another one was, and neither moves the other",
    arguments: [.unpacked, Keeping(steps: 90, bytes: 1_000_000, snapshots: 2)] as [Keeping]
  )
  func goingOn(keeping: Keeping) throws {
    let store = Store(Shelf(), undoing: \.books, keeping: keeping)
    for number in 0..<80 { try store.send(.put(number % 7, "Title \(number)")) }
    try store.undo(steps: 3)
    try store.markSaved()
    try store.send(.type(1, "a"))
    let kept = store.contents
    let again = Store(continuing: kept)
    #expect(again.state == store.state && again.timeline.lines == store.timeline.lines)
    #expect(again.keeping == keeping && store.keeping == keeping && again.revision == 0)
    try again.undo()
    #expect(!again.hasUnsavedChanges && store.hasUnsavedChanges)
    try store.send(.put(3, "Elsewhere"))
    try again.undo(steps: 70)
    #expect(kept.state.books.titles[1] == "a" && kept.timeline.undoCount == 78)
    #expect(store.state.books.titles[3] == "Elsewhere" && again.timeline.undoCount == 7)
    for store in [store, again] { #expect(store.timeline.brokenInvariants == []) }
  }

  @Test("Nothing is added to the present moment, no group goes on, and companions come along")
  func sealed() throws {
    let store = Store(Ledger(), undoing: \.book, restoring: \.page)
    try store.send(.turn(to: 3))
    try store.send(.type("a"))
    try store.send(.turn(to: 4))
    let again = Store(continuing: store.contents)
    try again.send(.type("ab"))
    #expect(again.timeline.undoCount == 2)
    try again.undo(steps: 2)
    #expect(again.state.page == 3 && again.state.book.remarks == [])
    let group = try store.beginGroup("Drag")
    let third = Store(continuing: store.contents)
    try third.beginGroup("Another").end()
    group.end()
  }

  @Test("What was going to be tried is tried beside the store, and thrown away")
  func trying() throws {
    let store = Store(Ledger(), undoing: \.book)
    try store.send(.enter(1))
    let trial = Store(continuing: store.contents)
    try trial.send(.enter(2))
    #expect(store.entries == [1] && store.timeline.count == 2)
  }
}
