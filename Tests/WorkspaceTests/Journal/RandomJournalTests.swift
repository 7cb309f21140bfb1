import Strata
import TestSupport
import Testing

@testable import Workspace

@Suite("Random journals")
struct RandomJournalTests {
  @Test(
    "Thousands of actions keep every invariant; undone to the beginning and redone to the end, to the bit",
    arguments: 1...UInt64(Soak.times(1))
  )
  func longHistory(seed: UInt64) throws {
    let desk = Desk()
    var actions = RandomActions(seed: seed)
    var documents = [desk.state.document]
    var refused = 0
    for number in 0..<1500 {
      let action = actions.next(in: desk.state)
      let before = desk.state
      desk.clock.pass(.seconds(10))
      do {
        try desk.store.send(action)
        let document = desk.state.document
        // A look at everything is slow; what is wrong once stays wrong for a while.
        if number.isMultiple(of: 8), let flaw = flaw(in: desk.state) {
          Issue.record("seed \(seed), action \(number), \(action): \(flaw)")
          return
        }
        if document != before.document { documents.append(document) }
      } catch {
        refused += 1
        try #require(desk.state == before, "seed \(seed), action \(number), \(action), refused: \(error)")
      }
      try #require(
        desk.store.timeline.undoCount == documents.count - 1,
        "seed \(seed), action \(number), \(action)"
      )
    }
    #expect(
      refused > 100 && documents.count > 500,
      "seed \(seed): \(refused) refused, \(documents.count) steps"
    )
    let end = try desk.state.document.json()
    try expectWayBack(desk, documents, seed)
    try expectWayForward(desk, documents, seed)
    #expect(try desk.state.document.json() == end)
    let last = desk.state.document
    #expect(try Document(importing: end) == last)
  }

  private func expectWayBack(_ desk: Desk, _ documents: [Document], _ seed: UInt64) throws {
    for (number, document) in documents.enumerated().dropLast().reversed() {
      try desk.store.undo()
      try #require(desk.state.document == document, "seed \(seed), undone to step \(number)")
      if number.isMultiple(of: 50) { try #require(flaw(in: desk.state) == nil) }
    }
    #expect(!desk.store.canUndo)
  }

  private func expectWayForward(_ desk: Desk, _ documents: [Document], _ seed: UInt64) throws {
    for (number, document) in documents.enumerated().dropFirst() {
      try desk.store.redo()
      try #require(desk.state.document == document, "seed \(seed), redone to step \(number)")
    }
    #expect(!desk.store.canRedo)
  }

  private func flaw(in state: AppState) -> String? {
    let (journal, document) = (state.document.journal, state.document)
    if let flaw = journal.inconsistency() ?? document.canvas.inconsistency()
      ?? document.people.inconsistency()
    {
      return flaw
    }
    if !journal.todoRows.hasRightIndex { return "The index of the todos is wrong." }
    if !journal.noteRows.hasRightIndex { return "The index of the notes is wrong." }
    let ids =
      Array(journal.todos.keys) + Array(journal.notes.keys) + Array(journal.bundles.keys)
      + journal.categories.map(\.id) + Array(document.canvas.annotations.keys)
      + document.people.list.map(\.tag)
    if Set(ids).count != ids.count { return "An id is used twice." }
    if ids.contains(where: { $0 > state.session.ids.last }) { return "An id was never given out." }
    return nil
  }

  @Test(
    "Pages and the future log say what a look at every todo says",
    arguments: 5...UInt64(4 + Soak.times(2))
  )
  func pages(seed: UInt64) throws {
    var state = AppState()
    var actions = RandomActions(seed: seed)
    for number in 0..<600 {
      var next = state
      do {
        try next.reduce(actions.next(in: state))
      } catch {
        continue
      }
      state = next
      guard number.isMultiple(of: 10) else { continue }
      let journal = state.document.journal
      for day in journal.pages.suffix(6) {
        try #require(
          journal.page(of: day) == naivePage(of: day, journal),
          "seed \(seed), after \(number), \(day)"
        )
        let future = journal.todos.values.filter { $0.isPending && $0.start > day }
          .sorted { ($0.start, $0.id) < ($1.start, $1.id) }
        try #require(journal.futureLog(after: day) == future, "seed \(seed), after \(number), \(day)")
      }
    }
    let journal = state.document.journal
    #expect(journal.pages.count > 5 && journal.todos.count > 50)
    #expect(journal.allPages() == journal.pages.map { naivePage(of: $0, journal) })
  }

  /// The page as the scenario has it, from a look at everything.
  private func naivePage(of day: Day, _ journal: Journal) -> JournalPage {
    let todos = journal.todos.values.filter { todo in
      guard let ending = todo.ending else { return todo.start <= day }
      return todo.start <= day && ending.time.day >= day
    }
    let headings = journal.categories.map(Optional.some) + [nil]
    let groups = headings.compactMap { category in
      let members = todos.filter { $0.category == category?.id }
      return members.isEmpty ? nil : JournalPage.Group(category: category, todos: members)
    }
    var page = JournalPage(of: day, in: Journal())
    page.groups = groups
    page.notes = journal.notes.values.filter { $0.time.day == day }.sorted {
      ($0.time, $0.id) < ($1.time, $1.id)
    }
    return page
  }
}
