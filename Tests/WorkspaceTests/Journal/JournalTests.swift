import Strata
import Testing
import Workspace

@Suite("The journal")
struct JournalTests {
  let today = Day(year: 2026, month: 11, day: 21)!  // A day of the calendar.
  let store = Store(AppState(), undoing: \.document)

  func send(_ actions: Journal.Action...) throws {
    for action in actions { try store.send(.journal(action)) }
  }

  var journal: Journal { store.state.document.journal }

  @Test("A todo is added to the newest page and can be done")
  func addAndComplete() throws {
    try send(.startPage(today), .add(title: "Write"), .complete(id: 1))
    #expect(journal.pages == [today])
    #expect(journal.todos.values.map(\.title) == ["Write"])
    #expect(journal.todos[1]?.isDone == true && journal.todos[1]?.start == today)
  }

  @Test("An id is never used twice, also after the todo's adding was taken back")
  func ids() throws {
    try send(.startPage(today), .add(title: "First"))
    try store.undo()
    try send(.add(title: "Second"))
    #expect(Array(journal.todos.keys) == [2])
  }

  @Test("Undo gives back the very state that was there")
  func undo() throws {
    try send(.startPage(today), .add(title: "First"))
    let before = store.state.document
    try send(.complete(id: 1))
    let after = store.state.document
    try store.undo()
    #expect(store.state.document == before)
    try store.redo()
    #expect(store.state.document == after)
  }

  @Test("Steps have names that read well in a menu")
  func labels() throws {
    try send(.startPage(today), .add(title: "Write"), .complete(id: 1))
    #expect(store.timeline.undoPath.map(\.label) == ["Complete Todo", "Add Todo", "Start 2026-11-21"])
  }

  @Test("What does not fit is refused in words, and leaves no step")
  func refusals() throws {
    let yesterday = Day(year: 2026, month: 11, day: 20)!  // A day of the calendar.
    #expect(throws: JournalError.noPage) { try send(.add(title: "Write")) }
    try send(.startPage(today), .add(title: "Write"), .complete(id: 1))
    let before = store.state
    let cases: [(Journal.Action, JournalError, String)] = [
      (.startPage(today), .pageExists(today), "The page of 2026-11-21 has been started already."),
      (
        .startPage(yesterday), .pageBeforeNewest(yesterday, newest: today),
        "2026-11-20 is before the newest page, 2026-11-21: pages are started in order."
      ),
      (.add(title: " \t"), .emptyTitle, "A todo wants a title."),
      (.complete(id: 42), .noTodo(42), "There is no todo 42."),
      (.complete(id: 1), .alreadyDone(1), "Todo 1 is done already."),
    ]
    for (action, error, sentence) in cases {
      #expect(throws: error) { try send(action) }
      #expect("\(error)" == sentence)
    }
    #expect(store.state == before)
    try store.undo()
    #expect(journal.todos[1]?.isDone == false)
  }
}
