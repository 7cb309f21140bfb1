import Strata
import StrataStorage
import Testing

@testable import Workspace

/// The third part of scenario A: what must hold.
@Suite("Scenario A, the journal: what must hold")
struct JournalPromisesScenario {
  let today = day("2026-11-21")
  let now = time("2026-11-21T09:30:00")

  struct DiskIsFull: Error {}

  @Test("With durable saving on, a step is recorded only after the write succeeded")
  func durable() throws {
    let desk = try Desk(pages: today)
    let missing = StateFile<AppState>(at: "/nonexistent-folder/journal.json")
    let hook = try desk.store.willCommit { try missing.save($0.after) }
    let before = desk.state
    let count = desk.steps.count
    #expect(throws: StateFileError.self) { try desk.add("Write") }
    #expect(desk.state == before)
    #expect(desk.steps.count == count)
    hook.cancel()
    try desk.add("Write")
    #expect(desk.steps.count == count + 1)
  }

  @Test("Undo restores bit-equal state: the kind of ending that was there, and its time to the digit")
  func endings() throws {
    let desk = try Desk(pages: today)
    let first = try desk.add("One")[0]
    let abandoned = Ending(time: time("2026-11-21T08:01:02.345"), kind: .abandoned)
    try desk.journal(.abandon([first], at: abandoned.time), .complete([first], at: now))
    #expect(desk.todo(first)?.ending == Ending(time: now, kind: .done))
    try desk.store.undo()
    #expect(desk.todo(first)?.ending == abandoned)
    try desk.journal(.markPending([first]))
    try desk.store.undo()
    #expect(desk.todo(first)?.ending == abandoned)
    #expect(desk.todo(first)?.ending?.time.millisecond == 345)
  }

  @Test("Undoing a delete brings back the same id, so the same place in the list; older steps still apply")
  func deletion() throws {
    let desk = try Desk(pages: today)
    let ids = try desk.add("One", "Two", "Three")
    try desk.journal(.rename([ids[1]], "Second"))
    let before = desk.state.document
    try desk.journal(.delete([ids[1]]))
    try desk.store.undo()
    #expect(desk.state.document == before)
    #expect(desk.journal.page(of: today).todos.map(\.title) == ["One", "Second", "Three"])
    try desk.store.undo()
    #expect(desk.todo(ids[1])?.title == "Two")
  }

  @Test("A new item gets a new id, also after an undo")
  func newID() throws {
    let desk = try Desk(pages: today)
    let gone = try desk.add("One")[0]
    try desk.store.undo()
    let next = try desk.add("Two")
    #expect(next == [gone + 1])
    try desk.store.undo()
    try desk.store.undo()
    #expect(desk.state.session.ids.last == gone + 1)
  }

  @Test("A bulk action is one step; if any part throws, nothing changed")
  func bulk() throws {
    let desk = try Desk(pages: today)
    let ids = try desk.add("One", "Two", "Three")
    let (before, count) = (desk.state, desk.steps.count)
    #expect(throws: JournalError.noTodo(42)) { try desk.journal(.delete(IDSet(ids + [42]))) }
    #expect(desk.state == before)
    try desk.journal(.complete(IDSet(ids), at: now))
    #expect(desk.steps.count == count + 1)
    #expect(desk.journal.todos.values.allSatisfy { $0.isDone })
  }

