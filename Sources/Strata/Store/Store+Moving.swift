extension Store {
  /// Moves the store's own history, or a scope's.
  func move(
    _ movement: Movement,
    of scope: UndoScopeID? = nil,
    _ cause: @autoclosure () -> Transition.Cause,
    otherwise nowhere: StoreError
  ) throws {
    try write(
      { try proposal(for: movement, of: scope, $0, otherwise: nowhere) },
      cause: cause
    )
  }

  private func proposal(
    for movement: Movement,
    of scope: UndoScopeID?,
    _ present: Present,
    otherwise nowhere: StoreError
  ) throws -> Proposal {
    guard let (access, destination) = core.withLock({ $0.way(of: movement, in: scope) }) else {
      throw StoreError.scopeClosed
    }
    guard let destination else { throw nowhere }
    guard let snapshot = try destination.snapshot ?? unpack(destination.id, in: scope) else { throw nowhere }
    let next = access.restore(snapshot, of: destination, in: present.version)
    let effect = Proposal.Effect.movement(
      movement,
      of: scope,
      Step(label: destination.label),
      present.parts.captures(from: present.version, to: next, movedBy: scope)
    )
    return Proposal(version: next, effect: effect, destination: snapshot)
  }

  /// Brings a moment back from the attic, in a copy of the history: that runs the app's code.
  private func unpack(_ id: Moment.ID, in scope: UndoScopeID?) throws -> AnySnapshot? {
    guard let domain = core.withLock({ $0[scope] }) else { throw StoreError.scopeClosed }
    do {
      return try domain.history.snapshot(at: id)
    } catch {
      throw StoreError.unreadableMoment(id, error)
    }
  }
}
