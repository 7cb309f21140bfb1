import PersistentCollections
import Strata
import Testing

@testable import Workspace

/// The lines of scenarios B, C, F and G that need a journal, a canvas and people in one state.
@Suite("Scenarios B, C, F and G: the histories of a workspace")
struct HistoriesScenario {
  let today = day("2026-11-21")
  let now = time("2026-11-21T09:30:00")
  let agent: Author = "agent"
  let here = Point(x: 1, y: 2)

  /// A desk with a note, whose id is also returned.
  func desk(withNote text: String) throws -> (Desk, note: Int) {
    let desk = try Desk(pages: today)
    try desk.journal(.note(.add(text, at: now)))
    desk.clock.pass(.seconds(60))
    return (desk, desk.state.session.ids.last)
  }

  @Test("B: Two workspaces have two histories; undo in one leaves the other alone")
  func twoStores() throws {
    let (one, other) = (try Desk(pages: today), try Desk(pages: today))
    try one.add("Milk")
    try other.add("Bread")
    try one.store.undo()
    #expect(one.journal.todos.isEmpty && other.journal.todos.values.map(\.title) == ["Bread"])
    #expect(other.steps.count == 2)
  }

  @Test("C: Actions on journal, canvas and people in one transaction are one step")
  func composite() throws {
    let desk = try Desk(pages: today)
    let before = desk.state.document
    try desk.store.transaction("Prepare") { draft in
      try draft.send(.journal(.add(title: "Milk")))
      try draft.send(.canvas(.create("Look", at: here, color: .red)))
      try draft.send(.people(.add(name: "Ada")))
    }
    #expect(desk.steps == ["Prepare", "Start 2026-11-21"])
    try desk.store.undo()
    #expect(desk.state.document == before)
  }

  @Test("C: A transaction that fails half-way leaves nothing half done")
  func halfWay() throws {
    let desk = try Desk(pages: today)
    let before = desk.state
    #expect(throws: PeopleError.noPerson(9)) {
      try desk.store.transaction("Prepare") { draft in
        try draft.send(.journal(.add(title: "Milk")))
        try draft.send(.people(.delete([9])))
      }
    }
    #expect(desk.state == before && desk.steps.count == 1)
  }

  @Test("C: The canvas has an undo of its own, which ends with its editor and leaves the journal alone")
  func canvasHistory() throws {
    let desk = try Desk(pages: today)
    let editor = try desk.store.undoScope(\.document.canvas)
    try desk.canvas(.create("Look", at: here, color: .red))
    try desk.add("Milk")
    try editor.undo()
    #expect(desk.canvas.annotations.isEmpty && desk.journal.todos.count == 1)
    editor.close()
    #expect(!editor.canUndo && desk.store.canUndo)
  }

  @Test("C: A bounded history keeps the newest steps")
  func bounded() throws {
    let desk = Desk(try Desk(pages: today).state, keeping: .steps(3))
    for number in 1...5 { try desk.add("Todo \(number)") }
    while desk.store.canUndo { try desk.store.undo() }
    #expect(desk.journal.todos.values.map(\.title) == ["Todo 1", "Todo 2"])
  }

  @Test("F: An agent's run is undone as one step, and later edits stay")
  func run() throws {
    let desk = try Desk(pages: today)
    let run = try desk.store.beginGroup("Tidy up", as: agent)
    for title in ["A", "B", "C"] { try desk.store.send(.journal(.add(title: title)), as: agent) }
    run.end()
    try desk.add("Mine")
    try desk.store.undo(by: agent)
    #expect(desk.journal.todos.values.map(\.title) == ["Mine"])
    #expect(!desk.store.timeline.canUndo(by: agent))
  }

  @Test("F: A merge of two titles of one todo is a conflict, and its choice is a step")
  func mergeConflict() throws {
    let desk = try Desk(pages: today)
    let id = try desk.add("Milk")[0]
    let fork = desk.store.timeline.present.id
    try desk.journal(.rename([id], "Oat milk"))
    let branch = desk.store.timeline.present.id
    try desk.store.jump(to: fork)
    try desk.journal(.rename([id], "Soy milk"))
    let before = desk.state
    #expect(throws: MergeError.self) { try desk.store.merge(branch) }
    #expect(desk.state == before)
    try desk.store.merge(branch) { _ in .value(.text("Rice milk")) }
    #expect(desk.todo(id)?.title == "Rice milk")
  }

  @Test("F: Two people type into one note, and each undoes their own words")
  func twoTypists() throws {
    let (desk, note) = try desk(withNote: "one two")
    try desk.journal(.note(.edit(id: note, "one and two")))
    try desk.store.send(.journal(.note(.edit(id: note, "one and two or three"))), as: agent)
    try desk.store.undo(by: .user)
    #expect(desk.journal.notes[note]?.text == "one two or three")
    try desk.store.undo(by: agent)
    #expect(desk.journal.notes[note]?.text == "one two")
  }

  @Test("G: Keystrokes in a note of a megabyte merge into one step that costs the typed word")
  func longNote() throws {
    let text = String(repeating: "A line that is one of many in a long note.\n", count: 25_000)
    let (desk, note) = try desk(withNote: text)
    let (before, count) = (desk.state, desk.steps.count)
    for typed in ["s", "sm", "sma", "smal", "small"] {
      try desk.journal(.note(.editLine(id: note, 12_000, "A line of \(typed) words.")))
    }
    #expect(desk.steps.count == count + 1)
    #expect(try Patch(from: before, to: desk.state).packed.count < 150)
    #expect(desk.state.heapFootprint(notIn: [before]).bytes < 6_000)
    try desk.store.undo()
    #expect(desk.state.document == before.document)
  }

  @Test("G: Any moment of a long note can be shown")
  func jumps() throws {
    let (desk, note) = try desk(withNote: String(repeating: "Line\n", count: 10_000))
    var moments: [Moment.ID] = []
    for number in 1...20 {
      desk.clock.pass(.seconds(60))
      try desk.journal(.note(.editLine(id: note, number * 400, "Line of moment \(number)")))
      moments.append(desk.store.timeline.present.id)
    }
    for (number, moment) in zip(1..., moments).reversed() {
      try desk.store.jump(to: moment)
      let text = try #require(desk.journal.notes[note]?.text)
      #expect(String(text[text.lines.range(at: number * 400 - 1)]) == "Line of moment \(number)")
      #expect(String(text[text.lines.range(at: number * 400 + 399)]) == "Line")
    }
  }
}
