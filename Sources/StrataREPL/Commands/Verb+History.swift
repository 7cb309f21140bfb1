extension Verb {
  static let history = [
    Verb(
      "undo",
      "[STEPS | only MOMENT [--anyway]]",
      "take steps back, or one by itself: where later steps changed the same, with --anyway alone",
      "undo",
      "undo 3",
      "undo only 12"
    ) { arguments throws(Misunderstood) in
      let anyway = arguments.flag("--anyway")
      guard arguments.takes("only") else { return .undo(try arguments.steps()) }
      return .undoOnly(try arguments.moment(), anyway: anyway)
    },
    Verb("redo", "[STEPS]", "take undone steps again", "redo", "redo 2") { arguments throws(Misunderstood) in
      .redo(try arguments.steps())
    },
    Verb(
      "history",
      "[COUNT]",
      "show the moments on all branches, or so many lines from the end",
      "history",
      "history 20"
    ) { arguments throws(Misunderstood) in
      .show(.history(arguments.isEmpty ? nil : try arguments.number(.count, from: 1)))
    },
    Verb("branches", "", "show where each branch leaves and ends") { _ in .show(.branches) },
    Verb("jump", "MOMENT", "go to any moment", "jump 4", "jump saved", "jump oldest") {
      arguments throws(Misunderstood) in .jump(try arguments.moment())
    },
    Verb(
      "earlier",
      "DURATION",
      "go to how it was so long before the present moment",
      "earlier 10m",
      "earlier 1h30m"
    ) { arguments throws(Misunderstood) in .earlier(try arguments.duration()) },
    Verb("later", "DURATION", "go to how it was so long after the present moment", "later 10m", "later 1d") {
      arguments throws(Misunderstood) in .later(try arguments.duration())
    },
    Verb(
      "diff",
      "[MOMENT [MOMENT]]",
      "show what the last step changed, what changed since a moment, or between two",
      "diff",
      "diff saved",
      "diff 3 oldest"
    ) { arguments throws(Misunderstood) in
      if arguments.isEmpty { return .show(.differences(from: nil, to: .present)) }
      let from = try arguments.moment()
      return .show(.differences(from: from, to: arguments.isEmpty ? .present : try arguments.moment()))
    },
    Verb("memory", "", "show what state and history take, and how much they share") { _ in .show(.memory) },
    Verb(
      "limit",
      "[steps STEPS | bytes BYTES | none]",
      "say how much of the history this sitting keeps; what is over it goes at once",
      "limit",
      "limit steps 500",
      "limit bytes 5MB",
      "limit none"
    ) { arguments throws(Misunderstood) in
      if arguments.isEmpty { return .show(.limits) }
      switch try arguments.word(of: "steps", "bytes", "none") {
      case "steps": return .limit(.steps(try arguments.number(.steps, from: 0)))
      case "bytes": return .limit(.bytes(try arguments.byteCount()))
      default: return .limit(.unlimited)
      }
    },
  ]
}
