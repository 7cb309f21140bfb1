import Foundation
import TestSupport
import Testing

@testable import StrataREPL

#if DEBUG
  @Suite("A repair that takes long")
  struct LongRepairProgramTests {
    let program: Program

    init() throws {
      program = try Program()
    }

    @Test("A repair that is given up says how to go on, and going on finds all that was there")
    func repairing() throws {
      let state = LongFile.state(of: LongFile.document(of: 40_000))
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
  }
#endif
