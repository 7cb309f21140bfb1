import Foundation
import TestSupport
import Testing

@testable import StrataREPL

@Suite("The program and a damaged workspace")
struct RescueProgramTests {
  let program: Program

  init() throws { program = try Program.withThreeTodos() }

  @Test(
    "check ends with 0 for a whole workspace, 1 for a damaged one and 3 for a missing one, and changes nothing"
  )
  func check() throws {
    let whole = try program.shell("\"$STRATA\" check \"$FILE\"")
    #expect(whole.status == 0 && whole.lines.count == 3 && whole.lines.allSatisfy { $0.hasPrefix("whole: ") })
    let none = try program.shell("\"$STRATA\" check nothing.json")
    #expect(none.status == 3 && none.output == "missing: nothing.json: there is no such file\n")
    _ = try program.shell(
      "printf x | dd of=workspace.json.log bs=1 seek=300 conv=notrunc 2> /dev/null; cksum * > sums"
    )
    let damaged = try program.shell(
      "\"$STRATA\" check \"$FILE\"; echo \"ended $?\"; cksum * | diff sums - | grep -v ' sums'"
    )
    #expect(damaged.lines.contains { $0.hasPrefix("damaged: ") } && damaged.lines.contains("ended 1"))
    #expect(!damaged.output.contains("workspace.json.log\n>"))
  }

  @Test("The message about an unreadable state names a command that keeps everything")
  func repair() throws {
    try program.folder.write("hello", to: "workspace.json")
    let refused = try program.run("list")
    #expect(refused.status == 3)
    let end = try program.shell(try typed("repair", in: refused.errors))
    #expect(end.status == 0 && end.lines.last == "\(program.file) can be opened.", "\(end)")
    #expect(try program.run("list").lines == ["DAY", "  1  [ ] Milk", "  2  [ ] Tea", "  3  [ ] Rice"])
    #expect(try program.folder.text(of: "workspace.json.quarantined-1") == "hello")
    #expect(try program.shell(try typed("check", in: refused.errors)).status == 0)
  }

  @Test("The message about a file over the limit names the command that reads it")
  func overLimit() throws {
    _ = try program.shell("truncate -s 1100M huge.json")
    let refused = try program.shell("\"$STRATA\" check huge.json")
    #expect(refused.status == 1 && refused.output.contains("and the limit is"), "\(refused)")
    #expect(try typed("check", in: refused.output) == "\"$STRATA\" check --no-limits huge.json")
  }

  @Test("repair --into writes another file and leaves the damaged file as it is")
  func into() throws {
    try program.folder.write("hello", to: "workspace.json")
    let end = try program.shell("\"$STRATA\" repair \"$FILE\" --into \"it's here.json\"")
    #expect(end.status == 0, "\(end)")
    #expect(try program.folder.text(of: "workspace.json") == "hello")
    let again = try program.shell("\"$STRATA\" repair \"$FILE\" --into \"it's here.json\"")
    #expect(again.status == 1 && again.errors.contains("There is a file it's here.json already."))
    #expect(again.errors.contains("or remove it if an interrupted repair left it."), "\(again)")
    #expect(try program.shell("echo list | \"$STRATA\" \"it's here.json\"").lines.count == 4)
    #expect(try program.shell("\"$STRATA\" repair nothing.json").status == 3)
  }

  @Test(
    "--set-aside opens a workspace without its damaged log, names the loss, and the steps before can be undone"
  )
  func setAside() throws {
    _ = try program.shell("cp kept.json workspace.json; rm .workspace.json.previous")
    let log = try program.folder.bytes(of: "workspace.json.log")
    let place = try #require(log.firstRange(of: Array("Rice".utf8))).lowerBound
    _ = try program.run("add Bread")
    _ = try program.shell("cp kept.json workspace.json")
    _ = try program.shell(
      "printf xxx | dd of=workspace.json.log bs=1 seek=\(place) conv=notrunc 2> /dev/null"
    )
    let refused = try program.run("list")
    #expect(refused.status == 3)
    let command = try #require(refused.errors.firstRange(of: "strata --set-aside "))
    let rest = refused.errors[command.lowerBound...].prefix { $0 != "\n" }
      .replacing("strata", with: "\"$STRATA\"", maxReplacements: 1)
    let end = try program.shell("echo list | \(rest)")
    #expect(end.status == 0 && end.lines == ["DAY", "  1  [ ] Milk", "  2  [ ] Tea"], "\(end)")
    #expect(end.errors.hasPrefix("strata: The last changes are lost ("), "\(end)")
    #expect(program.folder.names.contains("workspace.json.log.aside-1"))
    #expect(try program.run("undo", "list").lines.suffix(2) == ["DAY", "  1  [ ] Milk"])
  }

