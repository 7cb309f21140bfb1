extension Store {
  /// One change of a store's state, as observers see it.
  public struct Transition: Sendable {
    /// The number of the commit, one more than the one before.
    public var revision: Int { commit.revision }
    /// The cause of the change.
    public let cause: Cause
    /// The step that was taken, taken back, taken again or gone to; nil when the undo domain did not change.
    public var step: Moment? { commit.step }

    private let commit: StoreCore.Commit

    init(_ commit: StoreCore.Commit, cause: Cause) {
      (self.commit, self.cause) = (commit, cause)
    }

    /// The actions that were sent to bring the change about, in their order; none for undo, redo, jumps and loading.
    ///
    /// Effects belong here: they happen once, when an action is sent by itself or in a transaction.
    public var actions: [State.Action] {
      switch cause {
      case .action(let action): [action]
      case .transaction(_, let actions): actions
      case .undo, .switching, .merge, .redo, .jump, .scope, .load, .followed, .received: []
      }
    }

    /// The state before the change.
    public var before: State { commit.old.state(as: State.self) }

    /// The state after the change.
    public var after: State { commit.new.state(as: State.self) }

    /// The causes of a change.
    ///
    /// Effects act on `action` and `transaction`: undo, redo and jumps bring a state back and mean to do nothing
    /// else in the world.
    public enum Cause: Sendable {
      /// An action was sent.
      case action(State.Action)
      /// Several actions were sent as one step, under a label.
      case transaction(String, actions: [State.Action])
      /// The last step was taken back.
      case undo
      /// The step to a moment was taken back by itself, or brought back; later steps were kept.
      case switching(Moment.ID)
      /// The steps to a moment on another branch were merged.
      case merge(Moment.ID)
      /// A step was taken again.
      case redo
      /// The state went to a moment elsewhere in the history.
      case jump
      /// A scope moved within its part of the state.
      case scope(UndoScopeID)
      /// Everything was replaced, and a new history began.
      case load
      /// Another process made the change, and this store follows it.
      case followed
      /// A change came from outside of the actions, such as from another machine, under a label.
      case received(String)
    }
  }
}

extension Store.Transition where State: DescribedValue {
  /// The changes between the two states, as edits along paths.
  ///
  ///     let token = store.observe { transition in
  ///       if let patch = try? transition.patch { channel.send(patch) }
  ///     }
  ///
  /// - Complexity: O(changes · log *n*), once for all callers. A difference that an attic or a log has found already is not
  ///   looked for again.
  /// - Throws: ``PatchError`` when a leaf's own `Codable` refuses to write it.
  public var patch: Patch {
    get throws(PatchError) {
      func find() throws(PatchError) -> Patch {
        // A part that is computed is told by what it is computed from.
        let fields = commit.difference == nil ? nil : PartFields(commit.paths, of: State.self)
        return try Patch(from: before, to: after, knowing: fields?.known(commit.difference))
      }
      guard let whole = commit.whole else { return try find() }
      return try whole.patch(find)
    }
  }
}

/// The difference of the whole state. The first hook, log or observer that asks for it computes the difference, and all later
/// callers get the same.
final class WholeDifference: @unchecked Sendable {
  // Unchecked for the variable, which is reached under the lock alone. One lock serves all: it is held to copy a reference.
  private static let lock = Lock()
  private var found: Result<Patch, PatchError>?

  /// Returns the difference that was found, or else the one that `find` finds.
  ///
  /// - Throws: Any error that `find` throws, or threw in an earlier call.
  func patch(_ find: () throws(PatchError) -> Patch) throws(PatchError) -> Patch {
    Self.lock.lock()
    let known = found
    Self.lock.unlock()
    if let known { return try known.get() }
    // It runs the app's code, so no lock is held.
    let result: Result<Patch, PatchError>
    do throws(PatchError) { result = .success(try find()) } catch { result = .failure(error) }
    Self.lock.lock()
    found = result
    Self.lock.unlock()
    return try result.get()
  }
}
