import Testing

@testable import StrataREPL

@Suite("The command line")
struct OptionsTests {
  @Test("Options stand anywhere; what follows -- is a file")
  func understood() throws {
    #expect(try Options([]).path == nil)
    let all = try Options(["--read-only", "a.json", "--json", "--keep-going"])
    #expect(all.path == "a.json" && all.isReadOnly && all.isJSON && all.keepsGoing && all.notice == nil)
    #expect(try Options(["--", "--json"]).path == "--json")
    #expect(
      try Options(["--help", "--version"]).notice == .help && Options(["--version"]).notice == .version
    )
  }

  @Test("The first word can be a task; anywhere else it is a file")
  func tasks() throws {
    #expect(try Options(["check"]).task == .check && Options(["check", "a.json"]).path == "a.json")
    #expect(try Options(["repair", "a.json"]).task == .repair(into: nil))
    #expect(try Options(["repair", "a.json", "--into", "b.json"]).task == .repair(into: "b.json"))
    #expect(try Options(["inspect", "--help"]).notice == .inspecting)
    #expect(try Options(["./check"]).task == .sitting && Options(["--", "check"]).path == "check")
    #expect(try Options(["--set-aside", "a.json"]).setsAside && !Options([]).setsAside)
  }

  @Test(
    "What is not understood is said",
    arguments: [
      (["--jsn"], "There is no option '--jsn'. Did you mean --json?"), (["-"], "There is no option '-'."),
      (["--\u{1B}"], #"There is no option '--\u{1b}'."#), (["a", "b"], "There can be one file only."),
      (["a", "list"], "list is a command, which is typed in a sitting."),
      (["add", "Milk"], "add is a command, which is typed in a sitting."),
      (["chek", "a"], "There can be one file only, and 'chek' is the first. Did you mean check?"),
      ([""], "An empty text names no file."), (["a", "--into", "b"], "There is no option '--into'."),
      (["repair", "a", "--into"], "--into wants a file that is not there yet."),
    ]
  )
  func misunderstood(arguments: [String], sentence: String) {
    #expect(throws: UsageError(description: sentence)) { try Options(arguments) }
  }

  @Test("Every status that the program ends with is in its help")
  func statuses() {
    for status: EndStatus in [
      .fine, .commandFailed, .notUnderstood, .notOpened, .outputBroken, .inputBroken, .notSaved,
    ] {
      #expect(usageText.contains("\n  \(status.code)    "))
    }
    for number: Int32 in [1, 2, 15] { #expect(usageText.contains("\(EndStatus.signal(number).code)")) }
  }
}
