import Strata
import Testing

@testable import Workspace

/// The second part of scenario A: what pages, todos, notes, bundles and the future log are.
@Suite("Scenario A, the journal: its domain")
struct JournalDomainScenario {
  let friday = day("2026-11-20")
  let saturday = day("2026-11-21")
  let monday = day("2026-11-23")

  @Test("A todo is visible from its start day until it ends")
  func visibility() throws {
    let desk = try Desk(pages: friday, saturday, monday)
    try desk.session(.show(friday))
    let ids = try desk.add("Pending", "Done on Saturday", "Abandoned on Friday")
    try desk.session(.show(nil))
    try desk.add(NewTodo("From Monday", start: monday))
    try desk.journal(.abandon([ids[2]], at: time("2026-11-23T10:00:00")))
    try desk.journal(
      .setEnding([ids[2]], at: time("2026-11-20T18:00:00")),
      .complete([ids[1]], at: time("2026-11-23T10:00:00")),
      .setEnding([ids[1]], at: time("2026-11-21T00:00:00"))
    )
    func titles(_ day: Day) -> [String] { desk.journal.page(of: day).todos.map(\.title) }
    #expect(titles(day("2026-11-19")) == [])
    #expect(titles(friday) == ["Pending", "Done on Saturday", "Abandoned on Friday"])
    #expect(titles(saturday) == ["Pending", "Done on Saturday"])
    #expect(titles(monday) == ["Pending", "From Monday"])
    #expect(desk.journal.allPages() == [friday, saturday, monday].map { desk.journal.page(of: $0) })
  }

