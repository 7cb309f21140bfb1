import Foundation
import Strata
import StrataStorage
import Testing
import Workspace

@testable import StrataREPL

@Suite("The REPL")
struct REPLTests: OnOwnFile {
  let path = ownPath()

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
    #expect(error?.description == "Undid 2 steps, for there are no more: Add Todo, Start 2026-11-21")
    #expect(throws: StoreError.nothingToUndo) { try repl.lines("undo") }
    #expect(try repl.lines("list") == ["The journal has no pages yet. Try: start today"])
    repl = try reopen(repl)
    #expect(try repl.lines("list") == ["The journal has no pages yet. Try: start today"])
    let labels = ["Start 2026-11-21", "Add Todo"]
    #expect(throws: TooFewSteps(taken: 2, verb: "Redid", labels: labels)) { try repl.lines("redo 5") }
    let one = TooFewSteps(taken: 1, verb: "Redid", labels: ["Add Todo"])
    #expect("\(one)" == "Redid 1 step, for there are no more: Add Todo")
    let many = TooFewSteps(taken: 8, verb: "Undid", labels: ["A", "B", "C", "D", "E"])
    #expect("\(many)" == "Undid 8 steps, for there are no more: A, B, C, D, E and 3 more")
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
