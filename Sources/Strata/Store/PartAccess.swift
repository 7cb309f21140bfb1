/// The way from versions of a state to snapshots of one part of it, and back.
///
/// This is where a history, which knows no types, meets the state.
struct PartAccess: Sendable {
  /// Whether the part is the same in both versions.
  let isUnchanged: @Sendable (_ before: AnyVersion, _ after: AnyVersion) -> Bool
  /// Makes the snapshot of a step; `extended` is the one that the step is added to.
  let capture: @Sendable (_ before: AnyVersion, _ after: AnyVersion, _ extended: AnySnapshot?) -> AnySnapshot
  /// Returns a version with the part as it was kept, and nothing else changed.
  let restorePart: @Sendable (_ snapshot: AnySnapshot, _ version: AnyVersion) -> AnyVersion
  /// Returns a version with the part, and its companion, as they were where a movement leads.
  let restore: @Sendable (_ destination: History.Destination, _ version: AnyVersion) -> AnyVersion
}

extension PartAccess {
  /// The way to the part at a key path.
  init<State: Sendable, Part: Equatable & Sendable>(to part: WritableKeyPath<State, Part> & Sendable) {
    self.init(to: part, get: { _ in }, set: { (_: inout State, _: Void) in })
  }

  /// The way to the part at a key path, with a companion at another one.
  init<State: Sendable, Part: Equatable & Sendable, Companion: Sendable>(
    to part: WritableKeyPath<State, Part> & Sendable,
    with companion: WritableKeyPath<State, Companion> & Sendable
  ) {
    self.init(to: part, get: { $0[keyPath: companion] }, set: { $0[keyPath: companion] = $1 })
  }

  private init<State: Sendable, Part: Equatable & Sendable, Companion: Sendable>(
    to part: WritableKeyPath<State, Part> & Sendable,
    get: @escaping @Sendable (State) -> Companion,
    set: @escaping @Sendable (inout State, Companion) -> Void
  ) {
    // A store makes all its versions of one type, and a history all its snapshots by its own access.
    typealias Kept = Snapshot<Part, Companion>
    isUnchanged = { before, after in
      before.holding(State.self).state[keyPath: part] == after.holding(State.self).state[keyPath: part]
    }
    capture = { before, after, extended in
      let after = after.holding(State.self).state
      let companion =
        extended.map { unsafeDowncast($0, to: Kept.self).companionBefore }
        ?? get(before.holding(State.self).state)
      return Kept(after[keyPath: part], before: companion, after: get(after))
    }
    restorePart = { snapshot, version in
      version.holding(State.self).changed { $0[keyPath: part] = unsafeDowncast(snapshot, to: Kept.self).part }
    }
    restore = { destination, version in
      let arrived = unsafeDowncast(destination.snapshot, to: Kept.self)
      let companion =
        destination.undone.map { unsafeDowncast($0, to: Kept.self).companionBefore } ?? arrived.companionAfter
      return version.holding(State.self).changed { state in
        state[keyPath: part] = arrived.part
        set(&state, companion)
      }
    }
  }
}