  @Test("Start today makes the page and abandons every pending, non-migrating todo from before, in one step")
  func startToday() throws {
    let desk = try Desk(pages: day("2026-11-18"), friday)
    let migrating = try desk.add(NewTodo("Migrating"))
    let staying = try desk.add(NewTodo("Staying", shouldMigrate: false))
    let older = try desk.add(NewTodo("Older", shouldMigrate: false, start: day("2026-11-18")))
    let done = try desk.add(NewTodo("Done", shouldMigrate: false))
    let future = try desk.add(NewTodo("Future", shouldMigrate: false, start: monday))
    let thatDay = try desk.add(NewTodo("For today", shouldMigrate: false, start: saturday))
    try desk.journal(.complete([done], at: time("2026-11-20T09:00:00")))
    let before = desk.state.document
    try desk.journal(.startPage(saturday))

    let abandoned = Ending(time: time("2026-11-20T23:59:59"), kind: .abandoned)
    #expect(desk.todo(staying)?.ending == abandoned)
    #expect(desk.todo(older)?.ending == abandoned)
    #expect(desk.todo(done)?.ending == Ending(time: time("2026-11-20T09:00:00"), kind: .done))
    for id in [migrating, future, thatDay] { #expect(desk.todo(id)?.isPending == true) }
    #expect(desk.journal.pages == [day("2026-11-18"), friday, saturday])
    #expect(desk.journal.page(of: saturday).todos.map(\.title) == ["Migrating", "For today"])
    try desk.store.undo()
    #expect(desk.state.document == before)
  }

  @Test("A todo planned for a day between two pages, without migration, is abandoned at the end of that day")
  func startBetweenPages() throws {
    let desk = try Desk(pages: friday)
    let between = try desk.add(NewTodo("Sunday", shouldMigrate: false, start: day("2026-11-22")))
    try desk.journal(.startPage(monday))
    #expect(desk.todo(between)?.ending == Ending(time: time("2026-11-22T23:59:59"), kind: .abandoned))
    #expect(desk.journal.inconsistency() == nil)
  }

  @Test("The first page of all finds nothing before it, and abandons what was planned for earlier days")
  func firstPage() throws {
    let desk = Desk()
    let early = try desk.add(NewTodo("Early", shouldMigrate: false, start: friday))
    try desk.journal(.startPage(saturday))
    #expect(desk.todo(early)?.ending == Ending(time: time("2026-11-20T23:59:59"), kind: .abandoned))
  }

  @Test("A page is grouped by category in sort order, Other last, by id inside")
  func groups() throws {
    let desk = try Desk(pages: saturday)
    try desk.journal(
      .category(.add(name: "Work", color: .blue)),
      .category(.add(name: "Empty", color: .red)),
      .category(.add(name: "Home", color: .green))
    )
    try desk.add(NewTodo("Sleep"))
    try desk.add(NewTodo("Cook", category: 3))
    try desk.add(NewTodo("Write", category: 1))
    try desk.add(NewTodo("Clean", category: 3, shouldMigrate: false))
    try desk.add(NewTodo("Eat", category: 3))
    try desk.journal(.complete([5], at: time("2026-11-21T10:00:00")), .category(.reorder(id: 3, to: 0)))
    let groups = desk.journal.page(of: saturday).groups
    #expect(groups.map(\.name) == ["Home", "Work", "Other"])
    #expect(groups.map { $0.todos.map(\.id) } == [[5, 7, 8], [6], [4]])
    #expect(groups.map(\.category?.color) == [.green, .blue, nil])
  }

  @Test("Lines of a note are replaced, added and removed, with what parts them from their neighbours")
  func lines() throws {
    let desk = try Desk(pages: day("2026-11-20"))
    try desk.journal(.note(.add("one\r\ntwo\nthree", at: time("2026-11-20T09:00:00"))))
    func says(_ actions: Note.Action...) throws -> String {
      for action in actions { try desk.journal(.note(action)) }
      defer { for _ in actions { _ = try? desk.store.undo() } }
      return try String(#require(desk.journal.notes[1]).text)
    }
    #expect(try says(.editLine(id: 1, 1, "1")) == "1\r\ntwo\nthree")
    #expect(try says(.editLine(id: 1, 3, "3\n4")) == "one\r\ntwo\n3\n4")
    #expect(try says(.append(id: 1, "four")) == "one\r\ntwo\nthree\nfour")
    #expect(try says(.removeLine(id: 1, 1)) == "two\nthree")
    #expect(try says(.removeLine(id: 1, 2)) == "one\r\nthree")
    #expect(try says(.removeLine(id: 1, 3)) == "one\r\ntwo")
    #expect(try says(.removeLine(id: 1, 3), .removeLine(id: 1, 2)) == "one")
    #expect(try says(.editLine(id: 1, 2, "")) == "one\r\n\nthree")
  }

  @Test("A word in a long note costs a word, in memory and in a patch")
  func longNote() throws {
    let desk = try Desk(pages: day("2026-11-20"))
    let lines = Array(repeating: "A line that is one of many in a long note.", count: 2_000)
    try desk.journal(.note(.add(lines.joined(separator: "\n"), at: time("2026-11-20T09:00:00"))))
    let before = desk.state
    try desk.journal(.note(.editLine(id: 1, 1_000, "A line that is two of many in a long note.")))
    #expect(try Patch(from: before, to: desk.state).packed.count < 100)
    #expect(desk.state.heapFootprint(notIn: [before]).bytes < 4_000)
  }

  @Test("A note is timestamped text on a page, and a page shows its notes by time")
  func notes() throws {
    let desk = try Desk(pages: friday, saturday)
    try desk.journal(
      .note(.add("Late", at: time("2026-11-21T20:00:00"))),
      .note(.add("Early", at: time("2026-11-21T07:00:00")))
    )
    #expect(desk.journal.page(of: saturday).notes.map(\.text) == ["Early", "Late"])
    try desk.journal(.note(.retime(id: 1, time("2026-11-21T06:00:00"))))
    #expect(desk.journal.page(of: saturday).notes.map(\.text) == ["Late", "Early"])
    try desk.journal(.note(.retime(id: 1, time("2026-11-20T06:00:00"))))
    #expect(desk.journal.page(of: saturday).notes.map(\.text) == ["Early"])
    #expect(desk.journal.page(of: friday).notes.map(\.text) == ["Late"])
    #expect(desk.journal.allPages().map { $0.notes.map(\.text) } == [["Late"], ["Early"]])
  }

  @Test("A bundle is applied to today's page at once, and its flag says whether the todos it makes migrate")
  func bundles() throws {
    let desk = try Desk(pages: friday, saturday)
    try desk.journal(
      .category(.add(name: "Body", color: .pink)),
      .bundle(
        .create(.init(name: "Daily", todos: [.init("Stretch", category: 1), .init("Read", url: "urn:x:y")]))
      ),
      .bundle(.create(.init(name: "Errands", todos: [.init("Shop")], shouldMigrate: true)))
    )
    try desk.session(.show(friday))
    let count = desk.steps.count
    try desk.journal(.bundle(.apply(id: 2)), .bundle(.apply(id: 3)))
    #expect(desk.steps.count == count + 2)
    #expect(
      Array(desk.journal.todos.values) == [
        Todo(id: 4, title: "Stretch", shouldMigrate: false, start: saturday, category: 1),
        Todo(id: 5, title: "Read", shouldMigrate: false, start: saturday, url: "urn:x:y"),
        Todo(id: 6, title: "Shop", shouldMigrate: true, start: saturday),
      ]
    )
    try desk.journal(.bundle(.delete([2, 3])))
    #expect(desk.journal.todos.count == 3)
  }

  @Test("The future log has the pending todos that start after the page's day, by day")
  func futureLog() throws {
    let desk = try Desk(pages: friday, saturday)
    try desk.add("Now")
    let christmas = try desk.add(NewTodo("Christmas", start: day("2026-12-24")))
    let advent = try desk.add(NewTodo("Advent", shouldMigrate: false, start: day("2026-11-29")))
    let second = try desk.add(NewTodo("Also Christmas", shouldMigrate: false, start: day("2026-12-24")))
    #expect(desk.journal.futureLog(after: saturday).map(\.id) == [advent, christmas, second])
    #expect(desk.journal.futureLog(after: day("2026-11-29")).map(\.id) == [christmas, second])
    #expect(desk.journal.futureLog(after: friday).count == 4)
    try desk.journal(.send([christmas], to: saturday))
    #expect(desk.journal.futureLog(after: saturday).map(\.id) == [advent, second])
    #expect(desk.journal.page(of: saturday).todos.map(\.id) == [1, christmas])
  }

  @Test("Acting on a past page stamps noon of that day")
  func pastPage() throws {
    let desk = try Desk(pages: friday, saturday)
    let now = time("2026-11-21T09:30:00.125")
    try desk.session(.show(friday))
    let ids = try desk.add("One", "Two", "Three")
    try desk.journal(
      .complete([ids[0]], at: now),
      .abandon([ids[1]], at: now),
      .note(.add("Late remark", at: now))
    )
    #expect(desk.todo(ids[0])?.start == friday)
    #expect(desk.todo(ids[0])?.ending == Ending(time: time("2026-11-20T12:00:00"), kind: .done))
    #expect(desk.todo(ids[1])?.ending == Ending(time: time("2026-11-20T12:00:00"), kind: .abandoned))
    #expect(desk.journal.page(of: friday).notes.map(\.time) == [time("2026-11-20T12:00:00")])
    try desk.session(.show(saturday))
    try desk.journal(.complete([ids[2]], at: now))
    #expect(desk.todo(ids[2])?.ending?.time == now)
  }

  @Test("The newest page is a past one too, until today's is started")
  func yesterdayInView() throws {
    let desk = try Desk(pages: friday)
    try desk.add("One")
    try desk.journal(.complete([1], at: time("2026-11-21T00:30:00")))
    #expect(desk.todo(1)?.ending?.time == time("2026-11-20T12:00:00"))
  }

  @Test("Ids are given on, never twice, whatever they are for")
  func ids() throws {
    let desk = try Desk(pages: saturday)
    try desk.add("First")
    try desk.store.undo()
    try desk.journal(.category(.add(name: "Work", color: .blue)))
    try desk.add("Second")
    #expect(desk.journal.categories.map(\.id) == [2])
    #expect(Array(desk.journal.todos.keys) == [3])
  }

  @Test("Deleting a category leaves its todos and bundles without one, in one step that undo takes back")
  func deleteCategory() throws {
    let desk = try Desk(pages: saturday)
    try desk.journal(
      .category(.add(name: "Work", color: .blue)),
      .category(.add(name: "Home", color: .red)),
      .bundle(.create(.init(name: "Daily", todos: [.init("Plan", category: 1), .init("Cook", category: 2)])))
    )
    try desk.add(NewTodo("Write", category: 1))
    try desk.add(NewTodo("Clean", category: 2))
    let before = desk.state.document
    try desk.journal(.category(.delete(id: 1)))
    #expect(desk.journal.todos.values.map(\.category) == [nil, 2])
    #expect(desk.journal.bundles[3]?.todos.map(\.category) == [nil, 2])
    #expect(desk.journal.inconsistency() == nil && desk.journal.todoRows.hasRightIndex)
    try desk.store.undo()
    #expect(desk.state.document == before)
  }
}
