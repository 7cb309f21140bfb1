import Foundation
import Strata
import TestSupport
import Testing
import Workspace

@testable import StrataREPL

@Suite("The JSON that the documentation describes")
struct JSONFormsTests: OnOwnFile {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// A form, read from its notation.
  indirect enum Form: Equatable {
    case word(String)
    case list(Form)
    case record([Member])
    case either([Form])

    struct Member: Equatable {
      let name: String
      let isOptional: Bool
      let form: Form
    }
  }

  /// Reads the notation.
  struct Reader {
    var rest: Substring

    init(_ text: String) { rest = text[...] }

    mutating func takes(_ text: String) -> Bool {
      guard rest.hasPrefix(text) else { return false }
      rest = rest.dropFirst(text.count)
      return true
    }

    mutating func form() throws -> Form {
      var forms = [try one()]
      while takes(" or ") { forms.append(try one()) }
      return forms.count == 1 ? forms[0] : .either(forms)
    }

    private mutating func one() throws -> Form {
      if takes("[") {
        let inner = try form()
        try #require(takes("]"), "\(rest)")
        return .list(inner)
      }
      if takes("{") {
        var members: [Form.Member] = []
        repeat {
          let name = rest.prefix { $0.isLetter || $0.isNumber }
          rest = rest.dropFirst(name.count)
          let isOptional = takes("?")
          try #require(takes(": "), "\(rest)")
          members.append(Form.Member(name: String(name), isOptional: isOptional, form: try form()))
        } while takes(", ")
        try #require(takes("}"), "\(rest)")
        return .record(members)
      }
      let word = rest.prefix(while: \.isLetter)
      try #require(!word.isEmpty, "\(rest)")
      rest = rest.dropFirst(word.count)
      return .word(String(word))
    }
  }

  static func form(_ text: String) throws -> Form {
    var reader = Reader(text)
    let form = try reader.form()
    try #require(reader.rest.isEmpty, "\(text): \(reader.rest)")
    return form
  }

  /// The first part of a value that does not fit a form; nil when all fits.
  static func flaw(of value: PlainValue, _ form: Form, _ seen: inout Set<String>) throws -> String? {
    switch (form, value) {
    case (.either(let forms), _):
      for form in forms where try flaw(of: value, form, &seen) == nil { return nil }
      return "\(value) is none of \(forms)"
    case (.list(let inner), .list(let values)):
      for value in values {
        if let flaw = try flaw(of: value, inner, &seen) { return flaw }
      }
      return nil
    case (.record(let members), .record(let record)):
      for member in members {
        guard let value = record[member.name] else {
          if member.isOptional { continue }
          return "there is no \(member.name)"
        }
        seen.insert(member.name)
        if let flaw = try flaw(of: value, member.form, &seen) { return "\(member.name): \(flaw)" }
      }
      let others = record.members.map(\.name).filter { name in !members.contains { $0.name == name } }
      return others.isEmpty ? nil : "\(others) are not documented"
    case (.word("ANY"), _), (.word("null"), .null), (.word("TEXT"), .text), (.word("FLAG"), .bool): return nil
    case (.word("COUNT"), .integer(let count)): return count >= 0 ? nil : "\(count) is negative"
    case (.word("NUMBER"), .integer), (.word("NUMBER"), .number): return nil
    case (.word("DAY"), .text(let text)): return Day(text) == nil ? "\(text) is no day" : nil
    case (.word("TIME"), .text(let text)): return WallTime(text) == nil ? "\(text) is no time" : nil
    case (.word(let name), _):
      guard let named = try Self.documented()[name] else {
        return "\(value) is no \(name)"
      }
      return try flaw(of: value, try Self.form(named), &seen)
    default: return "\(value) is no \(form)"
    }
  }

