import Strata
import StrataInspection
import Workspace

/// The request of the command line.
struct Options: Equatable {
  var task = Task.session
  /// The workspace's file; nil for the one in the data directory.
  var path: String?
  /// The words after the file: a command for `inspect`.
  var words: [String] = []
  var isReadOnly = false
  /// Whether a damaged log is set aside.
  var setsAside = false
  /// Whether files of any size are read and written.
  var isUnlimited = false
  /// Whether answers and errors are JSON, a value a line.
  var isJSON = false
  /// Whether piped lines continue after a line that failed.
  var keepsGoing = false
  /// The author of the session's changes; nil for the user.
  var author: String?
  /// The file that `repair` writes; nil to repair in place.
  var repaired: String?
  /// The file of the page that `inspect` writes.
  var page: String?
  /// The title of that page.
  var title: String?
  /// The paths that `inspect` leaves out.
  var omitted: [ValuePath] = []
  /// The position after which `follow` begins.
  var position: ChangePosition?
  /// The number of the machine that joins.
  var site = 1
  /// The file whose lines are applied; nil for the standard input.
  var lines: String?

  /// The kinds of requests. The raw value is the first word of the command line.
  enum Task: String, CaseIterable {
    case session = ""
    case check, repair, inspect, follow, join, publish, apply
    case help = "--help"
    case version = "--version"
    case completions = "--completions"
    /// The candidates for a word that is being typed in a shell.
    case complete = "--complete"

    /// The options of a task, each with the name of its value and a phrase for the shells.
    var options: [(name: String, value: String?, summary: String)] {
      let unlimited = ("--no-limits", String?.none, "read and write files of any size")
      let json = ("--json", String?.none, "answer in JSON, a value a line")
      switch self {
      case .session:
        return [
          ("--as", "NAME", "change everything in the name of an author"),
          ("--read-only", nil, "change nothing"),
          ("--set-aside", nil, "continue without a damaged log"), unlimited, json,
          ("--keep-going", nil, "continue after a line that failed"), ("--help", nil, "show the help"),
          ("--version", nil, "show the version"), ("--completions", "SHELL", "write completions for a shell"),
        ]
      case .repair: return [("--into", "OTHER", "write the result to another file"), unlimited]
      case .inspect:
        return [
          ("--page", "OUT", "write a page for a browser"), ("--title", "TITLE", "name the page"),
          ("--omit", "PATH", "leave out the values at a path"), json, unlimited,
        ]
      case .follow: return [("--after", "POSITION", "begin after a position"), unlimited]
      case .check, .join, .publish, .apply: return [unlimited]
      case .help, .version, .completions, .complete: return []
      }
    }
  }

  /// Reads the arguments after the program's name; `--` ends the options.
  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    if let word = rest.first, !word.isEmpty, !word.hasPrefix("-"), let task = Task(rawValue: word) {
      self.task = task
      rest.removeFirst()
    }
    if rest.first == "--complete" {
      (task, words) = (.complete, Array(rest.dropFirst()))
      return
    }
    let known = task.options.map(\.name) + ["--help"]
    var takesOptions = true
    while let argument = rest.popFirst() {
      if takesOptions && argument == "--" {
        takesOptions = false
      } else if takesOptions && argument.hasPrefix("-") && argument != "-" {
        try take(argument == "-h" ? "--help" : argument, known, &rest)
      } else if argument.isEmpty {
        throw UsageError("An empty argument names no file.")
      } else {
        words.append(argument)
      }
    }
    try assignWords()
  }

  private mutating func take(_ name: String, _ known: [String], _ rest: inout ArraySlice<String>) throws {
    guard known.contains(name) else {
      let guesses = near(name, among: known)
      throw UsageError(
        "Unknown option '\(name)'." + (guesses.isEmpty ? "" : " Did you mean \(choice(guesses))?")
      )
    }
    func value(_ hint: String) throws -> String {
      guard let value = rest.popFirst(), !value.isEmpty else { throw UsageError("\(name) needs \(hint).") }
      return value
    }
    switch name {
    case "--help": words = [task.rawValue]; task = .help
    case "--version": task = .version
    case "--completions": (task, title) = (.completions, try value("bash, zsh or fish"))
    case "--read-only": isReadOnly = true
    case "--set-aside": setsAside = true
    case "--no-limits": isUnlimited = true
    case "--json": isJSON = true
    case "--keep-going": keepsGoing = true
    case "--as": author = try value("a name")
    case "--into": repaired = try value("a new file")
    case "--page": page = try value("a new file")
    case "--title": title = try value("a title")
    case "--omit":
      let text = try value("a path, such as journal.notes")
      guard let path = ValuePath(text) else {
        throw UsageError("'\(text)' is not a path. A path is such as journal.notes[3].text.")
      }
      omitted.append(path)
    default:
      let text = try value("a position")
      guard let position = ChangePosition(text) else {
        throw UsageError("'\(text)' is not a position. A position is such as 9fa57f8677b8530b-12-5103a852.")
      }
      self.position = position
    }
  }

  /// Gives the words that are no options their meaning.
  private mutating func assignWords() throws {
    var rest = words[...]
    switch task {
    case .help, .version, .completions: return
    case .join:
      let word = rest.popFirst()
      guard let site = word.flatMap({ Int($0) }), IDCounter.sites.contains(site) else {
        throw UsageError(
          "join needs the number of this machine, from 1 on, which no other machine has or had"
            + (word.map { ": not '\($0)'." } ?? ".")
        )
      }
      self.site = site
    case .apply:
      guard let word = rest.popFirst() else {
        throw UsageError("apply needs a file of lines from strata publish, or - for the standard input.")
      }
      lines = word == "-" ? nil : word
    default: break
    }
    path = rest.popFirst()
    if let path, task == .session, FileNumber(path) == nil,
      WorkspaceSession.commands.all.contains(where: { $0.words[0] == path })
    {
      throw UsageError(
        "'\(path)' is a command of a session. Start one with: strata. A file of that name: ./\(path)"
      )
    }
    words = Array(rest)
    if let word = rest.first, task != .inspect {
      throw UsageError("Unexpected argument '\(word)': one file is enough.")
    }
    if page != nil && !words.isEmpty { throw UsageError("--page excludes a command.") }
  }
}

/// The command line was not understood.
struct UsageError: Error, Equatable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = printable(description) }
}

/// The exit status of the program; `--help` lists them.
enum ExitStatus: Equatable {
  case fine
  case commandFailed
  case notUnderstood
  case notOpened
  case outputBroken
  case inputBroken
  case notSaved
  /// A signal ended the program.
  case signal(Int32)

  var code: Int32 {
    switch self {
    case .fine: 0
    case .commandFailed: 1
    case .notUnderstood: 2
    case .notOpened: 3
    case .outputBroken: 4
    case .inputBroken: 5
    case .notSaved: 6
    case .signal(let number): 128 + number
    }
  }
}
