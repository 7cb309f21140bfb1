import Strata
import Testing

@testable import Workspace

/// The first part of scenario A: every action is undoable and redoable, and has a name that reads well.
@Suite("Scenario A, the journal: its actions")
struct JournalActionsScenario {
  static let today = day("2026-11-21")
  static let now = time("2026-11-21T09:30:00")

  /// A journal in which every action finds something to do: todos 5 to 10 (8 done, 9 abandoned, 10 of the future),
  /// notes 11 and 12, categories 1 and 2, bundles 3 and 4.
  static func prepared() throws -> Desk {
    let desk = try Desk(pages: day("2026-11-20"))
    try desk.journal(
      .category(.add(name: "Work", color: .blue)),
      .category(.add(name: "Home", color: .red)),
      .bundle(.create(.init(name: "Daily", todos: [.init("Stretch"), .init("Read", category: 1)]))),
      .bundle(.create(.init(name: "Weekly", todos: [.init("Water plants")])))
    )
    for title in ["Write", "Send", "Call", "Bake", "Sing"] { try desk.add(title) }
    try desk.add(NewTodo("Travel", start: day("2026-12-24")))
    try desk.journal(
      .complete([8], at: time("2026-11-20T08:00:00")),
      .abandon([9], at: time("2026-11-20T08:01:02.345")),
      .note(.add("Rain", at: time("2026-11-20T08:02:00"))),
      .note(.add("Sun\nand wind", at: time("2026-11-20T08:03:00")))
    )
    return desk
  }

  static let actions: [(Journal.Action, String)] = [
    (.startPage(today), "Start 2026-11-21"),
    (.add(title: "Run"), "Add Todo"),
    (.add([NewTodo("Run"), NewTodo("Swim", category: 1)]), "Add 2 Todos"),
    (.complete([5], at: now), "Complete Todo"),
    (.complete([5, 6, 9], at: now), "Complete 3 Todos"),
    (.uncomplete([8]), "Uncomplete Todo"),
    (.abandon([5], at: now), "Abandon Todo"),
    (.abandon([5, 8], at: now), "Abandon 2 Todos"),
    (.markPending([9]), "Mark Todo Pending"),
    (.markPending([8, 9]), "Mark 2 Todos Pending"),
    (.rename([5], "Write more"), "Rename Todo"),
    (.rename([5, 6], "Same"), "Rename 2 Todos"),
    (.delete([5]), "Delete Todo"),
    (.delete([5, 8, 10]), "Delete 3 Todos"),
    (.setCategory([5], 1), "Set Category of Todo"),
    (.setCategory([5, 10], 2), "Set Category of 2 Todos"),
    (.setURL([5], "https://example.org"), "Set URL of Todo"),
    (.setURL([5, 6], "https://example.org"), "Set URL of 2 Todos"),
    (.setEnding([8], at: time("2026-11-20T07:00:00")), "Set Ending of Todo"),
    (.setEnding([8, 9], at: time("2026-11-20T07:00:00")), "Set Ending of 2 Todos"),
    (.send([5], to: day("2026-12-01")), "Send Todo to 2026-12-01"),
    (.send([5, 6, 10], to: day("2026-12-01")), "Send 3 Todos to 2026-12-01"),
    (.note(.add("Wind", at: now)), "Add Note"),
    (.note(.edit(id: 11, "Heavy rain")), "Edit Note"),
    (.note(.editLine(id: 11, 1, "Heavy rain")), "Edit Note"),
    (.note(.append(id: 11, "and thunder")), "Add Line to Note"),
    (.note(.removeLine(id: 12, 1)), "Remove Line of Note"),
    (.note(.retime(id: 11, time("2026-11-20T09:00:00"))), "Change Note's Time"),
    (.note(.delete([11])), "Delete Note"),
    (.note(.delete([11, 12])), "Delete 2 Notes"),
    (.category(.add(name: "Garden", color: .green)), "Add Category"),
    (.category(.rename(id: 1, "Job")), "Rename Category"),
    (.category(.recolor(id: 1, .teal)), "Recolour Category"),
    (.category(.reorder(id: 1, to: 1)), "Reorder Categories"),
    (.category(.delete(id: 1)), "Delete Category"),
    (.bundle(.create(.init(name: "Monthly", todos: []))), "Create Bundle"),
    (.bundle(.edit(id: 3, .init(name: "Every day", todos: [.init("Rest")]))), "Edit Bundle"),
    (.bundle(.delete([3])), "Delete Bundle"),
    (.bundle(.delete([3, 4])), "Delete 2 Bundles"),
    (.bundle(.apply(id: 3)), "Apply Bundle"),
  ]

