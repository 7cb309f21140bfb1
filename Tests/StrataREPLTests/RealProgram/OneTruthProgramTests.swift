import Testing

@testable import StrataREPL

/// Values that a person or a file of another program gives to the program.
///
/// Other values have no field in the workspace: none of its types nests in itself, or has an optional in an optional, a map
/// with texts as keys, a leaf with its own `Codable`, or an address other than a text.
@Suite("The program treats a value alike in files, steps and answers")
struct OneTruthProgramTests {
  let program: Program
  /// A document with a todo, an annotation and a person.
  let document: String

  /// The files of a workspace with that document, and the document itself, made once.
  private static let made = Result { () throws -> (files: [String: [UInt8]], document: String) in
    let program = try Program()
    let end = try program.run(
      "start today",
      "add Milk --url https://x.y",
      "canvas add Look 1 5 red",
      "people add Ada",
      "export a.json"
    )
    #expect(end.status == 0, "\(end)")
    let names = program.folder.names.filter { $0.contains("workspace") }
    let files = try names.map { ($0, try program.folder.bytes(of: $0)) }
    return (Dictionary(uniqueKeysWithValues: files), try program.folder.text(of: "a.json"))
  }

  init() throws {
    program = try Program()
    let made = try Self.made.get()
    for (name, bytes) in made.files { try program.folder.write(bytes: bytes, to: name) }
    document = made.document
  }

  /// Imports the document with a replaced part, and runs some lines.
  private func imported(_ old: some RegexComponent, _ new: String, _ lines: String...) throws -> Program.End {
    let changed = document.replacing(old, with: new, maxReplacements: 1)
    #expect(changed != document, "\(document)")
    try program.folder.write(changed, to: "b.json")
    return try program.run(
      bytes: (["import b.json"] + lines).joined(separator: "\n").utf8,
      ["--keep-going"]
    )
  }

  /// Undoes and redoes the import after a restart, and returns the exported document.
  private func exportedAgain() throws -> String {
    let end = try program.run("undo", "redo", "undo", "redo", "export c.json --replace")
    #expect(end.status == 0 && end.errors == "", "\(end)")
    return try program.folder.text(of: "c.json")
  }

  @Test("null is no value for an optional field, and an error for a text")
  func nulls() throws {
    let end = try imported(/"url":"https:\/\/x.y"/, #""url":null,"category":null"#)
    #expect(end.status == 0 && end.lines.first?.hasPrefix("Imported b.json") == true, "\(end)")
    #expect(try !exportedAgain().contains("null"))
    #expect(try program.run("list").lines.last == "  1  [ ] Milk")
    let none = try imported(/"title":"Milk"/, #""title":null"#, "list")
    #expect(none.errors.contains("no text can be made: null is none") && none.lines.last == "  1  [ ] Milk")
  }

  @Test(
    "Zeroes of both signs and numbers without a JSON form are imported, undone and redone",
    arguments: ["-0", "-0.0", #""NaN""#, #""Infinity""#, "0.1", "1e300"]
  )
  func numbers(word: String) throws {
    let end = try imported(/"x":1\.0/, #""x":\#(word)"#)
    #expect(end.status == 0 && end.errors == "", "\(end)")
    // A number that is not equal to itself hinders no other step.
    let other = try program.run("add Tea", "undo", "canvas list")
    #expect(other.status == 0 && other.errors == "", "\(other)")
    let again = try exportedAgain()
    let written = ["-0": "-0.0", "1e300": "1e+300"][word] ?? word
    #expect(again.contains(#""x":\#(written)"#), "\(again)")
  }

  @Test(
    "An unknown or repeated field is refused by its name, and nothing is changed",
    arguments: [
      (#""title":"Milk","priority":1"#, "priority"), (#""title":"Milk","title":"Milk""#, "title"),
      (#""title":"Milk","\u0074itle":"Milk""#, "title"), (#""title":7"#, "title"),
      (#""title":"# + String(repeating: "[", count: 200) + String(repeating: "]", count: 200), "title"),
      (#""title":"# + String(repeating: "[", count: 100_000), "title"),
    ]
  )
  func strangeFields(text: String, name: String) throws {
    let end = try imported(/"title":"Milk"/, text, "list")
    #expect(
      end.status == 1 && end.errors.contains(name) && end.lines.last?.hasSuffix("Milk <https://x.y>") == true,
      "\(end)"
    )
    // A workspace with such a field is refused and left as it is.
    let workspace = try program.folder.text(of: "workspace.json")
    let changed = workspace.replacing(#""title":"Milk""#, with: text)
    #expect(changed != workspace)
    try program.folder.write(changed, to: "workspace.json")
    let refused = try program.run("list")
    #expect(refused.status == 3 && refused.output == "" && refused.errors.count < 2_000, "\(refused)")
    #expect(try program.folder.text(of: "workspace.json") == changed)
    try program.folder.write(workspace, to: "workspace.json")
    #expect(try program.run("list").status == 0)
  }

  @Test("A field that is missing in a file of an earlier version has the value of a new element")
  func missing() throws {
    let end = try imported(/"shouldMigrate":(true|false),/, "")
    #expect(end.status == 0, "\(end)")
    #expect(
      try exportedAgain() == document.replacing(#""shouldMigrate":true"#, with: #""shouldMigrate":false"#)
    )
  }

  @Test("A repeated key is refused in every spelling")
  func twins() throws {
    let entry = try #require(document.firstMatch(of: /"1":\{[^{}]*\}/)).output
    for twin in [
      String(entry), entry.replacing("\"1\":{", with: "\"01\":{"),
      entry.replacing("\"1\":{", with: "\"\\u0031\":{"),
    ] {
      let end = try imported(/"1":\{[^{}]*\}/, "\(entry),\(twin)", "list")
      #expect(end.status == 1 && end.lines.last?.hasSuffix("Milk <https://x.y>") == true, "\(end)")
    }
  }

  @Test("Links are the texts of the file: relative, with spaces, and in two spellings of a letter")
  func links() throws {
    let links = [
      "c d", "../x?y#z", "", "https://e.org/\u{fc}%20", "https://e.org/u\u{308}%20", "HTTPS://E.org:443/",
    ]
    for link in links {
      let end = try imported(/"url":"https:\/\/x.y"/, #""url":"\#(link)""#)
      #expect(end.status == 0, "\(end)")
      #expect(try exportedAgain().utf8.elementsEqual(program.folder.text(of: "b.json").utf8))
      #expect(try program.run("undo").status == 0)
    }
  }

  @Test("Moves that merge, through zeroes of both signs, are one step, also after a restart")
  func merged() throws {
    let moves = ["3", "0.0", "-0.0", "-1", "-0"].map { "canvas move 2 \($0) 5" }
    let first = try program.run(bytes: (moves + ["history", "quit"]).joined(separator: "\n").utf8)
    #expect(first.status == 0 && first.lines.filter { $0.contains("Move Annotation") }.count == 1, "\(first)")
    let second = try program.run("undo", "redo", "canvas list", "undo", "canvas list")
    #expect(second.status == 0 && second.errors == "", "\(second)")
    #expect(
      second.output.contains("(-0.0, 5.0)") && second.lines.last?.contains("(1.0, 5.0)") == true,
      "\(second)"
    )
  }
}
