import Foundation
import Strata
import StrataSync
import TestSupport
import Testing
import Workspace

@testable import StrataREPL

@Suite("The program refuses wrong lines and wrong machines")
struct SharingTroubleProgramTests {
  let program: Program

  init() throws {
    program = try Program()
  }

  @Test(
    "A line that does not fit changes nothing, and the lines before it count"
  )
  func hostile() throws {
    try program.twoMachines()
    _ = try program.sharing(
      "printf 'add Oats\\nadd Rice\\n' | \"$STRATA\" a > out; \"$STRATA\" publish a > more; head -n 1 more > one"
    )
    let before = try program.page("b")
    let wrong: [(line: String, sentence: String)] = [
      ("tail -n 1 more", "position 3 follows on others that are missing: apply the one at position 2 first."),
      ("echo '{'", "line 1: The line is no change of what is shared: "),
      ("echo '[]'", "a list is none"), ("echo '{}'", "it says no position from 1 on"),
      ("echo '{\"position\":0}'", "it says no position from 1 on"),
      ("echo '{\"position\":9223372036854775808}'", "it says no position from 1 on"),
      ("sed 's/{/{\"after\":7,/' one", "its predecessor is no name of a change"),
      ("sed 's/{/{\"after\":\"7\",/' one", "its predecessor is no name of a change"),
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
      let end = try program.sharing("\(line) | \"$STRATA\" apply - b; echo $?")
      #expect(end.lines.last == "1" && end.errors.contains(sentence), "\(line): \(end)")
      #expect(try program.page("b") == before, "\(line)")
    }
    let half = try program.sharing("(cat one; echo '{') | \"$STRATA\" apply - b; echo $?")
    #expect(half.lines.last == "1" && half.errors.contains("line 2: "))
    #expect(
      half.lines.first
        == "At position 2: 1 of other machines applied, 0 of this one published, 0 applied before."
    )
    let rest = try program.sharing("(cat $O; echo; cat more) | \"$STRATA\" apply - b; echo $?")
    #expect(
      rest.lines.first
        == "At position 3: 1 of other machines applied, 0 of this one published, 2 applied before."
    )
  }

  @Test("Two files with another change at one position: each machine names both, and keeps what it has")
  func forked() throws {
    try program.twoMachines()
    _ = try program.sharing(
      """
      cp $O p; printf 'add Oats\\n' | "$STRATA" a > out; "$STRATA" publish a >> $O; "$STRATA" apply $O a > out
      printf 'add Figs\\nadd Nuts\\n' | "$STRATA" b > out; "$STRATA" publish b >> p; "$STRATA" apply p b > out
      """
    )
    for (file, own, found, place) in [("a", "1-2", "2-1", "p"), ("b", "2-1", "1-2", "order")] {
      let before = try program.page(file)
      let end = try program.sharing("\"$STRATA\" apply \(place) \(file); echo $?")
      #expect(end.lines.last == "1", "\(end)")
      let sentence =
        "line 2: Position 2 has two changes: this machine applied \(own), and the order has \(found) there."
      #expect(end.errors.replacing(/\s+/, with: " ").contains(sentence), "\(end)")
      #expect(try program.page(file) == before)
    }
    // One file has both: the first line counts.
    let merged = "(cat $O; tail -n 2 p) > both"
    #expect(try program.sharing("\(merged); \"$STRATA\" apply both b; echo $?").lines.last == "1")
    #expect(try program.sharing("\"$STRATA\" apply both a; echo $?").lines.last == "0")
    // From a later line on, a line may be one that was too late.
    #expect(try program.sharing("tail -n 2 p | \"$STRATA\" apply - a; echo $?").errors == "")
    #expect(try program.sharing("\"$STRATA\" check b; echo $?").lines.last == "0")
  }

  @Test("A refusal names the reason and the next command")
  func refused() throws {
    let alone = try program.sharing(
      "printf 'start today\\nadd Milk\\n' | \"$STRATA\" a > out; \"$STRATA\" publish a; echo $?"
    )
    #expect(alone.output == "1\n" && alone.errors.contains("strata join 1 a"))
    #expect(try program.sharing("\"$STRATA\" apply a a; echo $?").output == "1\n")
    let second = try program.sharing("\"$STRATA\" join 2 a; echo $?")
    #expect(second.output == "1\n" && second.errors.contains("Only machine 1 brings a workspace"))
    #expect(
      try program.sharing("\"$STRATA\" join 1 a; \"$STRATA\" join 1 a").lines.last
        == "This is machine 1 already."
    )
    let unpublished = try program.sharing("\"$STRATA\" join 3 a; echo $?")
    #expect(
      unpublished.output == "1\n" && unpublished.errors.contains("A change has no place in the order yet")
    )
    for (arguments, sentence) in [
      ("join", "join needs the number of this machine"),
      ("join 0 a", "join needs the number of this machine"),
      ("join 99999999999 a", "join needs the number of this machine"),
      ("apply", "apply needs a file of lines"),
      ("publish a b", "Unexpected argument 'b': one file is enough."),
      ("apply - a --jsn", "Unknown option '--jsn'."),
    ] {
      let end = try program.sharing("\"$STRATA\" \(arguments); echo $?")
      #expect(end.output == "2\n" && end.errors.contains(sentence), "\(end)")
    }
    let missing = try program.sharing(
      "\"$STRATA\" publish none; echo $?; \"$STRATA\" apply none a; echo $?; ls none"
    )
    #expect(missing.output == "3\n3\n" && missing.errors.contains("There is no file none"), "\(missing)")
    let help = try program.sharing("\"$STRATA\" apply --help")
    #expect(help.status == 0 && help.output == alike(usageText(.apply)) + "\n")
    #expect(help.output.contains("join NUMBER"))
  }

  @Test("A machine cannot become machine 1 later; an open workspace is reported by its name")
  func inUse() throws {
    try program.twoMachines()
    let first = try program.sharing("\"$STRATA\" join 1 b; echo $?; \"$STRATA\" join 2 b")
    #expect(first.lines == ["1", "This is machine 2 already."])
    #expect(first.errors.contains("1 is no number for a machine"))
    let input = ChildProcess.pipe()
    let holder = try program.start("exec \"$STRATA\" b", input: input)
    try input.fileHandleForWriting.write(contentsOf: Data("list\n".utf8))
    _ = holder.waitForOutput()
    let open = try program.sharing("\"$STRATA\" apply $O b; echo $?")
    #expect(
      open.output == "3\n" && open.errors.contains("To read it meanwhile: strata --read-only b\n"),
      "\(open)"
    )
    try input.fileHandleForWriting.close()
    #expect(holder.finish().status == 0)
  }

  @Test("Published lines have the form in the help")
  func form() throws {
    try program.twoMachines()
    let end = try program.sharing(
      "printf 'as anna add \"Rain\u{2028}all day\"\\nundo by anna\\n' | \"$STRATA\" a > out; \"$STRATA\" publish a | tee -a $O"
    )
    var seen: Set<String> = []
    let form = try documentedForm("{after?: NAME", in: usageText(.apply)).replacing("NAME", with: "TEXT")
      .replacing("PATCH", with: "ANY").replacing("version: 1", with: "version: COUNT")
    for line in try program.sharing("cat $O").output.split(separator: "\n") {
      let value = try PlainValue(json: line.utf8)
      #expect(try JSONFormsTests.flaw(of: value, JSONFormsTests.form(form), &seen) == nil, "\(line)")
    }
    #expect(end.lines.count == 2 && !end.output.contains("\u{2028}") && end.output.contains("anna"))
  }
}
