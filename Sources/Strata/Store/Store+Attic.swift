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
  ///   - limit: How much history is kept.
  ///   - clock: What tells the time of each step.
  public convenience init<Domain: Described & Equatable>(
    _ initial: State,
    undoing domain: WritableKeyPath<State, Domain> & Sendable,
    attic: Attic,
    limit: HistoryLimit = .unlimited,
    clock: @escaping @Sendable () -> Timestamp = { .now }
  ) {
    let packing = StepPacking.of(Domain.self, with: Void.self, attic)
    self.init(initial, undoing: .to(domain), limit: limit, packing: packing, clock: clock)
  }

  /// Makes a store whose undo covers one described part of the state, takes a companion along, and keeps its older
  /// moments in an ``Attic``.
  ///
  /// Companions stay in memory as they are.
  public convenience init<Domain: Described & Equatable, Companion: Sendable>(
    _ initial: State,
    undoing domain: WritableKeyPath<State, Domain> & Sendable,
    restoring companion: WritableKeyPath<State, Companion> & Sendable,
    attic: Attic,
    limit: HistoryLimit = .unlimited,
    clock: @escaping @Sendable () -> Timestamp = { .now }
  ) {
    let packing = StepPacking.of(Domain.self, with: Companion.self, attic)
    self.init(initial, undoing: .to(domain, with: companion), limit: limit, packing: packing, clock: clock)
  }

  /// Opens an undo of its own for one described part of the state, which keeps its older moments in an ``Attic``.
  ///
  /// - Throws: `StoreError.busy` inside a reducer, a transaction or the hook.
  public func undoScope<Part: Described & Equatable>(
    _ part: WritableKeyPath<State, Part> & Sendable,
    attic: Attic,
    limit: HistoryLimit = .unlimited
  ) throws -> UndoScope<State> {
    try UndoScope(
      part,
      of: self,
      limit: limit,
      packing: .of(Part.self, with: Void.self, attic)
    )
  }
}

extension Store {
  /// Makes a store that goes on where a log has left it.
  ///
  /// - Throws: ``PatchError`` when the step to the present moment cannot be read.
  package convenience init<Domain: Described & Equatable, Companion: Sendable>(
    _ state: State,
    undoing domain: WritableKeyPath<State, Domain> & Sendable,
    restoring companion: (WritableKeyPath<State, Companion> & Sendable)?,
    replaying replay: HistoryReplay,
    attic: Attic,
    limit: HistoryLimit,
    clock: @escaping @Sendable () -> Timestamp
  ) throws(PatchError) {
    precondition(companion != nil || Companion.self == Void.self, "No companion is nothing, not none of something")
    let access = companion.map { PartAccess.to(domain, with: $0) } ?? .to(domain)
    let version = AnyVersion(state)
    var remains = Remains()
    let history = try History(
      replay,
      at: access.captureBeginning(version),
      limit: limit,
      packing: .of(Domain.self, with: Companion.self, attic),
      into: &remains
    )
    self.init(version, undoing: UndoDomain(access, history), clock: clock)
    core.withLock { $0.unrecordedEvictions = remains.evicted }
  }
}

extension Store where State: Described {
  /// Makes a store whose undo covers the whole state, and keeps its older moments in an ``Attic``.
  public convenience init(
    _ initial: State,
    attic: Attic,
    limit: HistoryLimit = .unlimited,
    clock: @escaping @Sendable () -> Timestamp = { .now }
  ) {
    self.init(initial, undoing: \State.self, attic: attic, limit: limit, clock: clock)
  }
}
