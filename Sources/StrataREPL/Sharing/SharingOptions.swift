import Workspace

/// What `strata join`, `strata publish` and `strata apply` are asked for.
struct SharingOptions: Equatable {
  /// What is to be done with the workspace.
  enum Work: Equatable {
    /// Begin to share, as the machine of a number.
    case join(Int)
    /// Write the changes that have no place in the order yet.
    case publish
    /// Take in lines from a file; nil for the standard input.
    case apply(String?)
  }

  var work: Work
  /// The workspace; nil for the one in the data directory.
  var path: String?
  var isUnlimited = false

  /// The words that are tasks of this kind.
  static let tasks = ["join", "publish", "apply"]

  /// Reads a task and the arguments behind it; `--` ends the options.
  init(_ task: String, _ arguments: some Sequence<String>) throws(UsageError) {
    var words: [String] = []
    var takesOptions = true
    for argument in arguments {
      switch argument {
      case "--" where takesOptions: takesOptions = false
      case "--no-limits" where takesOptions: isUnlimited = true
      case _ where takesOptions && argument.hasPrefix("-") && argument != "-":
        throw UsageError(description: "There is no option '\(printable(argument))' of \(task).")
      case "": throw UsageError(description: "An empty text names no file.")
      default: words.append(argument)
      }
    }
    var rest = words[...]
    switch task {
    case "join":
      let word = rest.popFirst()
      guard let word, let site = Int(word), IDCounter.sites.contains(site) else {
        throw UsageError(
          description: """
            join wants the number of this machine, from 1 on, which no other one has or had\
            \(word.map { ", and '\(printable($0))' is none" } ?? "").
            """
        )
      }
      work = .join(site)
    case "apply":
      guard let lines = rest.popFirst() else {
        throw UsageError(
          description: "apply wants a file of lines that strata publish wrote, or - for the input."
        )
      }
      work = .apply(lines == "-" ? nil : lines)
    default: work = .publish
    }
    path = rest.popFirst()
    guard rest.isEmpty else { throw UsageError(description: "There can be one workspace only.") }
  }
}
