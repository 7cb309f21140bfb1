extension Store {
  /// Makes a store whose undo covers the part of the state at `domain`.
  ///
  /// Fields outside the domain (a selection, a scroll position, the counter that gives out ids) are left alone by undo and
  /// redo. A change to them records no step.
  ///
  /// - Parameters:
  ///   - initial: The state to begin with; it counts as saved.
  ///   - domain: The part that undo covers.
  ///   - keeping: How much of its history is kept.
  ///   - clock: Returns the time of each step.
  @inlinable
  public convenience init<Domain: Equatable & Sendable>(
    _ initial: State,
    undoing domain: WritableKeyPath<State, Domain> & Sendable,
    keeping: Keeping = .standard,
    clock: @escaping @Sendable () -> Timestamp = { .now }
  ) {
    self.init(
      initial,
      undoing: UndoDomain(undone: [.undone(domain)]),
      VersionMaking(),
      keeping: keeping,
      clock: clock
    )
  }

  /// Makes a store whose undo covers one part of the state and takes a restored part along.
  ///
  /// The restored part, such as the selection, is no part of the steps: changing it alone records none. Undo brings
  /// back the restored part from before the undone step; redo and jumps the one from after the step that they lead
  /// to.
  @inlinable
  public convenience init<Domain: Equatable & Sendable, Restored: Sendable>(
    _ initial: State,
    undoing domain: WritableKeyPath<State, Domain> & Sendable,
    restoring restored: WritableKeyPath<State, Restored> & Sendable,
    keeping: Keeping = .standard,
    clock: @escaping @Sendable () -> Timestamp = { .now }
  ) {
    self.init(
      initial,
      undoing: UndoDomain(undone: [.undone(domain)], restored: [.restored(restored)]),
      VersionMaking(),
      keeping: keeping,
      clock: clock
    )
  }

  /// Makes a store whose undo covers the whole state.
  @inlinable
  public convenience init(
    _ initial: State,
    keeping: Keeping = .standard,
    clock: @escaping @Sendable () -> Timestamp = { .now }
  ) {
    self.init(initial, undoing: \State.self, keeping: keeping, clock: clock)
  }
}

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
  ///   - clock: Returns the time of each step.
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
    keeping: Keeping = .standard,
    clock: @escaping @Sendable () -> Timestamp = { .now }
  ) {
    let parts = [DomainField].undone(first, second, repeat each others)
    self.init(initial, undoing: UndoDomain(undone: parts), VersionMaking(), keeping: keeping, clock: clock)
  }

  /// Makes a store whose undo covers several parts of the state, as one history, and takes a restored part along.
  ///
  /// The restored part, such as the selection, is no part of the steps: changing it alone records none.
  @inlinable
  public convenience init<
    First: Equatable & Sendable,
    Second: Equatable & Sendable,
    each Other: Equatable & Sendable,
    Restored: Sendable
  >(
    _ initial: State,
    undoing first: WritableKeyPath<State, First> & Sendable,
    _ second: WritableKeyPath<State, Second> & Sendable,
    _ others: repeat WritableKeyPath<State, each Other> & Sendable,
    restoring restored: WritableKeyPath<State, Restored> & Sendable,
    keeping: Keeping = .standard,
    clock: @escaping @Sendable () -> Timestamp = { .now }
  ) {
    let parts = [DomainField].undone(first, second, repeat each others)
    self.init(
      initial,
      undoing: UndoDomain(undone: parts, restored: [.restored(restored)]),
      VersionMaking(),
      keeping: keeping,
      clock: clock
    )
  }
}

extension Store {
  /// Refuses a key path that cannot be written.
  @available(*, unavailable, message: "undo covers a var that is stored: this key path is read-only")
  public convenience init<Domain: Equatable & Sendable>(
    _ initial: State,
    undoing domain: KeyPath<State, Domain>,
    keeping: Keeping = .standard,
    clock: @escaping @Sendable () -> Timestamp = { .now }
  ) { preconditionFailure("The compiler refuses every call") }

  /// Refuses a part that cannot be compared.
  @available(*, unavailable, message: "undo covers a part whose type is Equatable and Sendable")
  public convenience init<Domain>(
    _ initial: State,
    undoing domain: KeyPath<State, Domain>,
    keeping: Keeping = .standard,
    clock: @escaping @Sendable () -> Timestamp = { .now }
  ) { preconditionFailure("The compiler refuses every call") }
}
