import Foundation
import Strata
import StrataStorage
import TestSupport
import Testing

@testable import StrataREPL

@Suite("strata inspect, as it was built")
struct InspectTests {
  let program: Program

  /// The files of a workspace with a branch and a checkpoint.
  private static let made = Result { () throws -> [String: String] in
    let program = try Program()
    _ = try program.run(
      "start today",
      "add \"Buy milk\"",
      "add Report",
      "done 1",
      "undo",
      "rename 1 \"Buy oat milk\"",
      "checkpoint \"Before\u{202E} the trip\"",
      "note add Rain",
      "quit"
    )
    let names = program.folder.names.filter { $0.contains("workspace") }
    return Dictionary(uniqueKeysWithValues: try names.map { ($0, try program.folder.text(of: $0)) })
  }

  init() throws {
    program = try Program()
    for (name, text) in try Self.made.get() { try program.folder.write(text, to: name) }
  }

  private func inspect(_ words: String, file: String = "\"$FILE\"") throws -> Program.End {
    try program.shell("\"$STRATA\" inspect \(file) \(words)")
  }

  @Test("The timeline is a tree with times, marks and bytes; what is not seen is written as an escape")
  func timeline() throws {
    let end = try inspect("timeline")
    #expect(end.status == 0 && end.errors == "")
    #expect(end.lines.count == 7 && end.lines[0].hasPrefix("0  TIME  Start  "))
    #expect(end.lines.contains { $0.hasPrefix("├─ 4  TIME  Complete Todo") })
    #expect(end.lines.contains { $0.contains("← \"Before\\u{202e} the trip\"") && $0.hasSuffix(" B") })
    #expect(end.lines.last?.contains("← present") == true)
    #expect(try inspect("timeline 2").lines.count == 3)
  }

  @Test("Moments are named by number, by steps before the present, by a checkpoint and by a time")
  func moments() throws {
    let by = try ["5", "~1", #""$(printf 'Before\342\200\256 the trip')""#].map {
      try inspect("show \($0) journal.todos[1].title").output
    }
    #expect(by == [by[0], by[0], by[0]] && by[0] == "\"Buy oat milk\"\n")
    #expect(try inspect("show 3 document.journal.todos[1].title").output == "\"Buy milk\"\n")
    #expect(try inspect("at 2999-01-01").output.hasPrefix("6  "))
    #expect(try inspect("show 2999-01-01 journal.todos[1].id").output == "1\n")
    let unknown = try inspect("show nowhere")
    #expect(unknown.status == 1 && unknown.errors.contains("'nowhere' is no moment"))
  }

  /// What is asked, how it ends, and what is said of it.
  static let withoutAnswer: [(words: String, status: Int32, says: String)] = [
    ("show 77", 1, "Moment 77 is not in the history. See: timeline"),
    ("show ~99", 1, "Moment ~99 is not in the history. See: timeline"),
    ("show 3 nothing.here", 1, "There is nothing at nothing.here. See: show"),
    ("blame nothing", 1, "There is nothing at nothing. See: show"),
    ("show 1999-01-01", 1, "The history began after 1999-01-01. See: show oldest"),
    ("at 1999-01-01", 1, "The history began after 1999-01-01. See: show oldest"),
    ("diff 0", 1, "Moment 0 is the oldest: nothing led there."),
    ("page workspace.json", 1, "There is a file workspace.json already. Name another one."),
    ("show --omit people.lost", 1, "There is nothing at people.lost. See: show"),
    ("show --omit 'journal.todos[*].titel'", 1, "There is nothing at journal.todos[*].titel. See: show"),
    ("show --omit '*.none'", 1, "There is nothing at [*].none. See: show"),
    ("at noon", 2, "'noon' is no time. A time is such as 2026-11-20T18:30, or a day."),
    ("shwo", 2, "There is no command 'shwo'. Did you mean show?"),
    ("dance", 2, "There is no command 'dance'. See: help"), ("find ''", 2, "The form is: find TEXT"),
    ("show 3 a..b", 2, "'a..b' is no path. A path is such as journal.todos[3].title."),
    ("diff", 2, "The form is: diff MOMENT [MOMENT] [PATH]"),
  ]

