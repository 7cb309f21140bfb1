extension Verb {
  static let history = [
    Verb(
      "undo",
      "[STEPS | only MOMENT [--anyway] | by NAME [--anyway]]",
      "take steps back, one by itself, or an author's last: where others changed the same later, with --anyway alone",
      "undo",
      "undo 3",
      "undo only 12",
      "undo by agent"
    ) { arguments throws(Misunderstood) in
      let anyway = arguments.flag("--anyway")
      if arguments.takes("only") { return .undoOnly(try arguments.moment(), anyway: anyway) }
      if arguments.takes("by") { return .undoBy(try arguments.text(.name), anyway: anyway) }
      return .undo(try arguments.steps())
    },
    Verb(
      "redo",
      "[STEPS | only MOMENT [--anyway] | by NAME [--anyway]]",
      "take undone steps again, bring one back by itself, or an author's last",
      "redo",
      "redo 2",
      "redo only 12",
      "redo by agent"
    ) { arguments throws(Misunderstood) in
      let anyway = arguments.flag("--anyway")
      if arguments.takes("only") { return .redoOnly(try arguments.moment(), anyway: anyway) }
      if arguments.takes("by") { return .redoBy(try arguments.text(.name), anyway: anyway) }
      return .redo(try arguments.steps())
    },
    Verb(
      "as",
      "NAME COMMAND",
      "do something in the name of an author, whom history shows",
      "as agent add Water the plants",
      "as agent undo"
    ) { arguments throws(Misunderstood) in
      let name = try arguments.text(.name)
      let command = try arguments.wholeCommand()
      return command.hasAuthor ? .acting(name, command) : command
    },
    Verb(
      "merge",
      "MOMENT [--mine] [--theirs]",
      "bring a moment of another branch in: where both changed the same, what is here or what is there",
      "merge 12",
      "merge 12 --theirs"
    ) { arguments throws(Misunderstood) in
      let choice = try arguments.choice(mine: "--mine", theirs: "--theirs")
      return .merge(try arguments.moment(), choice)
    },
    Verb(
      "checkpoint",
      "NAME",
      "give the present moment a name to come back to",
      "checkpoint Before the trip"
    ) {
      arguments throws(Misunderstood) in .checkpoint(try arguments.endingText(.name))
    },
    Verb(
      "back",
      "MOMENT",
      "go back to a moment by a step, which can be undone",
      "back Before the trip",
      "back 12"
    ) { arguments throws(Misunderstood) in .back(try arguments.endingMoment()) },
    Verb(
      "review",
      "[since MOMENT] [by NAME]",
      "list what was done since a moment or the last checkpoint, by all or by one author",
      "review",
      "review since 12 by agent",
      "review since \"Before the trip\""
    ) { arguments throws(Misunderstood) in
      let since = arguments.takes("since") ? try arguments.moment() : nil
      return .review(since: since, by: arguments.takes("by") ? try arguments.text(.name) : nil)
    },
    Verb(
      "reject",
      "IDS [--anyway] [--rest]",
      "take back changes that review has listed, as one step: where others changed the same later, with it or without it",
      "reject 1 3-5",
      "reject 1 3-5 --rest"
    ) { arguments throws(Misunderstood) in
      let choice = try arguments.choice(mine: "--anyway", theirs: "--rest")
      return .reject(try arguments.ids(of: .change), choice)
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
      "diff",
      "[MOMENT [MOMENT]]",
      "show what the last step changed, what changed since a moment, or between two",
      "diff",
      "diff saved",
      "diff \"Before the trip\"",
      "diff 3 oldest"
    ) { arguments throws(Misunderstood) in
      if arguments.isEmpty { return .show(.differences(from: nil, to: .present)) }
      let from = try arguments.moment()
      return .show(.differences(from: from, to: arguments.isEmpty ? .present : try arguments.moment()))
    },
    Verb("memory", "", "show what state and history take, and how much they share") { _ in .show(.memory) },
  ]
}
