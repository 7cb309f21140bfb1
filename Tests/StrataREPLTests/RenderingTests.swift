import Strata
import Testing
import Workspace

@testable import StrataREPL

@Suite("The state becomes text")
struct RenderingTests {
  let today = Day(year: 2026, month: 11, day: 21)!  // A day of the calendar.

  @Test("A journal without pages says how to begin")
  func empty() {
    #expect(rendered(Journal()) == ["The journal has no pages yet. Try: start today"])
  }

  @Test("Numbers stand in a column, and what is done is marked")
  func page() throws {
    var journal = Journal()
    var session = Session()
    try journal.reduce(.startPage(today), in: &session)
    #expect(rendered(journal) == ["2026-11-21", "  nothing to do"])
    for number in 1...10 { try journal.reduce(.add(title: "Todo \(number)"), in: &session) }
    try journal.reduce(.complete([10], at: .noon(of: today)), in: &session)
    let lines = rendered(journal)
    #expect(lines[1] == "   1  [ ] Todo 1")
    #expect(lines[10] == "  10  [x] Todo 10")
  }

  @Test(
    "What could command a terminal or reorder a line is shown as an escape",
    arguments: [
      ("plain é 👨‍👩‍👧", "plain é 👨‍👩‍👧"), ("a\u{1B}[2Jb", #"a\u{1b}[2Jb"#), ("a\u{202E}b", #"a\u{202e}b"#),
      ("a\nb", #"a\u{a}b"#), ("a\u{2028}b", #"a\u{2028}b"#), ("\u{85}", #"\u{85}"#),
    ]
  )
  func escapes(text: String, shown: String) {
    #expect(printable(text) == shown)
  }
}