  @Test(
    "What is not understood ends with 2 and what has no answer with 1, in words and as JSON",
    arguments: withoutAnswer
  )
  func unanswered(words: String, status: Int32, says: String) throws {
    let end = try inspect(words)
    #expect(end.status == status && end.output == "")
    #expect(end.errors.split(separator: "\n").map { $0.dropFirst(8) }.joined(separator: " ") == alike(says))
    let json = try inspect("--json \(words)")
    #expect(json.status == status && json.errors == "" && json.lines.count == 1)
    #expect(try PlainValue(json: Array(json.lines[0].utf8)) == ["error": .text(alike(says))])
  }

  @Test("What cannot be opened ends with 3, and is an answer where a question was asked by JSON")
  func unopened() throws {
    let end = try inspect("timeline", file: "none.json")
    #expect(end.status == 3 && end.output == "" && end.errors.contains("none.json"))
    let json = try inspect("timeline --json", file: "none.json")
    #expect(json.status == 3 && json.errors == "")
    guard case .text(let text)? = try PlainValue(json: Array(json.lines[0].utf8))["error"] else {
      Issue.record("\(json)")
      return
    }
    #expect(text.contains("none.json"))
  }

  @Test("inspect says how it is asked, with its commands and how it ends")
  func help() throws {
    for words in ["inspect --help", "inspect x.json timeline -h"] {
      let end = try program.shell("\"$STRATA\" \(words)")
      #expect(end.status == 0 && end.errors == "" && end.output == alike(inspectUsageText))
    }
    for form in InspectCommand.forms { #expect(inspectUsageText.contains("  \(form.form) "), "\(form.name)") }
    for option in ["--page", "--title", "--omit", "--json", "--no-limits"] {
      #expect(inspectUsageText.contains("\n  \(option)"), "\(option)")
    }
    #expect(inspectUsageText.split(separator: "\n").allSatisfy { displayWidth(String($0)) <= 118 })
  }

  @Test("Every answer in JSON is as its form says, and every form is met")
  func forms() throws {
    _ = try program.run(
      "note edit 3 \"Rain\\nand wind\"",
      "as agent add Bread",
      "add Cheese",
      "undo by agent",
      "history",
      "quit"
    )
    var (met, seen): (Set<String>, Set<String>) = ([], [])
    let lines = ["timeline", "show", "blame journal", "find milk", "stats", "at 2999-01-01", "help"]
    for line in lines + ["diff oldest present", "diff 5", "page page.html"] {
      let end = try inspect("--json \(line)")
      let name = String(line.prefix { $0 != " " })
      let value = try PlainValue(json: JSONFormsTests.unlike(end.lines.joined()).utf8)
      let form = try #require(JSONForms.inspected.first { $0.name == name })
      #expect(try JSONFormsTests.flaw(of: value, JSONFormsTests.form(form.form), &seen) == nil, "\(line)")
      met.insert(name)
    }
    #expect(met == Set(JSONForms.inspected.map(\.name)))
    #expect(seen.isSuperset(of: ["bytes", "checkpoint", "takesBack", "old", "new"]))
    for (question, hasLine) in [("shwo", false), ("", true)] {
      let end = try program.shell("echo 'timeline\nshwo' | \"$STRATA\" inspect \"$FILE\" --json \(question)")
      let value = try PlainValue(json: Array((end.lines.last ?? "").utf8))
      #expect(try JSONFormsTests.flaw(of: value, JSONFormsTests.form(JSONForms.inspectError), &seen) == nil)
      #expect(value["line"] == (hasLine ? .integer(2) : nil))
    }
  }

  @Test("A difference is headed by the step that it is of, or by the two moments that it lies between")
  func headings() throws {
    let step = try inspect("diff 5")
    #expect(
      step.lines.first?.hasPrefix("5  ") == true && step.lines.first?.hasSuffix("  Rename Todo") == true
    )
    #expect(try inspect("diff 3 5").lines.first == step.lines.first)
    let two = try inspect("diff 5 2")
    #expect(two.lines[0] == "from  " + step.lines[0] && two.lines[1].hasPrefix("to    2  "))
  }

