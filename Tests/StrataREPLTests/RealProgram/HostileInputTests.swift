import Foundation
import StrataCore
import StrataStorage
import TestSupport
import Testing
import Workspace

@testable import StrataREPL

@Suite("The program and hostile input")
struct HostileInputTests {
  let program: Program

  init() throws {
    program = try Program()
  }

  @Test("A line of a megabyte is an error, and the next line is run")
  func longLine() throws {
    let line = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
    let end = try program.run(
      bytes: Array("start today\nadd \"".utf8) + line + Array("\"\nadd Short".utf8),
      ["--keep-going"]
    )
    #expect(end.status == 1 && end.lines.last == "  1  [ ] Short")
    #expect(end.errors == "line 2: The line is longer than 65536 bytes. It was skipped.\n")
  }

  @Test("A line of the longest length is run and shown whole")
  func longestLine() throws {
    let title = String(repeating: "é", count: (DescriptorLines.longest - 4) / 2)
    let end = try program.run("start today", "add \(title)")
    #expect(end.status == 0 && end.lines.last == "  1  [ ] \(title)")
  }

  @Test("An endless line takes no more memory than a line; a signal ends it, and every change is saved")
  func endlessLine() throws {
    let megabytes = 200
    let bounded = """
      ulimit -v 1000000; { echo start today; echo add Milk; head -c \(megabytes << 20) /dev/zero | tr '\\0' x; echo; \
      echo list; } | "$STRATA" "$FILE" --keep-going
      """
    let end = try program.shell(bounded)
    #expect(end.errors == "line 3: The line is longer than 65536 bytes. It was skipped.\n")
    #expect(end.lines.last == "  1  [ ] Milk")
    #if os(Linux)
      let endless = """
        { echo add Tea; tr '\\0' x < /dev/zero; } | { exec 3<&0; \
        "$STRATA" "$FILE" --keep-going <&3 > /dev/null 2>&1 & child=$!; \
        has_read() { [ "$(sed -n 's/^rchar: //p' /proc/$child/io)" -gt 100000000 ]; }; wait_for has_read; \
        grep VmHWM /proc/$child/status | tr -dc 0-9; kill -TERM $child; wait $child; echo " $?"; }
        """
      let numbers = try program.shell(endless).output.split(whereSeparator: \.isWhitespace).compactMap {
        Int($0)
      }
      #expect(numbers.count == 2 && numbers.last == 143 && numbers[0] < 100_000, "\(numbers)")
    #endif
    #expect(try program.run("list").lines.contains("  1  [ ] Milk"))
  }

  @Test(
    "A line that is not in UTF-8 is an error, and the next line is run",
    arguments: [
      [0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xC0, 0x80], [0xF4, 0x90, 0x80, 0x80],
    ] as [[UInt8]]
  )
  func notUTF8(bytes: [UInt8]) throws {
    let end = try program.run(
      bytes: Array("start today\nadd \"a".utf8) + bytes + Array("\"\nadd Short\n".utf8),
      ["--keep-going"]
    )
    #expect(end.status == 1 && end.lines.last == "  1  [ ] Short")
    #expect(end.errors == "line 2: The line is not in UTF-8. It was skipped.\n")
  }

  @Test("Control and bidirectional characters are shown as escapes and stored exactly")
  func hostileTitles() throws {
    let titles = [
      "a\u{0}b", "\u{1B}[2J\u{1B}]0;owned\u{7}", "\u{202E}abc\u{2066}", "\u{9B}31m", "e\u{301}", "a\u{2028}b",
    ]
    let lines =
      titles.map { "add \"\($0)\"" } + [
        "rename 99 \"\u{1B}c\"", "add Link --url \"\u{1B}[2Jx\"", "category set 1 \u{1B}c", "\u{1B}c",
        "done \u{9B}3m", "add x --\u{202E}", "export \u{1B}c/x.md", "source \u{1B}c", "jump \u{1B}c",
        "export all.json",
      ]
    let end = try program.run(
      bytes: (["start today"] + lines).joined(separator: "\n").utf8,
      ["--keep-going"]
    )
    for text in [end.output, end.errors] {
      #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
      #expect(!text.unicodeScalars.contains { $0.properties.isBidiControl || $0 == "\u{2028}" })
    }
    #expect(end.lines.contains(#"  2  [ ] \u{1b}[2J\u{1b}]0;owned\u{7}"#))
    let json = try Data(contentsOf: URL(fileURLWithPath: program.folder.file("all.json")))
    let document = try Document(importing: Array(json))
    #expect(document.journal.todos.values.map { Array($0.title.utf8) } == titles.map { Array($0.utf8) })
  }

