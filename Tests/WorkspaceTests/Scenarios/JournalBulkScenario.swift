import Strata
import Testing

@testable import Workspace

/// The fourth part of scenario A: what each action changes, for one thing and for many.
@Suite("Scenario A, the journal: effects of its actions")
struct JournalBulkScenario {
  let today = day("2026-11-20")
  let now = time("2026-11-20T18:00:00")

  /// The todos 5, 6 and 7 are pending, 8 is done, 9 abandoned, 10 of the future.
  func desk(after actions: Journal.Action...) throws -> Desk {
    let desk = try JournalActionsScenario.prepared()
    for action in actions { try desk.journal(action) }
    return desk
  }

  func values<Value>(_ desk: Desk, _ value: (Todo) -> Value) -> [Value] {
    desk.journal.todos.values.map(value)
  }

  @Test("Adding two todos is one step, and gives them ids in their order")
  func adding() throws {
    let desk = try desk(after: .add([NewTodo("Run"), NewTodo("Swim", category: 2, url: "urn:x:y")]))
    #expect(desk.steps.first == "Add 2 Todos")
    #expect(desk.todo(13)?.title == "Run" && desk.todo(13)?.start == today)
    #expect(desk.todo(14)?.category == 2 && desk.todo(14)?.url == "urn:x:y")
  }

  @Test("Completing three todos is one step named Complete 3 Todos")
  func completing() throws {
    let desk = try desk(after: .complete([5, 6, 9], at: now))
    #expect(desk.steps.first == "Complete 3 Todos")
    #expect(values(desk, \.isDone) == [true, true, false, true, true, false])
    #expect([5, 6, 9].allSatisfy { desk.todo($0)?.ending == Ending(time: now, kind: .done) })
  }

  @Test("Uncompleting two todos makes both pending")
  func uncompleting() throws {
    let desk = try desk(after: .complete([5], at: now), .uncomplete([5, 8]))
    #expect(desk.steps.first == "Uncomplete 2 Todos")
    #expect(values(desk, \.isPending) == [true, true, true, true, false, true])
  }

  @Test("Abandoning two todos ends both, whether pending or done")
  func abandoning() throws {
    let desk = try desk(after: .abandon([5, 8], at: now))
    #expect([5, 8].allSatisfy { desk.todo($0)?.ending == Ending(time: now, kind: .abandoned) })
    #expect(desk.todo(6)?.isPending == true)
  }

  @Test("Marking two todos pending reopens both, whether done or abandoned")
  func markingPending() throws {
    let desk = try desk(after: .markPending([8, 9]))
    #expect(values(desk, \.isPending).allSatisfy { $0 })
  }

  @Test("Renaming two todos gives both the title")
  func renaming() throws {
    let desk = try desk(after: .rename([5, 10], "Rest"))
    #expect(values(desk, \.title) == ["Rest", "Send", "Call", "Bake", "Sing", "Rest"])
  }

  @Test("Deleting three todos leaves the others in their places")
  func deleting() throws {
    let desk = try desk(after: .delete([5, 8, 10]))
    #expect(Array(desk.journal.todos.keys) == [6, 7, 9])
  }

  @Test("Setting the category of two todos lists both under it, and nil under none")
  func settingCategory() throws {
    let desk = try desk(after: .setCategory([5, 6], 2), .setCategory([6], nil))
    #expect(desk.journal.page(of: today).groups.map { $0.todos.map(\.id) } == [[5], [6, 7, 8, 9]])
  }

  @Test("Setting the URL of two todos gives both the link, and nil removes it")
  func settingURL() throws {
    let desk = try desk(after: .setURL([5, 6], "https://example.org"), .setURL([5], nil))
    #expect(values(desk, \.url) == [nil, "https://example.org", nil, nil, nil, nil])
  }

  @Test("Setting the ending time of two todos keeps the kind of each")
  func settingEnding() throws {
    let desk = try desk(after: .setEnding([8, 9], at: now))
    #expect(desk.todo(8)?.ending == Ending(time: now, kind: .done))
    #expect(desk.todo(9)?.ending == Ending(time: now, kind: .abandoned))
  }

  @Test("Sending two todos to a date makes both start there, and leaves the page for the future log")
  func sending() throws {
    let desk = try desk(after: .send([5, 10], to: day("2026-12-01")))
    #expect(desk.journal.futureLog(after: today).map(\.id) == [5, 10])
    #expect(desk.journal.page(of: today).todos.map(\.id) == [6, 7, 8, 9])
  }

  @Test("Editing a note replaces its text, and typing is one step until there is a pause")
  func editingNote() throws {
    let desk = try desk(after: .note(.edit(id: 11, "Rain a")), .note(.edit(id: 11, "Rain and hail")))
    #expect(
      desk.journal.notes[11]?.text == "Rain and hail" && desk.journal.notes[12]?.text == "Sun\nand wind"
    )
    try desk.store.undo()
    #expect(desk.journal.notes[11]?.text == "Rain")
  }

  @Test("Retiming a note moves it behind a later note of its page, with its text")
  func retimingNote() throws {
    let desk = try desk(after: .note(.retime(id: 11, now)))
    #expect(desk.journal.page(of: today).notes.map(\.id) == [12, 11])
    #expect(desk.journal.notes[11] == Note(id: 11, time: now, text: "Rain"))
  }

  @Test("Deleting two notes is one step, which undo reverses")
  func deletingNotes() throws {
    let desk = try desk(after: .note(.delete([11, 12])))
    #expect(desk.journal.page(of: today).notes.isEmpty)
    try desk.store.undo()
    #expect(desk.journal.page(of: today).notes.map(\.id) == [11, 12])
  }

  @Test("Renaming and recolouring a category changes the heading of its todos")
  func changingCategory() throws {
    let desk = try desk(
      after: .setCategory([5], 1),
      .category(.rename(id: 1, "Job")),
      .category(.recolor(id: 1, .teal))
    )
    #expect(
      desk.journal.page(of: today).groups.first?.category == TodoCategory(id: 1, name: "Job", color: .teal)
    )
    #expect(desk.journal.category(2)?.name == "Home")
  }

  @Test("Reordering a category moves it to a position among the others")
  func reorderingCategories() throws {
    let desk = try desk(
      after: .category(.add(name: "Garden", color: .green)),
      .category(.reorder(id: 13, to: 0))
    )
    #expect(desk.journal.categories.map(\.id) == [13, 1, 2])
    try desk.journal(.category(.reorder(id: 13, to: 2)))
    #expect(desk.journal.categories.map(\.id) == [1, 2, 13])
  }

  @Test("Editing a bundle changes the todos of its next application, and not those of the last")
  func editingBundle() throws {
    let content = TodoBundle.Content(name: "Daily", todos: [.init("Rest")], shouldMigrate: true)
    let desk = try desk(after: .bundle(.apply(id: 4)), .bundle(.edit(id: 4, content)), .bundle(.apply(id: 4)))
    #expect(desk.todo(13)?.title == "Water plants" && desk.todo(13)?.shouldMigrate == false)
    #expect(desk.todo(14)?.title == "Rest" && desk.todo(14)?.shouldMigrate == true)
  }

  @Test("Deleting two bundles is one step, and leaves the others")
  func deletingBundles() throws {
    let desk = try desk(after: .bundle(.create(.init(name: "Monthly", todos: []))), .bundle(.delete([3, 4])))
    #expect(desk.journal.bundles.values.map(\.name) == ["Monthly"])
    try desk.store.undo()
    #expect(desk.journal.bundles.values.map(\.name) == ["Daily", "Weekly", "Monthly"])
  }
}
