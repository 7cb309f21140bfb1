import Foundation
import TestSupport
import Testing

@testable import StrataREPL

// An optimised program has read all of this before half a second is over.
#if DEBUG
  @Suite("The program while it works for long", .serialized)
  struct LongWorkProgramTests {
    let program: Program

    init() throws {
      program = try Program()
    }

    /// A document that takes seconds to be read.
    private static let document = document(of: 300_000)
    private static let state = state(of: document)

    private static func document(of count: Int) -> String {
      let todos = (1...count).map { id in
        "\"\(id)\":{\"id\":\(id),\"shouldMigrate\":true,\"start\":\"2026-11-20\",\"title\":\"Write the report number \(id)\"}"
      }
      return """
        {"canvas":{"annotations":{}},"journal":{"bundles":{},"categories":[],"notes":{},"pages":["2026-11-20"],"todos":\
        {\(todos.joined(separator: ","))}},"people":{"list":[]}}
        """
    }

    private static func state(of count: Int) -> String { state(of: document(of: count)) }

    private static func state(of document: String) -> String {
      """
      {"format":"strata-state-1","schema":1,"state":{"document":\(document),"session":{"filter":{"hidesEnded":false,\
      "text":""},"ids":{"last":300000},"selection":[]}}}
      """
    }

    private func typist() throws -> Typist {
      try Typist(program, ["STRATA_LINE_EDITOR": "none", "NO_COLOR": "1"])
    }

    @Test(
      "An import shows how far it is, and Control-C gives it up: nothing has changed, and the sitting goes on"
    )
    func importing() throws {
      try program.folder.write(Self.document, to: "long.json")
      let typist = try typist()
      typist.sees("strata> ")
      typist.type("import \(program.folder.file("long.json"))\n")
      #expect(typist.sees("Importing long.json  ") != nil)
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
      try program.folder.write(Self.state, to: "workspace.json")
      let typist = try typist()
      #expect(typist.sees("Opening workspace.json  ") != nil)
      typist.type("\u{3}")
      #expect(typist.finish() == 128 + SIGINT && typist.raw.contains("interrupted; nothing has changed."))
      #expect(typist.isAsTheShellLeftIt)
      #expect(try program.folder.text(of: "workspace.json") == Self.state)
    }

    @Test(
      "While an import is written, the bar says so, and Control-C leaves all as it was: also in the files"
    )
    func writing() throws {
      try program.folder.write(Self.document(of: 60_000), to: "long.json")
      let typist = try typist()
      typist.sees("strata> ")
      func isLeft(_ command: String, at title: String) {
        typist.type("\(command)\n")
        #expect(typist.sees("\(title)  ", within: 60) != nil, "\(command)")
        #expect(typist.sees("Control-C stops it") != nil)
        typist.type("\u{3}")
        let end = typist.sees("strata> ", within: 60)
        #expect(end?.contains("Interrupted; nothing has changed.\n") == true, "\(end ?? "")")
      }
      isLeft("import \(program.folder.file("long.json"))", at: "Writing what was imported")
      typist.type("history\n")
      #expect(typist.sees("strata> ")?.contains("Import") == false)
      typist.type("add Milk\n")
      typist.sees("strata> ")
      typist.type("quit\n")
      #expect(typist.finish() == 0)
      #expect(try program.run("history").lines.count == 1)
    }

    @Test("An export that is given up leaves no file, and no part of one; what it was to replace is there")
    func exporting() throws {
      // All of it was done before the page in view, which would else be shown.
      let state = Self.state(of: 120_000).replacing(
        "\"shouldMigrate\":true,\"start\":\"2026-11-20\"",
        with:
          "\"ending\":{\"kind\":\"done\",\"time\":\"2026-11-19T10:00:00\"},\"shouldMigrate\":true,\"start\":\"2026-11-19\""
      )
      try program.folder.write(state, to: "workspace.json")
      try program.folder.write("Another\n", to: "other.json")
      let typist = try typist()
      typist.sees("strata> ", within: 60)
      for command in ["export long.json", "export other.json --replace"] {
        typist.type("\(command.replacing("export ", with: "export \(program.folder.path)/"))\n")
        #expect(typist.sees("Exporting ", within: 60) != nil, "\(command)")
        typist.type("\u{3}")
        let end = typist.sees("strata> ", within: 60)
        #expect(end?.contains("Interrupted; nothing has changed.\n") == true, "\(end ?? "")")
      }
      typist.type("quit\n")
      #expect(typist.finish(within: 60) == 0)
      #expect(try program.folder.text(of: "other.json") == "Another\n")
      let names = try program.shell("ls -A").lines
      #expect(names.allSatisfy { !$0.contains("long") && !$0.contains("tmp") }, "\(names)")
    }

    @Test("A repair that is given up says how to go on, and going on finds all that was there")
    func repairing() throws {
      let state = Self.state(of: 60_000)
      try program.folder.write(state, to: "workspace.json")
      let typist = try Typist(program, ["NO_COLOR": "1"], words: ["repair", program.file])
      #expect(typist.sees("Repairing  ", within: 60) != nil)
      typist.type("\u{3}")
      #expect(typist.finish(within: 60) == 128 + SIGINT)
      #expect(typist.raw.contains("interrupted. To go on where this ended: strata repair, and the file"))
      #expect(typist.isAsTheShellLeftIt)
      let names = try program.shell("ls -A").lines
      #expect(names.allSatisfy { $0.contains("workspace.json") }, "\(names)")
      #expect(try program.folder.text(of: "workspace.json") == state)
      let again = try program.shell("\"$STRATA\" repair \"$FILE\"")
      #expect(again.status == 0 && again.output.contains("can be opened."), "\(again)")
    }

    @Test("In a pipe nothing is shown of it, and a signal ends it")
    func pipe() throws {
      try program.folder.write(Self.document, to: "long.json")
      try program.folder.write("import long.json\n", to: "input")
      let end = try program.shell(
        // It has the workspace, and so has begun to listen to signals.
        """
        "$STRATA" "$FILE" < input & until [ -e .workspace.json.lock ]; do sleep 0.05; done
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
