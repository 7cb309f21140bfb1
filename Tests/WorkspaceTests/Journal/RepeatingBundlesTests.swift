import Foundation
import Strata
import StrataStorage
import Testing

@testable import Workspace

@Suite("Bundles that come again and again")
struct RepeatingBundlesTests {
  /// A desk with a page of Friday, 2026-11-20, and one bundle of two todos, with id 1.
  private func desk(_ days: Rhythm.Days, from start: String = "2026-11-20", migrating: Bool = false) throws
    -> Desk
  {
    let desk = try Desk(pages: day("2026-11-20"))
    let content = TodoBundle.Content(
      name: "Plants",
      todos: [.init("Water"), .init("Talk", url: "urn:plants")],
      shouldMigrate: migrating
    )
    let rhythm = try #require(Rhythm(days, from: day(start)))
    try desk.journal(.bundle(.create(content)), .bundle(.schedule(id: 1, rhythm)))
    return desk
  }

  private func open(_ desk: Desk, _ text: String) -> [String] {
    desk.journal.page(of: day(text)).todos.filter(\.isPending).map(\.title)
  }

  @Test("A page that starts has the bundles of its day, in one step that undo takes back whole")
  func one() throws {
    let desk = try desk(.weekly([.saturday]))
    #expect(open(desk, "2026-11-20") == [])
    try desk.journal(.startPage(day("2026-11-21")))
    #expect(open(desk, "2026-11-21") == ["Water", "Talk"])
    let todos = desk.journal.todos.values.map { $0 }
    #expect(todos.map(\.start) == [day("2026-11-21"), day("2026-11-21")])
    #expect(todos.map(\.url) == [nil, "urn:plants"] && todos.allSatisfy { !$0.shouldMigrate })
    #expect(desk.steps.first == "Start 2026-11-21")
    try desk.store.undo()
    #expect(desk.journal.todos.isEmpty && desk.journal.pages.count == 1)
    try desk.store.redo()
    #expect(desk.journal.todos.values.map { $0 } == todos)
    try desk.journal(.startPage(day("2026-11-22")))
    #expect(open(desk, "2026-11-22") == [])
  }

  @Test(
    "What moves on comes late where its day had no page, and once for all of its days; what does not, does not"
  )
  func late() throws {
    for (isMigrating, expected) in [(true, ["Water", "Talk"]), (false, [])] {
      let desk = try desk(.weekly([.saturday, .sunday]), migrating: isMigrating)
      try desk.journal(.startPage(day("2026-11-24")))
      #expect(open(desk, "2026-11-24") == expected)
      try desk.journal(.startPage(day("2026-11-25")))
      #expect(open(desk, "2026-11-25") == expected)
    }
  }

  @Test(
    "What is still to be done from the last time is not written again; what was done, or is another thing, is"
  )
  func again() throws {
    let desk = try desk(.every(1), migrating: true)
    try desk.journal(.category(.add(name: "Home", color: .blue)), .startPage(day("2026-11-21")))
    let (water, talk) = (3, 4)
    #expect(desk.todo(water)?.title == "Water" && desk.todo(talk)?.title == "Talk")
    try desk.journal(.complete([water], at: .noon(of: day("2026-11-21"))), .startPage(day("2026-11-22")))
    #expect(open(desk, "2026-11-22") == ["Talk", "Water"])
    // In another category it is another thing, and so is what is planned for later.
    try desk.journal(.setCategory([talk], 2), .add([NewTodo("Water", start: day("2026-12-24"))]))
    try desk.journal(.startPage(day("2026-11-23")))
    #expect(open(desk, "2026-11-23").sorted() == ["Talk", "Talk", "Water"])
  }

  @Test("No day before the first one counts, and none where there has been no page yet but the day itself")
  func first() throws {
    let late = try desk(.every(1), from: "2026-11-25", migrating: true)
    try late.journal(.startPage(day("2026-11-24")))
    #expect(open(late, "2026-11-24") == [])
    try late.journal(.startPage(day("2026-11-26")))
    #expect(open(late, "2026-11-26") == ["Water", "Talk"])
    for (page, expected) in [("2026-11-24", []), ("2026-11-22", ["Water"])] {
      let new = Desk()
      try new.journal(
        .bundle(.create(.init(name: "A", todos: [.init("Water")], shouldMigrate: true))),
        .bundle(.schedule(id: 1, Rhythm(.weekly([.sunday]), from: .first))),
        .startPage(day(page))
      )
      #expect(open(new, page) == expected)
    }
  }

