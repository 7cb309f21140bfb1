import Foundation
import Strata
import StrataStorage
import TestSupport
import Testing

@testable import StrataREPL

@Suite("The program in a pipe")
struct PipeTests {
  let program: Program

  init() throws {
    program = try Program()
  }

  @Test("A zero with a sign can be undone after a restart")
  func signedZero() throws {
    let first = try program.run("canvas add \"Look\" 0 5 red", "canvas move 1 -0 5", "quit")
    #expect(first.status == 0 && first.errors == "")
    #expect(first.output.contains("(-0.0, 5.0) red: Look") && !first.output.contains("nothing changed"))
    let second = try program.run("undo", "redo", "undo 2", "canvas list")
    #expect(second.status == 0 && second.errors == "")
    #expect(!second.output.contains("nothing changed"))
  }

  @Test("A title in another Unicode spelling is a change, and can be undone after a restart")
  func spelling() throws {
    let first = try program.run("start today", "add \"Caf\u{e9}\"", "rename 1 \"Cafe\u{301}\"", "quit")
    #expect(first.status == 0 && first.errors == "")
    #expect(first.output.utf8.suffix(4).elementsEqual("\u{65}\u{301}\n".utf8), "\(first.lines)")
    let second = try program.run("undo", "list")
    #expect(second.status == 0 && second.output.contains("Undone: Rename Todo"), "\(second.lines)")
    #expect(second.output.utf8.suffix(3).elementsEqual("\u{e9}\n".utf8), "\(second.lines)")
  }

