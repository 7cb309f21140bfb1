import Foundation
import Strata
import StrataStorage
import Testing
import Workspace

@testable import StrataREPL

@Suite("The REPL")
struct REPLTests {
  let path = FileManager.default.temporaryDirectory.path + "/strata-repl-\(UUID().uuidString).json"
  let today = Day(year: 2026, month: 11, day: 21)!  // A day of the calendar.

  func open() throws -> REPL {
    try REPL(opening: path, now: { .noon(of: today) })
  }

  /// Ends the sitting and begins the next one.
  func reopen(_ repl: REPL) throws -> REPL {
    try repl.close()
    return try open()
  }

  func remove() {
    let url = URL(fileURLWithPath: path)
    let names =
      (try? FileManager.default.contentsOfDirectory(atPath: url.deletingLastPathComponent().path)) ?? []
    for name in names where name.contains(url.lastPathComponent) {
      try? FileManager.default.removeItem(at: url.deletingLastPathComponent().appendingPathComponent(name))
    }
  }

  @Test("A sitting: start, add, do, undo, redo; and what was done is there in the next one")
  func sitting() throws {
    defer { remove() }
    var repl = try open()
    #expect(try repl.lines("list") == ["The journal has no pages yet. Try: start today"])
    #expect(try repl.lines("start today") == ["2026-11-21", "  nothing to do"])
    #expect(try repl.lines("add \"Buy milk\"") == ["  1  [ ] Buy milk"])
    #expect(try repl.lines("done 1") == ["  1  [x] Buy milk"])
    #expect(try repl.lines("undo") == ["Undid: Complete Todo: \"Buy milk\"", "  1  [ ] Buy milk"])
    repl = try reopen(repl)
    #expect(try repl.lines("list") == ["2026-11-21", "  1  [ ] Buy milk"])
    #expect(try repl.lines("redo") == ["Redid: Complete Todo: \"Buy milk\"", "  1  [x] Buy milk"])
    repl = try reopen(repl)
    #expect(try repl.lines("list") == ["2026-11-21", "  1  [x] Buy milk"])
    #expect(
      try repl.lines("undo 2") == ["Undid 2 steps: Complete Todo, Add Todo", "  1  [x] Buy milk  is gone"]
    )
    repl = try reopen(repl)
    #expect(try repl.lines("redo") == ["Redid: Add Todo: \"Buy milk\"", "  1  [ ] Buy milk"])
    #expect(throws: LogError.inUse(path: path)) { try open() }
    #expect(repl.notice == nil)
  }

  @Test("A log that another program has cut off is written anew by save, as the message says")
  func changedLog() throws {
    defer { remove() }
    var repl = try open()
    for line in ["start today", "add One", "add Two"] { try repl.lines(line) }
    let log = try #require(FileHandle(forWritingAtPath: path + ".log"))
    try log.truncate(atOffset: 100)
    try log.close()
    let error = #expect(throws: LogError.changed(path: path + ".log")) { try repl.lines("add Three") }
    #expect(told(try #require(error)).hasSuffix("To have it at once: save"))
    #expect(try repl.lines("save") == ["Saved \(path)"])
    try repl.lines("add Four")
    repl = try reopen(repl)
    #expect(try repl.lines("list") == ["2026-11-21", "  1  [ ] One", "  2  [ ] Two", "  3  [ ] Four"])
    #expect(repl.notice == nil)
  }

  @Test(
    "One step is taken back by itself, also in the next sitting; what later steps changed, when that is insisted on"
  )
  func undoOnly() throws {
    defer { remove() }
    var repl = try open()
    for line in ["start today", "add One", "add Two", "rename 1 Uno", "rename 2 Due"] { try repl.lines(line) }
    #expect(try repl.lines("undo only 4") == [#"Undid: Rename Todo: "One" → "Uno""#, "  1  [ ] One"])
    repl = try reopen(repl)
    try repl.lines("rename 2 Tre")
    let error = #expect(throws: Contradiction.self) { try repl.lines("undo only 5") }
    #expect(
      told(try #require(error)) == """
        Later steps changed the same, so it stays:
        the title of todo 2
          was: "Two"
          became: "Due"
          is now: "Tre"
        To have what was: undo only 5 --anyway
        """
    )
    repl = try reopen(repl)
    #expect(
      try repl.lines("undo only 5 --anyway") == [#"Undid: Rename Todo: "Two" → "Tre""#, "  2  [ ] Two"]
    )
    #expect(try repl.lines("undo only 2").last?.contains("is gone") == true)
    #expect(throws: StoreError.nothingToUndo) { try repl.lines("undo only oldest") }
    repl = try reopen(repl)
    #expect(try repl.lines("list") == ["2026-11-21", "  2  [ ] Two"])
  }

  @Test("Everybody's steps are undone by name, also in the next sitting, and history says whose they are")
  func authors() throws {
    defer { remove() }
    var repl = try open()
    for line in ["start today", "add One", "as agent add Two", "as agent rename 2 Due", "rename 1 Uno"] {
      try repl.lines(line)
    }
    #expect(try repl.lines("history").contains { $0.contains("Add Todo: \"Two\"  (by agent)") })
    #expect(try repl.lines("undo by agent") == [#"Undid: Rename Todo: "Two" → "Due""#, "  2  [ ] Two"])
    repl = try reopen(repl)
    #expect(try repl.lines("history").last?.contains("(by agent, takes back 4)") == true)
    #expect(try repl.lines("redo by agent") == [#"Redid: Rename Todo: "Two" → "Due""#, "  2  [ ] Due"])
    #expect(try repl.lines("as agent undo 2").last?.hasSuffix("is gone") == true)
    #expect(throws: StoreError.nothingToUndo) { try repl.lines("undo by agent") }
    #expect(try repl.lines("undo by \"\"") == [#"Undid: Rename Todo: "One" → "Uno""#, "  1  [ ] One"])
    #expect(try repl.lines("list") == ["2026-11-21", "  1  [ ] One"])
    #expect(throws: StoreError.self) { try repl.lines("redo only 2") }
    #expect(try repl.lines("redo only 5").first == #"Redid: Rename Todo: "One" → "Uno""#)
  }

  @Test(
    "A conflict of one's own undo names the command, and a checkpoint has no name that back reads as a moment"
  )
  func conflictsOfOwnUndo() throws {
    defer { remove() }
    let repl = try open()
    for line in ["start today", "add One", "as agent rename 1 Uno", "rename 1 Un"] { try repl.lines(line) }
    let error = #expect(throws: Contradiction.self) { try repl.lines("as agent undo") }
    #expect(error?.description.hasSuffix("To have what was: undo by agent --anyway") == true)
    #expect(
      try repl.lines("undo by agent --anyway") == [#"Undid: Rename Todo: "One" → "Un""#, "  1  [ ] One"]
    )
    for name in ["3", "present", "saved", "oldest"] {
      #expect(throws: NoCheckpointName(name: name)) { try repl.lines("checkpoint \(name)") }
    }
  }

  @Test("A branch is brought in; where both changed the same, each choice is a command")
  func merging() throws {
    defer { remove() }
    var repl = try open()
    for line in ["start today", "add One", "rename 1 Uno", "add Two", "jump 2", "rename 1 Eins", "add Three"]
    {
      try repl.lines(line)
    }
    repl = try reopen(repl)
    let error = #expect(throws: Contradiction.self) { try repl.lines("merge 4") }
    #expect(
      told(try #require(error)) == """
        Both changed the same, so nothing is merged:
        the title of todo 1
          was: "One"
          here: "Eins"
          there: "Uno"
        To keep what is here: merge 4 --mine
        To take what is there: merge 4 --theirs
        """
    )
    #expect(throws: Misunderstood.self) { try repl.lines("merge 4 --mine --theirs") }
    #expect(try repl.lines("merge 3 --theirs") == ["Merged: Rename Todo", "  1  [ ] Uno"])
    #expect(throws: StoreError.self) { try repl.lines("merge 3") }
  }

  @Test("Where later steps changed what is rejected, each choice is a command")
  func rejecting() throws {
    defer { remove() }
    let repl = try open()
    for line in [
      "start today", "add One", "checkpoint Here", "as agent rename 1 Uno", "as agent add Two", "rename 1 Un",
    ] {
      try repl.lines(line)
    }
    let review = try repl.lines("review by agent")
    let title = try #require(review.firstIndex { $0.contains("title: \"One\" → \"Uno\"") }) + 1
    let one = #expect(throws: Contradiction.self) { try repl.lines("reject \(title)") }
    #expect(
      told(try #require(one)) == """
        Later steps changed the same, so nothing is rejected:
        the title of todo 1
          was: "One"
          became: "Uno"
          is now: "Un"
        To have what was: reject \(title) --anyway
        """
    )
    let numbers = (1...review.count).map(String.init).joined(separator: " ")
    let all = #expect(throws: Contradiction.self) { try repl.lines("reject 1-\(review.count)") }
    #expect(
      all?.description.hasSuffix(
        """
        To have what was: reject \(numbers) --anyway
        To reject the rest: reject \(numbers) --rest
        """
      ) == true
    )
    #expect(throws: Misunderstood.self) { try repl.lines("reject 1 --anyway --rest") }
    try repl.lines("reject \(numbers) --rest")
    #expect(try repl.lines("list") == ["2026-11-21", "  1  [ ] Un"])
    try repl.lines("undo")
    try repl.lines("reject \(numbers) --anyway")
    #expect(try repl.lines("list") == ["2026-11-21", "  1  [ ] One"])
    #expect(try repl.lines("history").last?.contains("takes from") == true)
  }

  @Test("A step that is undone is no step to take back, and a checkpoint has a name")
  func aheadAndNameless() throws {
    defer { remove() }
    let repl = try open()
    for line in ["start today", "add One", "undo"] { try repl.lines(line) }
    let ahead = #expect(throws: StoreError.self) { try repl.lines("undo only 2") }
    #expect(ahead?.description.contains("redo it, or jump there, first") == true)
    #expect(throws: StoreError.namelessCheckpoint) { try repl.lines("checkpoint \" \"") }
    #expect(throws: (any Error).self) { try repl.lines("checkpoint \"\"") }
  }

  @Test("A checkpoint is gone back to by a step; what was done since is reviewed, and rejected by numbers")
  func reviewing() throws {
    defer { remove() }
    var repl = try open()
    for line in ["start today", "add One"] { try repl.lines(line) }
    #expect(try repl.lines("checkpoint \"Before it\"").last?.contains("back \"Before it\"") == true)
    #expect(throws: NothingReviewed(number: nil)) { try repl.lines("reject 1") }
    for line in ["as agent add Two", "as agent rename 1 Uno", "add Three"] { try repl.lines(line) }
    repl = try reopen(repl)
    #expect(try repl.lines("history").contains { $0.hasSuffix("← \"Before it\"") })
    let review = try repl.lines("review by agent")
    let title = try #require(review.firstIndex { $0.contains("title: \"One\" → \"Uno\"") })
    #expect(
      try repl.lines("review").count > review.count && repl.lines("review since 4").count < review.count
    )
    #expect(try repl.lines("review since \"Before it\" by agent") == review)
    #expect(throws: NothingReviewed(number: 99)) { try repl.lines("reject 99") }
    #expect(try repl.lines("reject \(title + 1)") == ["Reject a Change", "  1  [ ] One"])
    #expect(try repl.lines("back \"Before it\"").first == "Back to: Before it")
    #expect(try repl.lines("list") == ["2026-11-21", "  1  [ ] One"])
    try repl.lines("undo")
    #expect(try repl.lines("list").count == 4)
    #expect(throws: Misunderstood.self) { try repl.lines("back Nowhere") }
  }

  @Test("Several steps are undone and redone at once, and any moment of the history can be gone to")
  func history() throws {
    defer { remove() }
    var repl = try open()
    for line in ["start today", "add One", "add Two", "undo 2", "add Three"] { try repl.lines(line) }
    let history = try repl.lines("history")
    #expect(history.count == 5 && history.contains { $0.contains("present") })
    #expect(try repl.lines("history 2") == ["  … 3 earlier lines. See: history 5"] + history.suffix(2))
    #expect(
      try repl.lines("jump 3") == [
        "At 3: Add Todo", "  1  [ ] One", "  2  [ ] Two", "  3  [ ] Three  is gone",
      ]
    )
    repl = try reopen(repl)
    #expect(try repl.lines("list") == ["2026-11-21", "  1  [ ] One", "  2  [ ] Two"])
    #expect(throws: NoMoment(name: .number(99))) { try repl.lines("jump 99") }
    #expect("\(NoMoment(name: .number(99)))" == "Moment 99 is not in the history. See: history")
  }

  @Test("When fewer steps can be undone than were asked for, those are, that is said, and it is saved")
  func tooManyUndos() throws {
    defer { remove() }
    var repl = try open()
    for line in ["start today", "add One"] { try repl.lines(line) }
    let error = #expect(throws: TooFewSteps.self) { try repl.lines("undo 5") }
    #expect(error?.description == "Only 2 steps could be undone; they were: Add Todo, Start 2026-11-21")
    #expect(throws: StoreError.nothingToUndo) { try repl.lines("undo") }
    #expect(try repl.lines("list") == ["The journal has no pages yet. Try: start today"])
    repl = try reopen(repl)
    #expect(try repl.lines("list") == ["The journal has no pages yet. Try: start today"])
    let labels = ["Start 2026-11-21", "Add Todo"]
    #expect(throws: TooFewSteps(taken: 2, verb: "redone", labels: labels)) { try repl.lines("redo 5") }
    let one = TooFewSteps(taken: 1, verb: "redone", labels: ["Add Todo"])
    #expect("\(one)" == "Only 1 step could be redone; it was: Add Todo")
    let many = TooFewSteps(taken: 8, verb: "undone", labels: ["A", "B", "C", "D", "E"])
    #expect("\(many)" == "Only 8 steps could be undone; they were: A, B, C, D, E and 3 more")
  }

  @Test("What is shown after a change is what changed")
  func views() throws {
    defer { remove() }
    let repl = try open()
    #expect(try repl.lines("category add Work blue") == ["  1  Work (blue)"])
    #expect(try repl.lines("category add Home red") == ["  2  Home (red)"])
    #expect(try repl.lines("category move Home 0") == ["  2  Home (red)", "  1  Work (blue)"])
    #expect(try repl.lines("bundle create Daily Run") == ["  3  Daily: Run"])
    #expect(try repl.lines("canvas add Hi 0 0 red") == ["  4  (0.0, 0.0) red: Hi"])
    #expect(try repl.lines("people add Ada") == ["  5  Ada"])
    #expect(try repl.lines("start today") == ["2026-11-21", "  nothing to do"])
    #expect(try repl.lines("bundle apply Daily") == ["  6  [ ] Run"])
    #expect(try repl.lines("file 6 Work") == ["  6  [ ] Run  (Work)"])
    #expect(try repl.lines("move 6 tomorrow") == ["  6  [ ] Run  (Work)  on 2026-11-22"])
    #expect(try repl.lines("move 6 tomorrow") == ["  nothing changed"])
    #expect(try repl.lines("delete 6") == ["  6  [ ] Run  is gone"])
    #expect(try repl.lines("# nothing") == [])
    #expect(try repl.lines("quit") == [])
  }

  @Test("A change of many things shows the first of them, and how many there are")
  func manyRows() throws {
    defer { remove() }
    let repl = try open()
    try repl.lines("start today")
    for number in 1...25 { try repl.lines("add \(number)") }
    let shown = try repl.lines("done 1-25")
    #expect(shown.count == WorkspaceChange.shownRows + 1 && shown.last == "  … and 5 more")
  }

  @Test("Of a change of very many things and pages the first are shown, and how many there are")
  func manyPages() throws {
    defer { remove() }
    let repl = try open()
    let days = (1...30).map { "2026-10-\($0 < 10 ? "0" : "")\($0)" }
    let todos = (1...1200).map {
      "\"\($0)\":{\"id\":\($0),\"shouldMigrate\":true,\"start\":\"2026-10-01\",\"title\":\"Todo \($0)\"}"
    }
    let json = """
      {"canvas":{"annotations":{}},"journal":{"bundles":{},"categories":[],"notes":{},"pages":[\
      \(days.map { "\"\($0)\"" }.joined(separator: ","))],"todos":{\(todos.joined(separator: ","))}},"people":{"list":[]}}
      """
    let file = path + ".document.json"
    try Data(json.utf8).write(to: URL(fileURLWithPath: file))
    try repl.lines("import \(file)")
    let undone = try repl.lines("undo")
    #expect(undone[0] == "Undid: Import: \"Todo 1\", \"Todo 2\", \"Todo 3\" and 1,197 more")
    #expect(undone[1] == "  the page of 2026-10-01 is gone" && undone[21] == "  … and 10 more pages")
    #expect(undone[22] == "   1  [ ] Todo 1  is gone" && undone[41] == "  20  [ ] Todo 20  is gone")
    #expect(undone.last == "  … and 1,180 more" && undone.count == 43)
    let plain = try repl.command("redo").flatMap { try repl.answer($0).plain() }?["changed"]
    guard case .list(let rows)? = plain?["rows"], case .list(let pages)? = plain?["pages"] else {
      Issue.record("\(String(describing: plain))")
      return
    }
    #expect(rows.count == 1200 && pages.count == 30)
    #expect(
      try repl.lines("history").last?.hasSuffix(
        "Import: \"Todo 1\", \"Todo 2\", \"Todo 3\" and 1,197 more  ← present"
      )
        == true
    )
  }

  @Test("A file that is no workspace is refused and stays")
  func corrupt() throws {
    defer { remove() }
    try Data("hello".utf8).write(to: URL(fileURLWithPath: path))
    #expect(throws: StateFileError.self) { try open() }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "hello")
  }
}

extension REPL {
  /// Carries out a line, and returns what it shows.
  @discardableResult
  func lines(_ line: String) throws -> [String] {
    try command(line).map { try answer($0).text() } ?? []
  }
}

@Suite("Where the workspace is")
struct DataDirectoryTests {
  @Test("Without a home there is a sentence, not a guess")
  func noHome() {
    let error = #expect(throws: DataDirectory.Unavailable.self) { try DataDirectory.path { _ in nil } }
    #expect(error?.description == "HOME is not set. Name a file instead: strata FILE")
  }

  #if os(Linux)
    @Test("XDG_DATA_HOME is heeded when it is absolute")
    func xdg() throws {
      let home = ["HOME": "/home/someone"]
      #expect(try DataDirectory.path { home[$0] } == "/home/someone/.local/share/strata")
      let relative = home.merging(["XDG_DATA_HOME": "data"]) { $1 }
      #expect(try DataDirectory.path { relative[$0] } == "/home/someone/.local/share/strata")
      let absolute = home.merging(["XDG_DATA_HOME": "/data"]) { $1 }
      #expect(try DataDirectory.path { absolute[$0] } == "/data/strata")
    }
  #endif
}
