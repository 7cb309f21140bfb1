import Strata
import TestSupport
import Testing
import Workspace

@testable import StrataREPL

@Suite("The history as text and JSON")
struct HistoryTests: OnOwnFile {
  let folder: TemporaryFolder
  let session: WorkspaceSession

  init() throws {
    folder = try TemporaryFolder()
    session = try WorkspaceSession(
      opening: folder.file("workspace.json"),
      now: { .noon(of: day("2026-11-21")) }
    )
  }

  @Test("history draws the tree, with the change of each step")
  func tree() throws {
    try session.run(
      "start today",
      "add Milk",
      "rename 1 Oat milk",
      "undo",
      "add B",
      "undo",
      "add C",
      "undo 2",
      "add E",
      "category add Work red",
      "category rename Work Job",
      "delete 4"
    )
    let lines = try session.lines("history").map { $0.replacing(/\d\d:\d\d/, with: "TIME") }
    #expect(
      lines == [
        "0  TIME  Start", "1  TIME  Start 2026-11-21", "├─ 2  TIME  Add Todo: \"Milk\"",
        "│  ├─ 3  TIME  Rename Todo: \"Milk\" → \"Oat milk\"", "│  ├─ 4  TIME  Add Todo: \"B\"",
        "│  5  TIME  Add Todo: \"C\"", "6  TIME  Add Todo: \"E\"", "7  TIME  Add Category: \"Work\"",
        "8  TIME  Rename Category: \"Work\" → \"Job\"", "9  TIME  Delete Todo: \"E\"  ← present",
      ]
    )
    #expect(try session.lines("history 2").first == "  … 8 earlier lines. See: history 10")
    // A window shows the newest moments first.
    #expect(try session.lines("history", Style(width: 80, height: 9)).count == 7)
    guard case .list(let steps)? = try session.json("history")?["history"] else { throw NoList() }
    #expect(
      steps.count == 10 && steps[2]["change"] == .text("\"Milk\"") && steps[9]["isPresent"] == .bool(true)
    )
  }

  private struct NoList: Error {}

  @Test("Phrases for a change stay true when a step is added to or another branch is taken")
  func phrases() throws {
    for line in [
      "start today", "canvas add Hi 1 2 red", "add One", "rename 2 Uno", "rename 2 Un", "add Last",
    ] {
      try session.run(line, "history")
      #expect(session.phrases.keys.allSatisfy { $0.id != session.store.timeline.present.id })
    }
    let shown = try session.lines("history")
    session.phrases = [:]
    #expect(try session.lines("history") == shown)
    try session.run("jump 3", "rename 2 Eins")
    let all = try session.lines("history")
    #expect(
      all.last?.contains("\"One\" → \"Eins\"") == true && all.contains { $0.contains("\"One\" → \"Un\"") }
    )
  }

  @Test("branches names where each branch leaves and ends, the present line first")
  func branches() throws {
    try session.run("start today", "add A", "add B", "undo 2", "add C", "undo", "add D")
    #expect(
      try session.lines("branches") == [
        "  5  Add Todo  ← the present line", "  4  Add Todo  (1 step from 1)",
        "  3  Add Todo  (2 steps from 1)",
      ]
    )
    try session.run("jump 2")
    #expect(
      try session.lines("branches") == [
        "  3  Add Todo  ← the present line", "  5  Add Todo  (1 step from 1)",
        "  4  Add Todo  (1 step from 1)",
      ]
    )
  }

  @Test("jump goes to any moment, also on another branch")
  func jump() throws {
    try session.run("start today", "add One", "add Two", "undo 2", "add Three")
    #expect(
      try session.lines("jump 3") == [
        "At 3: Add Todo", "  1  [ ] One", "  2  [ ] Two", "  3  [ ] Three  is gone",
      ]
    )
    let error = #expect(throws: MissingMoment.self) { try session.lines("jump 99") }
    #expect(error?.description == "Moment 99 is not in the history. See: history")
  }

  @Test("A difference goes either way, and between branches")
  func differences() throws {
    try session.run("start today", "add A", "undo", "add B", "people add Ada", "people add Bo")
    #expect(
      try session.lines("diff 2 1") == [
        "from 2 (Add Todo) to 1 (Start 2026-11-21)", "  - todo 1  [ ] A  on 2026-11-21",
      ]
    )
    #expect(try session.lines("diff 2 3").count == 3 && session.lines("diff 3 3").last == "  no change")
    #expect(try session.lines("diff oldest 1").last == "  + the page of 2026-11-21")
    #expect(try session.lines("diff 1 oldest").last == "  - the page of 2026-11-21")
    try session.run("rename 2 Beer")
    #expect(
      try session.lines("diff").dropFirst() == ["  ~ todo 2  [ ] B  on 2026-11-21 → [ ] Beer  on 2026-11-21"]
    )
    let path = PlainValue.list(["journal", "todos", "2", "title"].map { .text($0) })
    guard case .list(let changes)? = try session.json("diff")?["diff"]?["changes"] else { throw NoList() }
    #expect(changes.count == 1 && changes[0]["path"] == path)
  }

  @Test("A change in JSON has its rows, its moment and its title")
  func change() throws {
    try session.run("start today")
    let added = try session.json("add Milk")?["changed"]
    #expect(added?["title"] == .null && added?["moment"]?["id"] == .integer(2))
    let undone = try session.json("undo")?["changed"]
    #expect(undone?["title"] == .text("Undone: Add Todo"))
    guard case .list(let rows)? = undone?["rows"] else { throw NoList() }
    #expect(rows.count == 1 && rows[0]["kind"] == .text("todo") && rows[0]["isThere"] == .bool(false))
    #expect(rows[0]["value"]?["title"] == .text("Milk"))
  }

  @Test("The picture of memory adds up")
  func memory() throws {
    try session.run("start today")
    for number in 0..<200 { try session.lines("add Write the report number \(number)") }
    let state = session.store.state.document.footprintByField.total
    let lines = try session.lines("memory")
    #expect(lines[0] == "the present: \(grouped(state.nodes)) blocks, \(grouped(state.bytes)) bytes")
    #expect(lines[1].hasPrefix("  document") && lines[1].hasSuffix("  " + String(repeating: "█", count: 24)))
    #expect(lines.contains { $0.hasPrefix("the history: 201 steps, ") })
    #expect(lines.contains("  copies of the present would take \(grouped(201 * state.bytes)) bytes"))
    #expect(lines.contains { $0.hasSuffix("of the present is shared with the moment before") })
    #expect(lines.suffix(8).allSatisfy { $0.contains("Add Todo") })
  }

  @Test("Nothing that is shown is wider than the window", arguments: [20, 40, 80, 200])
  func widths(width: Int) throws {
    try session.run(
      "start today",
      "category add \"仕事\" red",
      "add \"Buy 牛乳 and much more of it\" --category 仕事",
      "undo",
      "add B"
    )
    for line in ["list", "history", "memory", "branches", "diff", "help", "search buy"] {
      let rows = try session.lines(line, Style(isColored: true, width: width))
      for row in rows.flatMap({ wrapped($0, to: width) }) { #expect(displayWidth(row) <= width, "\(row)") }
    }
  }

  @Test("Bars of the picture of memory fit the window", arguments: [40, 80, 200])
  func memoryWidth(width: Int) throws {
    try session.run("start today", "add Milk")
    let bars = try session.lines("memory", Style(width: width)).filter { $0.contains("█") }
    #expect(!bars.isEmpty && bars.allSatisfy { displayWidth($0) <= width })
  }

  @Test("Rows of a long answer are the same whichever part of them is made")
  func parts() throws {
    try session.run("start today")
    for number in 1...12 {
      try session.lines("add \"Todo \(number)\"")
      if number.isMultiple(of: 4) { try session.lines("undo") }
    }
    for line in ["history", "history 5", "review since oldest", "history 1", "search todo", "diff oldest"] {
      let rows = try #require(try session.answer(line)).rows(Style())
      let all = try rows.all
      #expect(rows.count == all.count)
      for first in 0...all.count {
        for last in first...all.count {
          #expect(try rows[first..<last] == Array(all[first..<last]), "\(line)")
        }
      }
    }
  }

  @Test("Colours surround the escapes of a title and are never in them")
  func colors() throws {
    try session.run("start today", "category add Work red", "add \"a\u{1B}[2Jb\" --category Work", "done 2")
    #expect(
      try session.lines("list", Style(isColored: true)) == [
        "\u{1B}[1m2026-11-21\u{1B}[0m", "  \u{1B}[31mWork\u{1B}[0m",
        "  \u{1B}[2m2\u{1B}[0m  [x] \u{1B}[2ma\\u{1b}[2Jb\u{1B}[0m",
      ]
    )
  }
}