  @Test("No output has an invisible character, and an export is imported unchanged")
  func unseenCharacters() throws {
    let titles = [
      "a\u{9B}b", "a\u{9D}b", "\u{202E}abc", "a\u{200B}\u{200D}\u{2060}b", "\u{E0067}\u{E007F}",
      "\u{FEFF}\u{AD}",
      "👩\u{200D}👩\u{200D}👧", "\u{2764}\u{FE0F}", "e\u{301}",
    ]
    let lines =
      titles.map { "add \"\($0)\"" } + [
        "list", "export all.json", "export json", "rename 99 \u{202E}", "show \u{202E}",
      ]
    func isSeen(_ text: String) -> Bool {
      text.unicodeScalars.allSatisfy { scalar in
        let properties = scalar.properties
        return scalar == "\n"
          || properties.generalCategory != .control && !properties.isBidiControl
            && (!properties.isDefaultIgnorableCodePoint || properties.isVariationSelector
              || scalar == "\u{200D}")
      }
    }
    for options in [["--keep-going", "--json"], ["--keep-going"]] {
      let end = try program.run(bytes: (["start today"] + lines).joined(separator: "\n").utf8, options)
      #expect(isSeen(end.output) && isSeen(end.errors))
      try FileManager.default.removeItem(atPath: program.folder.file("workspace.json"))
      try FileManager.default.removeItem(atPath: program.folder.file("workspace.json.log"))
      // With only the previous version left, the program would not begin a new workspace.
      try FileManager.default.removeItem(atPath: program.folder.file(".workspace.json.previous"))
      let json = try Data(contentsOf: URL(fileURLWithPath: program.folder.file("all.json")))
      try FileManager.default.removeItem(atPath: program.folder.file("all.json"))
      #expect(isSeen(String(decoding: json, as: UTF8.self)))
      #expect(!String(decoding: json, as: UTF8.self).unicodeScalars.contains("\u{200D}"))
      let document = try Document(importing: Array(json))
      #expect(document.journal.todos.values.map { Array($0.title.utf8) } == titles.map { Array($0.utf8) })
    }
    #expect(printable("👩\u{200D}👧 a\u{200D}b") == "👩\u{200D}👧 a\\u{200d}b")
  }

