import Foundation
import TestSupport
import Testing

@testable import StrataREPL

@Suite("The messages of the program about a damaged workspace")
struct RescueMessagesProgramTests {
  let program: Program

  init() throws { program = try Program.withThreeTodos() }

  @Test("The commands of a message can be typed, whatever the file's name")
  func names() throws {
    for name in ["-x.json", "--help", "it's.json", "a b.json", "n\nl.json", "r\u{202E}l 50%.json", "check"] {
      try program.folder.write("hello", to: name)
      try program.folder.write(name, to: "name")
      let refused = try program.shell("echo list | \"$STRATA\" -- \"$(cat name)\"")
      #expect(refused.status == 3, "\(name)")
      let found = try program.shell(try typed("check", in: refused.errors))
      #expect(found.status == 1 && found.output.contains("damaged: "), "\(name): \(found)")
      let kept = try program.shell(try typed("repair", in: refused.errors))
      #expect(
        kept.status == 1 && kept.errors.contains("can be kept, and it was left as it is"),
        "\(name): \(kept)"
      )
    }
  }

  @Test("No message names a function of the library")
  func words() throws {
    try program.folder.write("hello", to: "bad.json")
    let log = try program.folder.bytes(of: "workspace.json.log")
    let changed = log.replacing(Array("Tea".utf8), with: Array("Pea".utf8))
    try program.folder.write(bytes: changed, to: "workspace.json.log")
    for command in [
      "check bad.json", "repair bad.json", "bad.json", "\"$FILE\"", "check \"$FILE\"",
      "--read-only \"$FILE\"",
      "--set-aside \"$FILE\"", "repair \"$FILE\"",
    ] {
      let end = try program.shell("echo list | \"$STRATA\" \(command)")
      let text = end.output + end.errors
      #expect(
        !text.contains("(:)") && !text.contains("()") && !text.contains("damagedLog"),
        "\(command): \(text)"
      )
    }
  }

  @Test(
    "A folder or a pipe is not sent to a repair; a missing log is damage"
  )
  func unusable() throws {
    for make in ["mkdir other", "mkfifo other"] {
      let end = try program.shell("\(make); \"$STRATA\" check other; echo \"ended $?\"; rm -r other")
      #expect(end.lines.contains("ended 1") && !end.output.contains("repair"), "\(end)")
    }
    let gone = try program.shell("rm workspace.json.log; \"$STRATA\" check \"$FILE\"")
    #expect(gone.status == 1 && gone.output.contains("missing: ") && gone.output.contains("strata repair "))
    let nowhere = try program.shell("\"$STRATA\" repair \"$FILE\" --into /nowhere/x")
    #expect(
      nowhere.status == 1 && nowhere.errors.contains("/nowhere/x cannot be read: opening the folder failed")
    )
  }

  @Test("A repair into another file copies nothing while the workspace is open, and names the reason")
  func intoWhileOpen() throws {
    let end = try program.shell(
      """
      (echo list; wait_for [ -e done ]) | "$STRATA" "$FILE" > held &
      wait_for [ -s held ]; "$STRATA" repair "$FILE" --into new.json; echo "ended $?"; touch done; wait
      """
    )
    #expect(end.lines.contains("ended 1") && end.errors.contains("is open already"), "\(end)")
    #expect(!program.folder.names.contains { $0.contains("new.json") })
  }

  @Test(
    "Of two repairs at once, one is made; the other is refused or finds all whole; nothing is lost"
  )
  func twoRepairs() throws {
    let log = try program.folder.bytes(of: "workspace.json.log")
    var (refused, copies) = (0, Set<Int>())
    for round in 0..<Soak.times(4) {
      for name in program.folder.names where name.contains("quarantined") || name.contains("aside") {
        try FileManager.default.removeItem(atPath: program.folder.file(name))
      }
      try program.folder.write("hello", to: "workspace.json")
      let repair = "\"$STRATA\" repair \"$FILE\""
      let ends = try (0..<2).map { _ in try program.start(repair) }.map { Program.End($0.finish()) }
      #expect(ends.contains { $0.status == 0 }, "round \(round): \(ends)")
      for end in ends where end.status != 0 {
        refused += 1
        #expect(end.status == 1 && end.errors.contains("is open already"), "\(end)")
      }
      copies.insert(program.folder.names.filter { $0.contains("quarantined") }.count)
      #expect(try program.folder.text(of: "workspace.json.quarantined-1") == "hello")
      #expect(try program.folder.bytes(of: "workspace.json.log").starts(with: log.prefix(100)))
      #expect(try program.run("list").lines == ["DAY", "  1  [ ] Milk", "  2  [ ] Tea", "  3  [ ] Rice"])
    }
    #expect(copies.isSubset(of: [1, 2]), "one of the state, and one of the version before it: \(copies)")
    print("two repairs at once: \(refused) refused")
  }

  @Test("A folder or a pipe in the place of the previous version hinders no repair")
  func unusablePrevious() throws {
    for make in ["mkdir", "mkfifo"] {
      try program.folder.write("hello", to: "workspace.json")
      let found = try program.shell(
        "rm -rf .workspace.json.previous; \(make) .workspace.json.previous; \"$STRATA\" check \"$FILE\""
      )
      #expect(found.status == 1 && found.output.contains("repair"), "\(found)")
      #expect(found.output.contains(".workspace.json.previous: it is a "), "\(found)")
      let kept = try program.shell("\"$STRATA\" repair \"$FILE\"")
      #expect(
        kept.status == 0 && kept.output.contains("and no version of the state: it was not read"),
        "\(kept)"
      )
      let list = try program.run("list", "add Salt", "undo")
      #expect(list.lines.prefix(4) == ["DAY", "  1  [ ] Milk", "  2  [ ] Tea", "  3  [ ] Rice"], "\(list)")
    }
    // When everything else is whole, a repair has nothing to do.
    let whole = try program.shell(
      "rm -rf .workspace.json.previous; mkdir .workspace.json.previous; \"$STRATA\" check \"$FILE\""
    )
    #expect(whole.status == 1 && !whole.output.contains("strata repair"), "\(whole)")
  }

  @Test(
    "A broken link or a folder is reported as unusable, not as missing"
  )
  func unseen() throws {
    for path in ["link.json", "sub/", "workspace.json/x.json"] {
      let end = try program.shell("mkdir -p sub; ln -sf nowhere.json link.json; \"$STRATA\" check \(path)")
      #expect(end.status == 1 && end.output.hasPrefix("unusable: \(path): "), "\(end)")
      #expect(end.output.contains(" failed: "), "\(end)")
    }
  }
}
