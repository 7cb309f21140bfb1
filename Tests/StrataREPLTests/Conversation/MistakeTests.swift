import TestSupport
import Testing
import Workspace

@testable import StrataREPL

@Suite("A line that is not understood")
struct MistakeTests {
  /// The error of a line, against a workspace with a category Work, a bundle Daily and a checkpoint.
  static func mistake(_ line: String) -> CommandError? {
    do {
      _ = try WorkspaceSession.commands.action(for: line, in: context)
      return nil
    } catch {
      return error as? CommandError
    }
  }

  static let context: Context = {
    var state = AppState()
    for action in [
      AppState.Action.journal(.category(.add(name: "Work", color: .blue))),
      .journal(.bundle(.create(.init(name: "Daily", todos: [.init("Stretch")])))), .people(.add(name: "Ada")),
      .journal(.startPage(day("2026-11-21"))), .journal(.add(title: "Milk")),
    ] {
      do { try state.reduce(action) } catch { Issue.record("\(action) was refused: \(error)") }
    }
    return Context(state: state, now: .noon(of: day("2026-11-21")), checkpoints: ["Before the trip"])
  }()

  static let mistakes: [(line: String, word: String, sentence: String)] = [
    ("dance", "dance", "Unknown command 'dance'. Try: help"),
    ("lsit", "lsit", "Unknown command 'lsit'. Did you mean list?"),
    ("nte add x", "nte", "Unknown command 'nte'. Did you mean note add?"),
    ("log", "log", "Unknown command 'log'. Did you mean history?"),
    (":wq", ":wq", "Unknown command ':wq'. Did you mean quit?"),
    (".quit", ".quit", "Unknown command '.quit'. Did you mean quit?"),
    ("commit x", "commit", "Unknown command 'commit'. Did you mean checkpoint?"),
    ("note", "note", "note needs another word: add, show, edit or delete."),
    ("note x", "x", "'x' does not follow note. Write add, show, edit or delete."),
    ("note shw 7", "shw", "'shw' does not follow note. Did you mean note show?"),
    ("ca list", "ca", "'ca' can be category or canvas. Write more of it."),
    ("list all", "all", "Unexpected: 'all'."), ("undo 3 4", "4", "Unexpected: '4'."),
    ("add", "", "TITLE is missing: what is to be done."),
    ("rename 4", "", "TITLE is missing: what is to be done."),
    ("move 4", "", "DAY is missing: today, tomorrow, yesterday or such as 2026-11-20."),
    ("start tomorrow", "tomorrow", "Only today can follow."), ("start", "", "Only today can follow."),
    (#"add "open"#, "\"", #"Missing closing quote. For a quotation mark itself: \""#),
    (#"add \"#, #"\"#, #"Nothing follows the backslash. For a backslash itself: \\"#),
    ("export a.txt", "", "'a.txt' ends in none of .json, .md and .html."),
    (#"source """#, "", "'' does not fit FILE: a file's name, quoted if it has spaces."),
    ("import \"a\0b\"", "a\0b", #"'a\u{0}b' does not fit FILE: a file's name, quoted if it has spaces."#),
    ("undo abc", "abc", "'abc' does not fit STEPS: such as 3."),
    ("undo 0", "0", "'0' does not fit STEPS: such as 3."),
    (
      "page someday", "someday",
      "'someday' does not fit DAY: today, tomorrow, yesterday or such as 2026-11-20."
    ),
    (
      "back Befor the trip", "Befor",
      "'Befor' does not fit MOMENT: a number, present, oldest, or a checkpoint's name."
    ),
    (
      "jump presnt", "presnt",
      "'presnt' does not fit MOMENT: a number, present, oldest, or a checkpoint's name. Did you mean present?"
    ),
    (
      "category add Home mauve", "mauve",
      "'mauve' does not fit COLOR: blue, red, green, orange, purple, pink, teal or yellow."
    ),
    ("canvas add Hi nan 2 red", "nan", "'nan' does not fit X: such as 10 or -2.5."),
    ("canvas move 3 1 1e400", "1e400", "'1e400' does not fit Y: such as 10 or -2.5."),
    ("note edit 7 --line two x", "two", "'two' does not fit LINE: such as 3."),
    ("done milk", "milk", "'milk' does not fit IDS: numbers and ranges such as 1 3-5."),
    ("done 4 x", "x", "'x' does not fit IDS: numbers and ranges such as 1 3-5."),
    ("done 5-3", "5-3", "'5-3' does not fit IDS: numbers and ranges such as 1 3-5."),
    (
      "done -9223372036854775808", "-9223372036854775808",
      "'-9223372036854775808' does not fit IDS: numbers and ranges such as 1 3-5."
    ),
    ("done 1-100001", "1-100001", "A range has at most 100,000 numbers."),
    ("done 0-9223372036854775807", "0-9223372036854775807", "A range has at most 100,000 numbers."),
    (
      "add x --category Wrok", "Wrok",
      "'Wrok' does not fit CATEGORY: a name or a number from category list. Did you mean Work?"
    ),
    (
      "bundle apply daly", "daly",
      "'daly' does not fit BUNDLE: a name or a number from bundle list. Did you mean Daily?"
    ),
    ("add x --categroy Work", "--categroy", "Unknown option '--categroy'. Did you mean --category?"),
    ("add x --on=tomorrow", "--on=tomorrow", "Unknown option '--on=tomorrow'. Did you mean --on tomorrow?"),
    ("list --all", "--all", "Unknown option '--all'. For a text that begins so, write -- before it."),
    ("add x --on", "", "DAY is missing: today, tomorrow, yesterday or such as 2026-11-20."),
    ("add x --on today --on tomorrow", "--on", "--on stands there twice."),
    ("merge 3 --mine --theirs", "", "--mine and --theirs exclude each other. Leave one out."),
  ]

  @Test("Every mistake has a sentence, and most name a word", arguments: mistakes)
  func sentence(line: String, word: String, sentence: String) throws {
    let error = try #require(Self.mistake(line))
    #expect(error.description == sentence)
    guard let place = error.place else { return }
    let scalars = Array(line.unicodeScalars)[place].filter { $0 != "\"" || word == "\"" }
    #expect(String(String.UnicodeScalarView(scalars)) == word)
  }

  @Test("At a terminal a caret stands under the word, and the form of the command follows")
  func caret() throws {
    func lines(_ line: String, after prompt: Int? = 8, width: Int = 80) throws -> [String] {
      try #require(Self.mistake(line)).lines(for: line, after: prompt, width: width, Style())
    }
    #expect(
      try lines("move 4 someday") == [
        "               ^~~~~~~",
        "'someday' does not fit DAY: today, tomorrow, yesterday or such as 2026-11-20.",
        "  move IDS DAY",
      ]
    )
    #expect(try lines("add 牛乳 --onn")[0] == "                 ^~~~~")
    #expect(try lines("add e\u{301}e\u{301} --onn")[0] == "               ^~~~~")
    // Without the line right above there is nothing to point at.
    #expect(try lines("undo abc", after: nil)[0].hasPrefix("'abc'"))
    #expect(
      try lines("add \(String(repeating: "long ", count: 30)) --onn x", width: 40)[0].hasPrefix(
        "Unknown option"
      )
    )
    #expect(try lines("add \u{1B} --onn x")[0].hasPrefix("Unknown option"))
  }

  @Test("Every example of the help is understood, and begins with the command's name")
  func examples() {
    let all = WorkspaceSession.commands.all
    for command in all {
      for example in command.examples {
        #expect(Self.mistake(example) == nil, "\(example)")
        #expect(example.hasPrefix(command.name))
      }
      #expect(Self.mistake(command.examples[0] + " --nonsense")?.description.contains("'--nonsense'") == true)
    }
    #expect(Set(all.map(\.name)).count == all.count)
    #expect(Set(all.map { $0.words[0] }).count <= 36)
  }

  @Test("Every foreign word leads to a command, and none is a command or an abbreviation of one")
  func foreignWords() {
    let commands = WorkspaceSession.commands
    for (word, meant) in commands.foreignWords {
      #expect(commands.nextWords(after: [], beginningWith: word).isEmpty, "\(word)")
      #expect(commands.all.contains { meant == $0.name || meant.hasPrefix($0.name + " ") }, "\(meant)")
    }
  }

  @Test(
    "An unambiguous abbreviation is enough",
    arguments: [("lis", "list"), ("cat l", "category list"), ("ab 1", "abandon 1"), ("n a x", "note add x")]
  )
  func abbreviations(short: String, full: String) throws {
    let commands = WorkspaceSession.commands
    #expect(try commands.command(for: words(of: short)).name == commands.command(for: words(of: full)).name)
  }

  @Test("An empty line and a remark ask for nothing", arguments: ["", "   ", "# a remark", "#"])
  func nothing(line: String) throws {
    #expect(try WorkspaceSession.commands.action(for: line, in: Self.context) == nil)
  }

  @Test(
    "A quoted text is one word again",
    arguments: ["a b", "--on", "a\"b", "a\\b", "", "#x", "é", "C:\\new"]
  )
  func quoting(text: String) throws {
    #expect(try words(of: quoted(text)).map(\.text) == [text])
  }

  @Test("near counts typing errors and names each text once")
  func guesses() {
    #expect(near("dayly", among: ["Daily", "Daily", "Dayli"]) == ["Daily", "Dayli"])
    #expect(near("lsit", among: ["list", "last"]) == ["list"] && near("", among: ["a"]) == [])
  }
}