  @Test(
    "When the reader of the output is gone, the program ends quietly, and the changes before are saved"
  )
  func brokenOutput() throws {
    let many = String(repeating: "list\n", count: 5_000)
    try program.folder.write("start today\nadd Milk\n" + many, to: "many")
    let end = try program.shell(
      "{ \"$STRATA\" \"$FILE\" < many; echo $? > status; } | head -n 1; wait_for [ -s status ]; cat status"
    )
    #expect(end.lines == ["DAY", "4"] && end.errors == "")
    let help = try program.shell("\"$STRATA\" --help | head -n 1")
    #expect(help.lines.count == 1 && help.errors == "")
    let full = try program.shell("echo add Tea | \"$STRATA\" \"$FILE\" > /dev/full")
    #expect(full.status == 4 && full.errors.hasPrefix("strata: cannot write the output: "))
    let closed = try program.shell("echo add Rice | \"$STRATA\" \"$FILE\" >&-")
    #expect(closed.status == 4)
    #expect(
      try program.run("list").lines == ["DAY", "  1  [ ] Milk", "  2  [ ] Tea", "  3  [ ] Rice"]
    )
  }

  @Test("A closed input is an error; an empty input is not")
  func closedInput() throws {
    let closed = try program.shell("\"$STRATA\" \"$FILE\" <&-")
    #expect(closed.status == 5 && closed.errors.hasPrefix("strata: cannot read the input: "))
    #expect(try program.shell("\"$STRATA\" \"$FILE\" < /dev/null") == .init((0, "", "")))
    #expect(try program.shell("echo list | \"$STRATA\" \"$FILE\" 2>&-").status == 0)
    #expect(try program.shell("\"$STRATA\" \"$FILE\" < .").status == 5)
  }

  @Test(
    "A signal ends a session that waits for input: every change is saved for the next session",
    arguments: [
      SIGHUP, SIGINT, SIGTERM,
    ]
  )
  func signals(number: Int32) throws {
    let input = ChildProcess.pipe()
    let session = try program.start("exec \"$STRATA\" \"$FILE\"", input: input)
    try input.fileHandleForWriting.write(contentsOf: Data("start today\nadd Milk\n".utf8))
    var shown = ""
    while !shown.contains("Milk") { shown += session.waitForOutput() }
    session.signal(number)
    #expect(session.finish().status == 128 + number)
    #expect(try program.run("done 1") == .init((0, "  1  [x] Milk\n", "")))
  }

  @Test("A signal ends a session whose output nobody reads; an ignored signal stays ignored")
  func stuckOutput() throws {
    try program.folder.write("start today\nadd Milk\n" + String(repeating: "help\n", count: 200), to: "many")
    let stuck = try program.start("exec \"$STRATA\" \"$FILE\" < many")
    var shown = ""
    while !shown.contains("Milk") { shown += stuck.waitForOutput() }
    #expect(stuck.waitUntilItWaits())
    stuck.signal(SIGTERM)
    #expect(stuck.finish().status == 143)
    let ignored = try program.shell(
      """
      trap '' HUP; { echo list; wait_for [ -e killed ]; echo list; } | { exec 3<&0; "$STRATA" "$FILE" <&3 > answers & \
      child=$!; wait_for [ -s answers ]; kill -HUP $child; touch killed; wait $child; echo $?; }
      """
    )
    #expect(ignored.output == "0\n")
  }

  @Test(
    "A signal ends a session that waits to write an answer before the next line",
    arguments: [
      ("\"$STRATA\" \"$FILE\"", "export json\n"), ("\"$STRATA\" inspect \"$FILE\" --json", "show\n"),
    ]
  )
  func stuckBeforeALine(command: String, line: String) throws {
    let adds = (1...600).map { "add \"Todo \($0)\"" }
    _ = try program.run(bytes: (["start today"] + adds).joined(separator: "\n").utf8)
    let input = ChildProcess.pipe()
    let stuck = try program.start("exec \(command)", input: input)
    // A pipe has room for one of these answers; the program has room for both.
    for _ in 1...2 {
      try input.fileHandleForWriting.write(contentsOf: Data(line.utf8))
      #expect(stuck.waitUntilItWaits())
    }
    stuck.signal(SIGTERM)
    // A session that misses the signal ends with its lines.
    let lines = input.fileHandleForWriting
    DispatchQueue.global().asyncAfter(deadline: .now() + Patience.seconds) { try? lines.close() }
    #expect(stuck.finish().status == 128 + SIGTERM)
  }

  @Test("On a full disk, a change that does not fit is not made, and the changes before are kept")
  func fullDisk() throws {
    let title = String(repeating: "x", count: 2_000)
    // A file has at most 32 blocks of 512 or 1,024 bytes.
    let adds = "start today\n" + String(repeating: "add \(title)\n", count: 100)
    try program.folder.write(adds, to: "adds")
    let end = try program.shell("ulimit -f 32; \"$STRATA\" \"$FILE\" < adds")
    #expect(end.status == 1 || end.status == 6, "\(end.errors)")
    #expect(end.errors.contains("File too large"))
    let done = end.lines.filter { $0.hasSuffix("] \(title)") }.count
    #expect(done > 0 && done < 100)
    let found = try program.run("list")
    #expect(found.status == 0 && found.lines.filter { $0.hasSuffix("] \(title)") }.count == done)
  }

  @Test(
    "A file that is not a workspace is refused and left as it is",
    arguments: [
      "hello", "", "{", "\u{0}\u{0}\u{0}", #"{"format":"strata-state-9","schema":1,"state":{}}"#,
      String(repeating: "[", count: 100_000),
    ]
  )
  func hostileFiles(text: String) throws {
    try program.folder.write(text, to: "workspace.json")
    let end = try program.run("start today")
    #expect(end.status == 3 && end.output == "" && end.errors.hasPrefix("strata: "))
    #expect(try program.folder.text(of: "workspace.json") == text)
  }

  @Test("Folders, pipes, devices and names in missing folders are refused")
  func notFiles() throws {
    for name in [".", "/dev/null", "/dev/tty", "nowhere/w.json", "pipe", String(repeating: "n", count: 300)] {
      let end = try program.shell("mkfifo pipe 2>&-; \"$STRATA\" \(name) < /dev/null")
      #expect(end.status == 3 && end.errors.hasPrefix("strata: "), "\(name): \(end)")
    }
  }

  @Test("A missing folder is reported as a failure to open, not to save")
  func noFolder() throws {
    let end = try program.shell("\"$STRATA\" nowhere/w.json < /dev/null")
    #expect(
      end.errors == """
        strata: nowhere/w.json cannot be read: opening the folder failed: No such file or directory (errno 2). It was \
        left as it is.

        """
    )
  }

  @Test(
    "Without HOME there is a message; with HOME the workspace is in the data directory, for its owner alone"
  )
  func home() throws {
    let none = try program.shell("unset HOME; echo list | \"$STRATA\"")
    #expect(none.status == 3 && none.output == "")
    #expect(
      none.errors
        == "strata: HOME is not set to a path that begins with /. Name a file instead: strata FILE\n"
    )
    let end = try program.shell("echo start today | \"$STRATA\"; echo list | \"$STRATA\"")
    #expect(end.lines == ["DAY", "  nothing to do", "DAY", "  nothing to do"])
    let path = try DataDirectory.path { ["HOME": program.folder.path][$0] }
    let attributes = try FileManager.default.attributesOfItem(atPath: path + "/workspace.json")
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o700)
  }
}
