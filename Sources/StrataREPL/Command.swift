import Workspace

/// What a line of input asks for.
enum Command: Equatable {
  /// Something happens to the workspace.
  case send(AppState.Action)
  /// Steps are taken back.
  case undo(Int)
  /// Steps are taken again.
  case redo(Int)
  /// The history goes to a moment.
  case jump(Int)
  /// Something is shown, and nothing happens.
  case show(View)
  /// The sitting is over.
  case quit

  /// What can be shown.
  enum View: Equatable {
    case page, future, history, categories, bundles, canvas, people
    case markdown, html, json
    case help(String?)
  }
}

extension Command {
  /// Reads a line; an empty one, or one that starts with `#`, asks for nothing.
  ///
  /// - Throws: `Misunderstood`, with what to write instead.
  static func parse(_ line: String, in context: Context) throws(Misunderstood) -> Command? {
    let words = try words(of: line)
    guard let first = words.first, !first.hasPrefix("#") else { return nil }
    let verb = try Verb.named(words)
    var arguments = Arguments(words.dropFirst(verb.words.count), in: context)
    guard let command = try verb.read(&arguments), arguments.isEmpty else { throw .usage(verb.example) }
    return command
  }
}
