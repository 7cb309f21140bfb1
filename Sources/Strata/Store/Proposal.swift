/// A change that nothing stands against any more: the version to come, and what it means for the histories.
///
/// Making a proposal runs the app's code, the reducer, the comparing of parts, and the packing of old steps; making it
/// true runs none.
struct Proposal {
  var version: AnyVersion
  var effect: Effect
  /// What was kept of the moment that a movement leads to, unpacked if it lay in the attic.
  var destination: AnySnapshot?
  /// The number that the recorder gave to the change; nil where there is no recorder.
  var recorded: Int?
  /// The steps that were packed because the change leaves them behind.
  var sealed: [(scope: UndoScopeID?, step: History.SealedStep)] = []
  /// The snapshots of earlier moments that were weighed because the change builds on them.
  var weighed: [(scope: UndoScopeID?, snapshot: History.Weighed)] = []

  /// What a change means for the histories.
  enum Effect {
    /// A step in each history that watches what changed.
    case step(Step, Captures)
    /// A movement in the history of a scope, or in the store's own for nil, which is a step in the others that
    /// watch what changed.
    case movement(Movement, of: UndoScopeID?, Step, Captures)
    /// Nothing: no history watches what changed, if anything did.
    case nothing
    /// A new beginning for all.
    case restart(Captures)

    /// The step that others than the mover record; nothing, where none is.
    var recorded: Effect {
      if case .movement(_, of: _, let step, let captures) = self { return .step(step, captures) }
      return self
    }
  }
}