  @Test("A session and the next session show these lines")
  func transcript() throws {
    let first = try program.run(
      "# Monday",
      "start today",
      "category add Work blue",
      "add \"Buy milk\"",
      "add Report --category Work --url https://x.y",
      "don 2-3",
      "note add Rain",
      "undo 2",
      "list",
      "quit",
      "list"
    )
    #expect(first.status == 0 && first.errors == "")
    #expect(
      first.lines == [
        "DAY", "  nothing to do", "  1  Work (blue)", "  2  [ ] Buy milk",
        "  3  [ ] Report <https://x.y>  (Work)",
        "  2  [x] Buy milk", "  3  [x] Report <https://x.y>  (Work)", "  4  TIME Rain",
        "Undone 2 steps: Add Note, Complete 2 Todos", "  2  [ ] Buy milk",
        "  3  [ ] Report <https://x.y>  (Work)", "  4  TIME Rain  is gone", "DAY", "  Work",
        "  3  [ ] Report <https://x.y>", "  Other", "  2  [ ] Buy milk",
      ]
    )
    let second = try program.run("redo", "history", "branches", "diff", "diff oldest 2")
    #expect(
      second.lines == [
        "Redone: Complete 2 Todos", "  2  [x] Buy milk",
        "  3  [x] Report <https://x.y>  (Work)",
        "0  TIME  Start", "1  TIME  Start DAY", "2  TIME  Add Category: \"Work\"",
        "3  TIME  Add Todo: \"Buy milk\"", "4  TIME  Add Todo: \"Report\"",
        "5  TIME  Complete 2 Todos: \"Buy milk\", \"Report\"  ← present", "6  TIME  Add Note: \"Rain\"",
        "  6  Add Note  ← the present line",
        "from 4 (Add Todo) to 5 (Complete 2 Todos)",
        "  ~ todo 2  [ ] Buy milk  on DAY → [x] Buy milk  on DAY",
        "  ~ todo 3  [ ] Report <https://x.y>  (Work)  on DAY → [x] Report <https://x.y>  (Work)  on DAY",
        "from 0 (Start) to 2 (Add Category)", "  + the page of DAY", "  + category 1  Work (blue)",
      ]
    )
  }

  @Test("A pipe ends at the first line that fails; with --keep-going it continues, and the status is 1")
  func failing() throws {
    let end = try program.run("start today", "dance", "add Milk")
    #expect(end == .init((1, "DAY\n  nothing to do\n", "line 2: Unknown command 'dance'. Try: help\n")))
    let going = try program.run("dance", "", "add Milk", "done 7", options: ["--keep-going"])
    #expect(going.status == 1 && going.output == "  1  [ ] Milk\n")
    #expect(
      going.errors == """
        line 1: Unknown command 'dance'. Try: help
        line 4: There is no todo 7. See: list

        """
    )
  }

  @Test("With --json every answer and every error is one value on a line")
  func json() throws {
    let end = try program.run(
      "# nothing",
      "list",
      "start today",
      "add Milk",
      "undo",
      "future",
      "category list",
      "bundle list",
      "canvas list",
      "people list",
      "dance",
      "history",
      "branches",
      "diff 0",
      "memory",
      "checkpoint Now",
      "export json",
      "export markdown",
      "export html",
      "help add",
      options: ["--json", "--keep-going"]
    )
    #expect(end.status == 1 && end.errors == "")
    let values = try end.lines.map { line in try PlainValue(json: Array(line.utf8)) }
    let kinds = [
      "page", "page", "changed", "changed", "future", "categories", "bundles", "canvas", "people", "error",
      "history",
      "text", "diff", "text", "done", "document", "text", "text", "text",
    ]
    #expect(values.count == kinds.count)
    for (value, kind) in zip(values, kinds) { #expect(value[kind] != nil, "\(value)") }
    #expect(values[0]["page"] == .null)
    #expect(values[2]["changed"]?["moment"]?["label"] == .text("Add Todo"))
    #expect(values[2]["changed"]?["moment"]?["author"] == .text(""))
    #expect(values[3]["changed"]?["title"] == .text("Undone: Add Todo"))
    #expect(values[9]["line"] == .integer(11) && values[9]["file"] == .null)
    guard case .list(let moments)? = values[10]["history"] else {
      Issue.record("There is no history.")
      return
    }
    #expect(moments.map { $0["isPresent"] } == [.bool(false), .bool(true), .bool(false)])
  }

  @Test("memory does not claim that the steps of an earlier session are kept as values")
  func memoryOfAnEarlierSession() throws {
    let adds = (1...40).map { "add \"A todo with a longer title, number \($0)\"" }
    let first = try program.run(bytes: (["start today"] + adds + ["memory"]).joined(separator: "\n").utf8)
    let second = try program.run("memory")
    let note = "  older steps are kept as their changes, which take less than their values"
    #expect(first.status == 0 && second.lines.contains(note), "\(second.lines)")
  }

  @Test("An open workspace is refused to other programs; --read-only reads it and changes nothing")
  func sharing() throws {
    _ = try program.run("start today", "add Milk")
    let input = ChildProcess.pipe()
    let holder = try program.start("exec \"$STRATA\" \"$FILE\"", input: input)
    try input.fileHandleForWriting.write(contentsOf: Data("list\n".utf8))
    _ = holder.waitForOutput()
    let refused = try program.run("list")
    #expect(refused.status == 3 && refused.errors.contains("is open already"))
    let looking = try program.run("list", "done 1", options: ["--read-only"])
    #expect(looking.status == 1 && looking.output == "DAY\n  1  [ ] Milk\n")
    #expect(looking.errors.hasSuffix("workspace.json was opened for reading only.\n"), "\(looking)")
    try input.fileHandleForWriting.close()
    #expect(holder.finish().status == 0)
    let none = try program.shell("\"$STRATA\" nowhere.json --read-only < /dev/null")
    #expect(
      none.status == 3 && none.errors == "strata: There is no file nowhere.json.\n"
    )
    #expect(!program.folder.names.contains("nowhere.json"))
  }

  @Test("An answered change survives a kill")
  func killed() throws {
    let input = ChildProcess.pipe()
    let session = try program.start("exec \"$STRATA\" \"$FILE\"", input: input)
    try input.fileHandleForWriting.write(contentsOf: Data("start today\nadd Milk\n".utf8))
    var shown = ""
    while !shown.contains("Milk") { shown += session.waitForOutput() }
    session.kill()
    _ = session.finish()
    #expect(try program.run("done 1") == .init((0, "  1  [x] Milk\n", "")))
  }

  @Test(
    "A command in the place of the file makes no workspace of that name, unless the file exists or has a path"
  )
  func commandForFile() throws {
    for word in ["list", "help", "undo", "note"] {
      let end = try program.shell("\"$STRATA\" \(word) < /dev/null; echo \"ended $?\"; ls -A")
      #expect(end.lines == ["ended 2"], "\(end)")
      #expect(end.errors.hasPrefix("strata: '\(word)' is a command of a session."), "\(end)")
      #expect(end.errors.contains("A file of that name: ./\(word)"), "\(end)")
    }
    let meant = try program.shell(
      "\"$STRATA\" ./list < /dev/null && \"$STRATA\" list < /dev/null && echo fine"
    )
    #expect(meant.lines == ["fine"] && meant.errors == "", "\(meant)")
  }

  @Test("Help, version and a wrong command line have their statuses")
  func commandLine() throws {
    let help = try program.shell("\"$STRATA\" --help")
    #expect(help.status == 0 && help.output == alike(usageText(.session)) + "\n")
    #expect(try program.shell("\"$STRATA\" --version") == .init((0, "strata 0.1.0\n", "")))
    let bad = try program.shell("\"$STRATA\" --bad")
    #expect(bad == .init((2, "", "strata: Unknown option '--bad'. See: strata --help\n")))
    #expect(try program.shell("\"$STRATA\" a b < /dev/null").status == 2)
    #expect(try program.shell("\"$STRATA\" --help > /dev/full").status == 4)
  }

  @Test("search --all lists thousands of todos, from the newest to the oldest")
  func foundInPieces() throws {
    let todos = (1...2100).map {
      #""\#($0)":{"id":\#($0),"shouldMigrate":true,"start":"2026-11-20","title":"Milk"}"#
    }
    let document = #"""
      {"canvas":{"annotations":{}},"journal":{"bundles":{},"categories":[],"notes":{},"pages":["2026-11-20"],\#
      "todos":{\#(todos.joined(separator: ","))}},"people":{"list":[]}}
      """#
    try program.folder.write(document, to: "many.json")
    let lines = try program.run("import many.json", "search milk --all").lines
    let numbers = lines.dropFirst().compactMap { $0.split(separator: " ").first.flatMap { Int($0) } }
    #expect(numbers == Array((1...2100).reversed()))
  }
}
