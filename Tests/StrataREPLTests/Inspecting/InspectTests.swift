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
  private static let made = Result { () throws -> [String: [UInt8]] in
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
    return Dictionary(uniqueKeysWithValues: try names.map { ($0, try program.folder.bytes(of: $0)) })
  }

  init() throws {
    program = try Program()
    for (name, bytes) in try Self.made.get() { try program.folder.write(bytes: bytes, to: name) }
  }

  private func inspect(_ words: String, file: String = "\"$FILE\"") throws -> Program.End {
    try program.shell("\"$STRATA\" inspect \(file) \(words)")
  }

  @Test("The timeline is a tree with times, marks and bytes, and escapes for hidden characters")
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
    #expect(try inspect("show 2999-01-01 journal.todos[1].id").output == "1\n")
    let unknown = try inspect("show nowhere")
    #expect(unknown.status == 1 && unknown.errors.contains("'nowhere' is not a moment"))
  }

  /// Questions with their exit status and their error.
  static let unanswered: [(words: String, status: Int32, error: String)] = [
    ("show 77", 1, "Moment 77 is not in the history. See: timeline"),
    ("show ~99", 1, "Moment ~99 is not in the history. See: timeline"),
    ("blame nothing", 1, "There is nothing at nothing. See: show"),
    ("show 1999-01-01", 1, "The history begins after 1999-01-01. See: show oldest"),
    ("diff 0", 1, "Moment 0 is the oldest: no step leads there."),
    ("page workspace.json", 1, "There is a file workspace.json already. Name another one."),
    ("shwo", 2, "Unknown command 'shwo'. Did you mean show?"),
    ("dance", 2, "Unknown command 'dance'. Try: help"),
    ("log", 2, "Unknown command 'log'. Did you mean timeline?"), ("find", 2, "TEXT is missing: some words."),
    ("blame a..b", 2, "'a..b' is not a path. A path is such as journal.todos[3].title."),
    ("diff", 2, "MOMENT is missing: a number, present, oldest, or a checkpoint's name."),
  ]

  @Test(
    "A question that is not understood ends with 2, one without an answer with 1, as text and as JSON",
    arguments: unanswered
  )
  func withoutAnswer(words: String, status: Int32, error: String) throws {
    let end = try inspect(words)
    #expect(end.status == status && end.output == "" && end.errors == "strata: \(alike(error))\n")
    let json = try inspect("--json \(words)")
    #expect(json.status == status && json.errors == "" && json.lines.count == 1)
    #expect(try PlainValue(json: Array(json.lines[0].utf8)) == ["error": .text(alike(error))])
  }

  @Test("A path to leave out that leads nowhere ends with an error, for it would leave out nothing")
  func omittingNothing() throws {
    for path in ["people.lost", "'journal.todos[*].titel'", "'*.none'"] {
      let end = try inspect("show --omit \(path)")
      #expect(end.status != 0 && end.errors.contains("There is nothing at"), "\(end)")
    }
  }

  @Test("A file that cannot be opened ends with 3")
  func unopened() throws {
    let end = try inspect("timeline", file: "none.json")
    #expect(end.status == 3 && end.output == "" && end.errors == "strata: There is no file none.json.\n")
  }

  @Test("inspect --help lists the commands")
  func help() throws {
    for words in ["inspect --help", "inspect x.json timeline -h"] {
      let end = try program.shell("\"$STRATA\" \(words)")
      #expect(end.status == 0 && end.errors == "" && end.output == alike(usageText(.inspect)) + "\n")
    }
    for command in Inspector.commands.all {
      #expect(usageText(.inspect).contains("  \(command.usage)"), "\(command.name)")
    }
  }

  @Test("A difference is headed by its step, or by its two moments")
  func headings() throws {
    let step = try inspect("diff 5")
    #expect(
      step.lines.first?.hasPrefix("5  ") == true && step.lines.first?.contains("  Rename Todo") == true
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
      plain["differences"]?["changes"]
        == .list([
          [
            "kind": .text("changed"), "new": .text("Buy oat milk"), "old": .text("Buy milk"),
            "path": .text("document.journal.todos[1].title"),
          ]
        ])
    )
  }

  @Test("Lines from a pipe are questions, up to the first that fails")
  func pipe() throws {
    try program.folder.write(
      "timeline 1\n# a remark\n\nsho 0 journal.todos\nnonsense\ntimeline\n",
      to: "questions"
    )
    let end = try program.shell("\"$STRATA\" inspect \"$FILE\" < questions")
    #expect(
      end.status == 1 && end.lines.last == "{}"
        && end.errors == "line 5: Unknown command 'nonsense'. Try: help\n"
    )
    #expect(end.lines.count == 3)
  }

  @Test("A page is written to a new file, without the values that are left out")
  func page() throws {
    let end = try inspect("--page page.html --omit 'journal.todos[*].title' --title Mine")
    #expect(end.status == 0 && end.output.contains("page.html: 7 moments"), "\(end)")
    let page = try program.folder.text(of: "page.html")
    #expect(page.contains("\"title\":\"Mine\"") && !page.contains("milk") && page.contains("Left out"))
    let again = try inspect("--page page.html")
    #expect(again.status == 1 && again.errors.contains("already"))
    #expect(try program.folder.text(of: "page.html") == page)
    let nothing = try inspect("--page other.html --omit nothing.there")
    // A value that is no longer in the present can be left out, too.
    #expect(try inspect("find x --omit 'journal.todos[1].ending'").status == 0)
    #expect(nothing.status != 0 && !program.folder.names.contains("other.html"))
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
    for words in ["timeline", "find milk", "show", "diff oldest present"] { _ = try inspect(words) }
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
      "/usr/bin/strace -f -o trace -e trace=\(calls) \"$STRATA\" inspect \"$FILE\" timeline > /dev/null"
    )
    #expect(end.status == 0)
    let lines = try program.folder.text(of: "trace").split(separator: "\n")
    #expect(lines.contains { $0.contains("workspace.json.log") && $0.contains("O_RDONLY") })
    for line in lines where !line.contains("/dev/") && !line.contains("/proc/") && !line.contains("/sys/") {
      let isReading = line.contains("O_RDONLY") || !line.contains("(") || line.contains("exited")
      #expect(isReading && !line.contains("O_CREAT"), "\(line)")
    }
  }

  @Test("A person asks one question after another, and completes words with Tab")
  func session() throws {
    let editor = TerminalTests.editors.first ?? "none"
    let typist = try Typist(
      program,
      ["STRATA_LINE_EDITOR": editor, "NO_COLOR": "1"],
      words: ["inspect", program.file]
    )
    #expect(
      typist.sees("inspect> ")?.contains("workspace.json: 7 moments. help shows the commands") == true
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
    // Its lines are kept apart from those of the workspace's own sessions.
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

  @Test("On a terminal additions are green and removals red; NO_COLOR and a pipe have no colours")
  func colors() throws {
    func shown(_ words: String..., in environment: [String: String] = [:]) throws -> String {
      let typist = try Typist(
        program,
        environment,
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

  @Test("A command line that is not understood says what to type")
  func mistakes() throws {
    #expect(try inspect("--page").errors.contains("--page needs"))
    #expect(try inspect("--omit 'a..b'").errors.contains("is not a path"))
    #expect(try inspect("--frob").status == 2)
  }
}
