extension Verb {
  static let history = [
    Verb("undo", "[COUNT]", "take steps back", "undo", "undo 3") { $0.count().map { .undo($0) } },
    Verb("redo", "[COUNT]", "take undone steps again", "redo", "redo 2") { $0.count().map { .redo($0) } },
    Verb(
      "history",
      "[COUNT]",
      "show the moments on all branches, or so many lines from the end",
      "history",
      "history 20"
    ) { arguments in
      arguments.isEmpty ? .show(.history(nil)) : arguments.count().map { .show(.history($0)) }
    },
    Verb("branches", "", "show where each branch leaves and ends") { _ in .show(.branches) },
    Verb("jump", "MOMENT", "go to any moment", "jump 4", "jump saved", "jump oldest") { arguments in
      arguments.moment().map { .jump($0) }
    },
    Verb(
      "earlier",
      "TIME",
      "go to how it was so long before the present moment",
      "earlier 10m",
      "earlier 1h30m"
    ) {
      arguments in arguments.duration().map { .earlier($0) }
    },
    Verb("later", "TIME", "go to how it was so long after the present moment", "later 10m", "later 1d") {
      arguments in arguments.duration().map { .later($0) }
    },
    Verb(
      "diff",
      "[MOMENT [MOMENT]]",
      "show what the last step changed, what changed since a moment, or between two",
      "diff",
      "diff saved",
      "diff 3 oldest"
    ) { arguments in
      guard let from = arguments.moment() else { return .show(.differences(from: nil, to: .present)) }
      return .show(.differences(from: from, to: arguments.moment() ?? .present))
    },
    Verb("memory", "", "show what state and history take, and how much they share") { _ in .show(.memory) },
    Verb(
      "limit",
      "[steps COUNT | bytes AMOUNT | none]",
      "say how much of the history this sitting keeps; what is over it goes at once",
      "limit",
      "limit steps 500",
      "limit bytes 5MB",
      "limit none",
      read: readLimit
    ),
  ]

  @Sendable
  private static func readLimit(_ arguments: inout Arguments) -> Command? {
    if arguments.isEmpty { return .show(.limits) }
    if arguments.word("none") { return .limit(.unlimited) }
    if arguments.word("steps") {
      return arguments.number().flatMap { $0 >= 0 ? .limit(.steps($0)) : nil }
    }
    return arguments.word("bytes") ? arguments.byteCount().map { .limit(.bytes($0)) } : nil
  }
}
