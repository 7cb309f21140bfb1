import Strata
import Testing
import Workspace

@testable import StrataREPL

@Suite("The state becomes text")
struct RenderingTests {
  /// The workspace after some lines were typed into it.
  func state(after lines: String...) throws -> AppState {
    var context = Context(state: AppState(), now: time("2026-11-21T09:30:00"))
    for line in lines {
      guard case .send(let action) = try Command.parse(line, in: context) else {
        Issue.record("\(line) is no action")
        continue
      }
      try context.state.reduce(action)
    }
    return context.state
  }

  /// The lines that a view shows of a workspace.
  func rendered(_ view: Command.View, of state: AppState) throws -> [String] {
    try #require(try Answer(view, of: state)).text()
  }

  @Test("A journal without pages says how to begin")
  func empty() throws {
    #expect(try rendered(.page, of: AppState()) == ["The journal has no pages yet. Try: start today"])
    for view: Command.View in [.future, .categories, .bundles, .canvas, .people] {
      #expect(try rendered(view, of: AppState()) == ["nothing"])
    }
  }

  @Test(
    "Numbers stand in a column; what is done or abandoned is marked; categories are headings; notes come last"
  )
  func page() throws {
    #expect(try rendered(.page, of: try state(after: "start today")) == ["2026-11-21", "  nothing to do"])
    let state = try state(
      after: "start today",
      "category add Work blue",
      "add Write --category Work --url https://x.y",
      "add Rest",
      "add Run",
      "add Sing",
      "add Bake",
      "add Read",
      "add Swim",
      "add Cook",
      "add Sew",
      "done 3",
      "abandon 4",
      "delete 5-9",
      "note add Rain"
    )
    #expect(
      try rendered(.page, of: state) == [
        "2026-11-21", "  Work", "   2  [ ] Write <https://x.y>", "  Other", "   3  [x] Rest", "   4  [-] Run",
        "  10  [ ] Sew", "  11  09:30 Rain",
      ]
    )
  }

  @Test("A note of several lines is shown on one, or on as many with their numbers")
  func note() throws {
    let state = try state(
      after: "start today",
      "note add One",
      "note edit 1 --append \u{1B}[2J",
      "note edit 1 --append Three"
    )
    #expect(
      try rendered(.page, of: state).last == "  1  09:30 One ⏎ \\u{1b}[2J ⏎ Three"
    )
    #expect(try rendered(.note(1), of: state) == ["  1  One", "  2  \\u{1b}[2J", "  3  Three"])
    let json = try #require(try Answer(.note(1), of: state)?.plain())
    #expect(json["note"]?["text"] == .text("One\n\u{1B}[2J\nThree"))
    #expect(throws: JournalError.noNote(2)) { try rendered(.note(2), of: state) }
  }

  @Test("Every other view has its lines")
  func views() throws {
    let state = try state(
      after: "start today",
      "category add Work blue",
      "bundle create Daily Stretch Read --migrate",
      "canvas add Hi 1 2 red",
      "people add Ada",
      "people like 4 tea",
      "people dislike 4 noise",
      "people glasses 4 yes",
      "add Trip --on 2026-12-24"
    )
    #expect(try rendered(.future, of: state) == ["  5  2026-12-24 Trip"])
    #expect(try rendered(.categories, of: state) == ["  1  Work (blue)"])
    #expect(try rendered(.bundles, of: state) == ["  2  Daily (migrating): Stretch, Read"])
    #expect(try rendered(.canvas, of: state) == ["  3  (1.0, 2.0) red: Hi"])
    #expect(try rendered(.people, of: state) == ["  4  Ada, with glasses, likes tea, does not like noise"])
    #expect(try rendered(.exported(.markdown), of: state) == ["# 2026-11-21", ""])
    #expect(try rendered(.exported(.html), of: state).contains("<h1>2026-11-21</h1>"))
    let json = try rendered(.exported(.json), of: state).joined()
    #expect(try Document(importing: Array(json.utf8)) == state.document)
  }

  @Test("Help shows every command with what it does, or those that are asked for; one with its examples")
  func help() throws {
    let all = try rendered(.help(nil), of: AppState()).joined(separator: "\n")
    for verb in Verb.all { #expect(all.contains(verb.usage) && all.contains(verb.summary)) }
    #expect(try rendered(.help("note"), of: AppState()).count == 7)
    #expect(try rendered(.help("note e"), of: AppState()).count == 7)
    #expect(
      try rendered(.help("diff"), of: AppState()) == [
        "diff [MOMENT [MOMENT]]",
        "  show what the last step changed, what changed since a moment, or between two", "  such as  diff",
        "           diff saved", "           diff \"Before the trip\"", "           diff 3 oldest",
      ]
    )
    // What a command does goes on below itself.
    let narrow = try #require(try Answer(.help(nil), of: AppState())).text(Style(width: 80))
    #expect(!narrow.joined(separator: "\n").contains(/\n  is abandoned/))
    for line in narrow where line.hasPrefix("   ") {
      #expect(line.hasPrefix(String(repeating: " ", count: 38)), "\(line)")
    }
    #expect(throws: Misunderstood.self) {
      try Command.parse("help dance", in: Context(state: AppState(), now: .noon(of: day("2026-11-21"))))
    }
  }

  @Test("Hostile titles are shown as escapes in every view")
  func hostile() throws {
    let hostile = "a\u{1B}[2J\u{202E}b"
    let quoted = "\"\(hostile)\""
    let state = try state(
      after: "start today",
      "category add \(quoted) blue",
      "add \(quoted) --category \(quoted)",
      "note add \(quoted)",
      "bundle create \(quoted) \(quoted)",
      "canvas add \(quoted) 1 2 red",
      "people add \(quoted)",
      "people like 6 \(quoted)",
      "add \(quoted) --on tomorrow"
    )
    for view: Command.View in [.page, .future, .categories, .bundles, .canvas, .people] {
      let text = try rendered(view, of: state).joined()
      #expect(text.contains(#"a\u{1b}[2J\u{202e}b"#))
      #expect(!text.contains("\u{1B}") && !text.contains("\u{202E}"))
    }
  }

  @Test(
    "What could command a terminal or reorder a line is shown as an escape",
    arguments: [
      ("plain é 👨‍👩‍👧", "plain é 👨‍👩‍👧"), ("a\u{1B}[2Jb", #"a\u{1b}[2Jb"#), ("a\u{202E}b", #"a\u{202e}b"#),
      ("a\u{E0101}b\u{FE0F}", #"a\u{e0101}b\u{fe0f}"#), ("❤\u{FE0F}\u{FE0F}", "❤\u{FE0F}\\u{fe0f}"),
      ("葛\u{E0101}", "葛\u{E0101}"), ("❤️‍🔥 👩🏽‍🚀 1️⃣", "❤️‍🔥 👩🏽‍🚀 1️⃣"), ("a\u{200D}b 👩\u{200D}", #"a\u{200d}b 👩\u{200d}"#),
      // The tags of England's flag, and those of a text.
      ("\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", "🏴󠁧󠁢󠁥󠁮󠁧󠁿"),
      ("\u{1F3F4}\u{E0068}\u{E0069}\u{E007F}", #"🏴\u{e0068}\u{e0069}\u{e007f}"#),
      ("\u{E0041}\u{2066}\u{AD}", #"\u{e0041}\u{2066}\u{ad}"#),
      ("a\nb", #"a\u{a}b"#), ("a\u{2028}b", #"a\u{2028}b"#), ("\u{85}", #"\u{85}"#),
    ]
  )
  func escapes(text: String, shown: String) {
    #expect(printable(text) == shown)
  }
}
