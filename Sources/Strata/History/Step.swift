/// A step that is about to be recorded: its label, what it may be added to, and where it came from.
package struct Step: Sendable {
  package var label: String
  package var merge: Merging?
  /// Nil where the app's user sent it.
  package var provenance: Provenance?

  /// The step that a recording asks for; where it asks for none, what scopes record that change.
  package init(_ recording: Recording) {
    switch recording {
    case .step(let label): self.init(label: label)
    case .merge(let label, let key, let window, let longest):
      self.init(label: label, merge: .key(key, within: window, upTo: longest))
    case .outside(let label): self.init(label: label, Provenance(.user, .outside))
    case .untracked: self.init(label: "Change")
    case .told(let recording, _): self.init(recording)
    }
  }

  package init(label: String, merge: Merging? = nil, _ provenance: Provenance? = nil) {
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
    (label, merge) = (group.label, .group(group.id))
    if provenance?.note.isEmpty ?? true { provenance = group.provenance }
  }
}

/// What a step is added to, if the present moment may be added to as the same.
package enum Merging: Sendable {
  /// Steps under one key, each within a time after the one before, and all of them within another one.
  case key(String, within: Duration, upTo: Duration? = nil)
  /// The steps of an open group, by its number.
  case group(Int)
}
