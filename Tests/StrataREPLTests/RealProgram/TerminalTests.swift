import Foundation
import StrataStorage
import TestSupport
import Testing

@testable import StrataREPL

@Suite("The program on a terminal", .serialized)
struct TerminalTests {
  let program: Program

  init() throws {
    program = try Program()
  }

  /// The libraries that the system has, and plain reading, which it always has.
  static let editors: [String] = ["libedit.so.2", "libreadline.so.8", "/usr/lib/libedit.3.dylib"].filter {
    EditingLibrary($0) != nil
  }

  @Test("A first sitting, as it is seen", arguments: editors + ["none"])
  func firstSitting(editor: String) throws {
    let typist = try Typist(program, ["STRATA_LINE_EDITOR": editor, "NO_COLOR": "1"])
    let greeting = typist.sees("strata> ")
    #expect(
      greeting?.contains(
        "The journal has no pages yet. Try: start today\nhelp shows all commands; quit leaves."
      ) == true
    )
    typist.type("start today\n")
    #expect(typist.sees("strata> ").map(alike)?.hasSuffix("DAY\n  nothing to do\nstrata> ") == true)
    typist.type("add \"Grüße\"\n")
    #expect(typist.sees("strata> ")?.hasSuffix("  1  [ ] Grüße\nstrata> ") == true)
    typist.type("dnoe 1\n")
    let complaint = "        ^~~~\nThere is no command 'dnoe'. Did you mean done?\nstrata> "
    #expect(typist.sees("strata> ")?.hasSuffix(complaint) == true)
    typist.type("quit\n")
    #expect(typist.finish() == 0)
    #expect(try program.run("list").lines == ["DAY", "  1  [ ] Grüße"])
  }

  @Test("Arrow keys edit the line and bring earlier ones back, in the next sitting, too", arguments: editors)
  func editing(editor: String) throws {
    let variables = ["STRATA_LINE_EDITOR": editor, "NO_COLOR": "1"]
    let first = try Typist(program, variables)
    first.sees("strata> ")
    first.type("start today\n")
    first.sees("strata> ")
    // Milk, the cursor before it, and then Buy_: the line is edited in its middle.
    first.type("add Milk\u{1B}[D\u{1B}[D\u{1B}[D\u{1B}[DBuy_\n")
    #expect(first.sees("[ ] Buy_Milk\nstrata> ") != nil)
    first.type("\u{4}")
    #expect(first.finish() == 0 && first.raw.utf8.last == 0x0A)
    let history = LineHistory(path: try DataDirectory.path { program.environment[$0] } + "/lines")
    #expect(history.lines() == ["start today", "add Buy_Milk"])
    let mode = try FileManager.default.attributesOfItem(atPath: history.path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    let second = try Typist(program, variables)
    second.sees("strata> ")
    second.type("\u{1B}[A\n")
    #expect(second.sees("  2  [ ] Buy_Milk") != nil)
    second.type("quit\n")
    #expect(second.finish() == 0)
  }

  @Test("The tabulator completes the names of commands", arguments: editors)
  func completion(editor: String) throws {
    let typist = try Typist(program, ["STRATA_LINE_EDITOR": editor, "NO_COLOR": "1"])
    typist.sees("strata> ")
    typist.type("categ\tl\t\n")
    #expect(typist.sees("nothing\nstrata> ") != nil)
    typist.type("quit\n")
    #expect(typist.finish() == 0)
  }

  @Test("The tabulator completes options, names and days, and lists numbers with titles", arguments: editors)
  func completionOfArguments(editor: String) throws {
    _ = try program.run("start today", "category add \"Side project\" red", "add Milk", "add Oats")
    let typist = try Typist(program, ["STRATA_LINE_EDITOR": editor, "NO_COLOR": "1"])
    typist.sees("strata> ")
    typist.type("add Soap --cat\tsid\t--on tod\t\n")
    #expect(typist.sees("[ ] Soap  (Side project)\nstrata> ") != nil)
    typist.type("done \t\t")
    #expect(typist.sees("3  [ ] Oats") != nil)
    typist.type("2\n")
    #expect(typist.sees("[x] Milk\nstrata> ") != nil)
    typist.type("rename 2 \t\t")
    #expect(typist.sees("TITLE: what is to be done") != nil)
    typist.type("Cream\n")
    #expect(typist.sees("[x] Cream\nstrata> ") != nil)
    typist.type("export workspace.j\t\n")
    #expect(typist.sees("Name another file.") != nil)
    typist.type("clear\nquit\n")
    #expect(typist.finish() == 0 && typist.raw.contains("\u{1B}[2J"))
  }

  @Test("The tabulator completes behind letters of several bytes and columns, too", arguments: editors)
  func completionBehindWideLetters(editor: String) throws {
    _ = try program.run("start today", "category add Wörk red")
    let typist = try Typist(program, ["STRATA_LINE_EDITOR": editor, "NO_COLOR": "1"])
    typist.sees("strata> ")
    typist.type("add \"日本語 🎉\" --cat\tW\t\n")
    #expect(typist.sees("[ ] 日本語 🎉  (Wörk)\nstrata> ") != nil)
    typist.type("add é日 --on tod\t\n")
    #expect(typist.sees("[ ] é日\nstrata> ") != nil)
    typist.type("quit\n")
    #expect(typist.finish() == 0)
  }

  @Test("What is longer than the window is shown a window at a time; any command goes on instead")
  func pages() throws {
    let adds = (1...60).map { "add \"Todo \($0)\"" }
    _ = try program.run(bytes: (["start today"] + adds).joined(separator: "\n").utf8)
    let typist = try Typist(program, ["STRATA_LINE_EDITOR": "none", "NO_COLOR": "1"])
    // The page that a sitting begins with, too.
    #expect(typist.sees("strata> ")?.contains("Todo 37\n… 23 more lines: return or q\nstrata> ") == true)
    typist.type("list\n")
    let first = typist.sees("strata> ")
    #expect(
      first?.contains("Todo 37\n… 23 more lines: return or q\nstrata> ") == true,
      "\(first ?? "")"
    )
    typist.type("\n")
    let rest = typist.sees("strata> ")
    #expect(
      rest?.contains("Todo 38") == true && rest?.contains("Todo 60") == true
        && rest?.contains("more") == false
    )
    // Who has not seen that this was the end wants no more of it, and not to leave.
    typist.type("q\n")
    #expect(typist.sees("strata> ") != nil)
    for answer in ["q", "future"] {
      typist.type("list\n")
      typist.sees("strata> ")
      typist.type(answer + "\n")
      #expect(typist.sees("strata> ")?.contains("nothing") == (answer == "future"))
      typist.type("\n")
      #expect(typist.sees("strata> ")?.contains("Todo") == false)
    }
    typist.type("history\n")
    let history = typist.sees("strata> ")
    #expect(history?.contains("earlier lines. See: history 62") == true)
    #expect(history?.contains("Add Todo: \"Todo 60\"  ← present") == true)
    typist.type("quit\n")
    #expect(typist.finish() == 0)
  }

  @Test("Control-C gives up the line and nothing else; Control-D leaves", arguments: editors + ["none"])
  func giveUp(editor: String) throws {
    let typist = try Typist(program, ["STRATA_LINE_EDITOR": editor, "NO_COLOR": "1"])
    typist.sees("strata> ")
    typist.type("start to")
    #expect(typist.sees("start to") != nil)
    typist.type("\u{3}")
    #expect(typist.sees("strata> ") != nil)
    typist.type("list\n")
    #expect(typist.sees("Try: start today\nstrata> ") != nil)
    typist.type("\u{4}")
    #expect(typist.finish() == 0)
  }

  @Test(
    "A signal in the middle of a line: all is saved, and the terminal is as the shell left it",
    arguments: editors + ["none"]
  )
  func signals(editor: String) throws {
    for number in [SIGTERM, SIGHUP] {
      let typist = try Typist(program, ["STRATA_LINE_EDITOR": editor])
      typist.sees("strata> ")
      typist.type(number == SIGTERM ? "start today\n" : "add Milk\n")
      typist.sees("strata> ")
      typist.type("add half")
      #expect(typist.sees("half") != nil)
      #expect(typist.isAsTheShellLeftIt == (editor == "none"))
      typist.signal(number)
      #expect(typist.finish() == 128 + number)
      #expect(typist.isAsTheShellLeftIt)
    }
    #expect(try program.run("list").lines == ["DAY", "  1  [ ] Milk"])
  }

  @Test(
    "Control-Z stops the program, with the terminal as the shell wants it, and it goes on",
    arguments: editors + ["none"]
  )
  func stop(editor: String) throws {
    let typist = try Typist(program, ["STRATA_LINE_EDITOR": editor, "NO_COLOR": "1"])
    typist.sees("strata> ")
    typist.type("add half\u{1A}")
    #expect(typist.seesItStop())
    #expect(typist.isAsTheShellLeftIt)
    typist.signal(SIGCONT)
    // An editor begins the line anew. What is typed while it still does may be lost, as in a shell.
    if editor != "none" { #expect(typist.sees("strata> ") != nil) }
    typist.type("\u{3}")
    #expect(typist.sees("strata> ") != nil)
    typist.type("list\n")
    #expect(typist.sees("Try: start today\nstrata> ") != nil)
    typist.type("quit\n")
    #expect(typist.finish() == 0)
  }

  @Test("When the window is closed, all is saved", arguments: editors + ["none"])
  func hangUp(editor: String) throws {
    let typist = try Typist(program, ["STRATA_LINE_EDITOR": editor])
    typist.sees("strata> ")
    typist.type("start today\n")
    typist.sees("strata> ")
    #expect([0, 4, 5, 128 + SIGHUP].contains(typist.hangUp()))
    #expect(try program.run("list").lines == ["DAY", "  nothing to do"])
  }

  @Test(
    "A window that is closed while an answer still comes ends the sitting",
    arguments: editors + ["none"]
  )
  func hangUpWithinAnAnswer(editor: String) throws {
    // The terminal does not take all of it, which is less than what is written as soon as it is there.
    let adds = (1...30).map { "add \"Todo \($0)\(String(repeating: " and more", count: 200))\"" }
    _ = try program.run(bytes: (["start today"] + adds).joined(separator: "\n").utf8)
    let typist = try Typist(program, ["STRATA_LINE_EDITOR": editor], words: ["--json", "workspace.json"])
    typist.sees("strata> ")
    typist.type("export json\n")
    #expect(typist.sees("Todo 1") != nil)
    #expect([4, 128 + SIGHUP].contains(typist.hangUp()))
    // A signal that says nothing of the terminal ends it at once, too.
    let other = try Typist(program, ["STRATA_LINE_EDITOR": editor], words: ["--json", "workspace.json"])
    other.sees("strata> ")
    other.type("export json\n")
    #expect(other.sees("Todo 1") != nil)
    other.signal(SIGTERM)
    #expect(other.finish() == 128 + SIGTERM)
  }

  @Test("A window that is closed ends a sitting that hears of no hang-up", arguments: editors + ["none"])
  func unheardHangUp(editor: String) throws {
    let typist = try Typist(program, ["STRATA_LINE_EDITOR": editor], ignoresHangUps: true)
    typist.sees("strata> ")
    typist.type("start today\n")
    typist.sees("strata> ")
    #expect([0, 4, 5].contains(typist.hangUp()))
  }

  @Test("There are colours on a terminal, unless the user does not want them")
  func colors() throws {
    for (variables, isColored) in [([:], true), (["NO_COLOR": "1"], false), (["TERM": "dumb"], false)] {
      let typist = try Typist(program, variables.merging(["STRATA_LINE_EDITOR": "none"]) { $1 })
      typist.sees("strata> ")
      typist.type("dance\nlist\nquit\n")
      #expect(typist.finish() == 0)
      #expect(typist.raw.contains("\u{1B}[") == isColored)
    }
    #expect(
      try program.shell("echo list | TERM=xterm \"$STRATA\" \"$FILE\"").output.contains("\u{1B}") == false
    )
  }
}
