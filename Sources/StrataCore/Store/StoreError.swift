/// Why a store did not do what it was asked to do; nothing has changed.
public enum StoreError: Error, Equatable, Sendable {
  /// A reducer, a transaction or a commit hook used the store that was running it.
  case busy
  /// An undo at the beginning of the history.
  case nothingToUndo
  /// A redo with no step in front.
  case nothingToRedo
  /// The moment was evicted, or never was.
  case noSuchMoment(Moment.ID)
  /// The moment is on another branch than the present.
  case elsewhere(Moment.ID)
  /// The moment lies ahead of the present: its step is undone.
  case ahead(Moment.ID)
  /// A checkpoint was to have a name in which there is nothing to read.
  case namelessCheckpoint
  /// The step to the moment is off, or nothing of what it did is there any more.
  case nothingLeft(of: Moment.ID)
  /// The present has all steps to the moment already.
  case nothingToMerge(Moment.ID)
  /// Undo covers what is not described, so that nothing tells what a step changed, or keeps alive.
  case notDescribed
  /// The moment lies in the attic, and the app's own `Codable` does not make of a value what it wrote.
  case unreadableMoment(Moment.ID, PatchError)
  /// An action whose recording is `untracked` changed what undo covers.
  case untrackedChange(action: String)
  /// A reducer changed an object in the state in place, so the history changed, too. Debug builds look for it.
  case changedInPlace(type: String)
  /// Undo covers a computed property, and loses a part of the data behind it. Debug builds look for it.
  case losesData(paths: String)
  /// The state has moved on since the writer looked at it.
  case outdated(expected: Int, actual: Int)
  /// The scope was closed.
  case scopeClosed
  /// The author has a group open already, under a label.
  case groupOpen(String)
  /// The store has given out all its numbers for moments, revisions or scopes.
  case historyFull
}

extension StoreError: CustomStringConvertible {
  /// A sentence for a person, with what to do next where something can be done.
  public var description: String {
    switch self {
    case .busy:
      """
      A reducer, a transaction or a commit hook used the store that was running it. A reducer changes its own \
      value, a transaction its draft; send what is to follow afterwards.
      """
    case .nothingToUndo: "There is nothing to undo."
    case .nothingToRedo: "There is nothing to redo."
    case .noSuchMoment(let id): "Moment \(id) is not in the history any more."
    case .elsewhere(let id):
      "Moment \(id) is on another branch than the present: only what led to the present can be taken back."
    case .ahead(let id):
      "Moment \(id) lies ahead of the present, so its step is undone: redo it, or jump there, first."
    case .namelessCheckpoint:
      "A checkpoint is found again by its name, and this one is empty: give it another one."
    case .nothingLeft(let id):
      "What the step to moment \(id) did is not there any more: there is nothing to take back."
    case .nothingToMerge(let id):
      "The present has all that led to moment \(id) already: there is nothing to merge."
    case .notDescribed:
      """
      Undo covers what is not described, so a step can neither be taken back by itself nor be weighed: describe it, see \
      Described.
      """
    case .unreadableMoment(let id, let error):
      """
      Moment \(id) cannot be brought back from the attic: \(error). See to it that the described types read what \
      they write.
      """
    case .untrackedChange(let action):
      """
      The action \(action) is recorded as untracked and yet changed what undo covers. Record it as a step, or \
      as .external for undo to go around it, or move what it changes out of the undo domain.
      """
    case .changedInPlace(let type):
      """
      A reducer changed an object in \(type) in place, and so in every moment of the history. Make it a struct; if it only \
      caches what it can find again, give it a `customMirror` without the cache.
      """
    case .losesData(let paths):
      """
      Undo covers \(paths), and setting that to its own value changes the state: undo would lose data. Let undo cover \
      the stored property behind it.
      """
    case .outdated(let expected, let actual):
      "The state is at revision \(actual), not \(expected) any more. Look at it again before sending."
    case .groupOpen(let label):
      "The group \"\(label)\" of this author is still open: end it, or cancel it, before another one begins."
    case .scopeClosed: "This undo scope was closed; open a new one."
    case .historyFull:
      """
      The store has no number left for another moment, revision or scope. Load the state to begin a new history; if \
      that fails too, make a new store.
      """
    }
  }
}
