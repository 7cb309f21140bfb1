extension Store {
  /// Moves the store's own history, or a scope's.
  func move(
    _ movement: Movement,
    of scope: UndoScope<State>.ID? = nil,
    _ cause: Transition<State>.Cause,
    otherwise nowhere: StoreError
  ) throws {
    try write { version, lenses in
      guard let history = core.withLock({ $0[scope] }) else { throw StoreError.scopeClosed }
      guard let target = history.timeline.destination(of: movement) else { throw nowhere }
      let next = version.changed { _ = history.restore(movement, in: &$0) }
      let moved = movement == .step(.back) ? history.timeline.present : history.timeline.moment(target)
      let proposal = Proposal(
        version: next,
        cause: cause,
        effect: .movement(
          movement,
          of: scope,
          Step(label: moved.label),
          lenses.touched(from: version, to: next)
        )
      )
      return (proposal, ())
    }
  }
}
