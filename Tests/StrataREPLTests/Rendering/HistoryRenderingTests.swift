import Strata
import StrataStorage
import TestSupport
import Testing
import Workspace

@testable import StrataREPL

@Suite("The history becomes text and JSON")
struct HistoryRenderingTests {
  let folder: TemporaryFolder
  let repl: REPL

  init() throws {
    folder = try TemporaryFolder()
    repl = try REPL(opening: folder.file("workspace.json"), now: { .noon(of: day("2026-11-21")) })
  }

  /// The JSON that a line is answered with.
  func json(_ line: String) throws -> PlainValue? {
    try repl.command(line).flatMap { try repl.answer($0).plain() }
  }

  @Test("Branches say where they leave and end, the one with the present first")
  func branches() throws {
    for line in ["start today", "add A", "add B", "undo 2", "add C", "undo", "add D"] { try repl.lines(line) }
    #expect(
      try repl.lines("branches") == [
        "  5  Add Todo  ← the line of the present", "  4  Add Todo  (1 step from 1)",
        "  3  Add Todo  (2 steps from 1)",
      ]
    )
    try repl.lines("jump 2")
    #expect(
      try repl.lines("branches") == [
        "  3  Add Todo  ← the line of the present", "  5  Add Todo  (1 step from 1)",
        "  4  Add Todo  (1 step from 1)",
      ]
    )
    for title in ["E", "F", "G", "H", "I"] { try repl.lines("add \(title)") }
    #expect(
      try repl.lines("branches") == [
        "  10  Add Todo  ← the line of the present", "   5  Add Todo  (1 step from 1)",
        "   4  Add Todo  (1 step from 1)", "   3  Add Todo  (1 step from 2)",
      ]
    )
    // In colour and in a narrow window, each goes on below itself.
    let answer = try #require(try repl.command("branches").map { try repl.answer($0) })
    let rows = answer.text(Style(isColored: true, width: 30)).flatMap { wrapped($0, to: 30) }
    #expect(rows.count > 3 && rows.allSatisfy { $0.hasPrefix("  ") }, "\(rows)")
  }

  @Test("The tree is drawn where there are branches, with times and what changed")
  func tree() throws {
    for line in [
      "start today", "add Milk", "rename 1 \"Oat milk\"", "undo", "add B", "undo", "add C", "undo", "add D",
      "undo 2",
      "add E", "category add Work red", "category rename Work Job", "delete 5",
    ] {
      try repl.lines(line)
    }
    let lines = try repl.lines("history").map { $0.replacing(/\d\d:\d\d/, with: "TIME") }
    #expect(lines.count == 11 && lines[1] == " 1  TIME  Start 2026-11-21", "\(lines)")
    #expect(lines.contains("├─ 2  TIME  Add Todo: \"Milk\""), "\(lines)")
    #expect(lines.contains { $0.hasPrefix("│  ├─ ") && $0.hasSuffix("Rename Todo: \"Milk\" → \"Oat milk\"") })
    #expect(lines.suffix(3).first == " 8  TIME  Add Category: \"Work\"")
    #expect(lines.suffix(2).first == " 9  TIME  Rename Category: \"Work\" → \"Job\"")
    #expect(lines.last == "10  TIME  Delete Todo: \"E\"  ← present")
    #expect(try repl.lines("history 2").first == "  … 9 earlier lines. See: history 11")
    #expect(try json("history 1")?["history"] != nil)
  }

  @Test("A step of many things names some of them, and a long name is cut")
  func manyNames() throws {
    for line in [
      "start today", "add \(String(repeating: "x", count: 90))", "add B", "add C", "add D", "done 1-4",
    ] {
      try repl.lines(line)
    }
    let name = String(repeating: "x", count: 39) + "…"
    #expect(
      try repl.lines("history").last?.hasSuffix(
        "Complete 4 Todos: \"\(name)\", \"B\", \"C\" and 1 more  ← present"
      ) == true
    )
  }

  @Test(
    "Nothing that is shown is wider than the window, and bars become as short as they have to",
    arguments: [20, 40, 80, 200]
  )
  func widths(width: Int) throws {
    for line in [
      "start today", "category add \"仕事\" red", "add \"Buy 牛乳 and much more of it\" --category 仕事", "undo",
      "add B",
    ] {
      try repl.lines(line)
    }
    for line in ["list", "history", "memory", "branches", "diff", "help"] {
      let answer = try #require(try repl.command(line).map { try repl.answer($0) })
      let lines = answer.text(Style(isColored: true, width: width))
      for row in lines.flatMap({ wrapped($0, to: width) }) { #expect(displayWidth(row) <= width, "\(row)") }
      if line == "memory" && width >= 40 {
        #expect(lines.filter { $0.contains("█") }.allSatisfy { displayWidth($0) <= width }, "\(lines)")
      }
    }
  }

  @Test("Differences go either way, and between branches")
  func differences() throws {
    for line in ["start today", "add A", "undo", "add B"] { try repl.lines(line) }
    let todo = #"{"id":1,"shouldMigrate":true,"start":"2026-11-21","title":"A"}"#
    #expect(
      try repl.lines("diff 2 1") == [
        "from 2 (Add Todo) to 1 (Start 2026-11-21)", "  - todo 1  [ ] A",
      ]
    )
    #expect(try repl.lines("diff 2 3").count == 3 && repl.lines("diff 3 3").last == "  no change")
    #expect(throws: NoMoment(name: .number(9))) { try repl.lines("diff 9") }
    let changes = try json("diff 2 1")?["diff"]?["changes"]
    let path = PlainValue.list([.text("journal"), .text("todos"), .text("1")])
    #expect(changes == .list([.record(["path": path, "old": try PlainValue(json: Array(todo.utf8))])]))
  }

  @Test("A letter in a long title is shown with its place, and what went and came")
  func splices() throws {
    let title = "A title that is longer than two copies of a letter"
    for line in ["start today", "add \"\(title)\"", "rename 1 \"\(title)s\""] { try repl.lines(line) }
    #expect(
      try repl.lines("diff 2 3").last
        == #"  ~ todo 1  title: "A title that is longer than two copies of a letter" → "A title that is longer than two copies of a letters""#
    )
    let changes = try json("diff 2 3")?["diff"]?["changes"]
    let path = PlainValue.list(["journal", "todos", "1", "title"].map { .text($0) })
    let change: PlainValue = ["path": path, "at": .integer(50), "old": .text(""), "new": .text("s")]
    #expect(changes == .list([change]))
  }

  @Test("A difference is told of things and their fields, in words")
  func readableDifferences() throws {
    let long = (1...40).map { "word \($0)" }.joined(separator: " ")
    for line in [
      "start today", "category add Work red", "category add Home red", "add Milk", "note add \"\(long)\"",
      "people add Ada",
      "add \"Oat milk\" --category Work --no-migrate",
    ] { try repl.lines(line) }
    for (line, shown) in [
      ("rename 3 Cream", [#"  ~ todo 3  title: "Milk" → "Cream""#]),
      ("file 3 Work", [#"  ~ todo 3 "Cream"  category: none → Work"#]),
      ("done 3", [#"  ~ todo 3 "Cream"  ending: none → done 2026-11-21T12:00:00"#]),
      ("people like 5 tea", [#"  ~ person 5 "Ada"  likes: none → tea"#]),
      ("category color Work blue", [#"  ~ category 1 "Work"  color: "red" → "blue""#]),
      ("category move Home 0", [#"  ~ category 1 "Work"  stands elsewhere"#]),
      ("delete 6", ["  - todo 6  [ ] Oat milk"]),
      (
        "note edit 4 \"\(long.replacing("word 20", with: "words 20"))\"",
        [#"  ~ note 4  text: "…word 19 word 20 word 21 …" → "…word 19 words 20 word 21 …""#]
      ),
    ] {
      try repl.lines(line)
      let found = try repl.lines("diff").dropFirst()
      #expect(Array(found) == shown, "\(line)")
    }
    #expect(try repl.lines("diff oldest 1").last == "  + the page of 2026-11-21")
    #expect(try repl.lines("diff 1 oldest").last == "  - the page of 2026-11-21")
  }

  @Test("Of a note of several lines those are shown that are different, with their numbers")
  func differentLines() throws {
    for line in ["start today", "note add \"Rain\"", "note edit 1 --append Snow", "note edit 1 --append Sun"]
    {
      try repl.lines(line)
    }
    #expect(try repl.lines("diff").dropFirst().dropFirst() == ["      3 + Sun"])
    try repl.lines("note edit 1 --line 2 Hail")
    #expect(try repl.lines("diff").dropFirst().dropFirst() == ["      2 - Snow", "      2 + Hail"])
    try repl.lines("note edit 1 --remove 1")
    #expect(try repl.lines("diff").dropFirst().dropFirst() == ["      1 - Rain"])
    #expect(try repl.lines("diff 2 6").last == "      2 + Sun")
    #expect(try repl.lines("diff 1 2").last == #"  + note 1  12:00 Rain"#)
  }

  @Test("The memory's numbers add up, and its bars are as long as they say")
  func memory() throws {
    try repl.lines("start today")
    for number in 0..<200 { try repl.lines("add \"Write the report number \(number)\"") }
    let report = MemoryReport(of: repl.store)
    #expect(report.state.total == repl.store.state.document.heapFootprint)
    #expect(report.steps == 201 && report.newest.count == 8)
    #expect((report.shared ?? 0) > 0.9 && report.bytesOfCopies == 201 * report.state.total.bytes)
    // What a step made is what its moment alone has, beside the one before.
    let timeline = repl.store.timeline
    for step in report.newest {
      let parent = try #require(step.moment.parent)
      let before = try #require(repl.store.state(at: parent)).document
      let after = try #require(repl.store.state(at: step.moment.id)).document
      let exact = after.heapFootprint(notIn: [before]).bytes
      #expect(abs(step.bytesAdded - exact) <= exact / 2 && timeline[step.moment.id] != nil)
    }
    let lines = report.text(Style())
    #expect(
      lines[0]
        == "the present: \(grouped(report.state.total.nodes)) blocks, \(grouped(report.state.total.bytes)) bytes"
    )
    #expect(lines[1].hasSuffix("  " + String(repeating: "█", count: 24)))
    #expect(lines.contains { $0.hasPrefix("the history: 201 steps, ") })
    #expect(try json("memory")?["memory"]?["steps"] == .integer(201))
  }

  @Test(
    "Bars, and numbers in groups",
    arguments: [
      (0, 10, ""), (10, 10, "████"), (5, 10, "██"), (1, 1_000_000, "▏"), (7, 32, "▉"), (1, 0, ""),
    ]
  )
  func bars(part: Int, whole: Int, shown: String) {
    #expect(bar(part, of: whole, width: 4) == shown)
    #expect(grouped(1_234_567) == "1,234,567" && grouped(-1_000) == "-1,000" && grouped(999) == "999")
  }

  @Test("A change in JSON has its rows, its moment and its title")
  func change() throws {
    try repl.lines("start today")
    let added = try json("add Milk")?["changed"]
    #expect(added?["title"] == .null && added?["moment"]?["id"] == .integer(2))
    let undone = try json("undo")?["changed"]
    #expect(undone?["title"] == .text(#"Undid: Add Todo: "Milk""#))
    guard case .list(let rows)? = undone?["rows"] else {
      Issue.record("no rows")
      return
    }
    #expect(rows.count == 1 && rows[0]["kind"] == .text("todo") && rows[0]["isThere"] == .bool(false))
    #expect(rows[0]["value"]?["title"] == .text("Milk"))
    #expect(
      try json("undo")?["changed"]?["pages"]
        == .list([.record(["day": .text("2026-11-21"), "isThere": .bool(false)])])
    )
  }

  @Test("Colours stand around what was made harmless, never in it")
  func colors() throws {
    try repl.lines("start today")
    try repl.lines("category add Work red")
    try repl.lines("add \"a\u{1B}[2Jb\" --category Work")
    try repl.lines("done 2")
    let lines = try #require(try Answer(.page, of: repl.store.state)).text(Style(isColored: true))
    #expect(
      lines == [
        "\u{1B}[1m2026-11-21\u{1B}[0m", "  \u{1B}[31mWork\u{1B}[0m",
        "  \u{1B}[2m2\u{1B}[0m  [x] \u{1B}[2ma\\u{1b}[2Jb\u{1B}[0m",
      ]
    )
  }
}
