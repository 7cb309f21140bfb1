import Testing

@testable import StrataREPL

@Suite("Ways out that messages name")
struct WaysOutTests {
  /// What a command line is understood as, or why it is not.
  private func complaint(_ arguments: [String]) -> String? {
    do throws(UsageError) {
      _ = try Options(arguments)
      return nil
    } catch {
      return error.description
    }
  }

  /// Why what a text says is typed cannot be typed.
  private func complaints(about text: String) -> [String] {
    var found: [String] = []
    for match in text.matches(of: /(^|[ '(`\[])(--[a-z][a-z-]*)/) {
      let option = String(match.2)
      let isVerbs = Verb.all.contains { $0.form.contains(option) }
      let isOwn =
        [[option], [option, "bash"]].contains { complaint($0) == nil }
        || ["repair", "inspect"].contains { complaint([$0, option, "b"]) == nil }
        || complaint(["follow", option, "0123456789abcdef-1"]) == nil
      if !isVerbs && !isOwn { found.append("there is no option \(option)") }
    }
    for match in text.matches(of: /(^|[ `])strata ([a-z-]+)( |`|$|\n)/) {
      let word = String(match.2)
      if word.hasPrefix("-") {
        if complaint([word]) != nil && complaint([word, "bash"]) != nil {
          found.append("there is no option \(word)")
        }
      } else if (try? Options([word]).task) == .sitting {
        found.append("there is no task '\(word)'")
      }
    }
    for match in text.matches(of: /(See|[Tt]ry|with|undone|To replace it): ([a-z?][^…\n]*)/) {
      let line = match.2.hasSuffix(".") ? match.2.dropLast() : match.2
      if line.hasPrefix("strata ") { continue }
      // What a sitting that inspects takes is no command of the other one.
      if (try? InspectCommand(line.split(separator: " ").map(String.init))) != nil { continue }
      if !Verb.all.contains(where: { line.split(separator: " ").map(String.init).starts(with: $0.words) }) {
        found.append("there is no command '\(line)'")
      } else if MistakeTests.mistake(String(line)) != nil && !text.contains("\(line)…")
        && !line.hasSuffix(" ")
      {
        found.append("'\(line)' is not understood")
      }
    }
    return found
  }

  @Test(
    "Every option, task and command that a text of the program or a page names is understood as it is typed"
  )
  func program() throws {
    var (texts, named) = (0, 0)
    let sources = try ["StrataREPL", "Workspace"].flatMap { try SourceTexts.sources(of: $0) }
    // What is written for shells is tried in them.
    for (name, source) in sources where name != "Shell.swift" {
      for text in SourceTexts.texts(in: source) {
        #expect(complaints(about: text) == [], "\(name): \(text)")
        texts += 1
        named += text.contains("--") || text.contains("strata ") || text.contains("See: ") ? 1 : 0
      }
    }
    #expect(texts > 300 && named > 25, "\(texts), \(named)")
    for (name, page) in try SourceTexts.sources(of: "StrataStorage", ending: "md") {
      for line in page.split(separator: "\n") where line.contains("`strata ") {
        #expect(complaints(about: String(line)) == [], "\(name)")
      }
    }
  }

  @Test("What a sentence about a mistake advises is understood as it is typed")
  func mistakes() {
    let mistakes = MistakeTests.names + MistakeTests.texts + MistakeTests.kinds + MistakeTests.options
    for (_, _, sentence) in mistakes {
      // What was typed stands between quotation marks.
      #expect(complaints(about: sentence.replacing(/'[^']*'/, with: "…")) == [], "\(sentence)")
    }
    for listed in Placeholder.Listed.allCases {
      let kinds: [Placeholder] = [.ids(listed), .category, .bundle, .moment, .command]
      for list in kinds.compactMap(\.list) { #expect(complaints(about: "See: \(list)") == []) }
    }
    for verb in Verb.all { #expect(complaints(about: "See: help \(verb.name)") == []) }
  }

  @Test("What is not there is complained about")
  func wrong() {
    for text in [
      "To heal it: strata heal a.json", "See: strata --helpful", "Name it behind --onto.", "See: categories",
      "Try: start tomorrow", "That can be undone: undone", "Start one with: start",
    ] {
      #expect(!complaints(about: text).isEmpty, "\(text)")
    }
  }

  @Test("Every function, option and case that an error of the library names is there to be called")
  func library() throws {
    let sources = try ["StrataCore", "StrataStorage", "StrataSync"].flatMap {
      try SourceTexts.sources(of: $0)
    }
    let all = sources.map(\.text).joined(separator: "\n")
    /// Whether a function has these labels, in its first lines.
    func isThere(_ name: Substring, _ labels: Substring) -> Bool {
      var rest = all[...]
      while let found = rest.range(of: "func \(name)") ?? rest.range(of: "\(name)(") {
        rest = rest[found.upperBound...]
        let head = rest.prefix(300)
        if labels.split(separator: ":").allSatisfy({ $0 == "_" || head.contains("\($0)") }) { return true }
      }
      return false
    }
    var named: Set<String> = []
    for (file, source) in sources {
      // Sentences, and not names in a format.
      for text in SourceTexts.texts(in: source) where text.split(separator: " ").count > 3 {
        for match in text.matches(of: /\b([a-z]\w*)\(((?:\w+:)*)\)/) {
          #expect(isThere(match.1, match.2), "\(file): \(text)")
          named.insert(String(match.0))
        }
        for match in text.matches(of: /\b([a-z]+[A-Z]\w*)\b(?!\()/) {
          let isName = ["var", "let", "case"].contains { all.contains("\($0) \(match.1)") }
          #expect(isName, "\(file): \(text)")
          named.insert(String(match.1))
        }
        for match in text.matches(of: /\w: \.(\w+)/) {
          #expect(all.contains("case \(match.1)\n"), "\(file): \(text)")
          named.insert(String(match.1))
        }
      }
    }
    #expect(
      named.isSuperset(of: ["flush()", "save(to:)", "sizeLimit", "memoryLimit", "damagedLog", "setAside"]),
      "\(named.sorted())"
    )
  }
}
