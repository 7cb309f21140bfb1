/// What the command line asks for.
struct Options: Equatable {
  /// The workspace's file; nil for the one in the data directory.
  var path: String?
  var isReadOnly = false
  /// Whether a log that is damaged is put aside.
  var setsAside = false
  /// Whether files are read and written however large they are.
  var isUnlimited = false
  var task = Task.sitting
  /// Whether answers and errors are JSON, a value a line.
  var isJSON = false
  /// Whether a piped sitting goes on after a line that failed.
  var keepsGoing = false
  /// In whose name the sitting's commands are carried out; nil for the user's own.
  var author: String?
  /// Something that is shown instead of a sitting.
  var notice: Notice?

  enum Task: Equatable {
    case sitting
    /// Look at the files, and change nothing.
    case check
    /// Keep what can be kept, here or in another place.
    case repair(into: String?)
    /// Look at the history of any app.
    case inspect(InspectOptions)
    /// Tell the changes of any app as they come.
    case follow(FollowOptions)
    /// Share the workspace with other machines.
    case share(SharingOptions)
  }

  enum Notice: Equatable {
    case help, version
    /// What `inspect` takes.
    case inspecting
    /// What `follow` takes, and how its lines are to be read.
    case following
    /// What `join`, `publish` and `apply` take.
    case sharing
    /// All of it, with the commands and the forms of JSON.
    case manual
    /// What a shell needs to complete the program's options.
    case completions(Shell)
  }

  /// Reads the arguments behind the program's name; `--` ends the options.
  init(_ arguments: [String]) throws(UsageError) {
    var rest = arguments[...]
    switch rest.first {
    case "check": task = .check
    case "repair": task = .repair(into: nil)
    case "inspect":
      if Self.asksForHelp(rest) {
        notice = .inspecting
      } else {
        task = .inspect(try InspectOptions(rest.dropFirst()))
      }
      return
    case "follow":
      if Self.asksForHelp(rest) {
        notice = .following
      } else {
        task = .follow(try FollowOptions(rest.dropFirst()))
      }
      return
    case let word? where SharingOptions.tasks.contains(word):
      if Self.asksForHelp(rest) {
        notice = .sharing
      } else {
        task = .share(try SharingOptions(word, rest.dropFirst()))
      }
      return
    default: break
    }
    if task != .sitting { rest.removeFirst() }
    var takesOptions = true
    while let argument = rest.popFirst() {
      switch argument {
      case "--" where takesOptions: takesOptions = false
      case "--help" where takesOptions, "-h" where takesOptions: notice = notice ?? .help
      case "--manual" where takesOptions: notice = notice ?? .manual
      case "--version" where takesOptions: notice = notice ?? .version
      case "--completions" where takesOptions:
        guard let shell = rest.popFirst().flatMap(Shell.init) else {
          throw UsageError(description: "--completions wants bash, zsh or fish.")
        }
        notice = notice ?? .completions(shell)
      case "--read-only" where takesOptions: isReadOnly = true
      case "--json" where takesOptions: isJSON = true
      case "--keep-going" where takesOptions: keepsGoing = true
      case "--set-aside" where takesOptions: setsAside = true
      case "--no-limits" where takesOptions: isUnlimited = true
      case "--as" where takesOptions:
        guard let name = rest.popFirst() else { throw UsageError(description: "--as wants a name.") }
        author = name
      case "--into" where takesOptions && task == .repair(into: nil):
        guard let other = rest.popFirst(), !other.isEmpty else {
          throw UsageError(description: "--into wants a file that is not there yet.")
        }
        task = .repair(into: other)
      case _ where takesOptions && argument.hasPrefix("-"):
        throw UsageError(unknownOption: argument)
      case "": throw UsageError(description: "An empty text names no file.")
      default:
        guard path == nil else {
          throw UsageError(twoFiles: path ?? "", argument)
        }
        path = argument
      }
    }
  }

  /// Whether the options behind a task ask what it takes.
  private static func asksForHelp(_ arguments: ArraySlice<String>) -> Bool {
    arguments.dropFirst().prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
  }
}

/// The command line was not understood.
struct UsageError: Error, Equatable, CustomStringConvertible {
  let description: String
}

extension UsageError {
  fileprivate init(unknownOption argument: String) {
    let guesses = near(argument, among: Shell.options.map(\.name))
    let guess = guesses.isEmpty ? "" : " Did you mean \(choice(guesses))?"
    description = "There is no option '\(printable(argument))'.\(guess)"
  }

  fileprivate init(twoFiles first: String, _ second: String) {
    let tasks = near(first, among: Shell.tasks.map(\.name))
    if let mistake = MistakenCommand(first) ?? MistakenCommand(second) {
      description = mistake.happening
    } else if tasks.isEmpty {
      description = "There can be one file only."
    } else {
      description =
        "There can be one file only, and '\(printable(first))' is the first. Did you mean \(choice(tasks))?"
    }
  }
}
