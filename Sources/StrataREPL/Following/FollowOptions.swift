import StrataStorage

/// What `strata follow` is asked for.
struct FollowOptions: Equatable {
  /// The workspace of any app; nil for the one in the data directory.
  var path: String?
  /// What was told last; nil to begin with the state.
  var position: ChangePosition?
  var isUnlimited = false

  /// Reads the arguments behind `follow`; `--` ends the options.
  init(_ arguments: some Sequence<String>) throws(UsageError) {
    var rest = Array(arguments)[...]
    var takesOptions = true
    while let argument = rest.popFirst() {
      switch argument {
      case "--" where takesOptions: takesOptions = false
      case "--after" where takesOptions:
        guard let text = rest.popFirst() else {
          throw UsageError(description: Self.wish("--after wants one"))
        }
        guard let position = ChangePosition(text) else {
          throw UsageError(description: Self.wish("'\(printable(text))' is no position"))
        }
        self.position = position
      case "--no-limits" where takesOptions: isUnlimited = true
      case _ where takesOptions && argument.hasPrefix("-"):
        throw UsageError(description: "There is no option '\(printable(argument))' of follow.")
      case "": throw UsageError(description: "An empty text names no file.")
      default:
        guard path == nil else { throw UsageError(description: "There can be one file only.") }
        path = argument
      }
    }
  }

  private static func wish(_ trouble: String) -> String {
    "\(trouble). A position is what strata follow has told as one, such as 9fa57f8677b8530b-12-5103a852."
  }
}
