import Testing
import Workspace

@testable import StrataREPL

@Suite("What was begun is completed")
struct CompletionTests {
  /// The names, words and options that can stand at the end of a line.
  func completions(_ line: String, in context: Context = MistakeTests.context) -> Completions {
    let moments = [7, 6, 5].map { Completion("\($0)", shown: "\($0)  Step \($0)") }
    return BegunWord(endOf: line).map { Completions(of: $0, in: context) { moments } } ?? Completions()
  }

  @Test(
    "Names, word by word; options that are not there yet; days, colours, names and numbers",
    arguments: [
      ("d", ["done", "delete", "diff"]), ("n", ["note"]),
      ("note ", ["add", "show", "edit", "time", "delete"]),
      ("note e", ["edit"]), ("cat l", ["list"]), ("dance", []), ("dance ", []), ("add x", []),
      ("add x --c", ["--category"]), ("add --", ["--category", "--on", "--url", "--no-migrate"]),
      ("add x --on today --", ["--category", "--url", "--no-migrate"]), ("add x --on tom", ["tomorrow"]),
      ("add x --category ", ["Work"]), ("add --category w", ["Work"]),
      ("file 4 ", ["5", "Work", "none"]),
      ("done ", ["4", "5"]), ("done 4 ", ["5"]), ("rename 5", ["5"]), ("move 4 to", ["today", "tomorrow"]),
      ("canvas add x 1 2 r", ["red"]), ("bundle apply ", ["Daily"]),
      ("bundle repeat ", ["Daily", "--from"]),
      (
        "bundle repeat Daily ",
        ["daily", "weekdays", "weekly", "monthly", "yearly", "every", "never", "--from"]
      ),
      ("bundle repeat Daily weekly mon", ["monday"]), ("bundle repeat Daily weekly monday m", []),
      ("bundle repeat Daily every 2 ", ["days", "weeks", "--from"]), ("sea", ["search"]),
      ("people glasses 3 ", ["yes", "no"]),
      ("people like ", ["3"]), ("start ", ["today"]),
      ("jump ", ["present", "saved", "oldest", "To it", "Before the trip", "7", "6", "5"]),
      ("back T", ["To it"]),
      ("diff 7 s", ["saved"]),
      ("help no", ["note"]), ("help note ", ["add", "show", "edit", "time", "delete"]), ("don ", ["4", "5"]),
      ("export j", ["json"]), ("undo ", ["only", "by", "--anyway"]), ("undo by Ann ", ["--anyway"]),
      ("add \"open --", []), ("add \"x\"", []), ("add x --category \"W", ["Work"]),
    ]
  )
  func texts(line: String, words: [String]) {
    let found = completions(line).all.filter { !$0.isHint }.map(\.text)
    #expect(found.filter { words.contains($0) || !$0.hasPrefix("2") } == words)
  }

  @Test(
    "Where the person has to think of something, what it is is said",
    arguments: [
      ("add ", "TITLE: what is to be done"),
      ("undo ", "STEPS: one such as 3"), ("note add ", "TEXT: quote it where more follows"),
      ("canvas move 1 2 ", "Y: one such as 10 or -2.5"),
      ("bundle repeat Daily monthly ", "DAY: one such as 1, 15 or last"),
      ("bundle repeat Daily every ", "COUNT: how many days or weeks, such as 2 weeks"),
      ("search ", "WORD…: what a title or a note has in it"),
      ("ended 4 ", "TIME: one such as 2026-11-20T18:30"),
      ("link 4 ", "URL: one such as https://example.org"),
      ("add x --url ", "URL: one such as https://example.org"),
    ]
  )
  func hints(line: String, hint: String) {
    #expect(completions(line).all.contains { $0.isHint && $0.shown == hint }, "\(completions(line).all)")
  }

  @Test(
    "Numbers are listed with titles, moments with labels, days with their dates; files are left to the library"
  )
  func shown() {
    #expect(completions("done ").all.map(\.shown) == ["4  [ ] Milk", "5  [ ] Oats"])
    #expect(completions("jump 6").all.map(\.shown) == ["6  Step 6"])
    #expect(completions("page tod").all.map(\.shown) == ["today  2026-11-21"])
    for line in ["import x", "source ", "export a.", "export --replace "] {
      #expect(completions(line).areFiles)
    }
    #expect(!completions("export a.json ").areFiles && !completions("done ").areFiles)
  }

  @Test("A name with blanks is put between quotation marks, also where one was typed")
  func quoting() throws {
    var context = MistakeTests.context
    for name in ["Side project", "Side \"B\""] {
      try context.state.reduce(.journal(.category(.add(name: name, color: .red))))
    }
    func typed(_ line: String, _ begun: String) throws -> String? {
      let word = try #require(BegunWord(endOf: line))
      return completions(line, in: context).typed(for: begun, in: word)?.common
    }
    #expect(try typed("file 4 si", "si") == "\"Side ")
    #expect(try typed("file 4 \"side p", "p") == "project\"")
    #expect(try typed("add x --cat", "--cat") == "--category" && typed("add x --", "--") == "--")
    #expect(try typed("d", "d") == "d" && typed("don", "don") == "done" && typed("add ", "") == "")
  }

  @Test("What a completion makes of a line is understood as it was meant")
  func understood() throws {
    for (line, command) in [
      ("file 4 ", "Work"), ("bundle apply ", "Daily"), ("people glasses 3 ", "yes"), ("page ", "2026-11-21"),
      ("category color Work ", "teal"), ("jump ", "saved"), ("move 4 ", "tomorrow"), ("done ", "4"),
    ] {
      #expect(completions(line).all.contains { $0.text == command }, "\(line)")
      #expect(MistakeTests.mistake(line + command) == nil)
    }
  }
}
