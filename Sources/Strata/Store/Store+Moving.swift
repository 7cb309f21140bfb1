extension Store {
  /// Moves the store's own history, or a scope's.
  func move(
    _ movement: Movement,
    of scope: UndoScopeID? = nil,
    _ cause: @autoclosure () -> Transition<State>.Cause,
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
    let next = access.restore(destination, in: present.version)
    let effect = Proposal.Effect.movement(
      movement,
      of: scope,
      Step(label: destination.label),
      present.parts.captures(from: present.version, to: next, movedBy: scope)
    )
    return Proposal(version: next, effect: effect)
  }
}
