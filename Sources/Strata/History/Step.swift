/// A step that is about to be recorded: its label, what it may be added to, and where it came from.
package struct Step: Sendable {
  package var label: String
  package var merge: (key: String, window: Duration)?
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
    (self.label, self.merge, self.provenance) = (label, merge, provenance)
  }

  /// The same step, taken by an author, with what the app notes beside it as JSON.
  func by(_ author: Author, noting note: [UInt8]) -> Step {
    var step = self
    step.provenance = Provenance(author, provenance?.origin ?? .sent, note: note)
    return step
  }
}
