/// A change that nothing stands against any more: the version to come, and what it means for the histories.
///
/// Making a proposal runs the app's code, the reducer and the comparing of parts; making it true runs none.
struct Proposal {
  var version: AnyVersion
  var effect: Effect

  /// What a change means for the histories.
  enum Effect {
    /// A step in each history that watches what changed.
    case step(Step, in: Touched)
    /// A movement in the history of a scope, or in the store's own for nil, which is a step in the others that
    /// watch what changed.
    case movement(Movement, of: UndoScopeID?, Step, Touched)
    /// Nothing: no history watches what changed, if anything did.
    case nothing
    /// A new beginning for all.
    case restart
  }
}

/// Which histories watch something that is different between two versions.
struct Touched: Sendable {
  /// Whether the store's own history does.
  var main: Bool
  /// The open scopes that do.
  var scopes: [UndoScopeID] = []

  var isEmpty: Bool { !main && scopes.isEmpty }
}

/// The ways to all parts that have histories: what is looked at to learn which of them a change touches.
struct WatchedParts: Sendable {
  var main: PartAccess
  var scopes: [(id: UndoScopeID, part: PartAccess)] = []

  /// Compares the watched parts of two versions.
  func touched(from before: AnyVersion, to after: AnyVersion) -> Touched {
    var touched = Touched(main: !main.isUnchanged(before, after))
    for (id, part) in scopes where !part.isUnchanged(before, after) {
      touched.scopes.append(id)
    }
    return touched
  }
}
