import Strata
import Testing
import Workspace

@testable import StrataREPL

@Suite("Weeks, months and what was found become text")
struct GlanceRenderingTests {
  /// A workspace with todos of the past and the future, notes, and a bundle that comes every Monday.
  static let state: AppState = {
    var context = Context(state: AppState(), now: time("2026-11-20T09:30:00"))
    let titles = (1...14).map { "add \"Todo \($0)\"" }
    for line in ["start today", "add Milk", "done 1", "add \"Write 牛乳 on the list\" --on 2026-11-24"] + titles
      + [
        "note add \"It rains milk\"", "bundle create Weekly Wash", "bundle repeat Weekly weekly monday",
        "add Run",
        "abandon 19",
      ]
    {
      guard case .send(let action)? = try? Command.parse(line, in: context) else {
        Issue.record("\(line) is no action")
        continue
      }
      do { try context.state.reduce(action) } catch { Issue.record("\(line) was refused: \(error)") }
    }
    return context.state
  }()

  private func lines(_ line: String, width: Int? = nil) throws -> [String] {
    let context = Context(state: Self.state, now: time("2026-11-20T18:00:00"))
    guard case .show(let view)? = try Command.parse(line, in: context) else {
      throw Misunderstood(.noCommand(line))
    }
    var style = Style()
    style.width = width
    return try #require(try Answer(view, of: Self.state)).text(style).flatMap { wrapped($0, to: width) }
  }

  @Test("A week has its days, what is on each, how much more there is, and what will come")
  func week() throws {
    let week = try lines("week")
    #expect(
      week.prefix(6) == [
        "Mon 2026-11-16", "Tue 2026-11-17", "Wed 2026-11-18", "Thu 2026-11-19", "Fri 2026-11-20  ← today",
        "   1  [x] Milk",
      ]
    )
    #expect(week[7] == "   4  [ ] Todo 2" && week[16] == "  13  [ ] Todo 11")
    #expect(week.suffix(3) == ["  … and 5 more. See: page 2026-11-20", "Sat 2026-11-21", "Sun 2026-11-22"])
    #expect(try lines("week tomorrow") == week)
    let next = try lines("week 2026-11-24")
    #expect(
      next.prefix(4) == ["Mon 2026-11-23", "  ↻  Weekly", "Tue 2026-11-24", "  2  [ ] Write 牛乳 on the list"]
    )
    #expect(next.count == 9)
  }

  @Test("A month has a line for each day: how much there is, and what the first of it is called")
  func month() throws {
    let month = try lines("month", width: 80)
    #expect(month.count == 31 && month[0] == "November 2026" && month[1] == " 1 Sun")
    #expect(month[20] == "20 Fri  ← today  14 open, 1 done, 1 abandoned, 1 note: Todo 1, Todo 2, Todo 3, …")
    #expect(month[23] == "23 Mon  ↻ Weekly" && month[24] == "24 Tue  1 open: Write 牛乳 on the list")
    for day in ["2026-12-01", "2026-12-31", "2026-12"] {
      #expect(try lines("month \(day)")[0] == "December 2026", "\(day)")
    }
    for word in ["2026-13", "2026", "2026-1", "-", "2026-12-"] {
      #expect(throws: Misunderstood.self, "\(word)") { try lines("month \(word)") }
    }
    #expect(throws: Misunderstood.self) { try lines("week 2026-12") }
  }

  @Test("What was found has its day; how to see the rest is said; nothing is said of nothing")
  func search() throws {
    #expect(
      try lines("search MILK") == ["  17  2026-11-20  09:30 It rains milk", "   1  2026-11-20  [x] Milk"]
    )
    #expect(try lines("search 牛乳 write --pending") == ["  2  2026-11-24  [ ] Write 牛乳 on the list"])
    #expect(try lines("search rice") == ["Nothing has all of these words in it."])
    #expect(throws: Misunderstood.self) { try lines("search \" \"") }
    var many = Self.state
    try many.reduce(.journal(.add((0..<70).map { NewTodo("Many \($0)") })))
    let found = SearchResult(for: "many", in: many.document.journal, pending: true, all: false)
    #expect(found.rows(Style()).count == 51 && found.things.count == 50 && found.count == 70)
    #expect(found.rows(Style()).all.last == "  … and 20 older. See: search many --pending --all")
    #expect(
      SearchResult(for: "many", in: many.document.journal, pending: true, all: true).rows(Style()).all.count
        == 70
    )
  }

  @Test("At any width no line is wider", arguments: Array(20...60) + [79, 80, 100, 120, 199, 200])
  func widths(width: Int) throws {
    for line in ["week", "month", "week 2026-11-24", "search milk", "search todo"] {
      for row in try lines(line, width: width) { #expect(displayWidth(row) <= width, "\(line): \(row)") }
    }
  }

  @Test("Text is cut where the window ends, between what takes two columns", arguments: 1...12)
  func cutting(width: Int) {
    let text = cut("a牛b乳c", to: width)
    #expect(displayWidth(text) <= width && (text.hasSuffix("…") == (width < 7)))
    #expect(cut("a牛b", to: nil) == "a牛b")
  }
}
