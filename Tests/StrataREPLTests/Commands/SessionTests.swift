import Foundation
import Strata
import StrataStorage
import TestSupport
import Testing
import Workspace

@testable import StrataREPL

@Suite("A session with a workspace")
struct SessionTests: OnOwnFile {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test("Changes, undo and redo survive sessions")
  func sessions() throws {
    var session = try open()
    #expect(try session.lines("list") == ["The journal has no pages yet. Try: start today"])
    #expect(try session.lines("start today") == ["2026-11-21", "  nothing to do"])
    #expect(try session.lines("add Buy milk") == ["  1  [ ] Buy milk"])
    #expect(try session.lines("done 1") == ["  1  [x] Buy milk"])
    #expect(try session.lines("undo") == ["Undone: Complete Todo", "  1  [ ] Buy milk"])
    session = try reopen(session)
    #expect(try session.lines("list") == ["2026-11-21", "  1  [ ] Buy milk"])
    #expect(try session.lines("redo") == ["Redone: Complete Todo", "  1  [x] Buy milk"])
    session = try reopen(session)
    #expect(
      try session.lines("undo 2") == [
        "Undone 2 steps: Complete Todo, Add Todo", "  1  [x] Buy milk  is gone",
      ]
    )
    session = try reopen(session)
    #expect(try session.lines("redo") == ["Redone: Add Todo", "  1  [ ] Buy milk"])
    #expect(throws: LogError.inUse(path: path)) { try open() }
    #expect(session.notice == nil)
  }

  @Test("The first lines name the file, the page, and the steps that lie ahead")
  func greeting() throws {
    var session = try open()
    #expect(session.greeting(Style()).first == path)
    #expect(session.greeting(Style()).last?.hasPrefix("help shows all commands") == true)
    try session.run("start today", "add One", "add Two")
    #expect(session.greeting(Style()) == [path, "2026-11-21", "  1  [ ] One", "  2  [ ] Two"])
    try session.run("jump oldest")
    session = try reopen(session)
    #expect(session.greeting(Style())[1] == "3 steps lie ahead: redo")
    try session.run("redo 2")
    #expect(session.greeting(Style()).last == "1 step lies ahead: redo")
  }

  @Test("When fewer steps can be undone than were asked for, those are undone and named")
  func tooFewSteps() throws {
    var session = try open()
    try session.run("start today", "add One")
    #expect(try session.lines("undo 5")[0] == "Undone 2 steps, all there were: Add Todo, Start 2026-11-21")
    #expect(throws: StoreError.nothingToUndo) { try session.lines("undo") }
    session = try reopen(session)
    #expect(try session.lines("list") == ["The journal has no pages yet. Try: start today"])
    #expect(try session.lines("redo 5").first?.hasPrefix("Redone 2 steps, all there were: Start") == true)
    #expect(throws: StoreError.nothingToRedo) { try session.lines("redo") }
    for number in 1...7 { try session.lines("add \(number)") }
    #expect(
      try session.lines("undo 7")[0]
        == "Undone 7 steps: Add Todo, Add Todo, Add Todo, Add Todo, Add Todo and 2 more"
    )
  }

  @Test("Each command answers with the changes that it made")
  func changes() throws {
    let session = try open()
    #expect(try session.lines("category add Work blue") == ["  1  Work (blue)"])
    #expect(try session.lines("category rename Work My job") == ["  1  My job (blue)"])
    #expect(try session.lines("bundle create Daily Run --migrate") == ["  2  Daily (migrating): Run"])
    #expect(try session.lines("canvas add Hi 0 -2.5 red") == ["  3  (0.0, -2.5) red: Hi"])
    #expect(try session.lines("canvas move 3 1 2") == ["  3  (1.0, 2.0) red: Hi"])
    #expect(try session.lines("canvas edit 3 Look there") == ["  3  (1.0, 2.0) red: Look there"])
    #expect(try session.lines("people add Ada L.") == ["  4  Ada L."])
    #expect(try session.lines("people like 4 tea and cake") == ["  4  Ada L., likes tea and cake"])
    try session.run("start today")
    #expect(try session.lines("bundle apply Daily") == ["  5  [ ] Run"])
    #expect(try session.lines("category set 5 \"My job\"") == ["  5  [ ] Run  (My job)"])
    #expect(try session.lines("move 5 tomorrow") == ["  5  [ ] Run  (My job)  on 2026-11-22"])
    #expect(try session.lines("future") == ["  5  2026-11-22 Run"])
    #expect(try session.lines("move 5 tomorrow") == ["  nothing changed"])
    #expect(try session.lines("category set 5 none") == ["  5  [ ] Run  on 2026-11-22"])
    #expect(try session.lines("delete 5") == ["  5  [ ] Run  is gone"])
    #expect(
      try session.lines("add Run --url https://x.y --category 1") == ["  6  [ ] Run <https://x.y>  (My job)"]
    )
    #expect(try session.lines("abandon 6") == ["  6  [-] Run <https://x.y>  (My job)"])
    #expect(try session.lines("undone 6") == ["  6  [ ] Run <https://x.y>  (My job)"])
    #expect(try session.lines("category delete 1").last == "  6  [ ] Run <https://x.y>")
    #expect(try session.lines("bundle delete Daily") == ["  2  Daily (migrating): Run  is gone"])
    #expect(try session.lines("canvas delete 3") == ["  3  (1.0, 2.0) red: Look there  is gone"])
    #expect(try session.lines("people delete 4") == ["  4  Ada L., likes tea and cake  is gone"])
    for list in ["future", "category list", "bundle list", "canvas list", "people list"] {
      #expect(try session.lines(list) == ["nothing"])
    }
  }

  @Test("A note is written, appended to, and rewritten line by line")
  func notes() throws {
    let session = try open()
    try session.run("start today")
    #expect(try session.lines("note add It rains") == ["  1  12:00 It rains"])
    #expect(try session.lines("note edit 1 --append And then") == ["  1  12:00 It rains ⏎ And then"])
    #expect(try session.lines("note edit 1 --line 2 Not any more") == ["  1  12:00 It rains ⏎ Not any more"])
    #expect(try session.lines("note show 1") == ["  1  It rains", "  2  Not any more"])
    #expect(try session.lines("note edit 1 --remove 1") == ["  1  12:00 Not any more"])
    #expect(try session.lines("note edit 1 Sun") == ["  1  12:00 Sun"])
    #expect(try session.lines("note delete 1") == ["  1  12:00 Sun  is gone"])
    #expect(throws: JournalError.noNote(1)) { try session.lines("note show 1") }
  }

  @Test("A page shows todos by category, then notes, with ids in a column")
  func page() throws {
    let session = try open()
    try session.run("start today", "category add Work blue", "add Write --category Work", "add Rest")
    for number in 4...10 { try session.lines("add \(number)") }
    try session.run("done 3", "abandon 4", "delete 5-9", "note add Rain")
    #expect(
      try session.lines("list") == [
        "2026-11-21", "  Work", "   2  [ ] Write", "  Other", "   3  [x] Rest", "   4  [-] 4", "  10  [ ] 10",
        "  11  12:00 Rain",
      ]
    )
    #expect(throws: JournalError.noSuchPage(day("2026-11-20"))) { try session.lines("page yesterday") }
    #expect(try session.lines("page today").first == "2026-11-21")
  }

  @Test("Titles need no quotes, options come before the title or after it, and -- ends them")
  func titles() throws {
    let session = try open()
    try session.run("start today")
    for (number, (line, title)) in [
      ("add Buy milk", "Buy milk"), ("add Don't forget", "Don't forget"),
      ("add  Two  \"spa  ces\" here", "Two spa  ces here"),
      ("add -- --on the table", "--on the table"), (#"add "A \"quote\" \\""#, #"A "quote" \"#),
      (#"add "C:\new \o/""#, #"C:\new \o/"#), ("add --no-migrate Read", "Read"),
      ("add Read --no-migrate", "Read"),
      ("add \"--on\"", "--on"), (#"add \--on"#, "--on"), ("add \"\u{64f} a\u{301} b\"", "\u{64f} a\u{301} b"),
    ].enumerated() {
      try session.lines(line)
      #expect(session.store.state.document.journal.todos[number + 1]?.title == title, "\(line)")
    }
    #expect(try session.lines("rename 1 2 eggs") == ["  1  [ ] 2 eggs"])
    #expect(try session.lines("rename 1 2 \"Both\"") == ["  1  [ ] Both", "  2  [ ] Both"])
    #expect(try session.lines("done 1,3-4, 6").count == 4)
    #expect(throws: JournalError.emptyTitle) { try session.lines("add \"\"") }
  }

  @Test("A change of many things shows the first of them, and how many there are")
  func manyRows() throws {
    let session = try open()
    let pages = (1...30).map { "\"2026-10-\($0 < 10 ? "0" : "")\($0)\"" }.joined(separator: ",")
    let todos = (1...1200).map {
      "\"\($0)\":{\"id\":\($0),\"shouldMigrate\":true,\"start\":\"2026-10-01\",\"title\":\"Todo \($0)\"}"
    }
    try folder.write(
      """
      {"canvas":{"annotations":{}},"journal":{"bundles":{},"categories":[],"notes":{},"pages":[\(pages)],"todos":{\
      \(todos.joined(separator: ","))}},"people":{"list":[]}}
      """,
      to: "document.json"
    )
    let file = folder.file("document.json")
    #expect(try session.lines("import \(file)") == ["Imported \(file): 30 pages, 1,200 todos"])
    #expect(try session.lines("import \(file)").first?.hasPrefix("Nothing was imported") == true)
    let undone = try session.lines("undo")
    #expect(undone[0] == "Undone: Import")
    #expect(undone[1] == "  the page of 2026-10-01 is gone" && undone[21] == "  … and 10 more pages")
    #expect(undone[22] == "   1  [ ] Todo 1  is gone" && undone[41] == "  20  [ ] Todo 20  is gone")
    #expect(undone.last == "  … and 1,180 more" && undone.count == 43)
    let plain = try session.json("redo")?["changed"]
    guard case .list(let rows)? = plain?["rows"], case .list(let days)? = plain?["pages"] else {
      Issue.record("\(String(describing: plain))")
      return
    }
    #expect(rows.count == 1200 && days.count == 30)
    let last = try session.lines("history").last
    #expect(last?.hasSuffix("Import: \"Todo 1\", \"Todo 2\", \"Todo 3\" and 1,197 more  ← present") == true)
  }

  @Test("A document is exported in three formats, and imported from one")
  func files() throws {
    let session = try open()
    try session.run("start today", "add Milk")
    #expect(try session.lines("export markdown").first == "# 2026-11-21")
    #expect(try session.lines("export html").contains { $0.contains("Milk") })
    let copy = folder.file("copy.json")
    #expect(try session.lines("export \(copy)").first?.hasPrefix("Exported \(copy): ") == true)
    let error = #expect(throws: ExportError.self) { try session.lines("export \(copy)") }
    #expect(error?.description == "There is a file \(copy) already. To replace it: export \(copy) --replace")
    try session.run("add More", "export \(copy) --replace", "undo 3", "import \(copy)")
    #expect(try session.lines("list").count == 3)
    #expect(
      try session.json("export json")?["document"]?["journal"]?["todos"]?["2"]?["title"] == .text("More")
    )
    #expect(throws: ExportError.self) { try session.lines("export \(path) --replace") }
    #expect(throws: ExportError.self) { try session.lines("export \(folder.file("no/copy.json"))") }
    let own = #expect(throws: NotImported.self) { try session.lines("import \(path)") }
    #expect(own?.description.contains("is a workspace") == true)
    try folder.write("{\"journal\":1}", to: "other.json")
    let other = #expect(throws: NotImported.self) { try session.lines("import \(folder.file("other.json"))") }
    #expect(other?.description.contains("is not an exported document") == true)
    #expect(throws: MissingFile.self) { try session.lines("import \(folder.file("none.json"))") }
  }

  @Test("A session that only reads looks at other pages, and sees what another session writes")
  func reading() throws {
    let writer = try open()
    try writer.run("start today", "add One")
    try writer.sync()
    let reader = try open(readOnly: true)
    #expect(try reader.lines("page 2026-11-21").count == 2)
    #expect(throws: LogError.readOnly(path: path)) { try reader.lines("add Two") }
    #expect(try reader.news() == nil)
    try writer.run("add Two")
    try writer.sync()
    #expect(try reader.news() == "Another program has changed the workspace. This is its present state.")
    #expect(try reader.lines("list").last == "  2  [ ] Two")
  }

  @Test("A file that is not a workspace is refused and stays")
  func corrupt() throws {
    try folder.write("hello", to: "workspace.json")
    #expect(throws: StateFileError.self) { try open() }
    #expect(try folder.text(of: "workspace.json") == "hello")
  }

  @Test("A log that another program has cut off refuses a change, with a way on")
  func changedLog() throws {
    let session = try open()
    try session.run("start today", "add One", "add Two")
    let log = try #require(FileHandle(forWritingAtPath: path + ".log"))
    try log.truncate(atOffset: 100)
    try log.close()
    let error = #expect(throws: LogError.changed(path: path + ".log")) { try session.lines("add Three") }
    #expect(session.explain(try #require(error)).hasSuffix("try again in a few seconds."))
    try session.opened.flush()
    try session.run("add Four")
    #expect(
      try reopen(session).lines("list") == ["2026-11-21", "  1  [ ] One", "  2  [ ] Two", "  3  [ ] Four"]
    )
  }

  @Test("Hostile titles are shown as escapes in every list")
  func hostile() throws {
    let session = try open()
    let quoted = "\"a\u{1B}[2J\u{202E}b\""
    try session.run(
      "start today",
      "category add \(quoted) blue",
      "add \(quoted) --category \(quoted)",
      "note add \(quoted)",
      "bundle create \(quoted) \(quoted)",
      "canvas add \(quoted) 1 2 red",
      "people add \(quoted)",
      "people like 6 \(quoted)",
      "add \(quoted) --on tomorrow"
    )
    for line in [
      "list", "future", "category list", "bundle list", "canvas list", "people list", "history", "diff 1",
    ] {
      let text = try session.lines(line).joined()
      #expect(text.contains(#"a\u{1b}[2J\u{202e}b"#), "\(line)")
      #expect(!text.contains("\u{1B}") && !text.contains("\u{202E}"), "\(line)")
    }
  }

  @Test("A search shows days, the newest first, and how to see the rest")
  func search() throws {
    let session = try open()
    try session.run(
      "start today",
      "add Milk",
      "done 1",
      "add Write 牛乳 --on 2026-11-24",
      "note add It rains milk"
    )
    #expect(
      try session.lines("search MILK") == [
        "  3  2026-11-21  12:00 It rains milk", "  1  2026-11-21  [x] Milk",
      ]
    )
    #expect(try session.lines("search 牛乳 write --pending") == ["  2  2026-11-24  [ ] Write 牛乳"])
    #expect(try session.lines("search rice") == ["Nothing has all of these words."])
    for number in 1...70 { try session.lines("add Many \(number)") }
    let found = try session.lines("search many")
    #expect(found.count == 51 && found.last == "  … and 20 older. See: search many --all")
    #expect(try session.lines("search many --all").count == 70)
    #expect(try session.json("search many")?["search"]?["count"] == .integer(70))
  }
}
