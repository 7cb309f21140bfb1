import Testing

@testable import StrataREPL

@Suite("A line becomes a command")
struct CommandTests {
  @Test(
    "Lines that ask for something",
    arguments: [
      ("start today", .startToday), ("add Milk", .add(title: "Milk")),
      ("add \"Buy milk\"", .add(title: "Buy milk")), (#"add "A \"quote\" \\""#, .add(title: #"A "quote" \"#)),
      ("add Buy\\ milk", .add(title: "Buy milk")), ("add \"\"", .add(title: "")),
      ("  done   12 ", .done(id: 12)),
      ("list", .list), ("undo", .undo), ("redo", .redo), ("help", .help), ("quit", .quit), ("exit", .quit),
    ] as [(String, Command)]
  )
  func understood(line: String, command: Command) throws {
    #expect(try Command.parse(line) == command)
  }

  @Test("Lines that ask for nothing", arguments: ["", "   ", "# a remark", "#"])
  func nothing(line: String) throws {
    #expect(try Command.parse(line) == nil)
  }

  @Test(
    "Lines that are not understood say what to write instead",
    arguments: [
      ("dance", .unknown("dance")), ("start", .usage("start today")),
      ("start tomorrow", .usage("start today")),
      ("add", .usage("add \"Write the report\"")), ("add Buy milk", .usage("add \"Write the report\"")),
      ("done", .usage("done 1")), ("done one", .usage("done 1")),
      ("done 99999999999999999999", .usage("done 1")),
      ("list all", .usage("list")), ("add \"open", .openQuotation), ("add \\", .danglingBackslash),
    ] as [(String, Misunderstood)]
  )
  func misunderstood(line: String, error: Misunderstood) {
    #expect(throws: error) { try Command.parse(line) }
  }
}
