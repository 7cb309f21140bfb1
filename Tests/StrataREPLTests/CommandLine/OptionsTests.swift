import Testing

@testable import StrataREPL

@Suite("The command line")
struct OptionsTests {
  @Test("Options stand anywhere; words after -- are files")
  func options() throws {
    #expect(try Options([]).path == nil)
    let all = try Options(["--read-only", "a.json", "--json", "--keep-going", "--as", "agent"])
    #expect(all.path == "a.json" && all.isReadOnly && all.isJSON && all.keepsGoing && all.author == "agent")
    #expect(try Options(["--", "--json"]).path == "--json")
    #expect(try Options(["--version"]).task == .version && Options(["--set-aside", "a"]).setsAside)
  }

  @Test("The first word can be a task; anywhere else it is a file")
  func tasks() throws {
    #expect(
      try Options(["check", "a.json"]).task == .check && Options(["check", "a.json"]).path == "a.json"
    )
    #expect(try Options(["repair", "a.json", "--into", "b.json"]).repaired == "b.json")
    #expect(try Options(["inspect", "a", "diff", "~1", "--omit", "x"]).words == ["diff", "~1"])
    #expect(try Options(["join", "2", "a"]).site == 2 && Options(["apply", "-", "a"]).lines == nil)
    #expect(try Options(["apply", "l", "a"]).lines == "l" && Options(["apply", "l", "a"]).path == "a")
    #expect(try Options(["inspect", "--help"]).task == .help)
    #expect(try Options(["./check"]).task == .session && Options(["--", "check"]).path == "check")
  }

  @Test(
    "A command line that is not understood is explained",
    arguments: [
      (["--jsn"], "Unknown option '--jsn'. Did you mean --json?"),
      (["--\u{1B}"], #"Unknown option '--\u{1b}'."#),
      (["a", "b"], "Unexpected argument 'b': one file is enough."),
      ([""], "An empty argument names no file."),
      (
        ["add", "Milk"], "'add' is a command of a session. Start one with: strata. A file of that name: ./add"
      ),
      (["a", "--into", "b"], "Unknown option '--into'. Did you mean --json?"),
      (["repair", "a", "--into"], "--into needs a new file."), (["--as"], "--as needs a name."),
      (
        ["follow", "--after", "x"],
        "'x' is not a position. A position is such as 9fa57f8677b8530b-12-5103a852."
      ),
      (["inspect", "--omit", "a..b"], "'a..b' is not a path. A path is such as journal.notes[3].text."),
      (["inspect", "a", "show", "--page", "b"], "--page excludes a command."),
      (["join"], "join needs the number of this machine, from 1 on, which no other machine has or had."),
      (["apply"], "apply needs a file of lines from strata publish, or - for the standard input."),
    ]
  )
  func mistakes(arguments: [String], sentence: String) {
    let error = #expect(throws: UsageError.self) { try Options(arguments) }
    #expect(
      error?.description.split(separator: " Did you mean").first
        == sentence.split(separator: " Did you mean").first
    )
  }

  @Test("Each page of help names its options, fits 80 columns, and the first lists all exit statuses")
  func help() {
    for task in Options.Task.allCases {
      let text = usageText(task)
      for line in text.split(separator: "\n") { #expect(displayWidth(String(line)) <= 80, "\(line)") }
      for option in task.options
      where !["join", "publish", "apply", "check", "repair"].contains(task.rawValue) {
        #expect(text.contains(option.name), "\(task) \(option.name)")
      }
    }
    for status: StrataREPL.ExitStatus in [
      .fine, .commandFailed, .notUnderstood, .notOpened, .outputBroken, .inputBroken, .notSaved, .signal(1),
      .signal(2),
      .signal(15),
    ] {
      #expect(usageText(.session).contains("\(status.code)"))
    }
  }
}
