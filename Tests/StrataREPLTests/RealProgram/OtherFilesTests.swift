import Foundation
import Strata
import StrataStorage
import TestSupport
import Testing

@testable import StrataREPL

@Suite("The program and other files")
struct OtherFilesTests {
  let program: Program

  init() throws {
    program = try Program()
  }

  @Test("source runs the lines of a file; an error names file and line, and the remaining lines are not run")
  func source() throws {
    try program.folder.write("start today\nadd One\n", to: "monday")
    try program.folder.write("source monday\nadd Two\ndance\nadd Three\n", to: "week")
    let end = try program.run("source week", "add Four")
    #expect(end.status == 1 && end.lines.suffix(2) == ["  1  [ ] One", "  2  [ ] Two"])
    #expect(end.errors == "week, line 3: Unknown command 'dance'. Try: help\n")
    let going = try program.run("source week", "add Four", options: ["--keep-going"])
    #expect(going.lines.suffix(2) == ["  5  [ ] Three", "  6  [ ] Four"])
  }

  @Test("Files that name themselves, chains of too many files, and folders and devices end in an error")
  func endlessSource() throws {
    try program.folder.write("source b\n", to: "a")
    try program.folder.write("source ./a\n", to: "b")
    for number in 0..<30 { try program.folder.write("source \(number + 1)\n", to: "\(number)") }
    let end = try program.run(
      "source a",
      "source 0",
      "source .",
      "source /dev/zero",
      "source nowhere",
      options: ["--keep-going"]
    )
    #expect(end.status == 1)
    #expect(
      end.errors == """
        b, line 1: Cannot run the lines of ./a: the file names itself.
        15, line 1: Cannot run the lines of 16: more than 16 files name each other.
        line 3: Cannot run the lines of .: it is not a file of lines.
        line 4: Cannot run the lines of /dev/zero: it is not a file of lines.
        line 5: There is no file nowhere.

        """
    )
  }

  @Test("An import of an export is a step; export replaces a file only with --replace")
  func exchange() throws {
    let first = try program.run("start today", "add Milk", "export a.json", "export a.md", "export a.html")
    #expect(first.status == 0, "\(first.errors)")
    #expect(try alike(program.folder.text(of: "a.md")).hasPrefix("# DAY"))
    #expect(try program.folder.text(of: "a.html").contains("Milk"))
    let again = try program.run("export a.json")
    #expect(
      again.errors == "line 1: There is a file a.json already. To replace it: export a.json --replace\n"
    )
    let second = try program.run(
      "delete 1",
      "export a.md --replace",
      "import a.json",
      "list",
      "undo",
      "export workspace.json --replace",
      options: ["--keep-going"]
    )
    #expect(
      second.lines.dropFirst(2) == [
        "Imported a.json: 1 page, 1 todo", "DAY", "  1  [ ] Milk", "Undone: Import",
        "  1  [ ] Milk  is gone",
      ]
    )
    #expect(second.errors == "line 6: workspace.json is this workspace itself. Name another file.\n")
    let bad = try program.run("import a.md", "import nowhere", "import .", options: ["--keep-going"])
    #expect(bad.errors.split(separator: "\n").count == 3 && bad.output == "")
  }

  @Test("An import of the present document is reported and makes no step")
  func importOfTheSame() throws {
    _ = try program.run("start today", "add Milk", "export a.json")
    let end = try program.run(
      "import a.json",
      "history",
      "done 1",
      "import a.json",
      "undo",
      "redo"
    )
    let nothing = "Nothing was imported: the workspace has all of a.json."
    #expect(end.lines.first == nothing && end.lines.filter { $0 == nothing }.count == 1)
    #expect(!end.lines[1...3].contains { $0.contains("Import") })
    #expect(end.lines.contains("Imported a.json: 1 page, 1 todo") && end.lines.last == "  1  [ ] Milk")
    let again = try program.run("undo", "undo", "import a.json", "redo")
    #expect(again.lines.contains(nothing) && again.lines.last == "  1  [x] Milk", "\(again)")
  }

  @Test("An import of another kind of file says its kind, with the command that reads it")
  func foreignFiles() throws {
    _ = try program.run("start today", "add Milk")
    try program.folder.write("hello", to: "b.json")
    _ = try program.shell("echo start today | \"$STRATA\" \"other one.json\"")
    let end = try program.run(
      "import \"other one.json\"",
      "import b.json",
      "source d.txt",
      "export no/such/folder.md",
      "list",
      options: ["--keep-going"]
    )
    let errors = end.errors.split(separator: "\n").map(String.init)
    #expect(errors.count == 4 && end.lines.contains("  1  [ ] Milk"))
    #expect(errors.allSatisfy { !$0.contains("()") }, "\(errors)")
    #expect(
      errors[0].hasSuffix(
        "is a workspace. To import its document: strata 'other one.json', and there export old.json"
      )
    )
    #expect(
      errors[1].hasPrefix("line 2: b.json is not an exported document: this is no JSON: line 1, column 1: ")
        && errors[1].hasSuffix("See: help export")
    )
    #expect(errors[2] == "line 3: There is no file d.txt.")
    #expect(errors[3] == "line 4: There is no folder for no/such/folder.md.")
  }
}
