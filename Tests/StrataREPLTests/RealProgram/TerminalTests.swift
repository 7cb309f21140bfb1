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

  /// The system's libraries for editing lines.
  static let editors: [String] = ["libedit.so.2", "libreadline.so.8", "/usr/lib/libedit.3.dylib"].filter {
    EditingLibrary($0) != nil
  }

  @Test("A first session shows the file, the page and the next command", arguments: editors + ["none"])
  func firstSession(editor: String) throws {
    let typist = try Typist(program, ["STRATA_LINE_EDITOR": editor, "NO_COLOR": "1"])
    let greeting = typist.sees("strata> ")
    #expect(
      greeting?.contains(
        """
        workspace.json
        The journal has no pages yet. Try: start today
        help shows all commands; quit leaves. Everything is saved as you go.
        strata>\u{20}
        """
      ) == true,
      "\(greeting ?? "")"
    )
    typist.type("start today\n")
    #expect(typist.sees("strata> ").map(alike)?.hasSuffix("DAY\n  nothing to do\nstrata> ") == true)
    typist.type("add \"Grüße\"\n")
    #expect(typist.sees("strata> ")?.hasSuffix("  1  [ ] Grüße\nstrata> ") == true)
    typist.type("dnoe 1\n")
    let complaint = "        ^~~~\nUnknown command 'dnoe'. Did you mean done?\nstrata> "
    #expect(typist.sees("strata> ")?.hasSuffix(complaint) == true)
    typist.type("done 7\n")
    let refusal = typist.sees("strata> ")
    #expect(refusal?.hasSuffix("\nThere is no todo 7. See: list\nstrata> ") == true)
    #expect(refusal?.contains("^") == false)
    typist.type("undo\nquit\n")
    #expect(typist.finish() == 0)
    let next = try Typist(program, ["STRATA_LINE_EDITOR": editor, "NO_COLOR": "1"])
    #expect(next.sees("strata> ")?.contains("\n1 step lies ahead: redo\nstrata> ") == true)
    next.type("redo\nquit\n")
    #expect(next.finish() == 0)
    #expect(try program.run("list").lines == ["DAY", "  1  [ ] Grüße"])
  }

  @Test("Arrow keys edit the line and bring back earlier lines, also in the next session", arguments: editors)
  func editing(editor: String) throws {
    let variables = ["STRATA_LINE_EDITOR": editor, "NO_COLOR": "1"]
    let first = try Typist(program, variables)
    first.sees("strata> ")
    first.type("start today\n")
    first.sees("strata> ")
    // Milk, the cursor before Milk, and then Buy_.
    first.type("add Milk\u{1B}[D\u{1B}[D\u{1B}[D\u{1B}[DBuy_\n")
    #expect(first.sees("[ ] Buy_Milk\nstrata> ") != nil)
    first.type("\u{4}")
    #expect(first.finish() == 0 && first.raw.utf8.last == 0x0A)
    // The file is in the library's format: libedit begins it with a line of its own and escapes spaces.
    let history = try DataDirectory.path { program.environment[$0] } + "/lines"
    let text = try String(contentsOfFile: history, encoding: .utf8).replacing("\\040", with: " ")
    let lines = text.split(separator: "\n").filter { !$0.hasPrefix("_HiStOrY") }
    #expect(lines == ["start today", "add Buy_Milk"])
    let mode = try FileManager.default.attributesOfItem(atPath: history)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    let second = try Typist(program, variables)
    second.sees("strata> ")
    second.type("\u{1B}[A\n")
    #expect(second.sees("  2  [ ] Buy_Milk") != nil)
    second.type("quit\n")
    #expect(second.finish() == 0)
  }

  @Test("A session that only reads keeps no lines", arguments: editors)
  func readOnly(editor: String) throws {
    _ = try program.run("start today")
    let typist = try Typist(
      program,
      ["STRATA_LINE_EDITOR": editor, "NO_COLOR": "1"],
      words: ["--read-only", "workspace.json"]
    )
    typist.sees("strata> ")
    typist.type("list\nquit\n")
    #expect(typist.finish() == 0)
    let folder = try DataDirectory.path { program.environment[$0] }
    #expect(!FileManager.default.fileExists(atPath: folder + "/lines"))
  }

  @Test("Tab completes the names of commands", arguments: editors)
  func completion(editor: String) throws {
    let typist = try Typist(program, ["STRATA_LINE_EDITOR": editor, "NO_COLOR": "1"])
    typist.sees("strata> ")
    typist.type("categ\tl\t\n")
    #expect(typist.sees("nothing\nstrata> ") != nil)
    typist.type("quit\n")
    #expect(typist.finish() == 0)
  }

  @Test("Tab completes options, names and days, and lists ids with titles", arguments: editors)
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
    typist.type("add \t\t")
    #expect(typist.sees("TITLE: what is to be done") != nil)
    typist.type("Cream\n")
    #expect(typist.sees("[ ] Cream\nstrata> ") != nil)
    typist.type("export workspace.j\t\n")
    #expect(typist.sees("Name another file.") != nil)
    typist.type("quit\n")
    #expect(typist.finish() == 0)
  }

  @Test("Tab completes after letters of several bytes and columns", arguments: editors)
  func completionAfterWideLetters(editor: String) throws {
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

  @Test("Tab completes a name inside an open quotation mark and closes it once", arguments: editors)
  func completionInQuotation(editor: String) throws {
    _ = try program.run("start today", "category add \"Side project\" red")
    let typist = try Typist(program, ["STRATA_LINE_EDITOR": editor, "NO_COLOR": "1"])
    typist.sees("strata> ")
    typist.type("add Soap --category \"Si\t\n")
    #expect(typist.sees("strata> ")?.contains("[ ] Soap  (Side project)\n") == true)
    typist.type("quit\n")
    #expect(typist.finish() == 0)
  }

  @Test("A long answer is shown page by page; any command ends it")
  func pages() throws {
    let adds = (1...60).map { "add \"Todo \($0)\"" }
    _ = try program.run(bytes: (["start today"] + adds).joined(separator: "\n").utf8)
    let typist = try Typist(program, ["STRATA_LINE_EDITOR": "none", "NO_COLOR": "1"])
    // The first page has the path of the workspace, too.
    #expect(typist.sees("strata> ")?.contains("Todo 36\n… 24 more lines: return or q\nstrata> ") == true)
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
    // A person who missed the end types q, and does not mean quit.
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

  @Test("In a narrow window no line is wider than the window")
  func narrow() throws {
    _ = try program.run("start today", "add Write a long report about the whole of the last year")
    let typist = try Typist(program, ["STRATA_LINE_EDITOR": "none", "NO_COLOR": "1"], columns: 30)
    var shown = typist.sees("strata> ") ?? ""
    for line in ["list", "history", "diff", "help", "q", "help add", "dance", "add", "memory"] {
      typist.type(line + "\n")
      shown += typist.sees("strata> ") ?? ""
    }
    let wide = shown.split(separator: "\n").filter { displayWidth(String($0)) > 30 }
    #expect(wide == [])
    typist.type("quit\n")
    #expect(typist.finish() == 0)
  }

  @Test("Control-C gives up the line only; Control-D leaves", arguments: editors + ["none"])
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
    "A signal in the middle of a line saves every change and restores the terminal",
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
    "Control-Z stops the program with the terminal restored, and it continues",
    arguments: editors + ["none"]
  )
  func stop(editor: String) throws {
    let typist = try Typist(program, ["STRATA_LINE_EDITOR": editor, "NO_COLOR": "1"])
    typist.sees("strata> ")
    typist.type("add half\u{1A}")
    #expect(typist.seesItStop())
    #expect(typist.isAsTheShellLeftIt)
    typist.signal(SIGCONT)
    // A library begins the line anew. Keys typed before may be lost, as in a shell.
    if editor != "none" { #expect(typist.sees("strata> ") != nil) }
    typist.type("\u{3}")
    #expect(typist.sees("strata> ") != nil)
    typist.type("list\n")
    #expect(typist.sees("Try: start today\nstrata> ") != nil)
    typist.type("quit\n")
    #expect(typist.finish() == 0)
  }

  @Test("A closed window saves every change", arguments: editors + ["none"])
  func hangUp(editor: String) throws {
    let typist = try Typist(program, ["STRATA_LINE_EDITOR": editor])
    typist.sees("strata> ")
    typist.type("start today\n")
    typist.sees("strata> ")
    #expect([0, 4, 5, 128 + SIGHUP].contains(typist.hangUp()))
    #expect(try program.run("list").lines == ["DAY", "  nothing to do"])
  }

  @Test("A window that is closed during an answer ends the session", arguments: editors + ["none"])
  func hangUpDuringAnswer(editor: String) throws {
    // The answer is larger than the terminal's buffer, and small enough to be written at once.
    let adds = (1...30).map { "add \"Todo \($0)\(String(repeating: " and more", count: 200))\"" }
    _ = try program.run(bytes: (["start today"] + adds).joined(separator: "\n").utf8)
    let typist = try Typist(program, ["STRATA_LINE_EDITOR": editor], words: ["--json", "workspace.json"])
    typist.sees("strata> ")
    typist.type("export json\n")
    #expect(typist.sees("Todo 1") != nil)
    #expect([4, 128 + SIGHUP].contains(typist.hangUp()))
    // Another signal ends the session at once, too.
    let other = try Typist(program, ["STRATA_LINE_EDITOR": editor], words: ["--json", "workspace.json"])
    other.sees("strata> ")
    other.type("export json\n")
    #expect(other.sees("Todo 1") != nil)
    other.signal(SIGTERM)
    #expect(other.finish() == 128 + SIGTERM)
  }

  @Test("A closed window ends a session that ignores SIGHUP", arguments: editors + ["none"])
  func ignoredHangUp(editor: String) throws {
    let typist = try Typist(program, ["STRATA_LINE_EDITOR": editor], ignoresHangUps: true)
    typist.sees("strata> ")
    typist.type("start today\n")
    typist.sees("strata> ")
    #expect([0, 4, 5].contains(typist.hangUp()))
  }

  @Test("A terminal gets colours, unless NO_COLOR is set or the terminal is dumb")
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
