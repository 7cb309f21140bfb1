/// One version of a state, on the heap, whatever the state's type.
///
/// The store's machinery passes versions on without knowing what is in them; see ``AnySnapshot``.
class AnyVersion: @unchecked Sendable {
  // Unchecked, because a class that is inherited from cannot be checked; see the heir.
  init() {}

  /// The version with its type; all versions of one store are of the store's.
  ///
  /// The type is named by the caller, so that none is inferred from what happens to be asked of the result.
  final func holding<State>(_: State.Type) -> Version<State> {
    unsafeDowncast(self, to: Version<State>.self)
  }
}

/// One version of a state, on the heap: the store, its transitions and its readers pass it on without copying it,
/// however large the struct is.
final class Version<State: Sendable>: AnyVersion, @unchecked Sendable {
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