  @Test(
    "A rhythm is given, changed and taken away by steps of their own, and a new content leaves it as it is"
  )
  func scheduling() throws {
    let desk = try desk(.every(1))
    try desk.journal(.bundle(.edit(id: 1, .init(name: "Plants", todos: [.init("Water")]))))
    #expect(desk.journal.bundles[1]?.rhythm == .daily(from: day("2026-11-20")))
    try desk.journal(
      .bundle(.schedule(id: 1, .weekdays(from: day("2026-11-23")))),
      .bundle(.schedule(id: 1, nil))
    )
    #expect(
      desk.steps.prefix(4) == ["Stop Repeating Bundle", "Repeat Bundle", "Edit Bundle", "Repeat Bundle"]
    )
    try desk.journal(.startPage(day("2026-11-23")))
    #expect(open(desk, "2026-11-23") == [])
    for _ in 0..<2 { try desk.store.undo() }
    #expect(desk.journal.bundles[1]?.rhythm == .weekdays(from: day("2026-11-23")))
    #expect(throws: JournalError.noBundle(9)) { try desk.journal(.bundle(.schedule(id: 9, nil))) }
    try desk.journal(.startPage(day("2026-11-23")), .bundle(.apply(id: 1)))
    #expect(open(desk, "2026-11-23") == ["Water", "Water"])
  }

  @Test("Where no number is left for a todo, no page starts, and nothing else has happened")
  func exhausted() throws {
    var state = try desk(.every(1)).state
    state.document.journal.todos[7] = Todo(id: 7, title: "A", shouldMigrate: false, start: day("2026-11-20"))
    state.session.ids.raise(above: .max)
    let before = state
    #expect(throws: IDCounter.Exhausted()) { try state.reduce(.journal(.startPage(day("2026-11-21")))) }
    #expect(state == before)
  }

  static let file = #"""
    {"format":"strata-state-1","schema":1,"state":{"document":{"canvas":{"annotations":{}},"journal":{"bundles":\#
    {"1":{"id":1,"name":"Daily","shouldMigrate":true,"todos":[{"title":"Stretch"}]}},"categories":[],"notes":{},\#
    "pages":["2026-11-20"],"todos":{}},"people":{"list":[]}},"session":{"filter":{"hidesEnded":false,"text":""},\#
    "ids":{"last":1},"selection":[]}}}
    """#

  @Test("A file of before there were rhythms opens, and is written as it was as long as there are none")
  func before() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let path = folder.path + "/workspace.json"
    try Self.file.write(toFile: path, atomically: false, encoding: .utf8)
    func opened(_ body: (Store<AppState>) throws -> Void) throws -> String {
      let opened = try DurableStore(
        at: path,
        undoing: \.document,
        restoring: \.session.selection,
        startingWith: AppState()
      )
      try body(opened.store)
      try opened.close()
      return try String(contentsOfFile: path, encoding: .utf8)
    }
    let unchanged = try opened { store in
      #expect(store.state.document.journal.bundles[1]?.name == "Daily")
      try store.send(.journal(.startPage(day("2026-11-21"))))
      #expect(store.state.document.journal.todos.isEmpty)
    }
    // An older version reads what has no rhythm.
    #expect(!unchanged.contains("rhythm"))
    let changed = try opened {
      try $0.send(.journal(.bundle(.schedule(id: 1, .daily(from: day("2026-11-22"))))))
    }
    #expect(changed.contains(#""rhythm":"daily from 2026-11-22""#))
    _ = try opened { store in
      try store.send(.journal(.startPage(day("2026-11-22"))))
      #expect(store.state.document.journal.todos.values.map(\.title) == ["Stretch"])
      for _ in 0..<3 { try store.undo() }
      #expect(store.state.document.journal.bundles[1]?.rhythm == nil)
    }
  }

  @Test("A rhythm that no version writes is refused with its place")
  func damaged() throws {
    for rhythm in ["daily", "hourly from 2026-11-20", "every 0 days from 2026-11-20", ""] {
      let json = try Desk(pages: day("2026-11-20")).state.document.json()
      let text = String(decoding: json, as: UTF8.self).replacing(
        #""bundles":{}"#,
        with: #""bundles":{"1":{"id":1,"name":"A","rhythm":"\#(rhythm)","shouldMigrate":true,"todos":[]}}"#
      )
      let error = #expect(throws: ImportError.self) { try Document(importing: text.utf8) }
      #expect(error?.place.suffix(2) == ["1", "rhythm"], "\(String(describing: error))")
    }
  }
}
