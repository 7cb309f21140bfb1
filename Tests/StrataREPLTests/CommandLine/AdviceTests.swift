import Strata
import StrataInspection
import StrataStorage
import TestSupport
import Testing

@testable import StrataREPL

@Suite("Advice after an error")
struct AdviceTests {
  private static let (path, cause) = ("f.json", SystemError(5))

  /// Every error of state and log that a person can meet.
  private static let errors: [any Error] =
    [
      LogError.inaccessible(path: path, step: .read, cause: cause),
      LogError.notAFile(path: path, kind: .folder),
      LogError.corrupt(path: path, offset: 1, reason: "r"), LogError.overMemory(path: path, limit: 1),
      LogError.otherState(path: path), LogError.editedOutside(path: path, reason: "r"),
      LogError.newer(path: path, what: .format, found: 2, known: 1),
      LogError.unknownField(path: path, field: "x", reason: "r"), LogError.stateMissing(path: path),
      LogError.inUse(path: path), LogError.notAppended(path: path, step: .write, cause: cause),
      LogError.unwritable(path: path, reason: "r"), LogError.unreadable(path: path, limit: 1),
      LogError.overLimit(path: path, size: 2, limit: 1), LogError.full(path: path),
      LogError.stopped(path: path, step: .write, cause: cause), LogError.replaced(path: path),
      LogError.changed(path: path), LogError.lockLost(path: path), LogError.readOnly(path: path),
      LogError.closed(path: path),
      StateFileError.inaccessible(path: path, step: .read, cause: cause),
      StateFileError.notAFile(path: path, kind: .folder),
      StateFileError.tooLarge(path: path, size: 2, limit: 1),
      StateFileError.overMemory(path: path, limit: 1), StateFileError.blank(path: path, size: 0),
      StateFileError.corrupt(path: path, reason: "r", place: nil),
      StateFileError.unknownField(path: path, field: "x", reason: "r", place: nil),
      StateFileError.newer(path: path, what: .format, found: 2, known: 1),
      StateFileError.notMigrated(path: path, from: 1, reason: "r"),
      StateFileError.unencodable(path: path, reason: "r"),
      StateFileError.overLimit(path: path, size: 2, limit: 1),
      StateFileError.notSaved(path: path, step: .write, cause: cause),
      StateFileError.notYetDurable(path: path, cause: cause), StateFileError.conflict(path: path, .changed),
      StateFileError.conflict(path: path, .removed), StateFileError.locked(path: path),
      StateFileError.lockLost(path: path), StateFileError.logChanged(path: path),
      StateFileError.logReplaced(path: path), StateFileError.closed(path: path),
      StateFileError.onlyPrevious(path: path, previous: "p"), StateFileError.noPreviousVersion(path: path),
      PatchError(.overMemory(limit: 1)),
    ]
    + [Moment.ID(number: 1)].compactMap(\.self).flatMap { id -> [any Error] in
      [InspectionError.overMemory(id, limit: 1), InspectionError.noState(id, reason: "r")]
    }

  /// The commands that a text names after a colon.
  private func commands(in text: String) -> [String] {
    text.matches(of: /(?:To|If) [^:]+: ((?:(?!  To ).)+)/).map { String($0.1) }
  }

  @Test("Outside of a session, it is a command line that is understood, about the same file")
  func shell() throws {
    var counts: [String: Int] = [:]
    for task in Options.Task.allCases.prefix(5) {
      for error in Self.errors {
        guard let advice = advice(for: error, task, at: Self.path) else { continue }
        let found = commands(in: advice)
        #expect(!found.isEmpty, "\(advice)")
        for command in found {
          let words = command.split(separator: " ").map(String.init)
          #expect(words.first == "strata", "\(advice)")
          #expect(try Options(Array(words.dropFirst())).path == Self.path, "\(advice)")
          counts[task.rawValue, default: 0] += 1
        }
      }
    }
    #expect(counts.count == 5 && counts.values.allSatisfy { $0 > 8 }, "\(counts)")
    let tooLarge = StateFileError.tooLarge(path: Self.path, size: 2, limit: 1)
    #expect(
      advice(for: tooLarge, .inspect, at: Self.path)?.hasSuffix("strata inspect --no-limits f.json") == true
    )
    // A repair is not advised a repair of the same kind in circles.
    let conflict = StateFileError.conflict(path: Self.path, .changed)
    #expect(
      advice(for: conflict, .repair, at: Self.path) == "To repair the present files: strata repair f.json"
    )
  }

  @Test("In a session, it is a line of the session, or leaves it")
  func session() {
    var count = 0
    for error in Self.errors {
      let text = explained(error)
      #expect(text.hasPrefix(happening(of: error)))
      for line in commands(in: text.replacing(happening(of: error), with: "", maxReplacements: 1)) {
        let command = line.hasPrefix("quit, then strata --no-limits") ? "quit" : line
        #expect(MistakeTests.mistake(command) == nil, "\(text)")
        count += 1
      }
    }
    #expect(count > 6, "\(count)")
  }

  @Test("An event names nothing that only an app can call")
  func happenings() {
    for error in Self.errors {
      let text = happening(of: error)
      #expect(!text.contains("(:)") && !text.contains("()") && !text.contains("damagedLog"), "\(text)")
    }
  }

  @Test("Texts of the program name only options, tasks and commands that exist")
  func names() throws {
    let forms = WorkspaceSession.commands.all.map(\.form) + Inspector.commands.all.map(\.form)
    let own = Options.Task.allCases.flatMap { task in task.options.map { $0.name } } + ["--complete"]
    let options = Set(own + forms.flatMap { form in form.options.map { $0.name } })
    let lines = WorkspaceSession.commands.all.map(\.name) + Inspector.commands.all.map(\.name)
    var count = 0
    for (name, source) in try SourceTexts.sources(of: "StrataREPL") {
      for text in SourceTexts.texts(in: source) {
        for match in text.matches(of: /(?:^|[ '(\[])(--[a-z][a-z-]*)/) where name != "ShellCompletions.swift"
        {
          #expect(options.contains(String(match.1)), "\(name): \(text)")
          count += 1
        }
        for match in text.matches(of: /(?:^|[ (])strata ([a-z]+)\b/) where name != "ShellCompletions.swift" {
          let isTask = Options.Task(rawValue: String(match.1)) != nil
          #expect(isTask || text.hasPrefix("_strata") || match.1 == "published", "\(name): \(text)")
          count += 1
        }
        for match in text.matches(of: /(?:See|Try): ([a-z]+(?: [a-z]+)?)/) where !match.1.hasPrefix("strata")
        {
          #expect(lines.contains { match.1 == $0 || match.1.hasPrefix($0 + " ") }, "\(name): \(text)")
          count += 1
        }
      }
    }
    #expect(count > 60, "\(count)")
  }

  @Test(
    "A path is a word of any shell",
    arguments: [
      ("a.json", "a.json"), ("my file", "'my file'"), ("it's", "'it'\\''s'"), ("-x", "./-x"),
      ("a\u{1B}b", "\"$(printf 'a\\033b')\""),
    ]
  )
  func shellWords(path: String, word: String) throws {
    #expect(shellWord(path) == word)
    let end = try Program().shell("printf '%s' \(word) | od -An -tx1 | tr -d ' \\n'")
    let path = path.hasPrefix("-") ? "./\(path)" : path
    #expect(end.output == path.utf8.map { String($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())
  }
}
