/// A command: its words, its help, the reader of its arguments, and what it does.
struct Command<Subject>: Sendable {
  /// The second half of a command, after its line was understood.
  typealias Action = (Subject) throws -> Answer

  /// The words of its name, one or two.
  let words: [String]
  /// The form of its arguments, such as `IDS TITLE`.
  let usage: String
  let form: Form
  /// A phrase for the help.
  let summary: String
  /// Lines for the help, the plainest first.
  let examples: [String]
  /// Reads the arguments.
  let read: @Sendable (inout Arguments) throws -> Action

  init(
    _ name: String,
    _ form: String,
    _ summary: String,
    _ examples: String...,
    read: @escaping @Sendable (inout Arguments) throws -> Action
  ) {
    words = name.split(separator: " ").map(String.init)
    usage = form.isEmpty ? name : "\(name) \(form)"
    (self.form, self.summary, self.read) = (Form(form), summary, read)
    self.examples = examples.isEmpty ? [name] : examples
  }

  var name: String { words.joined(separator: " ") }
}

/// The commands of a conversation, in the order of the help.
struct CommandList<Subject>: Sendable {
  let groups: [(title: String, commands: [Command<Subject>])]
  /// Words of other programs, each with the command that a person means by it.
  let foreignWords: [String: String]
  /// Lines below the help of all commands.
  let footer: [String]

  var all: [Command<Subject>] { groups.flatMap(\.commands) }

  /// Reads a line; nil for an empty line and for one that starts with `#`.
  ///
  /// - Throws: `CommandError`.
  func action(for line: String, in context: Context) throws -> Command<Subject>.Action? {
    let words = try StrataREPL.words(of: line)
    guard let first = words.first, !first.text.hasPrefix("#") else { return nil }
    return try action(for: words, in: context)
  }

  /// Reads the words of a line, at least one.
  func action(for words: [Word], in context: Context) throws -> Command<Subject>.Action {
    let command = try command(for: words)
    let count = command.words.count
    var arguments = Arguments(
      words.dropFirst(count),
      after: words[count - 1],
      options: command.form.options.map(\.name),
      in: context
    )
    do {
      let action = try command.read(&arguments)
      try arguments.finish()
      return action
    } catch var error as CommandError {
      error.usage = error.usage ?? command.usage
      throw error
    }
  }

  /// Finds the command that a line begins with, by its name or an unambiguous abbreviation.
  func command(for line: [Word]) throws -> Command<Subject> {
    let found = narrowed(all, by: line[0].text, at: 0)
    let names = unique(found.map { $0.words[0] })
    guard let name = names.first else { throw unknown(line) }
    guard names.count == 1 else {
      throw CommandError("'\(line[0].text)' can be \(choice(names)). Write more of it.", at: line[0].place)
    }
    let longer = found.filter { $0.words.count > 1 }
    guard !longer.isEmpty else { return found[0] }
    guard line.count > 1 else {
      throw CommandError(
        "\(name) needs another word: \(choice(longer.map { $0.words[1] })).",
        at: line[0].place
      )
    }
    let second = narrowed(longer, by: line[1].text, at: 1)
    guard second.count != 1 else { return second[0] }
    let seconds = (second.isEmpty ? longer : second).map { $0.words[1] }
    let guesses = near(line[1].text, among: seconds)
    throw CommandError(
      "'\(line[1].text)' does not follow \(name). "
        + (guesses.isEmpty
          ? "Write \(choice(seconds))." : "Did you mean \(choice(guesses.map { "\(name) \($0)" }))?"),
      at: line[1].place
    )
  }

  /// The next words of names that begin with some words.
  func nextWords(after words: [String], beginningWith begun: String) -> [String] {
    let fitting = all.filter { command in
      command.words.count > words.count && zip(command.words, words).allSatisfy { $0.hasPrefix($1) }
        && command.words[words.count].hasPrefix(begun)
    }
    return unique(fitting.map { $0.words[words.count] })
  }

  private func narrowed(_ commands: [Command<Subject>], by word: String, at place: Int) -> [Command<Subject>]
  {
    let exact = commands.filter { $0.words[place] == word }
    return exact.isEmpty ? commands.filter { $0.words[place].hasPrefix(word) } : exact
  }

  private func unknown(_ line: [Word]) -> CommandError {
    let word = line[0].text
    let written = line.prefix(2).map(\.text).joined(separator: " ")
    let meant = foreignWords[word.lowercased()].map { [$0] } ?? near(written, among: all.map(\.name))
    let guesses = meant.isEmpty ? near(word, among: unique(all.map { $0.words[0] })) : meant
    let next = guesses.isEmpty ? "Try: help" : "Did you mean \(choice(guesses))?"
    return CommandError("Unknown command '\(word)'. \(next)", at: line[0].place)
  }
}

extension CommandList {
  /// Answers `help`: all commands, or those whose name begins with some words, one of them with its examples.
  func help(_ name: String?) -> Answer {
    let exact = all.filter { $0.name == name || $0.name.hasPrefix("\(name ?? "") ") }
    let asked = exact.isEmpty ? all.filter { $0.name.hasPrefix(name ?? "") } : exact
    return .text { style in
      guard name != nil else { return helpLines(style) }
      guard asked.count == 1, let command = asked.first else { return asked.flatMap { $0.helpLines(style) } }
      let examples = command.examples.enumerated().map { ($0 == 0 ? "  such as  " : "           ") + $1 }
      return [style.strong(command.usage), "  \(command.summary)"] + examples
    }
  }

  /// The lines of all commands under their titles, and the footer.
  func helpLines(_ style: Style) -> [String] {
    groups.flatMap { [style.strong($0.title)] + $0.commands.flatMap { $0.helpLines(style) } } + [""] + footer
  }
}

extension Command {
  /// The form with the summary beside it, or below a long form.
  fileprivate func helpLines(_ style: Style) -> [String] {
    let width = style.width ?? 80
    guard usage.count <= 26, width >= 60 else { return ["  \(usage)", "    \(summary)"] }
    return wrapped(summary, to: width - 30).enumerated().map { number, line in
      "  \(filled(number == 0 ? usage : "", 26))  \(line)"
    }
  }
}
