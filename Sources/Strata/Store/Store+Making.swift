extension Store {
  /// Makes a store whose undo covers the part of the state at `domain`.
  ///
  /// What lies outside the domain (a selection, a scroll position, the counter that gives out ids) is left
  /// alone by undo and redo, and changing it records no step.
  ///
  /// - Parameters:
  ///   - initial: The state to begin with; it counts as saved.
  ///   - domain: The part that undo covers.
  ///   - limit: How much history is kept.
  ///   - clock: What tells the time of each step.
  @inlinable
  public convenience init<Domain: Equatable & Sendable>(
    _ initial: State,
    undoing domain: WritableKeyPath<State, Domain> & Sendable,
    limit: HistoryLimit = .unlimited,
    clock: @escaping @Sendable () -> Timestamp = { .now }
  ) {
    self.init(initial, undoing: .to(domain), VersionMaking(), limit: limit, clock: clock)
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
    limit: HistoryLimit = .unlimited,
    clock: @escaping @Sendable () -> Timestamp = { .now }
  ) {
    self.init(initial, undoing: .to(domain, with: companion), VersionMaking(), limit: limit, clock: clock)
  }

  /// Makes a store whose undo covers the whole state.
  @inlinable
  public convenience init(
    _ initial: State,
    limit: HistoryLimit = .unlimited,
    clock: @escaping @Sendable () -> Timestamp = { .now }
  ) {
    self.init(initial, undoing: \State.self, limit: limit, clock: clock)
  }
}

extension Store {
  /// Makes a store whose undo covers the described part of the state at `domain`, and says what its history keeps.
  ///
  /// A part that is not described has neither an ``Attic`` nor a limit in bytes: nothing could tell what a step
  /// changed in it, or keeps alive.
  ///
  /// - Parameters:
  ///   - initial: The state to begin with; it counts as saved.
  ///   - domain: The part that undo covers.
  ///   - attic: How older moments are kept; nil keeps all of them as they are, unless there is a limit in bytes.
  ///   - limit: How many steps are kept.
  ///   - byteLimit: How many bytes are kept alive beyond the present, nil for any number; see ``HistoryMemory``.
  ///   - clock: What tells the time of each step.
  @inlinable
  public convenience init<Domain: DescribedValue & Equatable>(
    _ initial: State,
    undoing domain: WritableKeyPath<State, Domain> & Sendable,
    attic: Attic? = Attic(),
    limit: HistoryLimit = .unlimited,
    byteLimit: Int? = nil,
    clock: @escaping @Sendable () -> Timestamp = { .now }
  ) {
    self.init(
      initial,
      undoing: .to(domain),
      VersionMaking(),
      limit: limit,
      attic: attic,
      byteLimit: byteLimit,
      clock: clock
    )
  }

  /// Makes a store whose undo covers one described part of the state and takes a companion along, and says what its
  /// history keeps.
  ///
  /// Companions stay in memory as they are, also in an ``Attic``.
  ///
  /// - Parameters:
  ///   - initial: The state to begin with; it counts as saved.
  ///   - domain: The part that undo covers.
  ///   - companion: What goes along with undo, such as the selection.
  ///   - attic: How older moments are kept; nil keeps all of them as they are, unless there is a limit in bytes.
  ///   - limit: How many steps are kept.
  ///   - byteLimit: How many bytes are kept alive beyond the present, nil for any number; see ``HistoryMemory``.
  ///   - clock: What tells the time of each step.
  @inlinable
  public convenience init<Domain: DescribedValue & Equatable, Companion: Sendable>(
    _ initial: State,
    undoing domain: WritableKeyPath<State, Domain> & Sendable,
    restoring companion: WritableKeyPath<State, Companion> & Sendable,
    attic: Attic? = Attic(),
    limit: HistoryLimit = .unlimited,
    byteLimit: Int? = nil,
    clock: @escaping @Sendable () -> Timestamp = { .now }
  ) {
    self.init(
      initial,
      undoing: .to(domain, with: companion),
      VersionMaking(),
      limit: limit,
      attic: attic,
      byteLimit: byteLimit,
      clock: clock
    )
  }
}

extension Store where State: DescribedValue {
  /// Makes a store whose undo covers the whole described state, and says what its history keeps.
  ///
  /// - Parameters:
  ///   - initial: The state to begin with; it counts as saved.
  ///   - attic: How older moments are kept; nil keeps all of them as they are, unless there is a limit in bytes.
  ///   - limit: How many steps are kept.
  ///   - byteLimit: How many bytes are kept alive beyond the present, nil for any number; see ``HistoryMemory``.
  ///   - clock: What tells the time of each step.
  @inlinable
  public convenience init(
    _ initial: State,
    attic: Attic? = Attic(),
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
