extension Store {
  /// Makes a store whose undo covers several parts of the state, as one history.
  ///
  ///     let store = Store(AppState(), undoing: \.notes, \.drawing)
  ///
  /// An action that changes any of them is a step, and undo brings all of them back to where they were before it.
  ///
  /// - Parameters:
  ///   - initial: The state to begin with; it counts as saved.
  ///   - first: A part that undo covers.
  ///   - second: Another one.
  ///   - others: Any number of further ones.
  ///   - keeping: How much of its history is kept.
  ///   - clock: What tells the time of each step.
  @inlinable
  public convenience init<
    First: Equatable & Sendable,
    Second: Equatable & Sendable,
    each Other: Equatable & Sendable
  >(
    _ initial: State,
    undoing first: WritableKeyPath<State, First> & Sendable,
    _ second: WritableKeyPath<State, Second> & Sendable,
    _ others: repeat WritableKeyPath<State, each Other> & Sendable,
    keeping: Keeping = .all,
    clock: @escaping @Sendable () -> Timestamp = { .now }
  ) {
    let parts = [DomainField].undone(first, second, repeat each others)
    self.init(initial, undoing: UndoDomain(undone: parts), VersionMaking(), keeping: keeping, clock: clock)
  }

  /// Makes a store whose undo covers several parts of the state, as one history, and takes a companion along.
  ///
  /// The companion, such as the selection, is no part of the steps: changing it alone records none.
  @inlinable
  public convenience init<
    First: Equatable & Sendable,
    Second: Equatable & Sendable,
    each Other: Equatable & Sendable,
    Companion: Sendable
  >(
    _ initial: State,
    undoing first: WritableKeyPath<State, First> & Sendable,
    _ second: WritableKeyPath<State, Second> & Sendable,
    _ others: repeat WritableKeyPath<State, each Other> & Sendable,
    restoring companion: WritableKeyPath<State, Companion> & Sendable,
    keeping: Keeping = .all,
    clock: @escaping @Sendable () -> Timestamp = { .now }
  ) {
    let parts = [DomainField].undone(first, second, repeat each others)
    self.init(initial, undoing: UndoDomain(undone: parts, restored: [.restored(companion)]), VersionMaking(), keeping: keeping, clock: clock)
  }
}
