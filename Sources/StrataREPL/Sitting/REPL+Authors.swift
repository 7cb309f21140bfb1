import Strata
import Workspace

// What a person does about the steps of one author, of another branch, or since a checkpoint.
extension REPL {
  /// Carries out a command in an author's name.
  func answer(_ command: Command, as name: String) throws -> Answer {
    let own = author
    author = Author(rawValue: name)
    defer { author = own }
    return try answer(command)
  }

  /// Takes back one step by itself.
  ///
  /// - Throws: ``Contradiction`` where later steps changed the same, and it is not to be taken back all the same.
  func undoing(only moment: Moment, anyway: Bool) throws -> Answer {
    let choices = [("To have what was", "undo only \(moment.id) --anyway")]
    return try changing({ "Undid: \(moment.label)\($0.undone)" }) {
      try deciding(.undo, choices) {
        try store.undo(only: moment.id, as: author) { _ in anyway ? .mine : nil }
      }
    }
  }

  /// Brings back one step that was taken back by itself.
  ///
  /// - Throws: ``Contradiction`` where later steps changed the same, and it is not to be brought back all the same.
  func redoing(only moment: Moment, anyway: Bool) throws -> Answer {
    let choices = [("To have it again", "redo only \(moment.id) --anyway")]
    return try changing({ "Redid: \(moment.label)\($0.done)" }) {
      try deciding(.redo, choices) {
        try store.redo(only: moment.id, as: author) { _ in anyway ? .mine : nil }
      }
    }
  }

  /// Takes back an author's last step.
  ///
  /// - Throws: ``Contradiction`` where others changed the same later, and it is not to be taken back all the same.
  func undoing(by name: String, anyway: Bool) throws -> Answer {
    let author = Author(rawValue: name)
    let label = store.timeline.undoLabel(by: author) ?? ""
    return try changing({ "Undid: \(label)\($0.undone)" }) { try undoLast(of: author, anyway: anyway) }
  }

  func undoLast() throws {
    let last = store.timeline.undoPath.first.map {
      [("To have what was", "undo only \($0.id) --anyway")]
    }
    try deciding(.undo, last ?? []) { try working("Undoing") { try $0.undo() } }
  }

  func redoNext() throws { try working("Redoing") { try $0.redo() } }

  func undoLast(of author: Author, anyway: Bool) throws {
    let choices = [("To have what was", "undo by \(quoted(author.rawValue)) --anyway")]
    try deciding(.undo, choices) { try store.undo(by: author) { _ in anyway ? .mine : nil } }
  }

  /// Takes an author's last undone step again.
  ///
  /// - Throws: ``Contradiction`` where others changed the same later, and it is not to be taken again all the same.
  func redoing(by name: String, anyway: Bool) throws -> Answer {
    let author = Author(rawValue: name)
    let label = store.timeline.redoLabel(by: author) ?? ""
    return try changing({ "Redid: \(label)\($0.done)" }) { try redoLast(of: author, anyway: anyway) }
  }

  func redoLast(of author: Author, anyway: Bool) throws {
    let choices = [("To have it again", "redo by \(quoted(author.rawValue)) --anyway")]
    try deciding(.redo, choices) { try store.redo(by: author) { _ in anyway ? .mine : nil } }
  }

  /// Brings a branch in.
  ///
  /// - Throws: ``Contradiction`` where it contradicts the present, and nothing says what is to be there.
  func merging(_ moment: Moment, _ choice: MergeConflict.Choice?) throws -> Answer {
    let choices = [
      ("To keep what is here", "merge \(moment.id) --mine"),
      ("To take what is there", "merge \(moment.id) --theirs"),
    ]
    return try changing({ _ in "Merged: \(moment.label)" }) {
      try deciding(.merge, choices) { try store.merge(moment.id, as: author) { _ in choice } }
    }
  }

  /// Goes back to a moment by a step.
  func goingBack(to moment: Moment) throws -> Answer {
    try changing({ _ in "Back to: \(moment.checkpoint ?? moment.label)" }) {
      try working("Going back") { [author] in try $0.goBack(to: moment.id, as: author) }
    }
  }

