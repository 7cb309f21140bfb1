import Testing

@testable import StrataREPL

/// What a person, or another program's file, can say of a value through the program. It has no fields for the rest: none of
/// its types nests in itself, has an optional in an optional, a map by texts, a leaf with a `Codable` of its own, or an address
/// that is more than a text.
@Suite("One truth about a value, in the program")
struct OneTruthProgramTests {
  let program: Program
  /// A document with something of everything.
  let document: String

  /// The files of a workspace with that document, and the document itself.
  private static let made = Result { () throws -> (files: [String: String], document: String) in
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
    let files = try names.map { ($0, try program.folder.text(of: $0)) }
    return (Dictionary(uniqueKeysWithValues: files), try program.folder.text(of: "a.json"))
  }

  init() throws {
    program = try Program()
    let made = try Self.made.get()
    for (name, text) in made.files { try program.folder.write(text, to: name) }
    document = made.document
  }

  /// Imports a document in which something is told otherwise.
  private func imported(_ old: some RegexComponent, _ new: String, _ lines: String...) throws -> Program.End {
    let changed = document.replacing(old, with: new, maxReplacements: 1)
    #expect(changed != document, "\(document)")
    try program.folder.write(changed, to: "b.json")
    return try program.run(
      bytes: (["import b.json"] + lines).joined(separator: "\n").utf8,
      ["--keep-going"]
    )
  }

  /// Goes back over what was imported and forth again, after a restart, and returns the document that is exported then.
  private func exportedAgain() throws -> String {
    let end = try program.run("undo", "redo", "undo", "redo", "export c.json --replace")
    #expect(end.status == 0 && end.errors == "", "\(end)")
    return try program.folder.text(of: "c.json")
  }

  @Test("Null is none where there may be none, and no text")
  func nulls() throws {
    let end = try imported(/"url":"https:\/\/x.y"/, #""url":null,"category":null"#)
    #expect(end.status == 0 && end.lines.first?.hasPrefix("Imported b.json") == true, "\(end)")
    #expect(try !exportedAgain().contains("null"))
    #expect(try program.run("list").lines.last == "  1  [ ] Milk")
    let none = try imported(/"title":"Milk"/, #""title":null"#, "list")
    #expect(none.errors.contains("no text can be made: null is none") && none.lines.last == "  1  [ ] Milk")
  }

  @Test(
    "Zeroes of both signs, and numbers that JSON has no word for, come from a file, are undone, and come back",
    arguments: ["-0", "-0.0", #""NaN""#, #""Infinity""#, "0.1", "1e300"]
  )
  func numbers(word: String) throws {
    let end = try imported(/"x":1\.0/, #""x":\#(word)"#)
    #expect(end.status == 0 && end.errors == "", "\(end)")
    // What is not equal to itself is in the way of nothing else.
    let other = try program.run("add Tea", "undo", "canvas list")
    #expect(other.status == 0 && other.errors == "", "\(other)")
    let again = try exportedAgain()
    let written = ["-0": "-0.0", "1e300": "1e+300"][word] ?? word
    #expect(again.contains(#""x":\#(written)"#), "\(again)")
  }

  @Test(
    "What a description does not know, or knows once, is refused by its name, and nothing is changed",
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
    // The same in a workspace: it is left as it is.
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

  @Test("A field that a file of an earlier version does not have is as in a new value")
  func missing() throws {
    let end = try imported(/"shouldMigrate":(true|false),/, "")
    #expect(end.status == 0, "\(end)")
    #expect(
      try exportedAgain() == document.replacing(#""shouldMigrate":true"#, with: #""shouldMigrate":false"#)
    )
  }

  @Test("Twins of a key are refused, however they are written")
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

  @Test("Links are texts as a file has them: relative, with blanks, and in two spellings of a letter")
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

  @Test("Moves that merge, through zeroes of both signs, are one step after a restart, too")
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
