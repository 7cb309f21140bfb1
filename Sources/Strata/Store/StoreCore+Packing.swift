extension StoreCore {
  /// The steps that an effect leaves behind, to be packed where no lock is held.
  func unpackedSteps(
    before effect: Proposal.Effect,
    at time: Timestamp
  ) -> [(scope: UndoScopeID?, step: History.UnpackedStep)] {
    var steps: [(scope: UndoScopeID?, step: History.UnpackedStep)] = []
    func leave(_ scope: UndoScopeID?, by step: Step?) {
      guard let domain = self[scope] else { return }
      if let step, domain.timeline.isExtended(by: step, at: time) { return }
      if let unpacked = domain.history.unpackedStep { steps.append((scope, unpacked)) }
    }
    switch effect {
    case .step(let step, let captures):
      if captures.main != nil { leave(nil, by: step) }
      for (id, _) in captures.scopes { leave(id, by: step) }
    case .movement(_, of: let mover, let step, let captures):
      leave(mover, by: nil)
      if captures.main != nil { leave(nil, by: step) }
      for (id, _) in captures.scopes { leave(id, by: step) }
    case .nothing, .restart: break
    }
    return steps
  }
}