  @Test("A difference, a blame and a search are answered in words, and in JSON")
  func questions() throws {
    #expect(
      try inspect("diff 5").lines.last
        == "  ~ document.journal.todos[1].title: \"Buy milk\" → \"Buy oat milk\""
    )
    let back = try inspect("diff present 3 journal.todos[1]")
    #expect(back.lines.last == "  ~ document.journal.todos[1].title: \"Buy oat milk\" → \"Buy milk\"")
    let blame = try inspect("blame journal.todos[1].title")
    #expect(blame.lines.map { String($0.prefix(1)) } == ["5", "2"])
    #expect(try inspect("find OAT").lines.count == 1)
    let json = try inspect("diff 5 --json")
    let plain = try PlainValue(json: json.output.utf8.filter { $0 != 10 })
    #expect(
      plain["changes"]
        == .list([
          [
            "kind": .text("changed"), "new": .text("Buy oat milk"), "old": .text("Buy milk"),
            "path": .text("document.journal.todos[1].title"),
          ]
        ])
    )
    for words in ["timeline", "show", "blame journal", "find milk", "stats", "at 2999-01-01", "help"] {
      let end = try inspect("\(words) --json")
      #expect(end.status == 0 && end.errors == "", "\(words)")
      #expect(throws: Never.self, "\(words)") { try PlainValue(json: end.output.utf8.filter { $0 != 10 }) }
    }
    #expect(try inspect("stats").lines[0].hasPrefix("7 moments, "))
  }

  @Test("Lines from a pipe are questions, up to the first that fails")
  func pipe() throws {
    try program.folder.write(
      "timeline 1\n# a remark\n\nsho 0 journal.todos\nnonsense\nstats\n",
      to: "questions"
    )
    let end = try program.shell("\"$STRATA\" inspect \"$FILE\" < questions")
    #expect(
      end.status == 1 && end.lines.last == "{}"
        && end.errors == "line 5: There is no command 'nonsense'. See: help\n"
    )
    #expect(end.lines.count == 3)
  }

  @Test("A page is written where no file is, for its owner; what is to be left out is not in it")
  func page() throws {
    let end = try inspect("--page page.html --omit 'journal.todos[*].title' --title Mine")
    #expect(end.status == 0 && end.output.contains("page.html: 7 moments"), "\(end)")
    let page = try program.folder.text(of: "page.html")
    #expect(page.contains("\"title\":\"Mine\"") && !page.contains("milk") && page.contains("Left out"))
    let again = try inspect("--page page.html")
    #expect(again.status == 1 && again.errors.contains("already"))
    #expect(try program.folder.text(of: "page.html") == page)
    let nothing = try inspect("--page other.html --omit nothing.there")
    // What went before the present may be left out, too.
    #expect(try inspect("find x --omit 'journal.todos[1].ending'").status == 0)
    #expect(nothing.status == 1 && !program.folder.names.contains("other.html"))
  }

  @Test("Nothing of the workspace is written, and it may be open meanwhile")
  func untouched() throws {
    let names = program.folder.names
    let script = """
      (echo 'add More'; wait_for [ -e looked ]) | "$STRATA" "$FILE" > added &
      wait_for [ -s added ]; "$STRATA" inspect "$FILE" find More; touch looked; wait; rm added looked
      """
    let end = try program.shell(script)
    #expect(end.status == 0 && end.errors == "" && end.lines.count == 1, "\(end)")
    let before = try Data(contentsOf: URL(fileURLWithPath: program.file))
    for words in ["timeline", "stats", "show", "diff oldest present"] { _ = try inspect(words) }
    #expect(try Data(contentsOf: URL(fileURLWithPath: program.file)) == before)
    #expect(program.folder.names.filter { $0 != "input" } == names.filter { $0 != "input" })
  }

  @Test(
    "No file is opened for writing, made, renamed or locked, as the system sees it",
    .enabled(
      if: RunningProgram.works("/usr/bin/strace", ["-o", "/dev/null", "/bin/true"]),
      "There is no strace here"
    )
  )
  func systemCalls() throws {
    let calls =
      "openat,open,creat,rename,renameat,renameat2,unlink,unlinkat,link,linkat,mkdir,mkdirat,flock,ftruncate,truncate"
    let end = try program.shell(
      "/usr/bin/strace -f -o trace -e trace=\(calls) \"$STRATA\" inspect \"$FILE\" stats > /dev/null"
    )
    #expect(end.status == 0)
    let lines = try program.folder.text(of: "trace").split(separator: "\n")
    #expect(lines.contains { $0.contains("workspace.json.log") && $0.contains("O_RDONLY") })
    for line in lines where !line.contains("/dev/") && !line.contains("/proc/") && !line.contains("/sys/") {
      let isReading = line.contains("O_RDONLY") || !line.contains("(") || line.contains("exited")
      #expect(isReading && !line.contains("O_CREAT"), "\(line)")
    }
  }

  @Test("A person asks one question after another, and completes words with the tabulator")
  func sitting() throws {
    let editor = TerminalTests.editors.first ?? "none"
    let typist = try Typist(
      program,
      ["STRATA_LINE_EDITOR": editor, "NO_COLOR": "1"],
      words: ["inspect", program.file]
    )
    #expect(
      typist.sees("inspect> ")?.contains("workspace.json: 7 moments. help shows what can be asked") == true
    )
    typist.type("show 5 journal.todos[1].title\n")
    #expect(typist.sees("inspect> ")?.hasSuffix("\"Buy oat milk\"\ninspect> ") == true)
    typist.type("blame nothing\n")
    #expect(typist.sees("inspect> ")?.contains("There is nothing at nothing.") == true)
    if editor != "none" {
      typist.type("tim\t 1\n")
      #expect(typist.sees("inspect> ")?.contains("← present") == true)
      // The way to what undo covers may be left out.
      typist.type("show 5 journal.cat\t\n")
      #expect(typist.sees("inspect> ")?.hasSuffix("[]\ninspect> ") == true)
    }
    typist.type("quit\n")
    #expect(typist.finish() == 0 && typist.isAsTheShellLeftIt)
    guard editor != "none" else { return }
    // Its lines are kept apart from those of the workspace's own sittings.
    let history = LineHistory(path: try DataDirectory.path { program.environment[$0] } + "/questions")
    #expect(
      history.lines() == [
        "show 5 journal.todos[1].title", "blame nothing", "timeline  1", "show 5 journal.categories ", "quit",
      ]
    )
    let second = try Typist(
      program,
      ["STRATA_LINE_EDITOR": editor, "NO_COLOR": "1"],
      words: ["inspect", program.file]
    )
    second.sees("inspect> ")
    second.type("\u{1B}[A\u{1B}[A\u{1B}[A\n")
    #expect(second.sees("inspect> ")?.contains("← present") == true)
    second.type("quit\n")
    #expect(second.finish() == 0)
  }

  @Test("On a terminal, what came is green and what went is red; NO_COLOR and a pipe have neither")
  func colors() throws {
    func shown(_ words: String..., in environment: [String: String] = [:]) throws -> String {
      let typist = try Typist(
        program,
        environment.merging(["STRATA_PAGER": "cat"]) { own, _ in own },
        words: ["inspect", program.file] + words
      )
      #expect(typist.finish() == 0)
      return typist.raw
    }
    let (red, green, end) = ("\u{1B}[31m", "\u{1B}[32m", "\u{1B}[0m")
    #expect(try shown("diff", "5").contains("\(red)\"Buy milk\"\(end) → \(green)\"Buy oat milk\"\(end)"))
    #expect(try shown("diff", "2").contains("\(green)+ document.journal.todos[1]: "))
    #expect(try shown("diff", "2", "1").contains("\(red)- document.journal.todos[1]: "))
    #expect(try shown("timeline").contains("\u{1B}[1m"))
    #expect(try !shown("diff", "5", in: ["NO_COLOR": "1"]).contains("\u{1B}[3"))
    #expect(try !inspect("diff 5").output.contains("\u{1B}"))
  }

  @Test("On a terminal an answer that is longer than the window goes through the pager")
  func pager() throws {
    let marks = ["STRATA_PAGER": "sed 's/^/> /'", "NO_COLOR": "1"]
    let short = try Typist(program, marks, words: ["inspect", program.file, "timeline"])
    #expect(short.finish() == 0 && !short.raw.contains("> "))
    _ = try program.run(bytes: (0..<50).map { "add Todo\($0)" }.joined(separator: "\n").utf8)
    let long = try Typist(program, marks, words: ["inspect", program.file, "timeline"])
    #expect(long.finish() == 0 && long.raw.contains(">  0  "))
    let none = try Typist(
      program,
      ["STRATA_PAGER": "no-such-pager"],
      words: ["inspect", program.file, "timeline"]
    )
    #expect(none.finish() == 0 && none.raw.contains("Start"))
  }

  @Test("What cannot be read, or was not understood, says what to type")
  func mistakes() throws {
    #expect(try inspect("timeline", file: "none.json").status == 3)
    #expect(try inspect("--page").errors.contains("--page wants"))
    #expect(try inspect("--omit 'a..b'").errors.contains("is no path"))
    #expect(try inspect("--frob").status == 2)
    #expect(try inspect("b").errors.contains("The form is: blame PATH"))
    #expect(try inspect("s").errors.contains("show or stats"))
    #expect(try inspect("diff 0").errors.contains("the oldest"))
  }
}
