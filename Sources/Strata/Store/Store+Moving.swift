extension Store {
  /// Moves the store's own history, or a scope's.
  func move(
    _ movement: Movement,
    of scope: UndoScopeID? = nil,
    _ cause: Transition<State>.Cause,
    otherwise nowhere: StoreError
  ) throws {
    try write(
      { try proposal(for: movement, of: scope, $0, otherwise: nowhere) },
      cause: { cause }
    )
  }

  private func proposal(
    for movement: Movement,
    of scope: UndoScopeID?,
    _ present: Present,
    otherwise nowhere: StoreError
  ) throws -> Proposal {
    guard let domain = core.withLock({ $0[scope] }) else { throw StoreError.scopeClosed }
    guard let destination = domain.history.destination(of: movement) else { throw nowhere }
    let next = domain.access.restore(destination, in: present.version)
    // What is undone gives the step its name elsewhere; what is gone to does otherwise.
    let timeline = domain.timeline
    let moved = movement == .step(.back) ? timeline.present : timeline.moment(destination.id)
    let effect = Proposal.Effect.movement(
      movement,
      of: scope,
      Step(label: moved.label),
      present.parts.captures(from: present.version, to: next, movedBy: scope)
    )
    return Proposal(version: next, effect: effect)
  }
}
