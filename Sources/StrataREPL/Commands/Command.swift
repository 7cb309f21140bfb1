import Strata
import Workspace

/// What a line of input asks for.
enum Command: Equatable, Sendable {
  /// Something happens to the workspace.
  case send(AppState.Action)
  /// Steps are taken back.
  case undo(Int)
  case undoOnly(MomentName, anyway: Bool)
  case undoBy(String, anyway: Bool)
  /// Steps are taken again.
  case redo(Int)
  case redoOnly(MomentName, anyway: Bool)
  case redoBy(String, anyway: Bool)
  /// Something is done in an author's name.
  indirect case acting(String, Command)
  /// A branch is brought in.
  case merge(MomentName, MergeConflict.Choice?)
  /// The present moment is given a name, and gone back to by a step.
  case checkpoint(String)
  case back(MomentName)
  /// What was done since a moment is listed, and some of it taken back.
  case review(since: MomentName?, by: String?)
  case reject(IDSet, MergeConflict.Choice?)
  /// The history goes to a moment.
  case jump(MomentName)
  /// The present moment is marked as saved, and the state file brought up to date.
  case save
  /// A document that was exported takes the place of this one, as a step.
  case importDocument(path: String)
  /// The document is written to a file.
  case export(Format, path: String, isReplacing: Bool)
  /// The lines of a file are carried out.
  case source(path: String)
  /// A note is written in the person's editor; a new one where none is named.
  case compose(note: Int?)
  /// Something is shown, and nothing happens.
  case show(View)
  /// The terminal's window is emptied.
  case clear
  /// The sitting is over.
  case quit

  /// Whether it matters in whose name it is done.
  var hasAuthor: Bool {
    switch self {
    case .send, .undo, .undoOnly, .redo, .redoOnly, .acting, .merge, .back, .reject, .importDocument: true
    default: false
    }
  }

  /// What can be shown.
  enum View: Equatable {
    case page, future, categories, bundles, canvas, people
    case note(Int)
    /// What has all of some words in it, the newest first: all of it, or so much as a person reads.
    case search(String, pending: Bool, all: Bool)
    /// The moments, or so many of the last lines of them.
    case history(Int?)
    case branches
    /// What changed between two moments; where the first is missing, from the one before the second.
    case differences(from: MomentName?, to: MomentName)
    case memory
    case exported(Format)
    case help(String?)
  }

  /// What a document can be written as.
  enum Format: String, CaseIterable {
    case markdown, html, json
  }
}

extension Command {
  /// Reads a line; an empty one, or one that starts with `#`, asks for nothing.
  ///
  /// - Throws: `Misunderstood`, with what to write instead.
  static func parse(_ line: String, in context: Context) throws(Misunderstood) -> Command? {
    let words = try words(of: line)
    guard let first = words.first, !first.text.hasPrefix("#") else { return nil }
    return try parse(words, in: context)
  }

  /// Reads the words of a line, at least one.
  static func parse(_ words: [Word], in context: Context) throws(Misunderstood) -> Command {
    let verb = try Verb.named(words)
    var arguments = Arguments(words, behind: verb.words.count, of: verb, in: context)
    do throws(Misunderstood) {
      let command = try verb.read(&arguments)
      try arguments.end()
      return command
    } catch {
      var error = error
      error.usage = verb.usage
      throw error
    }
  }
}
