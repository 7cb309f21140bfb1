import Strata
import Workspace

extension REPL {
  /// How many steps are named that were taken at once.
  private static let mostLabels = 5

  /// Takes up to `count` steps in one direction.
  ///
  /// - Throws: `TooFewSteps` when there were some, but not as many; those were taken.
  func moving(
    _ verb: String,
    _ count: Int,
    _ step: () throws -> Void,
    _ next: () -> String?
  ) throws -> Answer {
    var (labels, taken) = ([String](), 0)
    return try changing({ change in
      guard taken > 1 else {
        return "\(verb): \(labels.first ?? "")" + (verb == "Undid" ? change.undone : change.done)
      }
      return "\(verb) \(taken) steps: \(names(labels, of: taken))"
    }) {
      while taken < count {
        if labels.count < Self.mostLabels { labels.append(next() ?? "") }
        do {
          try step()
        } catch StoreError.nothingToUndo where taken > 0 {
          throw TooFewSteps(taken: taken, verb: "Undid", labels: Array(labels.prefix(taken)))
        } catch StoreError.nothingToRedo where taken > 0 {
          throw TooFewSteps(taken: taken, verb: "Redid", labels: Array(labels.prefix(taken)))
        }
        taken += 1
      }
    }
  }

  /// Goes somewhere else in the history.
  func traveling(_ travel: @escaping @Sendable (Store<AppState>) throws -> Void) throws -> Answer {
    try changing({ [store] _ in "At \(store.timeline.present.id): \(store.timeline.present.label)" }) {
      try working("Going there", travel)
    }
  }

  /// Takes a way through the history, which may lead over a step of very many things: that is done to its end.
  func working(
    _ title: String,
    _ travel: @escaping @Sendable (Store<AppState>) throws -> Void
  ) throws {
    try work.run(title, changing: true) { [store] in try travel(store) }
  }

  /// The moment that a person means.
  func moment(_ name: MomentName) throws -> Moment {
    let timeline = store.timeline
    switch name {
    case .present: return timeline.present
    case .oldest: return timeline.oldest
    case .saved:
      guard let saved = timeline.saved else { throw NoMoment(name: .saved) }
      return saved
    case .checkpoint(let name):
      guard let moment = timeline.checkpoint(name) else { throw NoMoment(name: .checkpoint(name)) }
      return moment
    case .number(let number):
      guard let moment = Moment.ID(number: number).flatMap({ timeline[$0] }) else {
        throw NoMoment(name: .number(number))
      }
      return moment
    }
  }

  func differences(from: MomentName?, to: MomentName) throws -> Differences {
    let new = try moment(to)
    let old = try from.map(moment) ?? new.parent.flatMap { store.timeline[$0] }
    guard let old else { throw StoreError.nothingToUndo }
    let states = try work.run("Looking up what changed") { [store] in store.states(at: [new.id, old.id]) }
    guard let before = states[old.id], let after = states[new.id] else {
      throw NoMoment(name: nil)
    }
    return Differences(
      from: old,
      to: new,
      change: WorkspaceChange(nil, from: before, to: after, at: new),
      changes: { () throws(PatchError) in try Patch(from: before.document, to: after.document).changes }
    )
  }
}

/// A moment that the history does not have.
struct NoMoment: Error, Equatable, CustomStringConvertible {
  /// Which one; nil for one of several.
  let name: MomentName?

  var description: String {
    let words =
      switch name {
      case nil: "One of the moments"
      case .number(let number)?: "Moment \(number)"
      case .checkpoint(let text)?: "A checkpoint \"\(text)\""
      case .saved?: "The saved moment"
      case .oldest?: "The oldest moment"
      case .present?: "The present moment"
      }
    return "\(words) is not in the history. See: history"
  }
}

/// Fewer steps were there than were asked for; they have been taken.
struct TooFewSteps: Error, Equatable, CustomStringConvertible {
  let taken: Int
  let verb: String
  /// What the first of them were called.
  let labels: [String]

  var description: String {
    "\(verb) \(taken) \(taken == 1 ? "step" : "steps"), for there are no more: \(names(labels, of: taken))"
  }
}

/// What some steps are called, and how many more there are.
private func names(_ labels: [String], of count: Int) -> String {
  let rest = count - labels.count
  return labels.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
}
