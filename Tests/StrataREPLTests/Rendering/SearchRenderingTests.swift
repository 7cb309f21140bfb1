import Strata
import Testing
import Workspace

@testable import StrataREPL

@Suite("The results of a search as text")
struct SearchRenderingTests {
  /// A workspace with todos of the past and the future and notes.
  static let state: AppState = {
    var context = Context(state: AppState(), now: time("2026-11-20T09:30:00"))
    let titles = (1...14).map { "add \"Todo \($0)\"" }
    for line in ["start today", "add Milk", "done 1", "add \"Write 牛乳 on the list\" --on 2026-11-24"] + titles
      + ["note add \"It rains milk\"", "add Run", "abandon 18"]
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
    for line in ["search milk", "search todo"] {
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
