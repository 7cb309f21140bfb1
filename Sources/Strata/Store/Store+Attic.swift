extension Store {
  /// Makes a store whose undo covers the described part of the state at `domain`, and keeps its older moments in an
  /// ``Attic``.
  ///
  /// A part that is not described has no attic: nothing could tell what a step changed in it.
  ///
  /// - Parameters:
  ///   - initial: The state to begin with; it counts as saved.
  ///   - domain: The part that undo covers.
  ///   - attic: How older moments are kept.
  ///   - limit: How many steps are kept.
  ///   - byteLimit: How many bytes are kept alive beyond the present; see ``HistoryMemory``.
  ///   - clock: What tells the time of each step.
  @inlinable
  public convenience init<Domain: Described & Equatable>(
    _ initial: State,
    undoing domain: WritableKeyPath<State, Domain> & Sendable,
    attic: Attic,
    limit: HistoryLimit = .unlimited,
    byteLimit: Int? = nil,
    clock: @escaping @Sendable () -> Timestamp = { .now }
  ) {
    self.init(
      initial,
      undoing: .to(domain),
      limit: limit,
      keeping: Keeping(describing: Domain._shape, with: Void.self, attic),
      byteLimit: byteLimit,
      clock: clock
    )
  }

  /// Makes a store whose undo covers one described part of the state, takes a companion along, and keeps its older
  /// moments in an ``Attic``.
  ///
  /// Companions stay in memory as they are.
  @inlinable
  public convenience init<Domain: Described & Equatable, Companion: Sendable>(
    _ initial: State,
    undoing domain: WritableKeyPath<State, Domain> & Sendable,
    restoring companion: WritableKeyPath<State, Companion> & Sendable,
    attic: Attic,
    limit: HistoryLimit = .unlimited,
    byteLimit: Int? = nil,
    clock: @escaping @Sendable () -> Timestamp = { .now }
  ) {
    self.init(
      initial,
      undoing: .to(domain, with: companion),
      limit: limit,
      keeping: Keeping(describing: Domain._shape, with: Companion.self, attic),
      byteLimit: byteLimit,
      clock: clock
    )
  }

  /// Opens an undo of its own for one described part of the state, which keeps its older moments in an ``Attic``.
  ///
  /// - Throws: `StoreError.busy` inside a reducer, a transaction or the hook.
  @inlinable
  public func undoScope<Part: Described & Equatable>(
    _ part: WritableKeyPath<State, Part> & Sendable,
    attic: Attic,
    limit: HistoryLimit = .unlimited
  ) throws -> UndoScope<State> {
    try UndoScope(
      .to(part),
      of: self,
      limit: limit,
      keeping: Keeping(describing: Part._shape, with: Void.self, attic)
    )
  }
}

extension Store where State: Described {
  /// Makes a store whose undo covers the whole state, and keeps its older moments in an ``Attic``.
  @inlinable
  public convenience init(
    _ initial: State,
    attic: Attic,
    limit: HistoryLimit = .unlimited,
    byteLimit: Int? = nil,
    clock: @escaping @Sendable () -> Timestamp = { .now }
  ) {
    self.init(
      initial,
      undoing: \State.self,
      attic: attic,
      limit: limit,
      byteLimit: byteLimit,
      clock: clock
    )
  }
}
