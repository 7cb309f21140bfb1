/// A step that is about to be recorded: its label, and what it may be added to.
package struct Step: Sendable {
  package var label: String
  package var merge: (key: String, window: Duration)?

  /// The step that a recording asks for, or nil when it asks for none.
  package init?(_ recording: Recording) {
    switch recording {
    case .step(let label): self.init(label: label)
    case .merge(let label, let key, let window): self.init(label: label, merge: (key, window))
    case .untracked: return nil
    case .told(let recording, _): self.init(recording)
    }
  }

  package init(label: String, merge: (key: String, window: Duration)? = nil) {
    self.label = label
    self.merge = merge
  }
}