  @Test(
    "Every action is undoable and redoable, with a name that reads well for one and for many",
    arguments: actions
  )
  func undoable(action: Journal.Action, name: String) throws {
    let desk = try Self.prepared()
    let (before, count) = (desk.state.document, desk.steps.count)
    try desk.journal(action)
    let after = desk.state.document
    #expect(after != before)
    #expect(desk.steps.first == name)
    #expect(desk.steps.count == count + 1)
    try desk.store.undo()
    #expect(desk.state.document == before)
    try desk.store.redo()
    #expect(desk.state.document == after)
    #expect(desk.journal.inconsistency() == nil)
  }

  @Test("Without a history the action still works", arguments: actions)
  func withoutHistory(action: Journal.Action, name: String) throws {
    let prepared = try Self.prepared().state
    let desk = Desk(prepared, keeping: .steps(0))
    try desk.journal(action)
    #expect(!desk.store.canUndo)
    var bare = prepared
    try bare.reduce(.journal(action))
    #expect(bare == desk.state)
    #expect(bare != prepared)
  }

  @Test("A failed action adds no step, changes nothing, and the error reaches the caller", arguments: refused)
  func failed(action: Journal.Action, error: JournalError, sentence: String) throws {
    let desk = try Self.prepared()
    let (before, moment) = (desk.state, desk.store.timeline.present.id)
    #expect(throws: error) { try desk.journal(action) }
    #expect("\(error)" == sentence)
    #expect(desk.state == before)
    #expect(desk.store.timeline.present.id == moment)
    // Also where no store stands between: the value itself stays as it was.
    var bare = before
    #expect(throws: error) { try bare.reduce(.journal(action)) }
    #expect(bare == before)
  }

