import Strata
import TestSupport
import Testing
import Workspace

@testable import StrataREPL

@Suite("A review is read as a difference is")
struct ReviewRenderingTests {
  let folder: TemporaryFolder
  let repl: REPL

  init() throws {
    folder = try TemporaryFolder()
    repl = try REPL(opening: folder.file("workspace.json"), now: { .noon(of: day("2026-11-21")) })
  }

  /// Every command that changes the document, and what a review says of what it did.
  static let steps: [(line: String, shown: [String])] = [
    ("start today", ["Start 2026-11-21: + the page of 2026-11-21"]),
    ("category add Work blue", ["Add Category: + category 1  Work (blue)"]),
    ("category add Home red", ["Add Category: + category 2  Home (red)"]),
    ("add Milk", ["Add Todo: + todo 3  [ ] Milk"]),
    (
      "add \"Oat milk\" --category Work --url https://x.org",
      ["Add Todo: + todo 4  [ ] Oat milk <https://x.org>"]
    ), ("rename 3 Cream", [#"Rename Todo: ~ todo 3  title: "Milk" → "Cream""#]),
    (
      "done 3 4",
      [
        #"Complete 2 Todos: ~ todo 3 "Cream"  ending: none → done 2026-11-21T12:00:00"#,
        #"Complete 2 Todos: ~ todo 4 "Oat milk"  ending: none → done 2026-11-21T12:00:00"#,
      ]
    ), ("file 3 Home", [#"Set Category of Todo: ~ todo 3 "Cream"  category: none → Home"#]),
    ("note add \"It rains\"", ["Add Note: + note 5  12:00 It rains"]),
    ("note edit 5 --append \"and then\"", [#"Add Line to Note: ~ note 5  text: + " ⏎ and then""#]),
    ("note edit 5 --remove 2", [#"Remove Line of Note: ~ note 5  text: - " ⏎ and then""#]),
    ("people add Ada", ["Add Person: + person 6  Ada"]),
    ("people like 6 tea", [#"Edit Person: ~ person 6 "Ada"  likes: + "tea""#]),
    ("people glasses 6 yes", [#"Edit Person: ~ person 6 "Ada"  glasses: no → yes"#]),
    ("canvas add Hi 1 2 red", ["Create Annotation: + annotation 7  (1.0, 2.0) red: Hi"]),
    (
      "canvas move 7 3 4",
      [
        #"Move Annotation: ~ annotation 7 "Hi"  position x: 1.0 → 3.0"#,
        #"Move Annotation: ~ annotation 7 "Hi"  position y: 2.0 → 4.0"#,
      ]
    ), ("canvas edit 7 Hello", [#"Edit Annotation: ~ annotation 7  text: "Hi" → "Hello""#]),
    ("category move Home 0", [#"Reorder Categories: ~ category 1 "Work"  stands elsewhere"#]),
    ("category rename Home House", [#"Rename Category: ~ category 2  name: "Home" → "House""#]),
    ("bundle create Daily Stretch Read", ["Create Bundle: + bundle 8  Daily: Stretch, Read"]),
    (
      "bundle repeat Daily daily",
      [#"Repeat Bundle: ~ bundle 8 "Daily"  rhythm: none → daily from 2026-11-21"#]
    ),
    (
      "bundle edit Daily Daily Stretch Run",
      [#"Edit Bundle: ~ bundle 8 "Daily"  todos 2 title: "Read" → "Run""#]
    ),
    ("as agent delete 4", ["Delete Todo: - todo 4  [x] Oat milk <https://x.org>  (by agent)"]),
    ("people add Bo", ["Add Person: + person 9  Bo"]),
    ("people move 6 1", [#"Move Person: ~ person 6 "Ada"  stands elsewhere"#]),
    ("people move 6 0", [#"Move Person: ~ person 9 "Bo"  stands elsewhere"#]),
    ("people delete 9", ["Delete Person: - person 9  Bo"]),
  ]

  @Test("What each command did is told of the thing and its field, in words")
  func transcript() throws {
    for (line, _) in Self.steps { try repl.lines(line) }
    let expected = Self.steps.flatMap(\.shown).enumerated().map { "  \(padded("\($0 + 1)", 2))  \($1)" }
    let shown = try repl.lines("review since oldest")
    for (line, other) in zip(shown, expected) { #expect(line == other) }
    #expect(shown.count == expected.count)
  }

  @Test("What was moved in a list is one change, which is rejected whole")
  func moved() throws {
    for line in ["people add Ada", "people add Bo", "people add Cy"] { try repl.lines(line) }
    for (move, order) in [("people move 1 2", ["2", "3", "1"]), ("people move 3 0", ["3", "1", "2"])] {
      try repl.lines(move)
      #expect(
        try repl.lines("people list").map { $0.split(separator: " ")[0] } == order.map { Substring($0) }
      )
      let review = try repl.lines("review since 3")
      #expect(review.count == 1 && review[0].hasSuffix("stands elsewhere"), "\(review)")
      let plain = try repl.command("review since 3").flatMap { try repl.answer($0).plain() }
      guard case .list(let changes)? = plain?["review"] else { throw NotThere() }
      #expect(changes.count == 2 && changes.allSatisfy { $0["id"] == .integer(1) })
      try repl.lines("reject 1")
      #expect(try repl.lines("people list") == ["  1  Ada", "  2  Bo", "  3  Cy"])
    }
  }

  private struct NotThere: Error {}

  @Test("Rows of a long answer are the same whichever part of them is made")
  func parts() throws {
    try repl.lines("start today")
    for number in 1...12 {
      try repl.lines("add \"Todo \(number)\"")
      if number.isMultiple(of: 4) { try repl.lines("undo") }
    }
    for line in ["history", "history 5", "review since oldest", "history 1"] {
      let answer = try #require(try repl.command(line).map { try repl.answer($0) })
      let rows = answer.rows(Style())
      let all = answer.text()
      #expect(
        rows.count == all.count
          && all.allSatisfy { $0.contains("Todo") || $0.contains("Start") || $0.contains("earlier") }
      )
      for first in 0...all.count {
        for last in first...all.count { #expect(rows[first..<last] == Array(all[first..<last]), "\(line)") }
      }
    }
  }

  @Test("Every row of the history says what changed, however many are shown, in text and in JSON")
  func everyRow() throws {
    try repl.lines("start today")
    for number in 1...60 { try repl.lines("add \"Todo \(number)\"") }
    let rows = try repl.lines("history").dropFirst(2)
    for (number, row) in zip(1..., rows) { #expect(row.contains("Add Todo: \"Todo \(number)\""), "\(row)") }
    let plain = try repl.command("history").flatMap { try repl.answer($0).plain() }
    guard case .list(let steps)? = plain?["history"] else { throw NotThere() }
    #expect(rows.count == 60 && steps.count == 62)
    for (number, step) in zip(1..., steps.dropFirst(2)) {
      #expect(step["change"] == .text("\"Todo \(number)\""))
    }
  }
}

@Suite("What a history says again")
struct ToldHistoryTests {
  let folder: TemporaryFolder
  let repl: REPL

  init() throws {
    folder = try TemporaryFolder()
    repl = try REPL(opening: folder.file("workspace.json"), now: { .noon(of: day("2026-11-21")) })
  }

  @Test("Words for a change stay true when a step merges or another branch is taken")
  func again() throws {
    repl.work = LongWork(bar: ProgressBar(width: { 80 }) { _ in })
    for line in ["start today", "canvas add Hi 1 2 red", "add One", "rename 2 Uno"] {
      try repl.lines(line)
      let once = try repl.lines("history")
      #expect(try repl.lines("history") == once)
      // What a sitting says that has told nothing before.
      repl.changeWords = [:]
      #expect(try repl.lines("history") == once)
    }
    // Renaming at once what was just renamed goes on with the step that was told.
    for line in ["rename 2 Un", "history", "rename 2 Une", "add Last"] { try repl.lines(line) }
    let afterwards = try repl.lines("history")
    repl.changeWords = [:]
    #expect(try repl.lines("history") == afterwards)
    try repl.lines("jump 3")
    try repl.lines("rename 2 Eins")
    let all = try repl.lines("history")
    #expect(
      all.contains { $0.contains("\"One\" → ") && !$0.contains("Eins") }
        && all.last?.contains("\"One\" → \"Eins\"") == true
    )
  }
}

@Suite("A window at a time")
struct UnseenLinesTests {
  @Test("No row is made before it is looked at, and all of them are seen once")
  func lazy() {
    for (count, height, width) in [
      (1000, 24, 80), (1000, 24, 5), (23, 24, 80), (24, 24, 80), (0, 24, 80), (3, 2, 1),
    ] {
      let made = Guarded(0)
      var unseen = UnseenLines(
        Rows(count: count) { range in
          made.withLock { $0 += range.count }
          return range.map { "row \($0)" }
        },
        width: width
      )
      let window = Window(columns: width, rows: height)
      #expect(unseen.isEmpty == (count == 0))
      var (seen, windows) = ([String](), 0)
      repeat {
        var lines = unseen.next(window, Style())
        windows += 1
        #expect(lines.count <= max(2, height - 1))
        #expect(made.withLock { $0 } <= windows * height)
        #expect(lines.allSatisfy { displayWidth($0) <= max(width, 1) })
        if !unseen.isEmpty {
          let more = lines.removeLast()
          #expect(more.hasPrefix("…") && (width < 30 || more.hasSuffix("more lines: return or q")))
        }
        seen += lines
      } while !unseen.isEmpty
      let all = (0..<count).flatMap { wrapped("row \($0)", to: width) }
      #expect(seen == all && made.withLock { $0 } == count, "\(count) \(height) \(width)")
    }
  }
}
