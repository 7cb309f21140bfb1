import Foundation
import TestSupport
import Testing

@testable import StrataREPL

@Suite("Notes in an editor", .serialized)
struct EditorTests {
  let program: Program

  init() throws {
    program = try Program()
    _ = try program.run("start today", "note add One")
  }

  /// A sitting whose editor is a line of the shell.
  private func typist(editor script: String) throws -> Typist {
    try program.folder.write("#!/bin/sh\n\(script)\n", to: "edit")
    chmod(program.folder.file("edit"), 0o700)
    let typist = try Typist(
      program,
      [
        "STRATA_LINE_EDITOR": "none", "NO_COLOR": "1", "EDITOR": "sh \(program.folder.file("edit"))",
        "TMPDIR": program.folder.path,
      ]
    )
    typist.sees("strata> ")
    return typist
  }

  /// The files that notes were edited in.
  private var left: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: program.folder.path))?.filter {
      $0.hasPrefix("strata-note-")
    }
      ?? []
  }

  @Test("A note is written, and one is changed; several lines, and no line feed at the end; no file is left")
  func writing() throws {
    let typist = try typist(
      editor:
        "cat \"$1\" > \"$TMPDIR/seen\"; ls -l \"$1\" > \"$TMPDIR/mode\"; printf 'Two\\nlines\\n\\n' > \"$1\""
    )
    typist.type("note\n")
    #expect(typist.sees("strata> ").map(alike)?.hasSuffix("  2  TIME Two ⏎ lines\nstrata> ") == true)
    typist.type("note edit 1\n")
    #expect(typist.sees("strata> ").map(alike)?.hasSuffix("  1  TIME Two ⏎ lines\nstrata> ") == true)
    typist.type("undo\nquit\n")
    #expect(typist.finish() == 0)
    // The editor was given what the note said, in a file that no other user can read.
    #expect(try program.folder.text(of: "seen") == "One\n")
    #expect(try program.folder.text(of: "mode").hasPrefix("-rw-------"))
    #expect(try program.run("note show 1", "note show 2").lines == ["  1  One", "  1  Two", "  2  lines"])
    #expect(left == [])
  }

  @Test(
    "Nothing written is nothing done, and so is an editor that fails",
    arguments: ["true", "exit 3", "rm \"$1\""]
  )
  func nothing(script: String) throws {
    let typist = try typist(editor: script)
    typist.type("note\n")
    #expect(typist.sees("strata> ")?.contains("Nothing was") == true)
    typist.type("note edit 1\n")
    #expect(typist.sees("strata> ")?.contains("Nothing was") == true)
    typist.type("history\nquit\n")
    #expect(typist.finish() == 0)
    #expect(try program.run("history").lines.count == 3)
    #expect(left == [])
  }

  @Test("What cannot be taken is kept where the message says")
  func kept() throws {
    let blank = try typist(editor: "printf '   ' > \"$1\"")
    blank.type("note edit 1\n")
    #expect(blank.sees("strata> ")?.contains("A note wants a text. What you wrote is kept in ") == true)
    blank.type("quit\n")
    #expect(blank.finish() == 0 && left.count == 1)
    let bytes = try typist(editor: "printf '\\377' > \"$1\"")
    bytes.type("note\n")
    #expect(bytes.sees("strata> ")?.contains("not in UTF-8. It is in ") == true)
    bytes.type("quit\n")
    #expect(bytes.finish() == 0 && left.count == 2)
  }

  @Test("Without a terminal, an editor or a page it is said what to do instead")
  func refused() throws {
    #expect(
      try program.run("note").errors.contains(
        "there is no terminal for an editor. Write the text in the line"
      )
    )
    #expect(try program.run("note edit 1").status == 1)
    let typist = try Typist(program, ["STRATA_LINE_EDITOR": "none", "NO_COLOR": "1"])
    typist.sees("strata> ")
    typist.type("note\n")
    #expect(typist.sees("strata> ")?.contains("no editor is named") == true)
    typist.type("note edit 9\nquit\n")
    #expect(typist.finish() == 0)
  }
}
