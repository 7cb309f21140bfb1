import Foundation
import Strata
import Testing
import Workspace

@testable import StrataREPL

@Suite("The forms of JSON are as they are documented")
struct JSONFormsTests {
  /// What a form says, read from its notation.
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

  /// What of a value is not as a form says; nil where all is.
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
      guard let named = (JSONForms.named + JSONForms.inspectNamed).first(where: { $0.name == name }) else {
        return "\(value) is no \(name)"
      }
      return try flaw(of: value, try Self.form(named.form), &seen)
    default: return "\(value) is no \(form)"
    }
  }

  static let lines = [
    "start today", "category add Work blue", "add Milk --category Work --url https://x.y", "add Oats",
    "done 2",
    "note add \"It rains\"", "bundle create Daily Stretch", "bundle repeat Daily daily",
    "bundle edit Daily Daily Stretch", "canvas add Hi 1 -2.5 red", "people add Ada", "people like 7 Tea",
    "as agent rename 3 Rice", "add Last", "undo by agent", "checkpoint Now", "add More --on tomorrow", "undo",
    "add Another", "list",
    "future", "note show 4", "search milk", "search rain", "category list", "bundle list",
    "canvas list", "people list", "history", "branches", "diff", "diff oldest", "review since oldest",
    "reject 10-11", "history",
    "memory",
    "export markdown", "export json", "save", "help", "help add", "jump oldest",
    "list",
    "undo", "redo 2", "as agent add Again", "undo by agent", "add Meanwhile", "redo by agent", "history",
    "nonsense", "done 99",
  ]

  @Test("Every answer of a long sitting is as its form says, and every form is met")
  func answers() throws {
    let program = try Program()
    let end = try program.run(bytes: Self.lines.joined(separator: "\n").utf8, ["--json", "--keep-going"])
    var (met, seen): (Set<String>, Set<String>) = ([], [])
    for line in end.output.split(separator: "\n") {
      // The texts in them are no days any more where the clock was made alike.
      let value = try PlainValue(json: Self.unlike(String(line)).utf8)
      guard case .record(let record) = value, let name = record.members.first?.name else {
        Issue.record("\(line)")
        continue
      }
      if record["error"] != nil {
        #expect(try Self.flaw(of: value, try Self.form(JSONForms.error), &seen) == nil, "\(line)")
        met.insert("error")
        continue
      }
      let form = try #require(JSONForms.answers.first { $0.name == name }, "\(line)")
      #expect(record.members.count == 1, "\(line)")
      let inner = try #require(record[name])
      #expect(try Self.flaw(of: inner, try Self.form(form.form), &seen) == nil, "\(line)")
      met.insert(name)
    }
    #expect(met == Set(JSONForms.answers.map(\.name) + ["error"]))
    // What may be missing is there somewhere, save for what it takes another branch, app or list to come about.
    let forms = try (JSONForms.answers + JSONForms.named).map { try Self.form($0.form) }
    #expect(
      Set(forms.flatMap(Self.optionalNames)).subtracting(seen) == ["note", "isOutside", "merges", "at"]
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

  /// Puts a day and a time back where `alike` has taken them away.
  static func unlike(_ line: String) -> String {
    line.replacing("NOW", with: "2026-11-24T09:30:00").replacing("\"DAY\"", with: "\"2026-11-24\"")
  }

  @Test("A form that does not fit is noticed")
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

  @Test("The version of the forms is said where it is asked for")
  func version() throws {
    let program = try Program()
    let end = try program.shell("\"$STRATA\" --version --json; \"$STRATA\" --version")
    #expect(end.lines == ["{\"json\":1,\"version\":\"0.1.0\"}", "strata 0.1.0"])
  }
}
