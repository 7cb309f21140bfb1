/// An undo of its own for one part of the state, for as long as an editor, a form or a canvas is open.
///
///     let scope = try store.undoScope(\.document.canvas)
///     try store.send(.canvas(.move(3, to: point)))
///     try scope.undo()
///
/// Each history records every change to its part that it did not make itself: an undo in the scope is a step in
/// the store's own history, and the other way round, under the label of the step that was undone. An action that the
/// store's own history does not track is a step named "Change" in a scope whose part it changes.
///
/// A scope closes when it is told to, and when it is released.
public final class UndoScope<State: Reducible>: Sendable {
  /// The scope's name.
  public let id: UndoScopeID
  private let store: Store<State>

  @usableFromInline
  init(_ domain: UndoDomain, of store: Store<State>, keeping steps: Int?) throws {
    self.store = store
    if let refusal = domain.refusal { throw refusal }
    try store.core.takeTurn { _ in }
    defer { store.core.giveTurn() }
    let time = store.clock()
    let beginning = store.core.withLock { $0.version }.withAddress { domain.capture($0, $0, []) }
    id = try store.core.withLock { core throws(StoreError) in
      try core.openScope(domain, beginningWith: beginning, keeping: steps, at: time)
    }
  }

  deinit {
    close()
  }

  /// Takes back the last change to the scope's part, whichever author made it.
  ///
  /// - Throws: `StoreError.nothingToUndo` where the scope began, `StoreError.scopeClosed` after closing, and any error that
  ///   ``Store/undo()`` throws.
  public func undo() throws { try store.undoOrRedo(.back, of: .all, in: id) }

  /// Takes the last undone step of the scope forward again.
  ///
  /// - Throws: `StoreError.nothingToRedo` where no step followed, `StoreError.scopeClosed` after closing, and any error that
  ///   ``Store/redo()`` throws.
  public func redo() throws { try store.undoOrRedo(.forward, of: .all, in: id) }

  /// Takes back the last `count` changes to the scope's part, or as many as there are, as ``Store/undo(steps:)`` does.
  ///
  /// - Returns: The number of changes that were taken back.
  /// - Throws: Any error that ``undo()`` throws.
  @discardableResult
  public func undo(steps count: Int) throws -> Int { try store.undoOrRedo(.back, steps: count, in: id) }

  /// Takes the last `count` undone steps of the scope forward again, or as many as there are.
  ///
  /// - Returns: The number of steps that were taken.
  /// - Throws: Any error that ``redo()`` throws.
  @discardableResult
  public func redo(steps count: Int) throws -> Int { try store.undoOrRedo(.forward, steps: count, in: id) }

  /// Goes to a moment of the scope.
  ///
  /// - Throws: `StoreError.noSuchMoment` when it was evicted, `StoreError.scopeClosed` after closing, and what
  ///   ``Store/jump(to:)`` throws.
  public func jump(to moment: Moment.ID) throws {
    try store.move(.jump(moment), of: id, .scope(id), otherwise: .noSuchMoment(moment))
  }

  /// Whether there is a step of the scope to undo; false after closing.
  public var canUndo: Bool { timeline?.canUndo ?? false }

  /// Whether there is a step of the scope to redo; false after closing.
  public var canRedo: Bool { timeline?.canRedo ?? false }

  /// The moments of the scope; nil after closing.
  public var timeline: Timeline? {
    store.core.withLock { $0[id] }?.timeline
  }

  /// Ends the scope; the state stays as it is, and so does the store's own history.
  public func close() {
    let history = store.core.withLock { $0.closeScope(id) }
    withExtendedLifetime(history) {}
  }
}

/// A scope's name within its store.
public struct UndoScopeID: Hashable, Sendable {
  let number: Int
}

extension Store {
  /// Opens an undo of its own for one part of the state.
  ///
  /// Its older moments are kept as the store's own are; the bytes that it keeps are part of the store's ``historyBytes``.
  ///
  /// - Parameters:
  ///   - part: The part that the scope covers.
  ///   - steps: The number of steps that the scope keeps; nil for as many as ``Keeping/standard`` has.
  /// - Throws: `StoreError.busy` inside a reducer, a transaction or a hook; ``DescriptionError`` where the part's description
  ///   is wrong.
  @inlinable
  public func undoScope<Part: Equatable & Sendable>(
    _ part: WritableKeyPath<State, Part> & Sendable,
    steps: Int? = nil
  ) throws -> UndoScope<State> {
    try UndoScope(UndoDomain(undone: [.undone(part)]), of: self, keeping: steps)
  }
}
