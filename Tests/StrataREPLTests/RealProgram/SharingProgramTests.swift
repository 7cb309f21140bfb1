import Foundation
import Strata
import StrataSync
import TestSupport
import Testing
import Workspace

@testable import StrataREPL

extension Program {
  /// Runs lines of the shell, in which $O is the common order of the machines.
  func sharing(_ script: String) throws -> End { try shell("O=order; \(script)") }

  /// Makes two machines: machine 1 brings todo 1, and both have applied it.
  func twoMachines() throws {
    let end = try sharing(
      """
      printf 'start today\\nadd Milk\\n' | "$STRATA" a > out && "$STRATA" join 1 a && "$STRATA" publish a >> $O \
      && "$STRATA" apply $O a && "$STRATA" join 2 b && "$STRATA" apply $O b
      """
    )
    #expect(end.status == 0 && end.errors == "", "\(end)")
  }

  /// The page in view of a machine.
  func page(_ file: String) throws -> String {
    try sharing("printf 'page\\n' | \"$STRATA\" \(file)").output
  }
}

@Suite("The program that shares a workspace with other machines")
struct SharingProgramTests {
  let program: Program

  init() throws {
    program = try Program()
  }

  @Test("An imported document is a change for the other machine, which keeps its own change")
  func elsewhere() throws {
    try program.twoMachines()
    let imported = try program.sharing(
      """
      printf 'start today\nadd Figs\nadd Nuts\nexport c.json\n' | "$STRATA" c > out
      printf 'import c.json\n' | "$STRATA" b > out; printf 'add Late\n' | "$STRATA" a > out
      "$STRATA" publish a >> $O; "$STRATA" apply $O a > out; "$STRATA" apply $O b > out
      "$STRATA" publish b >> $O; "$STRATA" apply $O b > out; "$STRATA" apply $O a
      """
    )
    #expect(imported.lines.count == 2 && imported.errors == "", "\(imported)")
    let both = try program.page("a")
    #expect(try both == program.page("b"))
    for row in ["1  [ ] Figs", "2  [ ] Nuts", "1000000001  [ ] Late"] {
      #expect(both.contains(row), "\(both)")
    }
    #expect(!both.contains("Milk"))
  }

  @Test(
    "Two machines that publish at the same position get all changes, under different ids"
  )
  func race() throws {
    try program.twoMachines()
    let both = try program.sharing(
      """
      printf 'add Oats\\nadd Rice\\n' | "$STRATA" a > out; printf 'add Figs\\nadd Nuts\\ndone 1\\n' | "$STRATA" b > out
      "$STRATA" publish a >> $O; "$STRATA" publish b >> $O
      """
    )
    #expect(both.status == 0 && both.errors == "" && both.output == "", "\(both)")
    let second = try program.sharing("\"$STRATA\" apply $O b")
    // All three lines of b are too late: the second and third follow the first.
    #expect(
      second.lines == [
        "At position 3: 2 of other machines applied, 0 of this one published, 1 applied before.",
        "To publish 3 changes: strata publish b",
      ]
    )
    let again = try program.sharing(
      "\"$STRATA\" publish b >> $O; \"$STRATA\" apply $O b; \"$STRATA\" apply $O a"
    )
    #expect(
      again.lines == [
        "At position 6: 0 of other machines applied, 3 of this one published, 3 applied before.",
        "There is nothing to publish.",
        "At position 6: 3 of other machines applied, 2 of this one published, 1 applied before.",
        "There is nothing to publish.",
      ]
    )
    let page = try program.page("a")
    #expect(try page == program.page("b"))
    for row in ["1  [x] Milk", "1000000001  [ ] Oats", "1000000002  [ ] Rice", "2000000001  [ ] Figs"] {
      #expect(page.contains(row), "\(page)")
    }
    // Lines that were applied before change nothing, and each machine undoes its own steps.
    let undone = try program.sharing(
      "\"$STRATA\" apply $O a; printf 'undo\\nundo\\n' | \"$STRATA\" a | grep Undone"
    )
    #expect(
      undone.lines == [
        "At position 6: 0 of other machines applied, 0 of this one published, 6 applied before.",
        "There is nothing to publish.", "Undone: Add Todo", "Undone: Add Todo",
      ],
      "\(undone)"
    )
    _ = try program.sharing("\"$STRATA\" publish a >> $O; \"$STRATA\" apply - b < $O; \"$STRATA\" apply $O a")
    let own = try program.page("a")
    #expect(try own == program.page("b"))
    #expect(!own.contains("Rice") && !own.contains("Oats") && own.contains("Figs"), "\(own)")
  }

  @Test(
    "An order is applied from any line on; a line that was too late does not count, nor do its followers"
  )
  func fromTheMiddle() throws {
    try program.twoMachines()
    _ = try program.sharing(
      """
      cp b c; cp b.log c.log; printf 'add Oats\\n' | "$STRATA" a > out
      printf 'add Figs\\nadd Nuts\\nadd Rice\\n' | "$STRATA" b > out
      "$STRATA" publish a >> $O; "$STRATA" publish b >> $O
      "$STRATA" apply $O b > out; "$STRATA" publish b >> $O; "$STRATA" apply $O b > out; "$STRATA" apply $O a > out
      """
    )
    let page = try program.page("a")
    #expect(try page == program.page("b"))
    let count = try program.sharing("wc -l < $O").lines.first.flatMap { Int($0.filter(\.isNumber)) } ?? 0
    #expect(count == 8)
    // A machine that has the first line of a position continues with a line that was too late.
    for first in 3...5 {
      let late = try program.sharing(
        """
        cp c d; cp c.log d.log; head -n 2 $O | "$STRATA" apply - d > out
        tail -n +\(first) $O | "$STRATA" apply - d; echo $?
        """
      )
      #expect(late.lines.last == "0" && late.errors == "", "from line \(first): \(late)")
      #expect(try program.page("d") == page, "from line \(first)")
    }
    // Machine a has applied all lines; machine c misses the line before.
    let again = try program.sharing(
      "tail -n +4 $O | \"$STRATA\" apply - a; tail -n 2 $O | \"$STRATA\" apply - c; echo $?"
    )
    #expect(
      again.lines.first?.hasPrefix("At position 5: 0 of other machines applied, 0 of") == true,
      "\(again)"
    )
    #expect(
      again.lines.last == "1" && again.errors.contains("line 1: The change at position 4 follows on"),
      "\(again)"
    )
  }
}
