/// A step that is about to be recorded: its label, what it may be added to, and where it came from.
package struct Step: Sendable {
  package var label: String
  /// Nil for a step of its own.
  package var merge: Merging?
  /// Nil where the app's user sent it.
  package var provenance: Provenance?

  /// The step that a recording asks for; where it asks for none, what scopes record that change.
  package init(_ recording: Recording) {
    switch recording {
    case .step(let label): self.init(label: label)
    case .merge(let label, let key, let window): self.init(label: label, merge: (key, window))
    case .outside(let label): self.init(label: label, Provenance(.user, .outside))
    case .untracked: self.init(label: "Change")
    case .told(let recording, _): self.init(recording)
    }
  }

  package init(
    label: String,
    merge: (key: String, window: Duration)? = nil,
    _ provenance: Provenance? = nil
  ) {
    (self.label, self.provenance) = (label, provenance)
    self.merge = merge.map { Merging(key: $0.key, window: $0.window) }
  }

  /// The same step, taken by an author, with what the app notes beside it as JSON.
  func by(_ author: Author, noting note: [UInt8]) -> Step {
    var step = self
    step.provenance = Provenance(
      author,
      provenance?.origin ?? .sent,
      again: provenance?.takesAgain,
      note: note
    )
    return step
  }

  /// Makes it a part of an open group, where there is one of its author.
  mutating func join(_ groups: OpenGroups) {
    guard provenance?.origin ?? .sent == .sent, let group = groups.group(of: provenance?.author ?? .user)
    else { return }
    (label, merge) = (group.label, group.merging)
    if provenance?.note.isEmpty ?? true { provenance = group.provenance }
  }
}

/// What a step is added to, if the present moment may be added to as the same.
///
/// A class: most steps have none, and pass nothing on.
package final class Merging: Sendable {
  package let key: String
  /// How long after the last part the next one may come.
  package let window: Duration
  /// The number of the open group that it is of, whose parts come whenever they come; nil for none.
  let group: Int?

  init(key: String, window: Duration) {
    (self.key, self.window, group) = (key, window, nil)
  }

  init(group: Int) { (key, window, self.group) = ("", .zero, group) }
}
