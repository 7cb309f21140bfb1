/// A change that nothing stands against any more: the state to come, and what it means for the histories.
///
/// Making a proposal runs the app's code, the reducer and the comparing of parts; making it true runs none.
struct Proposal<State: Reducible> {
  var version: Version<State>
  var cause: Transition<State>.Cause
  var effect: Effect

  /// What a change means for the histories.
  enum Effect {
    /// A step in each history that watches what changed.
    case step(Step, in: Touched<State>)
    /// A movement in one history, which is a step in the others that watch what changed.
    case movement(Movement, of: UndoScope<State>.ID?, Step, Touched<State>)
    /// Nothing: no history watches what changed, if anything did.
    case nothing
    /// A new beginning for all.
    case restart
  }
}

/// Which histories watch something that is different between two versions.
struct Touched<State: Reducible>: Sendable {
  /// Whether the store's own history does.
  var main: Bool
  /// The open scopes that do.
  var scopes: [UndoScope<State>.ID]

  var isEmpty: Bool { !main && scopes.isEmpty }
}

/// What is to be looked at to learn which histories a change touches.
struct Lenses<State: Reducible>: Sendable {
  var main: any PartLens<State>
  var scopes: [(id: UndoScope<State>.ID, lens: any PartLens<State>)] = []

  /// Compares the watched parts of two versions.
  func touched(from before: Version<State>, to after: Version<State>) -> Touched<State> {
    var touched = Touched<State>(main: !main.isUnchanged(from: before.state, to: after.state), scopes: [])
    for (id, lens) in scopes where !lens.isUnchanged(from: before.state, to: after.state) {
      touched.scopes.append(id)
    }
    return touched
  }
}
