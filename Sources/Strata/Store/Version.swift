/// One version of a state, on the heap: the store, its transitions and its readers pass it on without copying it,
/// however large the struct is.
final class Version<State: Sendable>: @unchecked Sendable {
  // Unchecked, because `state` is written: by the writer that made the version, before anybody else has it.
  private(set) var state: State

  init(_ state: State) {
    self.state = state
  }

  /// Returns a new version, changed where it lies and before anybody else sees it.
  ///
  /// - Throws: What `change` throws; the half-changed version is then dropped.
  func changed(_ change: (inout State) throws -> Void) rethrows -> Version {
    let next = Version(state)
    try change(&next.state)
    return next
  }
}

extension Version where State: Reducible {
  /// Returns what `action` makes of this version, and how it is to be recorded: that is decided before reducing.
  func reduced(by action: State.Action) throws -> (Version, Recording) {
    let recording = state.recording(of: action)
    return (try changed { try $0.reduce(action) }, recording)
  }
}