  /// What was done since a moment, or since the last checkpoint where none is named.
  func review(since name: MomentName?, by author: String?) throws -> Answer {
    let line = Set(store.timeline.line)
    let last = store.timeline.checkpoints.last { line.contains($0.id) && $0.id <= store.timeline.present.id }
    let since = try name.map(moment) ?? last ?? store.timeline.oldest
    let review = try store.review(since: since.id, by: author.map(Author.init(rawValue:)))
    let view = ReviewView(review) { [self, store] items, style in
      lookingUp { ReviewView.stories(of: items, in: store, style) } ?? ReviewView.stories(of: items, style)
    }
    reviewed = view
    return .review(view)
  }

  /// Takes back changes of the last review, by the numbers that it showed.
  ///
  /// - Parameter choice: What is to be there where later steps changed the same; nil where that is to be asked.
  /// - Throws: ``Contradiction`` where they did, and it is not said.
  func rejecting(_ numbers: IDSet, _ choice: MergeConflict.Choice?) throws -> Answer {
    guard let reviewed else { throw NothingReviewed(number: nil) }
    for number in numbers
    where !(1...max(1, reviewed.items.count)).contains(number) || reviewed.items.isEmpty {
      throw NothingReviewed(number: number)
    }
    return try changing({ [store] _ in store.timeline.present.label }) {
      let command = "reject \(numbers.map(String.init).joined(separator: " "))"
      var choices = [("To have what was", "\(command) --anyway")]
      if numbers.count > 1 {
        choices.append(("To reject the rest", "\(command) --rest"))
      }
      try deciding(.reject, choices) {
        try store.reject(numbers.flatMap { reviewed.items[$0 - 1].changes }, as: author) { _ in choice }
      }
    }
  }

  private func deciding(
    _ kind: Contradiction.Kind,
    _ choices: [Contradiction.Choice],
    _ body: () throws -> Void
  ) throws {
    do {
      try body()
    } catch MergeError.conflicts(let conflicts) {
      throw Contradiction(kind: kind, conflicts: conflicts, choices: choices, document: store.state.document)
    }
  }
}

/// What is to be done contradicts what was done beside it.
struct Contradiction: Error, CustomStringConvertible {
  let kind: Kind
  let conflicts: [MergeConflict]
  let choices: [Choice]
  /// The document as it is: the places lead into it.
  let document: Document

  /// What was to be done.
  enum Kind {
    case undo, redo, merge, reject
  }

  /// What a person can want, and the command that does it.
  typealias Choice = (wish: String, command: String)

  /// A line that says so, for each of the first places its name and three lines, and a line for each choice.
  var description: String {
    let head =
      switch kind {
      case .undo: "Later steps changed the same, so it stays"
      case .redo: "Later steps changed the same, so it stays undone"
      case .merge: "Both changed the same, so nothing is merged"
      case .reject: "Later steps changed the same, so nothing is rejected"
      }
    let places = conflicts.prefix(3).map { conflict in
      [ThingPlace.words(conflict.path, in: document)] + values(of: conflict).map { "  \($0): \($1)" }
    }
    let more = conflicts.count > 3 ? ["And \(conflicts.count - 3) more"] : []
    let said = choices.map { "\($0.wish): \($0.command)" }
    return (["\(head):"] + places.joined() + more + said).joined(separator: "\n")
  }

  /// What there was and is to choose from, in the order in which it came about.
  private func values(of conflict: MergeConflict) -> [(name: String, value: String)] {
    let (words, field) = (ValueWords(document), ThingPlace(conflict.path, in: document)?.fieldName ?? "")
    func text(_ value: PlainValue?) -> String { value.map { words.value($0, of: field) } ?? "nothing" }
    let (base, mine, theirs) = (text(conflict.base), text(conflict.mine), text(conflict.theirs))
    return switch kind {
    case .undo, .reject: [("was", mine), ("became", base), ("is now", theirs)]
    case .redo: [("was", base), ("would become", mine), ("is now", theirs)]
    case .merge: [("was", base), ("here", mine), ("there", theirs)]
    }
  }
}

/// A number that no review has shown.
struct NothingReviewed: Error, Equatable, CustomStringConvertible {
  let number: Int?

  var description: String {
    (number.map { "The last review has no change \($0)" } ?? "Nothing was reviewed yet") + ". See: review"
  }
}

/// A name for a checkpoint by which `back` would find another moment.
struct NoCheckpointName: Error, Equatable, CustomStringConvertible {
  let name: String

  var description: String {
    "\"\(name)\" names a moment already. Give the checkpoint another name, such as: checkpoint \(quoted("at \(name)"))"
  }
}
