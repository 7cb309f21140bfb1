/// The way in which a history records an action that changed its part of the state.
///
/// An action that changes nothing there is no step, whatever its recording says, and the steps that redo can take stay.
public enum Recording: Hashable, Sendable {
  /// A step of its own, under a label for menus: "Undo Complete Todo".
  case step(String)
  /// Part of the step before it, as long as that one has the same key and was added to within the window;
  /// else the beginning of such a step.
  ///
  /// This is how typing a word, or dragging a shape, becomes one step.
  case merge(String, key: String, within: Duration)
  /// A step that undo goes around: a change from outside, such as from a server or a file that changed.
  ///
  /// Undo takes back the steps before and after it, and keeps this step. That takes a described undo domain.
  case external(String)
  /// No step. An action that is not recorded has to leave the undo domain alone. Undo cannot take back a change that it does
  /// not know, so such a change is an error.
  case untracked
  /// A recording that declares the edit, too; see ``declaring(_:)``.
  indirect case declared(Recording, Patch)

  /// Returns a recording that tells what the action edits, instead of letting the store look for what is different.
  ///
  ///     case .type(let letter, let place):
  ///       let typed = Patch(replacing: place, of: body, with: letter)
  ///       return .merge("Typing", key: "body", within: .seconds(2)).declaring(typed.inside(.field("body")))
  ///
  /// Of two equal letters side by side, a difference cannot say which of them came; ``Store/undo(only:as:noting:resolving:)``
  /// takes back the declared one. Steps that merge combine the edits that they declare. An edit that does not lead to what
  /// the reducer makes is not used: the store then looks for the difference, as ever. So it is where the state is not
  /// described.
  ///
  /// - Parameter edit: The edit, seen from the whole state.
  /// - Complexity: O(edit · log *n*) for each such action, to see that it leads there.
  public func declaring(_ edit: Patch) -> Recording { .declared(self, edit) }

  /// The label of the step, if there is to be one.
  public var label: String? {
    switch self {
    case .step(let label), .merge(let label, _, _), .external(let label): label
    case .untracked: nil
    case .declared(let recording, _): recording.label
    }
  }

  /// The recording without what it tells.
  var undeclared: Recording {
    switch self {
    case .declared(let recording, _): recording.undeclared
    case .step, .merge, .external, .untracked: self
    }
  }

  /// Whether it asks for a step.
  var isTracked: Bool {
    switch self {
    case .untracked: false
    case .step, .merge, .external: true
    case .declared(let recording, _): recording.isTracked
    }
  }

  /// Whether an edit may be declared: a quick look.
  var isDeclared: Bool {
    switch self {
    case .declared: true
    case .step, .merge, .external, .untracked: false
    }
  }

  /// The edit, if it is declared.
  var edit: Patch? {
    switch self {
    case .declared(_, let edit): edit
    case .step, .merge, .external, .untracked: nil
    }
  }
}

/// A step that is about to be recorded: its label, the key by which it may be added to another step, and its provenance.
package struct Step: Sendable {
  package var label: String
  /// The key by which the step may be added to another step; nil for a step of its own.
  package var merge: Merging?
  /// The provenance of the step; nil where the app's user sent it.
  package var provenance: Provenance?

  /// The step that a recording asks for. An untracked action may still be a step in the histories of scopes.
  package init(_ recording: Recording) {
    switch recording {
    case .step(let label): self.init(label: label)
    case .merge(let label, let key, let window): self.init(label: label, merge: (key, window))
    case .external(let label): self.init(label: label, Provenance(.user, .external))
    case .untracked: self.init(label: "Change")
    case .declared(let recording, _): self.init(recording)
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
      own: provenance?.ownChanges ?? [],
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

/// The key by which a step is added to the present moment, if that moment may be added to with the same key.
///
/// It is a class, so that the many steps without a key pass on only nil.
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
