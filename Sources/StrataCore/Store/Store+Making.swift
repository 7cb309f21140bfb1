extension Store {
  /// Makes a store whose undo covers the part of the state at `domain`.
  ///
  /// What lies outside the domain (a selection, a scroll position, the counter that gives out ids) is left
  /// alone by undo and redo, and changing it records no step.
  ///
  /// - Parameters:
  ///   - initial: The state to begin with; it counts as saved.
  ///   - domain: The part that undo covers.
  ///   - keeping: How much of its history is kept.
  ///   - clock: What tells the time of each step.
  @inlinable
  public convenience init<Domain: Equatable & Sendable>(
    _ initial: State,
    undoing domain: WritableKeyPath<State, Domain> & Sendable,
    keeping: Keeping = .all,
    clock: @escaping @Sendable () -> Timestamp = { .now }
  ) {
    self.init(initial, undoing: UndoDomain(undone: [.undone(domain)]), VersionMaking(), keeping: keeping, clock: clock)
  }

  /// Makes a store whose undo covers one part of the state and takes a companion along.
  ///
  /// The companion, such as the selection, is no part of the steps: changing it alone records none. Undo brings
  /// back the companion from before the undone step; redo and jumps the one from after the step that they lead
  /// to.
  @inlinable
  public convenience init<Domain: Equatable & Sendable, Companion: Sendable>(
    _ initial: State,
    undoing domain: WritableKeyPath<State, Domain> & Sendable,
    restoring companion: WritableKeyPath<State, Companion> & Sendable,
    keeping: Keeping = .all,
    clock: @escaping @Sendable () -> Timestamp = { .now }
  ) {
    self.init(initial, undoing: UndoDomain(undone: [.undone(domain)], restored: [.restored(companion)]), VersionMaking(), keeping: keeping, clock: clock)
  }

  /// Makes a store whose undo covers the whole state.
  @inlinable
  public convenience init(
    _ initial: State,
    keeping: Keeping = .all,
    clock: @escaping @Sendable () -> Timestamp = { .now }
  ) {
    self.init(initial, undoing: \State.self, keeping: keeping, clock: clock)
  }
}