  static let refused: [(Journal.Action, JournalError, String)] = [
    (
      .startPage(day("2026-11-20")), .pageExists(day("2026-11-20")),
      "The page of 2026-11-20 has been started already."
    ),
    (
      .startPage(day("2026-11-19")), .pageBeforeNewest(day("2026-11-19"), newest: day("2026-11-20")),
      "2026-11-19 is before the newest page, 2026-11-20: pages are started in order."
    ),
    (.add(title: " \t"), .emptyTitle, "A todo wants a title."),
    (.add([NewTodo("Run"), NewTodo("")]), .emptyTitle, "A todo wants a title."),
    (.add([NewTodo("Run", category: 7)]), .noCategory(7), "There is no category 7."),
    (
      .add([NewTodo("Run", url: "example.org")]), .notAURL("example.org"),
      "'example.org' is no URL. Write it in full, such as https://example.org/page"
    ),
    (.complete([5, 42], at: now), .noTodo(42), "There is no todo 42."),
    (.complete([5, 8], at: now), .alreadyDone(8), "Todo 8 is done already."),
    (
      .complete([5, 10], at: now),
      .endsBeforeStart(10, start: day("2026-12-24"), ending: day("2026-11-20")),
      """
      Todo 10 starts on 2026-12-24 and cannot end on 2026-11-20. Send it to 2026-11-20 or an earlier day first, or \
      give it a later ending.
      """
    ),
    (.uncomplete([8, 9]), .notDone(9), "Todo 9 is not done."),
    (.abandon([5, 9], at: now), .alreadyAbandoned(9), "Todo 9 is abandoned already."),
    (.abandon([42], at: now), .noTodo(42), "There is no todo 42."),
    (.markPending([5, 8]), .notEnded(5), "Todo 5 is pending. Complete or abandon it first."),
    (.rename([5, 42], "More"), .noTodo(42), "There is no todo 42."),
    (.rename([5], "\n"), .emptyTitle, "A todo wants a title."),
    (.delete([5, 42]), .noTodo(42), "There is no todo 42."),
    (.setCategory([5], 42), .noCategory(42), "There is no category 42."),
    (.setCategory([5, 42], 1), .noTodo(42), "There is no todo 42."),
    (
      .setURL([5], "https:// example.org"), .notAURL("https:// example.org"),
      "'https:// example.org' is no URL. Write it in full, such as https://example.org/page"
    ),
    (
      .setEnding([5, 8], at: now), .notEnded(5), "Todo 5 is pending. Complete or abandon it first."
    ),
    (
      .setEnding([8], at: time("2026-11-19T23:59:59")),
      .endsBeforeStart(8, start: day("2026-11-20"), ending: day("2026-11-19")),
      """
      Todo 8 starts on 2026-11-20 and cannot end on 2026-11-19. Send it to 2026-11-19 or an earlier day first, or \
      give it a later ending.
      """
    ),
    (
      .send([5, 8], to: today), .endsBeforeStart(8, start: today, ending: day("2026-11-20")),
      """
      Todo 8 starts on 2026-11-21 and cannot end on 2026-11-20. Send it to 2026-11-20 or an earlier day first, or \
      give it a later ending.
      """
    ),
    (.note(.add("", at: now)), .emptyNote, "A note wants a text."),
    (.note(.edit(id: 5, "Text")), .noNote(5), "There is no note 5."),
    (.note(.edit(id: 11, " ")), .emptyNote, "A note wants a text."),
    (.note(.editLine(id: 11, 1, "")), .emptyNote, "A note wants a text."),
    (.note(.removeLine(id: 11, 1)), .emptyNote, "A note wants a text."),
    (
      .note(.removeLine(id: 11, 2)), .noLine(2, note: 11, of: 1),
      "Note 11 has no line 2: line 1 is its only one."
    ),
    (
      .note(.editLine(id: 12, 0, "x")), .noLine(0, note: 12, of: 2),
      "Note 12 has no line 0: it has lines 1 to 2."
    ),
    (.note(.append(id: 5, "x")), .noNote(5), "There is no note 5."),
    (.note(.retime(id: 11, now)), .noSuchPage(today), "There is no page of 2026-11-21."),
    (.note(.delete([11, 13])), .noNote(13), "There is no note 13."),
    (.category(.add(name: "", color: .blue)), .emptyCategoryName, "A category wants a name."),
    (
      .category(.add(name: "Work", color: .red)), .categoryExists("Work"),
      "There is a category 'Work' already."
    ),
    (.category(.rename(id: 2, "Work")), .categoryExists("Work"), "There is a category 'Work' already."),
    (.category(.rename(id: 3, "Daily")), .noCategory(3), "There is no category 3."),
    (.category(.recolor(id: 3, .red)), .noCategory(3), "There is no category 3."),
    (
      .category(.reorder(id: 1, to: 2)), .noPosition(2, of: 2),
      "There is no position 2: the 2 categories stand at 0 to 1."
    ),
    (.category(.delete(id: 3)), .noCategory(3), "There is no category 3."),
    (.bundle(.create(.init(name: " ", todos: []))), .emptyBundleName, "A bundle wants a name."),
    (.bundle(.create(.init(name: "A", todos: [.init("")]))), .emptyTitle, "A todo wants a title."),
    (
      .bundle(.create(.init(name: "A", todos: [.init("B", category: 3)]))), .noCategory(3),
      "There is no category 3."
    ),
    (.bundle(.edit(id: 1, .init(name: "A", todos: []))), .noBundle(1), "There is no bundle 1."),
    (.bundle(.delete([3, 5])), .noBundle(5), "There is no bundle 5."),
    (.bundle(.apply(id: 5)), .noBundle(5), "There is no bundle 5."),
  ]

  @Test("An action that needs a page says how to start the first page")
  func noPage() throws {
    let desk = Desk()
    try desk.journal(.bundle(.create(.init(name: "Daily", todos: [.init("Stretch")]))))
    let wanting: [Journal.Action] = [
      .add(title: "Run"), .note(.add("Rain", at: Self.now)), .bundle(.apply(id: 1)),
    ]
    for action in wanting { #expect(throws: JournalError.noPage) { try desk.journal(action) } }
    #expect("\(JournalError.noPage)" == "There is no page to write on yet. Start one with: start today")
    #expect(desk.steps == ["Create Bundle"])
  }
}