  @Test("A wrong letter in the log costs older steps of the history, and no todo; the log is kept as it was")
  func oneLetter() throws {
    let log = try program.folder.bytes(of: "workspace.json.log")
    let place = try #require(log.firstRange(of: Array("Tea".utf8))).lowerBound
    _ = try program.shell("printf x | dd of=workspace.json.log bs=1 seek=\(place) conv=notrunc 2> /dev/null")
    let found = try program.run("list")
    #expect(found.status == 0 && found.errors.contains("No change is lost. Earlier steps cannot be undone."))
    #expect(found.lines == ["DAY", "  1  [ ] Milk", "  2  [ ] Tea", "  3  [ ] Rice"], "\(found)")
    #expect(program.folder.names.filter { $0.contains("aside") } == ["workspace.json.log.aside-1"])
    let again = try program.run("undo", "list")
    #expect(again.errors == "" && again.lines.last == "  2  [ ] Tea", "\(again)")
    #expect(try program.shell("\"$STRATA\" check \"$FILE\"").status == 0)
  }

  /// A session in which another program disturbs the files between two lines.
  private func disturbed(by script: String) throws -> Program.End {
    try program.shell(
      """
      (echo add Bread; wait_for grep -qs Bread said; \(script); echo add Salt; wait_for [ -s errors ]; echo list) |
        "$STRATA" --keep-going "$FILE" > said 2> errors
      status=$?; cat said; cat errors >&2; exit $status
      """
    )
  }

  @Test(
    "A write of another program to the log is reported with the way on, and nothing is lost"
  )
  func writtenTo() throws {
    let write = "printf x | dd of=workspace.json.log bs=1 seek=300 conv=notrunc 2> /dev/null"
    let end = try disturbed(by: write)
    #expect(end.errors.contains("\nAnother program cut "), "\(end)")
    #expect(end.errors.contains("The log is about to be written anew: try again in a few seconds."), "\(end)")
    #expect(!end.errors.contains("Stale"), "\(end)")
    // The background's report covers a change that was made.
    let report = end.errors.split(separator: "\n").first { $0.hasPrefix("Another program cut ") }
    #expect(report?.contains("Nothing was changed") == false, "\(end)")
    #expect(try program.run("list").lines.suffix(2) == ["  3  [ ] Rice", "  4  [ ] Bread"])
  }

  @Test(
    "When the lock is gone, the session names its own command, and its end a command of the shell"
  )
  func lockGone() throws {
    let end = try disturbed(by: "rm .workspace.json.lock")
    let inside = end.errors.split(separator: "\n").filter { !$0.hasPrefix("strata: ") }
    #expect(
      inside.contains { $0.hasSuffix("To keep the workspace as it is here: export copy.json") },
      "\(end)"
    )
    let outside = end.errors.split(separator: "\n").filter { $0.hasPrefix("strata: ") }
    #expect(end.status == 6 && !outside.contains { $0.contains("export") }, "\(end)")
    #expect(outside.last == "strata: To open the present files: strata \(program.file)", "\(end)")
    #expect(try program.shell("\"$STRATA\" check \"$FILE\"").status == 0)
    #expect(try program.run("list").lines.suffix(2) == ["  3  [ ] Rice", "  4  [ ] Bread"])
  }

  @Test("An edit by another program is reported when the workspace is opened, and can be undone")
  func edited() throws {
    let text = try program.folder.text(of: "workspace.json")
    try program.folder.write(text.replacing("\"Tea\"", with: "\"Coffee\""), to: "workspace.json")
    // A session that only reads cannot undo the edit.
    let look = try program.run("list", options: ["--read-only"])
    #expect(look.errors == "strata: Another program has edited the workspace.\n")
    let end = try program.run("list", "undo", "list")
    #expect(end.errors == "strata: Another program has edited the workspace. To undo that: undo\n")
    #expect(end.lines.contains("  2  [ ] Coffee") && end.lines.last == "  3  [ ] Rice")
    #expect(end.lines.suffix(2).first == "  2  [ ] Tea")
  }
}
