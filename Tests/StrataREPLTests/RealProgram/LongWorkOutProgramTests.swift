import Foundation
import TestSupport
import Testing

@testable import StrataREPL

#if DEBUG
  @Suite("The program while it writes for long", .serialized)
  struct LongWorkOutProgramTests {
    let program: Program

    init() throws {
      program = try Program()
    }

    private func typist() throws -> Typist {
      try Typist(program, ["STRATA_LINE_EDITOR": "none", "NO_COLOR": "1"])
    }

    @Test("An export that is given up leaves no file, and no part of one; what it was to replace is there")
    func exporting() throws {
      // All of it was done before the page in view, which would else be shown.
      let rest = """
        "ending":{"kind":"done","time":"2026-11-19T10:00:00"},"shouldMigrate":true,"start":"2026-11-19"
        """
      let state = LongFile.state(of: LongFile.document(of: 15_000, rest: rest))
      try program.folder.write(state, to: "workspace.json")
      try program.folder.write("Another\n", to: "other.json")
      let typist = try typist()
      typist.sees("strata> ", within: 60)
      for command in ["export long.json", "export other.json --replace"] {
        typist.type("\(command.replacing("export ", with: "export \(program.folder.path)/"))\n")
        #expect(typist.sees("Exporting ", within: 60, slowed: true) != nil, "\(command)")
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
  }
#endif
