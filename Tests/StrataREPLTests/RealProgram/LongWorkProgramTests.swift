import Foundation
import TestSupport
import Testing

@testable import StrataREPL

// An optimised program has read all of this before half a second is over.
#if DEBUG
  /// Files that take a debug build long.
  enum LongFile {
    /// A document that takes seconds to be read.
    static let document = document(of: 20_000)
    static let state = state(of: document)

    /// - Parameter rest: What each todo has besides its number and its title.
    static func document(
      of count: Int,
      rest: String = "\"shouldMigrate\":true,\"start\":\"2026-11-20\""
    ) -> String {
      let todos = (1...count).map { id in
        "\"\(id)\":{\"id\":\(id),\(rest),\"title\":\"Write the report number \(id)\"}"
      }
      return """
        {"canvas":{"annotations":{}},"journal":{"bundles":{},"categories":[],"notes":{},"pages":["2026-11-20"],"todos":\
        {\(todos.joined(separator: ","))}},"people":{"list":[]}}
        """
    }

    static func state(of document: String) -> String {
      """
      {"format":"strata-state-1","schema":1,"state":{"document":\(document),"session":{"filter":{"hidesEnded":false,\
      "text":""},"ids":{"last":300000},"selection":[]}}}
      """
    }
  }

  @Suite("The program while it works for long", .serialized)
  struct LongWorkProgramTests {
    let program: Program

    init() throws {
      program = try Program()
    }

    private func typist() throws -> Typist {
      try Typist(program, ["STRATA_LINE_EDITOR": "none", "NO_COLOR": "1"])
    }

    @Test(
      "An import shows how far it is, and Control-C gives it up: nothing has changed, and the sitting goes on"
    )
    func importing() throws {
      try program.folder.write(LongFile.document, to: "long.json")
      let typist = try typist()
      typist.sees("strata> ")
      typist.type("import \(program.folder.file("long.json"))\n")
      #expect(typist.sees("Importing long.json  ", slowed: true) != nil)
      #expect(typist.sees(" %  Control-C stops it") != nil)
      typist.type("\u{3}")
      #expect(typist.sees("strata> ")?.contains("Interrupted; nothing has changed.\n") == true)
      typist.type("history\n")
      #expect(typist.sees("strata> ")?.contains("Import") == false)
      typist.type("quit\n")
      #expect(typist.finish() == 0)
      #expect(try program.run("list").lines == ["The journal has no pages yet. Try: start today"])
    }

    @Test(
      "Opening and checking show how far they are, and Control-C ends the program with the files as they were"
    )
    func opening() throws {
      try program.folder.write(LongFile.state, to: "workspace.json")
      let typist = try typist()
      #expect(typist.sees("Opening workspace.json  ", slowed: true) != nil)
      typist.type("\u{3}")
      #expect(typist.finish() == 128 + SIGINT && typist.raw.contains("interrupted; nothing has changed."))
      #expect(typist.isAsTheShellLeftIt)
      #expect(try program.folder.text(of: "workspace.json") == LongFile.state)
    }

    @Test(
      "While an import is written, the bar says so, and Control-C leaves all as it was: also in the files"
    )
    func writing() throws {
      try program.folder.write(LongFile.document(of: 5_000), to: "long.json")
      let typist = try typist()
      typist.sees("strata> ")
      typist.type("import \(program.folder.file("long.json"))\n")
      #expect(typist.sees("Writing what was imported  ", within: 60, slowed: true) != nil)
      #expect(typist.sees("Control-C stops it", slowed: true) != nil)
      typist.type("\u{3}")
      let end = typist.sees("strata> ", within: 60)
      #expect(end?.contains("Interrupted; nothing has changed.\n") == true, "\(end ?? "")")
      typist.type("history\n")
      #expect(typist.sees("strata> ")?.contains("Import") == false)
      typist.type("add Milk\n")
      typist.sees("strata> ")
      typist.type("quit\n")
      #expect(typist.finish() == 0)
      #expect(try program.run("history").lines.count == 1)
    }

    @Test("In a pipe nothing is shown of it, and a signal ends it")
    func pipe() throws {
      try program.folder.write(LongFile.document, to: "long.json")
      try program.folder.write("import long.json\n", to: "input")
      let end = try program.shell(
        // It has the workspace, and so has begun to listen to signals.
        """
        "$STRATA" "$FILE" < input & wait_for [ -e .workspace.json.lock ]
        kill -TERM $!; wait $!; echo "ended with $?"
        """
      )
      #expect(end.output == "ended with \(128 + SIGTERM)\n")
      // A slow machine is still opening the workspace, and says what came of it.
      #expect(["", "strata: interrupted; nothing has changed.\n"].contains(end.errors))
      #expect(try program.run("list").lines == ["The journal has no pages yet. Try: start today"])
    }
  }
#endif
