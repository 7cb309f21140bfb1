import Foundation
import Strata
import TestSupport
import Testing
import Workspace

@testable import StrataREPL

@Suite("The program that shares a workspace with other machines")
struct SharingProgramTests {
  let program: Program

  init() throws {
    program = try Program()
  }

  private func shell(_ script: String) throws -> Program.End { try program.shell("O=order; \(script)") }

  /// Two machines: the first has brought a todo 1, and both have applied it.
  private func twoMachines() throws {
    let end = try shell(
      """
      printf 'start today\\nadd Milk\\n' | "$STRATA" a > out && "$STRATA" join 1 a && "$STRATA" publish a >> $O \
      && "$STRATA" apply $O a && "$STRATA" join 2 b && "$STRATA" apply $O b
      """
    )
    #expect(end.status == 0 && end.errors == "", "\(end)")
  }

  private func page(_ file: String) throws -> String {
    try shell("printf 'page\\n' | \"$STRATA\" \(file)").output
  }

  @Test("What is loaded or imported is a change for the other machine, which keeps what it did meanwhile")
  func elsewhere() throws {
    try twoMachines()
    let made = try shell(
      """
      printf 'start today\nadd Figs\nadd Nuts\nexport c.json\n' | "$STRATA" c > out
      printf 'load c\n' | "$STRATA" a; printf 'done 1\nadd Rice\n' | "$STRATA" b > out
      "$STRATA" publish a >> $O; "$STRATA" apply $O a > out; "$STRATA" apply $O b > out
      "$STRATA" publish b >> $O; "$STRATA" apply $O b > out; "$STRATA" apply $O a > out
      """
    )
    #expect(
      made.output == "Loaded c: 1 page, 2 todos. A new history begins.\n" && made.errors == "",
      "\(made)"
    )
    let loaded = try page("a")
    #expect(try loaded == page("b"))
    for row in ["1  [x] Figs", "2  [ ] Nuts", "2000000001  [ ] Rice"] {
      #expect(loaded.contains(row), "\(loaded)")
    }
    let told = try shell("printf 'history\n' | \"$STRATA\" b | tail -n 1").output
    #expect(told.contains("Load: \"Milk\" → \"Figs\", \"Nuts\"  (by site 1, from outside)"), "\(told)")
    let imported = try shell(
      """
      printf 'import c.json\n' | "$STRATA" b > out; printf 'add Late\n' | "$STRATA" a > out
      "$STRATA" publish a >> $O; "$STRATA" apply $O a > out; "$STRATA" apply $O b > out
      "$STRATA" publish b >> $O; "$STRATA" apply $O b > out; "$STRATA" apply $O a
      """
    )
    #expect(imported.lines.count == 2 && imported.errors == "", "\(imported)")
    let both = try page("a")
    #expect(try both == page("b"))
    for row in ["1  [ ] Figs", "2  [ ] Nuts", "1000000001  [ ] Late"] {
      #expect(both.contains(row), "\(both)")
    }
    #expect(!both.contains("Rice"))
  }

  @Test(
    "Both add something at the same time and publish at the same position: both have all, under numbers of their own"
  )
  func race() throws {
    try twoMachines()
    let both = try shell(
      """
      printf 'add Oats\\nadd Rice\\n' | "$STRATA" a > out; printf 'add Figs\\nadd Nuts\\ndone 1\\n' | "$STRATA" b > out
      "$STRATA" publish a >> $O; "$STRATA" publish b >> $O
      """
    )
    #expect(both.status == 0 && both.errors == "" && both.output == "", "\(both)")
    let second = try shell("\"$STRATA\" apply $O b")
    // All three lines of b have come too late: the ones behind the first, too, for they follow on it.
    #expect(
      second.lines == [
        "At position 3: 2 of other machines applied, 0 of this one published, 1 applied before.",
        "To write the 3 changes to be published: strata publish b",
      ]
    )
    let again = try shell("\"$STRATA\" publish b >> $O; \"$STRATA\" apply $O b; \"$STRATA\" apply $O a")
    #expect(
      again.lines == [
        "At position 6: 0 of other machines applied, 3 of this one published, 3 applied before.",
        "There is nothing to publish.",
        "At position 6: 3 of other machines applied, 2 of this one published, 1 applied before.",
        "There is nothing to publish.",
      ]
    )
    let page = try page("a")
    #expect(try page == self.page("b"))
    for row in ["1  [x] Milk", "1000000001  [ ] Oats", "1000000002  [ ] Rice", "2000000001  [ ] Figs"] {
      #expect(page.contains(row), "\(page)")
    }
    // What is in the order already changes nothing, and each machine takes back its own.
    let undone = try shell("\"$STRATA\" apply $O a; printf 'undo\\nundo\\n' | \"$STRATA\" a | grep Undid")
    #expect(
      undone.lines == [
        "At position 6: 0 of other machines applied, 0 of this one published, 6 applied before.",
        "There is nothing to publish.", "Undid: Add Todo: \"Rice\"", "Undid: Add Todo: \"Oats\"",
      ],
      "\(undone)"
    )
    _ = try shell("\"$STRATA\" publish a >> $O; \"$STRATA\" apply - b < $O; \"$STRATA\" apply $O a")
    #expect(try self.page("a") == self.page("b"))
  }

  @Test(
    "Read from any line on, as of a file that grows: what came too late does not count, nor what follows on it"
  )
  func fromTheMiddle() throws {
    try twoMachines()
    _ = try shell(
      """
      cp b c; cp b.log c.log; printf 'add Oats\\n' | "$STRATA" a > out
      printf 'add Figs\\nadd Nuts\\nadd Rice\\n' | "$STRATA" b > out
      "$STRATA" publish a >> $O; "$STRATA" publish b >> $O
      "$STRATA" apply $O b > out; "$STRATA" publish b >> $O; "$STRATA" apply $O b > out; "$STRATA" apply $O a > out
      """
    )
    let page = try page("a")
    #expect(try page == self.page("b"))
    let count = try shell("wc -l < $O").lines.first.flatMap { Int($0.filter(\.isNumber)) } ?? 0
    #expect(count == 8)
    // One that has the first line at a position, and reads on from one of those that came too late.
    for first in 3...5 {
      let late = try shell(
        """
        cp c d; cp c.log d.log; head -n 2 $O | "$STRATA" apply - d > out
        tail -n +\(first) $O | "$STRATA" apply - d; echo $?
        """
      )
      #expect(late.lines.last == "0" && late.errors == "", "from line \(first): \(late)")
      #expect(try self.page("d") == page, "from line \(first)")
    }
    // All is applied already; and what follows on nothing that is there is missing something.
    let again = try shell(
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

  @Test(
    "A line that is none, or that follows on others that are missing, changes nothing; those before it stand"
  )
  func hostile() throws {
    try twoMachines()
    _ = try shell(
      "printf 'add Oats\\nadd Rice\\n' | \"$STRATA\" a > out; \"$STRATA\" publish a > more; head -n 1 more > one"
    )
    let before = try page("b")
    let wrong: [(line: String, sentence: String)] = [
      ("tail -n 1 more", "position 3 follows on others that are missing: apply the one at position 2 first."),
      ("echo '{'", "line 1: The line is no change of what is shared: "),
      ("echo '[]'", "it is no record"), ("echo '{}'", "it says no position from 1 on"),
      ("echo '{\"position\":0}'", "it says no position from 1 on"),
      ("echo '{\"position\":9223372036854775808}'", "it says no position from 1 on"),
      ("sed 's/{/{\"after\":7,/' one", "what it follows on is no name of a change"),
      ("sed 's/{/{\"after\":\"7\",/' one", "what it follows on is no name of a change"),
      ("sed 's/\"version\":1/\"version\":2/' one", "it is of version 2, and this app knows version 1"),
      ("sed 's/\"version\":1,//' one", "it says no version"),
      ("sed 's/\"document\"/\"session\"/' one", "Change 1-2 "),
      ("sed 's/1000000001/1/g' one", "Change 1-2 was not made from what is shared here"),
      ("sed 's/Oats//' one | tr -d '\\n' | head -c 200", "The line is no change of what is shared: "),
      ("head -c 200 one", "The line is no change of what is shared: "),
      ("printf '\\377\\n'", "line 1: The line is not in UTF-8."),
      ("yes '[' | head -n 9000 | tr -d '\\n'", "The line is no change of what is shared: "),
    ]
    for (line, sentence) in wrong {
      let end = try shell("\(line) | \"$STRATA\" apply - b; echo $?")
      #expect(end.lines.last == "1" && end.errors.contains(sentence), "\(line): \(end)")
      #expect(try page("b") == before, "\(line)")
    }
    let half = try shell("(cat one; echo '{') | \"$STRATA\" apply - b; echo $?")
    #expect(half.lines.last == "1" && half.errors.contains("line 2: "))
    #expect(
      half.lines.first
        == "At position 2: 1 of other machines applied, 0 of this one published, 0 applied before."
    )
    let rest = try shell("(cat $O; echo; cat more) | \"$STRATA\" apply - b; echo $?")
    #expect(
      rest.lines.first
        == "At position 3: 1 of other machines applied, 0 of this one published, 2 applied before."
    )
  }

  @Test("What a workspace cannot do is said, with what to type next")
  func refused() throws {
    let alone = try shell(
      "printf 'start today\\nadd Milk\\n' | \"$STRATA\" a > out; \"$STRATA\" publish a; echo $?"
    )
    #expect(alone.output == "1\n" && alone.errors.contains("strata join 1 a"))
    #expect(try shell("\"$STRATA\" apply a a; echo $?").output == "1\n")
    let second = try shell("\"$STRATA\" join 2 a; echo $?")
    #expect(second.output == "1\n" && second.errors.contains("Only machine 1 brings what it has"))
    #expect(
      try shell("\"$STRATA\" join 1 a; \"$STRATA\" join 1 a").lines.last == "This is machine 1 already."
    )
    let unpublished = try shell("\"$STRATA\" join 3 a; echo $?")
    #expect(
      unpublished.output == "1\n" && unpublished.errors.contains("A change has no place in the order yet")
    )
    for (arguments, sentence) in [
      ("join", "join wants the number of this machine"), ("join 0 a", "and '0' is none"),
      ("join 99999999999 a", "and '99999999999' is none"), ("apply", "apply wants a file of lines"),
      ("publish a b", "There can be one workspace only."), ("apply - a --jsn", "no option '--jsn' of apply"),
    ] {
      let end = try shell("\"$STRATA\" \(arguments); echo $?")
      #expect(end.output == "2\n" && end.errors.contains(sentence), "\(end)")
    }
    let missing = try shell("\"$STRATA\" publish none; echo $?; \"$STRATA\" apply none a; echo $?; ls none")
    #expect(missing.output == "3\n3\n" && missing.errors.contains("There is no file none"), "\(missing)")
    let help = try shell("\"$STRATA\" apply --help")
    #expect(help.status == 0 && help.output == alike(sharingUsageText))
    #expect(sharingUsageText.split(separator: "\n").allSatisfy { displayWidth(String($0)) <= 118 })
    #expect(manualText().joined(separator: " ").contains("join NUMBER"))
  }

  @Test("No machine becomes the first one later; what another program has open is said under its own name")
  func inUse() throws {
    try twoMachines()
    let first = try shell("\"$STRATA\" join 1 b; echo $?; \"$STRATA\" join 2 b")
    #expect(first.lines == ["1", "This is machine 2 already."])
    #expect(first.errors.contains("1 is no number for a machine"))
    let input = Pipe()
    let holder = try program.start("exec \"$STRATA\" b", input: input)
    try input.fileHandleForWriting.write(contentsOf: Data("list\n".utf8))
    _ = holder.waitForOutput()
    let open = try shell("\"$STRATA\" apply $O b; echo $?")
    #expect(
      open.output == "3\n" && open.errors.contains("To look at it meanwhile: strata --read-only b\n"),
      "\(open)"
    )
    try input.fileHandleForWriting.close()
    #expect(holder.finish().status == 0)
  }

  @Test("Published lines are of the form that help says")
  func form() throws {
    try twoMachines()
    let end = try shell(
      "printf 'as anna add \"Rain\u{2028}all day\"\\nundo by anna\\n' | \"$STRATA\" a > out; \"$STRATA\" publish a | tee -a $O"
    )
    var seen: Set<String> = []
    let form = JSONForms.placedChange.replacing("NAME", with: "TEXT").replacing("PATCH", with: "ANY")
      .replacing("version: 1", with: "version: COUNT")
    for line in try shell("cat $O").output.split(separator: "\n") {
      let value = try PlainValue(json: line.utf8)
      #expect(try JSONFormsTests.flaw(of: value, JSONFormsTests.form(form), &seen) == nil, "\(line)")
    }
    #expect(end.lines.count == 2 && !end.output.contains("\u{2028}") && end.output.contains("anna"))
  }
}
