/// A step that is about to be recorded: its label, what it may be added to, and where it came from.
package struct Step: Sendable {
  package var label: String
  package var merge: (key: String, window: Duration)?
  /// Nil where the app's user sent it.
  package var provenance: Provenance?
  /// Nil where the key and the window say all of it.
  var extent: StepExtent?

  /// The step that a recording asks for; where it asks for none, what scopes record that change.
  package init(_ recording: Recording) {
    switch recording {
    case .step(let label): self.init(label: label)
    case .merge(let label, let key, let window): self.init(label: label, merge: (key, window))
    case .outside(let label): self.init(label: label, Provenance(.user, .outside))
    case .untracked: self.init(label: "Change")
    case .told(let recording, _): self.init(recording)
    case .lasting(let recording, let longest):
      self.init(recording)
      extent = StepExtent(longest: longest)
    }
  }

  package init(
    label: String,
    merge: (key: String, window: Duration)? = nil,
    _ provenance: Provenance? = nil
  ) {
    (self.label, self.merge, self.provenance) = (label, merge, provenance)
  }

  /// The same step, taken by an author, with what the app notes beside it as JSON.
  func by(_ author: Author, noting note: [UInt8]) -> Step {
    var step = self
    step.provenance = Provenance(author, provenance?.origin ?? .sent, note: note)
    return step
  }

  /// Makes it a part of an open group, where there is one of its author.
  mutating func join(_ groups: OpenGroups) {
    guard provenance?.origin ?? .sent == .sent, let group = groups.group(of: provenance?.author ?? .user)
    else { return }
    (label, merge, extent) = (group.label, ("", .zero), StepExtent(group: group.id))
    if provenance?.note.isEmpty ?? true { provenance = group.provenance }
  }
}

/// How far a step goes that others are added to, where a key and a window do not say it.
///
/// A class: most steps have none, and pass nothing on.
package final class StepExtent: Sendable {
  /// The number of the open group that it is of; nil for none.
  let group: Int?
  /// How long it takes at most; nil for any time.
  let longest: Duration?

  init(group: Int? = nil, longest: Duration? = nil) { (self.group, self.longest) = (group, longest) }
}