  @Test("Undo gives each item back its own prior value, live and future items alike")
  func priorValues() throws {
    let desk = try Desk(pages: today)
    try desk.journal(.category(.add(name: "Work", color: .blue)), .category(.add(name: "Home", color: .red)))
    let work = try desk.add(NewTodo("Live", category: 1))
    let home = try desk.add(NewTodo("Future", category: 2, start: day("2026-12-24")))
    let none = try desk.add(NewTodo("Done"))
    try desk.journal(.complete([none], at: now))
    let before = desk.state.document
    try desk.journal(.setCategory([work, home, none], 2), .send([work, home], to: day("2027-01-01")))
    try desk.journal(.delete([work, home, none]))
    try desk.store.undo()
    try desk.store.undo()
    try desk.store.undo()
    #expect(desk.state.document == before)
    #expect(
      desk.todo(work)?.category == 1 && desk.todo(home)?.category == 2 && desk.todo(none)?.category == nil
    )
    #expect(desk.todo(work)?.start == today && desk.todo(home)?.start == day("2026-12-24"))
  }

  @Test("N single deletes are N steps; one bulk delete is one")
  func deletes() throws {
    let desk = try Desk(pages: today)
    let ids = try desk.add("One", "Two", "Three", "Four")
    let count = desk.steps.count
    for id in ids { try desk.journal(.delete([id])) }
    #expect(Array(desk.steps.prefix(4)) == Array(repeating: "Delete Todo", count: 4))
    for _ in ids { try desk.store.undo() }
    #expect(desk.journal.todos.count == 4 && desk.steps.count == count)
    try desk.journal(.delete(IDSet(ids)))
    #expect(desk.steps.first == "Delete 4 Todos" && desk.steps.count == count + 1)
    try desk.store.undo()
    #expect(desk.journal.todos.count == 4)
  }

  @Test("True redo: undo, redo is the same state; repeated undo walks back, it does not toggle")
  func redo() throws {
    let desk = try Desk(pages: today)
    var states = [desk.state.document]
    for title in ["One", "Two", "Three"] {
      try desk.add(title)
      states.append(desk.state.document)
    }
    for state in states.dropLast().reversed() {
      try desk.store.undo()
      #expect(desk.state.document == state)
    }
    for state in states.dropFirst() {
      try desk.store.redo()
      #expect(desk.state.document == state)
    }
    try desk.store.undo()
    try desk.store.undo()
    #expect(desk.state.document == states[1])
  }

  @Test("Undo and redo are the same when the action was async")
  func async() async throws {
    let desk = try Desk(pages: today)
    func fetchAndAdd() async throws {
      let title = await Task.detached { "From afar" }.value
      try desk.add(title)
    }
    let before = desk.state.document
    try await fetchAndAdd()
    let after = desk.state.document
    try desk.store.undo()
    #expect(desk.state.document == before)
    try desk.store.redo()
    #expect(desk.state.document == after)
  }

  @Test("An undo that fails is reported")
  func failedUndo() throws {
    let desk = Desk()
    #expect(throws: StoreError.nothingToUndo) { try desk.store.undo() }
    try desk.journal(.startPage(today))
    let before = desk.state
    let hook = try desk.store.willCommit { _ in throw DiskIsFull() }
    #expect(throws: DiskIsFull.self) { try desk.store.undo() }
    #expect(desk.state == before)
    hook.cancel()
    try desk.store.undo()
    #expect(desk.journal.pages == [])
  }

  @Test("An action finds its todo by id in the store when it is sent, never in a stale copy")
  func stale() throws {
    let desk = try Desk(pages: today)
    let id = try desk.add("One")[0]
    let stale = desk.todo(id)
    try desk.journal(.rename([id], "Renamed meanwhile"), .complete([id], at: now))
    #expect(stale?.title == "One")
    #expect(desk.todo(id)?.title == "Renamed meanwhile" && desk.todo(id)?.isDone == true)
    try desk.journal(.delete([id]))
    #expect(throws: JournalError.noTodo(id)) { try desk.journal(.rename([id], "Ghost")) }
  }

  @Test("Typing a title is one step per todo until there is a pause")
  func typing() throws {
    let desk = try Desk(pages: today)
    let ids = try desk.add("One", "Two")
    let count = desk.steps.count
    for title in ["W", "Wr", "Wri", "Writ", "Write"] {
      try desk.journal(.rename([ids[0]], title))
      desk.clock.pass(.milliseconds(1500))
    }
    #expect(desk.steps.count == count + 1)
    try desk.journal(.rename([ids[1]], "S"))
    #expect(desk.steps.count == count + 2)
    desk.clock.pass(.seconds(3))
    try desk.journal(.rename([ids[1]], "Se"))
    #expect(desk.steps.count == count + 3)
    for _ in 0..<3 { try desk.store.undo() }
    #expect(desk.journal.todos.values.map(\.title) == ["One", "Two"])
  }
}