  /// The forms of the page, by name.
  static func documented() throws -> [String: String] {
    let sources = SourceTexts.package.appendingPathComponent("Sources")
    let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
    let pages = (files?.allObjects as? [URL] ?? []).filter { $0.lastPathComponent == "TheProgram.md" }
    let text = try String(contentsOf: try #require(pages.first), encoding: .utf8)
    let rows = text.matches(of: /\n- `(\w+)`: ([^\n]+)/).map { (String($0.1), String($0.2)) }
    return Dictionary(uniqueKeysWithValues: rows)
  }

  private static let lines = [
    "start today", "category add Work blue", "add Milk --category Work --url https://x.y", "add Oats",
    "done 2-3",
    "note add It rains", "bundle create Daily Stretch", "canvas add Hi 1 -2.5 red", "people add Ada",
    "people like 7 Tea",
    "as agent rename 3 Rice", "add Last", "undo by agent", "checkpoint Now", "add More --on tomorrow", "undo",
    "add Another", "list", "future", "note show 4", "search milk", "search rain", "category list",
    "bundle list",
    "canvas list", "people list", "history", "branches", "diff", "diff oldest", "review since oldest",
    "reject 5",
    "history", "memory", "export markdown", "export json", "help add", "jump oldest", "list", "undo by agent",
    "redo 2", "as agent add Again", "undo by agent", "add Meanwhile", "redo by agent", "history", "nonsense",
    "done 99",
  ]

  private static let questions = [
    "timeline", "show 3", "diff 3", "diff oldest present", "blame journal", "find Milk", "nonsense",
  ]

  @Test("Every answer fits its form, and every form is met")
  func answers() throws {
    let forms = try Self.documented()
    var (met, seen): (Set<String>, Set<String>) = ([], [])
    try folder.write(Self.lines.joined(separator: "\n"), to: "lines")
    try folder.write(Self.questions.joined(separator: "\n"), to: "questions")
    let script = """
      cd "\(folder.path)"; "\(Program.path)" w.json --json --keep-going < lines
      "\(Program.path)" inspect w.json --json < questions
      """
    let end = try Program().shell(script)
    for line in end.output.split(separator: "\n") {
      let value = try PlainValue(json: Self.unlike(String(line)).utf8)
      guard case .record(let record) = value, let name = record.members.first?.name else {
        Issue.record("\(line)")
        continue
      }
      let form = try Self.form(try #require(forms[record["error"] == nil ? name : "error"], "\(line)"))
      let inner = record["error"] == nil ? try #require(record[name]) : value
      #expect(record["error"] != nil || record.members.count == 1)
      #expect(try Self.flaw(of: inner, form, &seen) == nil, "\(line)")
      met.insert(record["error"] == nil ? name : "error")
    }
    #expect(met == Set(forms.keys.filter { $0.first?.isLowercase == true }))
    let optional = try Set(forms.values.flatMap { Self.optionalNames(try Self.form($0)) })
    // These need another branch, app or list.
    #expect(
      optional.subtracting(seen).isSubset(of: [
        "note", "isExternal", "merges", "at", "lines", "kept", "removed", "added", "from",
      ])
    )
  }

  static func optionalNames(_ form: Form) -> [String] {
    switch form {
    case .word: []
    case .list(let inner): optionalNames(inner)
    case .either(let forms): forms.flatMap(optionalNames)
    case .record(let members): members.flatMap { ($0.isOptional ? [$0.name] : []) + optionalNames($0.form) }
    }
  }

  /// Puts a day and a time back that `alike` has taken away.
  static func unlike(_ line: String) -> String {
    line.replacing("NOW", with: "2026-11-24T09:30:00").replacing("\"DAY\"", with: "\"2026-11-24\"")
  }

  @Test("A value that does not fit is noticed")
  func notices() throws {
    var seen: Set<String> = []
    for (json, form) in [
      ("{\"a\":1}", "{b: COUNT}"), ("{\"a\":1,\"b\":2}", "{a: COUNT}"), ("[1,\"x\"]", "[COUNT]"),
      ("null", "TEXT or FLAG"),
      ("-1", "COUNT"), ("1.5", "COUNT"), ("\"2026-02-30\"", "DAY"), ("\"noon\"", "TIME"), ("{}", "TODO"),
      ("1", "NONE"),
    ] {
      #expect(
        try Self.flaw(of: PlainValue(json: json.utf8), Self.form(form), &seen) != nil,
        "\(json), \(form)"
      )
    }
  }

  @Test("The version of the forms is printed with --json")
  func version() throws {
    let end = try Program().shell("\"$STRATA\" --version --json; \"$STRATA\" --version")
    #expect(end.lines == ["{\"json\":1,\"version\":\"0.1.0\"}", "strata 0.1.0"])
  }
}
