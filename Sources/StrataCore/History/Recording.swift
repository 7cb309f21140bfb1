/// What a history makes of an action that changed its part of the state.
///
/// An action that changes nothing there is no step, whatever its recording says, and what can be redone stays.
public enum Recording: Hashable, Sendable {
  /// A step of its own, under a label for menus: "Undo Complete Todo".
  case step(String)
  /// Part of the step before it, as long as that one has the same key and was added to within the window;
  /// else the beginning of such a step.
  ///
  /// This is how typing a word, or dragging a shape, becomes one step.
  case merge(String, key: String, within: Duration)
  /// A step that undo goes around: what came from outside, such as from a server or a file that changed.
  ///
  /// Undo takes back what was done before it and after it, and keeps this. That takes a described undo domain.
  case outside(String)
  /// No step. An action that is not recorded has to leave the undo domain alone: what undo does not know, it
  /// cannot take back, so such a change is an error.
  case untracked
  /// A recording that tells the edit, too; see ``telling(_:)``.
  indirect case told(Recording, Patch)

  /// Returns a recording that tells what the action edits, instead of letting the store look for what is different.
  ///
  ///     case .type(let letter, let place):
  ///       let typed = Patch(replacing: place, of: body, with: letter)
  ///       return .merge("Typing", key: "body", within: .seconds(2)).telling(typed.inside(.field("body")))
  ///
  /// Of two equal letters side by side, a difference cannot say which of them came; ``Store/undo(only:as:resolving:)``
  /// takes back the one that was told. Steps that merge put together what they tell. An edit that does not lead to what
  /// the reducer makes is not used: the store then looks for the difference, as ever. So it is where the state is not
  /// described.
  ///
  /// - Parameter edit: The edit, seen from the whole state.
  /// - Complexity: O(edit · log *n*) for each such action, to see that it leads there.
  public func telling(_ edit: Patch) -> Recording { .told(self, edit) }

  /// The label of the step, if there is to be one.
  public var label: String? {
    switch self {
    case .step(let label), .merge(let label, _, _), .outside(let label): label
    case .untracked: nil
    case .told(let recording, _): recording.label
    }
  }

  /// The recording without what it tells.
  var untold: Recording {
    switch self {
    case .told(let recording, _): recording.untold
    case .step, .merge, .outside, .untracked: self
    }
  }

  /// Whether it asks for a step.
  var isTracked: Bool {
    switch self {
    case .untracked: false
    case .step, .merge, .outside: true
    case .told(let recording, _): recording.isTracked
    }
  }

  /// Whether an edit may be told: a quick look.
  var isTold: Bool {
    switch self {
    case .told: true
    case .step, .merge, .outside, .untracked: false
    }
  }

  /// The edit, if it is told.
  var edit: Patch? {
    switch self {
    case .told(_, let edit): edit
    case .step, .merge, .outside, .untracked: nil
    }
  }
}
