extension Verb {
  static let general = [
    Verb("list", "list", "show the page in view") { _ in .show(.page) },
    Verb("future", "future", "show what is planned for later days") { _ in .show(.future) },
    Verb("undo", "undo 3", "take steps back; one where no number is given") { arguments in
      count(&arguments).map { .undo($0) }
    },
    Verb("redo", "redo", "take undone steps again") { arguments in count(&arguments).map { .redo($0) } },
    Verb("history", "history", "show every moment, on all branches") { _ in .show(.history) },
    Verb("jump", "jump 4", "go to a moment of the history") { arguments in
      arguments.number().map { .jump($0) }
    },
    Verb("export markdown", "export markdown", "print all pages as Markdown") { _ in .show(.markdown) },
    Verb("export html", "export html", "print all pages as HTML") { _ in .show(.html) },
    Verb("export json", "export json", "print the whole document as JSON") { _ in .show(.json) },
    Verb("help", "help add", "show all commands, or one") { arguments in
      .show(.help(arguments.allWords()?.joined(separator: " ")))
    },
    Verb("quit", "quit", "leave; everything is saved") { _ in .quit },
    Verb("exit", "exit", "the same") { _ in .quit },
  ]

  private static func count(_ arguments: inout Arguments) -> Int? {
    if arguments.isEmpty { return 1 }
    return arguments.number().flatMap { $0 > 0 ? $0 : nil }
  }
}
