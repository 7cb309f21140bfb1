import Foundation
import TestSupport
import Testing

@testable import StrataREPL

// Only a debug build can be held in the middle of its work.
#if DEBUG
  /// Files that are so large that reading them is measured.
  enum CountedFile {
    static let document: String = {
      let todos = (1...2_000).map { id in
        """
        "\(id)":{"id":\(id),"shouldMigrate":true,"start":"2026-11-20","title":"Write the report number \(id)"}
        """
      }
      return """
        {"canvas":{"annotations":{}},"journal":{"bundles":{},"categories":[],"notes":{},"pages":["2026-11-20"],"todos":\
        {\(todos.joined(separator: ","))}},"people":{"list":[]}}
        """
    }()

    static let state = """
      {"format":"strata-state-1","schema":1,"state":{"document":\(document),"session":{"filter":{"hidesEnded":false,\
      "text":""},"ids":{"last":300000},"selection":[]}}}
      """
  }

  @Suite("Long work in the program", .serialized)
  struct LongWorkProgramTests {
    let program: Program

    init() throws {
      program = try Program()
    }

    /// A typist whose program waits in the middle of the work of a title, until the work is stopped.
    private func typist(holding work: String, words: [String] = ["workspace.json"]) throws -> Typist {
      try Typist(
        program,
        ["STRATA_LINE_EDITOR": "none", "NO_COLOR": "1", "STRATA_HOLD": work],
        words: words
      )
    }

    @Test("An import shows its progress; Control-C stops it without a change, and the session continues")
    func importing() throws {
      try program.folder.write(CountedFile.document, to: "long.json")
      let typist = try typist(holding: "Importing")
      typist.sees("strata> ")
      typist.type("import long.json\n")
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

    @Test("Control-C during the write of an import leaves the state and the files as they were")
    func writing() throws {
      try program.folder.write(CountedFile.document, to: "long.json")
      let typist = try typist(holding: "Writing the import")
      typist.sees("strata> ")
      typist.type("import long.json\n")
      #expect(typist.sees("Writing the import  ") != nil)
      #expect(typist.sees("Control-C stops it") != nil)
      typist.type("\u{3}")
      let end = typist.sees("strata> ")
      #expect(end?.contains("Interrupted; nothing has changed.\n") == true, "\(end ?? "")")
      typist.type("history\n")
      #expect(typist.sees("strata> ")?.contains("Import") == false)
      typist.type("add Milk\n")
      typist.sees("strata> ")
      typist.type("quit\n")
      #expect(typist.finish() == 0)
      #expect(try program.run("history").lines.count == 1)
    }

    @Test("Control-C during the opening of a workspace ends the program and leaves the file as it was")
    func opening() throws {
      try program.folder.write(CountedFile.state, to: "workspace.json")
      let typist = try typist(holding: "Opening")
      #expect(typist.sees("Opening workspace.json  ") != nil)
      typist.type("\u{3}")
      #expect(typist.finish() == 128 + SIGINT)
      #expect(typist.raw.contains("strata: Interrupted; nothing has changed."))
      #expect(typist.isAsTheShellLeftIt)
      #expect(try program.folder.text(of: "workspace.json") == CountedFile.state)
    }

    @Test("A stopped export leaves no file and no part of a file; the file to replace is whole")
    func exporting() throws {
      _ = try program.run("start today", "add Milk")
      try program.folder.write("Another\n", to: "other.json")
      for (work, command) in [
        ("Exporting", "export long.md"), ("Writing", "export long.json"),
        ("Writing", "export other.json --replace"),
      ] {
        let typist = try typist(holding: work)
        typist.sees("strata> ")
        typist.type("\(command)\n")
        #expect(typist.sees("\(work) ") != nil, "\(command)")
        typist.type("\u{3}")
        let end = typist.sees("strata> ")
        #expect(end?.contains("Interrupted; nothing has changed.\n") == true, "\(end ?? "")")
        typist.type("quit\n")
        #expect(typist.finish() == 0)
      }
      #expect(try program.folder.text(of: "other.json") == "Another\n")
      let names = program.folder.names
      #expect(names.allSatisfy { !$0.contains("long") && !$0.contains("tmp") }, "\(names)")
    }

    @Test("A stopped repair names the command that continues, and the next repair finds everything")
    func repairing() throws {
      try program.folder.write(CountedFile.state, to: "workspace.json")
      let typist = try typist(holding: "Repairing", words: ["repair", "workspace.json"])
      #expect(typist.sees("Repairing  ") != nil)
      typist.type("\u{3}")
      #expect(typist.finish() == 128 + SIGINT)
      #expect(typist.raw.contains("strata: Interrupted"), "\(typist.raw)")
      #expect(typist.raw.contains("To continue: strata repair workspace.json"), "\(typist.raw)")
      #expect(typist.isAsTheShellLeftIt)
      let names = program.folder.names
      #expect(names.allSatisfy { $0.contains("workspace.json") }, "\(names)")
      #expect(try program.folder.text(of: "workspace.json") == CountedFile.state)
      let again = try program.shell("\"$STRATA\" repair \"$FILE\"")
      #expect(again.status == 0 && again.output.contains("can be opened."), "\(again)")
    }

    @Test("A pipe shows no progress, and a signal ends the work")
    func pipe() throws {
      try program.folder.write(CountedFile.document, to: "long.json")
      try program.folder.write("start today\nimport long.json\n", to: "input")
      let end = try program.shell(
        """
        STRATA_HOLD=Importing "$STRATA" "$FILE" < input > answers & wait_for grep -qs 'label.:.Start 2' workspace.json.log
        kill -TERM $!; wait $!; echo "ended with $?"
        """
      )
      #expect(end.output == "ended with \(128 + SIGTERM)\n" && end.errors == "")
      #expect(try program.run("history").lines.count == 2)
    }
  }
#endif
