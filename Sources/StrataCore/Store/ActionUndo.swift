/// A history of actions and their opposites, for state that lives outside a store: a device, a server, a document
/// of another framework.
///
///     var undo = ActionUndo<Command>()
///     try undo.perform(.open(valve), opposite: .close(valve)) { try plant.run($0) }
///     try undo.undo { try plant.run($0) }   // closes the valve
///     try undo.redo { try plant.run($0) }   // opens it again
///
/// Inside a store, snapshots need no opposites and cannot get them wrong: use ``Store`` there.
public struct ActionUndo<Action: Sendable>: Sendable {
  private struct Step {
    var action: Action
    var opposite: Action
  }

  private var done: [Step] = []
  private var undone: [Step] = []
  private let redoing: @Sendable (Action) -> Action

  /// Starts a history in which nothing has been done.
  ///
  /// - Parameter redoing: Gives the action that a redo begins with. An intent that starts as one action and ends as
  ///   another is recorded when it ends, and redone from its start:
  ///
  ///       ActionUndo<Transfer> { if case .completed(let file) = $0 { .started(file) } else { $0 } }
  public init(redoing: @escaping @Sendable (Action) -> Action = { $0 }) {
    self.redoing = redoing
  }

  /// Whether there is an action to take back.
  public var canUndo: Bool { !done.isEmpty }

  /// Whether there is an action to do again.
  public var canRedo: Bool { !undone.isEmpty }

  /// Runs an action, and records it with its opposite if the action succeeded. An action without an opposite leaves no step.
  ///
  /// - Throws: Any error that `run` throws; then nothing is recorded.
  public mutating func perform(
    _ action: Action,
    opposite: Action?,
    _ run: (Action) throws -> Void
  ) rethrows {
    try run(action)
    guard let opposite else { return }
    done.append(Step(action: action, opposite: opposite))
    undone.removeAll()
  }

  /// Runs the opposite of the last action that is still in effect.
  ///
  /// - Throws: `StoreError.nothingToUndo` where there is none, as a ``Store`` does; any error that `run` throws: the action
  ///   then counts as still in effect.
  public mutating func undo(_ run: (Action) throws -> Void) throws {
    guard let step = done.last else { throw StoreError.nothingToUndo }
    try run(step.opposite)
    undone.append(done.removeLast())
  }

  /// Runs the last action that was undone, or what it is redone from.
  ///
  /// - Throws: `StoreError.nothingToRedo` where there is none; any error that `run` throws: the action then counts as still
  ///   undone.
  public mutating func redo(_ run: (Action) throws -> Void) throws {
    guard let step = undone.last else { throw StoreError.nothingToRedo }
    try run(redoing(step.action))
    done.append(undone.removeLast())
  }
}
