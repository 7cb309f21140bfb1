extension Store {
  /// Undoes the last step that is still on.
  ///
  /// If a change came from outside after the step, as ``Recording/external(_:)``, that change stays. Undo then switches the
  /// step off, as ``undo(by:noting:)`` does.
  ///
  /// - Complexity: O(1) among recent moments; for a packed step, O(changes of the step).
  /// - Throws: `StoreError.nothingToUndo` at the beginning; any error that a commit hook throws; `StoreError.busy` inside a
  ///   reducer, a transaction or a hook; where undo goes around a change, any error that ``undo(by:noting:)`` throws.
  public func undo() throws {
    if try !moveInPlace(.step(.back)) { try undoOrRedo(.back, of: .all) }
  }

  /// Takes the last undone step forward again; where the line ends, the newest step that followed.
  ///
  /// - Complexity: As of ``undo()``.
  /// - Throws: `StoreError.nothingToRedo` where no step followed; any error that a commit hook throws; `StoreError.busy`
  ///   inside a reducer, a transaction or a hook; where undo went around a change, any error that ``redo(by:noting:)``
  ///   throws.
  public func redo() throws {
    if try !moveInPlace(.step(.forward)) { try undoOrRedo(.forward, of: .all) }
  }

  /// Goes to any moment of the history, on any branch. A jump to the present does nothing.
  ///
  /// - Complexity: O(log *n*) among recent moments; for a packed moment, O(changes on the way there).
  /// - Throws: `StoreError.noSuchMoment` when the moment was evicted; any error that a commit hook throws; `StoreError.busy`
  ///   inside a reducer, a transaction or a hook.
  public func jump(to moment: Moment.ID) throws {
    try move(.jump(moment), .jump, otherwise: .noSuchMoment(moment))
  }

  /// The tree of moments, for menus, panels and jumps; a value that stays as it is.
  ///
  /// - Complexity: O(1).
  public var timeline: Timeline {
    core.withLock { $0.main }.timeline
  }

  /// Whether there is a step to undo.
  public var canUndo: Bool { timeline.canUndo }

  /// Whether there is a step to redo.
  public var canRedo: Bool { timeline.canRedo }

  /// Marks the present moment as the saved moment, for ``hasUnsavedChanges``.
  ///
  /// This seals the moment: no later step is added to it, so the saved value stays the saved value.
  ///
  /// - Throws: `StoreError.busy` inside a reducer, a transaction or a hook.
  public func markSaved() throws {
    try changeHistories({ .saved($0.presentID) }) { core in
      core.change(nil) { $0.markSaved() }
      return DeferredReleases()
    }
  }

  /// Ends a gesture, such as a drag when the button is released: the next step is one of its own, whatever its key.
  ///
  /// The state does not change, and no observer hears of the end, save where the step that ends changes nothing, as a drag
  /// that came back. Then there is no step, and ``timeline`` is as it was before.
  ///
  /// - Throws: `StoreError.busy` inside a reducer, a transaction or a hook; where a step is taken away, any error that
  ///   ``undo()`` throws.
  /// - Complexity: O(1), and where the present moment may be added to, the time to compare the part that undo covers with the
  ///   part before that moment.
  public func endMerging() throws {
    if core.withLock({ $0.main.timeline.isMerging }) {
      try dropSteps { timeline in timeline.isMerging ? [timeline.presentID] : [] }
    }
    try core.withLockWhenFree { $0.endMerging() }
  }

  /// Erases every moment but the present, in every open scope too: nothing can be undone or redone any more.
  ///
  /// The state stays as it is, and so does whether it counts as saved. Values outside the store, such as a ``timeline`` or an
  /// earlier state, stay as they are.
  ///
  /// - Throws: `StoreError.busy` inside a reducer, a transaction or a hook.
  public func forgetHistory() throws {
    try changeHistories({ .forgotten($0.presentID) }) { core in
      core.forgetHistory()
      return DeferredReleases()
    }
  }

  /// Forgets every moment that follows on the present, on any branch, so that there is nothing to redo.
  ///
  ///     try store.jump(to: draft.id)
  ///     try store.forgetAhead()  // the draft is final: later moments go
  ///
  /// The moments that lead to the present stay, and so do branches that parted from it before. A checkpoint that lies ahead
  /// goes with its moment, and so does the saved mark. Steps that undo by name switched off can still be switched on: they
  /// lie behind.
  ///
  /// - Throws: `StoreError.busy` inside a reducer, a transaction or a hook.
  /// - Complexity: O(*n* log *n*) for the *n* moments made since the present.
  public func forgetAhead() throws {
    try changeHistories { core in
      var deferred = DeferredReleases()
      core.change(nil) { $0.forgetAhead(into: &deferred) }
      return deferred
    }
  }

  /// Changes the store's histories, in a copy: readers do not wait for it, however much there is to evict.
  ///
  /// - Parameter event: Returns the event for the recorder, given the timeline before the change. Evicted moments are
  ///   recorded besides.
  func changeHistories(
    _ event: (Timeline) -> HistoryEvent = { _ in .nothing },
    _ change: (inout StoreCore) -> DeferredReleases
  ) throws {
    try core.takeTurn { _ in }
    let leftBehind: (DeferredReleases, [History])
    do {
      defer { core.giveTurn() }
      leftBehind = try exchangeHistories(event, change)
    }
    watchers.deliver()
    withExtendedLifetime(leftBehind) {}
  }

  /// Does it, for a writer that has the turn.
  func exchangeHistories(
    _ event: (Timeline) -> HistoryEvent = { _ in .nothing },
    _ change: (inout StoreCore) -> DeferredReleases
  ) throws -> (DeferredReleases, [History]) {
    var copy = core.withLock { $0 }
    let timeline = copy.main.timeline
    let deferred = change(&copy)
    var position: Int?
    if let recorder = copy.recorder {
      let event = event(timeline)
      position = try record(
        in: recorder,
        from: copy.version,
        to: copy.version,
        event,
        evicting: deferred.evicted
      )
    }
    let (old, isHeard) = core.withLock { core in
      if let position { (core.position, core.unrecordedEvictions) = (position, []) }
      return (core.exchangeHistories(with: copy), core.audience == .changes)
    }
    if isHeard { watchers.enqueue(Watchers.Event(change: nil, status: historyStatus)) }
    notifyEvicted(from: timeline, to: copy.main.timeline)
    // The copy may be the last to hold a scope that was closed meanwhile.
    return (deferred, old + copy.scopes.map(\.history))
  }
}
