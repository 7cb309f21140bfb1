import StrataInspection

/// What `strata inspect` is asked for.
struct InspectOptions: Equatable {
  /// The workspace of any app; nil for the one in the data directory.
  var path: String?
  /// A command and what stands behind it; none for a sitting.
  var words: [String] = []
  /// Where a page is written; nil where none is.
  var page: String?
  /// What the page is called; nil for the file's name.
  var title: String?
  /// What is left out.
  var omitted: [ValuePath] = []
  var isJSON = false
  var isUnlimited = false

  /// Reads the arguments behind `inspect`; `--` ends the options.
  init(_ arguments: some Sequence<String>) throws(UsageError) {
    var rest = Array(arguments)[...]
    var takesOptions = true
    func value(_ name: String, _ wish: String) throws(UsageError) -> String {
      guard let value = rest.popFirst(), !value.isEmpty else {
        throw UsageError(description: "\(name) wants \(wish).")
      }
      return value
    }
    while let argument = rest.popFirst() {
      switch argument {
      case "--" where takesOptions: takesOptions = false
      case "--page" where takesOptions: page = try value(argument, "a file that is not there yet")
      case "--title" where takesOptions: title = try value(argument, "a title")
      case "--omit" where takesOptions:
        let text = try value(argument, "a path, such as journal.notes")
        guard let path = ValuePath(text) else {
          throw UsageError(
            description: "'\(printable(text))' is no path. A path is such as journal.notes[3].text."
          )
        }
        omitted.append(path)
      case "--json" where takesOptions: isJSON = true
      case "--no-limits" where takesOptions: isUnlimited = true
      case _ where takesOptions && argument.hasPrefix("-") && argument.count > 1:
        throw UsageError(description: "There is no option '\(printable(argument))' of inspect.")
      case "" where path == nil: throw UsageError(description: "An empty text names no file.")
      default: if path == nil { path = argument } else { words.append(argument) }
      }
    }
    if page != nil && !words.isEmpty {
      throw UsageError(description: "--page stands without a command.")
    }
  }
}
