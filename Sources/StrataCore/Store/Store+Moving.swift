extension Store {
  /// Moves the store's own history, or a scope's.
  func move(
    _ movement: Movement,
    of scope: UndoScopeID? = nil,
    _ cause: @autoclosure () -> Transition.Cause,
    otherwise nowhere: StoreError
  ) throws {
    if scope == nil, try moveInPlace(movement) { return }
    try write({ try self.movement(movement, of: scope, $0, otherwise: nowhere) }, cause: cause)
  }

  /// Moves the store's own history among its recent moments in place, where there is no other writer, hook, recorder, scope,
  /// observer or limit in bytes, and where the movement runs no code of the app.
  ///
  /// Such a movement takes the core's lock once, and makes no version of the state.
  ///
  /// - Returns: Whether the movement was made.
  func moveInPlace(_ movement: Movement) throws -> Bool {
    if let refusal { throw refusal }
    var deferred = DeferredReleases()
    var isMade = false
    // One look needs no turn. As for all changes, the replaced values go when no lock is held any more.
    domain.withRoom { room in
      isMade = core.withLockIfFree { $0.moveInPlace(movement, &room, &deferred) } ?? false
    }
    return isMade
  }

  /// Proposes a movement; nil where it leads to the present.
  ///
  /// - Parameters:
  ///   - undone: The snapshot of the last step that the movement undoes, where it undoes several.
  ///   - removed: The moments at the end of the way to the present that are removed then, the last one first.
  func movement(
    _ movement: Movement,
    of scope: UndoScopeID?,
    undoing undone: DomainSnapshot? = nil,
    removing removed: [Moment.ID] = [],
    endingGroup: Int? = nil,
    as label: String? = nil,
    _ turn: Turn,
    otherwise nowhere: StoreError
  ) throws -> Proposal? {
    let found = core.withLock { core in
      scope == nil ? core.main.destination(of: movement) : core[scope]?.destination(of: movement)
    }
    guard let destination = found else { throw isOpen(scope) ? nowhere : StoreError.scopeClosed }
    if destination.isPresent { return nil }
    guard let snapshot = try destination.snapshot ?? unpack(destination.id, in: scope) else { throw nowhere }
    let isLogged = scope == nil && turn.recorder != nil
    let cost = isLogged ? core.withLock { $0.main }.cost(to: destination.id) : nil
    let after = making.copy(turn.before)
    let moved = scope == nil ? domain : turn.scopes.first { $0.id == scope }?.domain
    moved?.restore(snapshot, undone ?? destination.undone, after.address)
    let records = turn.participants == nil ? [] : turn.scopeRecords(to: after, except: scope)
    var step = Step(label: label ?? "")
    let main = scope == nil ? nil : turn.record(step, to: after, in: domain)
    if label == nil, main != nil || !records.isEmpty {
      step.label = core.withLock { $0[scope]?.label(of: movement, to: destination.id) } ?? ""
    }
    return Proposal(
      after,
      .movement(Proposal.Journey(movement, of: scope, to: destination.id, snapshot, cost, removing: removed)),
      as: step,
      main: main,
      scopes: records,
      endingGroup: endingGroup
    )
  }

  private func isOpen(_ scope: UndoScopeID?) -> Bool { core.withLock { $0[scope] != nil } }

  /// Brings a moment back from the attic, in a copy of the history: that runs the app's code.
  func unpack(_ id: Moment.ID, in scope: UndoScopeID?) throws -> DomainSnapshot? {
    guard let history = core.withLock({ $0[scope] }) else { throw StoreError.scopeClosed }
    do {
      return try history.snapshot(at: id)
    } catch {
      throw StoreError.unreadableMoment(id, error)
    }
  }
}
