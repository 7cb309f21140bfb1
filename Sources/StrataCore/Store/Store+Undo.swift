extension Store {
  /// Undoes the last step that is still on.
  ///
  /// Where something came from outside after it, as ``Recording/outside(_:)``, that stays: the step is switched off, as
  /// ``undo(by:noting:)`` does it.
  ///
  /// - Complexity: O(1) among recent moments; where it is packed, O(what the step changed).
  /// - Throws: `StoreError.nothingToUndo` at the beginning; what a commit hook throws; `StoreError.busy` inside
  ///   a reducer, a transaction or a hook; where it goes around something, what ``undo(by:noting:)`` throws.
  public func undo() throws {
    if try !moveInPlace(.step(.back)) { try take(.back, of: .all) }
  }

  /// Takes the last undone step forward again; where the line ends, the newest step that followed.
  ///
  /// - Complexity: As of ``undo()``.
  /// - Throws: `StoreError.nothingToRedo` where no step followed; what a commit hook throws;
  ///   `StoreError.busy` inside a reducer, a transaction or a hook; where undo went around something, what
  ///   ``redo(by:noting:)`` throws.
  public func redo() throws {
    if try !moveInPlace(.step(.forward)) { try take(.forward, of: .all) }
  }

  /// Goes to any moment of the history, on whatever branch it is; going to the present one is nothing.
  ///
  /// - Complexity: O(log *n*) among recent moments; where it is packed, O(what changed on the way there).
  /// - Throws: `StoreError.noSuchMoment` when it was evicted; what a commit hook throws; `StoreError.busy` inside
  ///   a reducer, a transaction or a hook.
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

  /// Marks the present moment as the one that is saved, for ``hasUnsavedChanges``.
  ///
  /// Nothing is added to that moment any more: what was saved stays what was saved.
  ///
  /// - Throws: `StoreError.busy` inside a reducer, a transaction or a hook.
  public func markSaved() throws {
    try changeHistories({ .saved($0.presentID) }) { core in
      core.change(nil) { $0.markSaved() }
      return Remains()
    }
  }

  /// Ends a gesture, such as a drag when the button is released: the next step is one of its own, whatever its key.
  ///
  /// Nothing of it shows in the state, and no observer hears of it, save where the step that ends shows nothing, as a drag that
  /// came back: then there is no step, and ``timeline`` is as it was before.
  ///
  /// - Throws: `StoreError.busy` inside a reducer, a transaction or a hook; where a step is taken away, what ``undo()`` throws.
  /// - Complexity: O(1), and where the present moment may be added to, what it takes to compare the part that undo covers with
  ///   what it was before.
  public func endMerging() throws {
    if core.withLock({ $0.main.timeline.isMerging }) {
      try dropSteps { timeline in timeline.isMerging ? [timeline.presentID] : [] }
    }
    try core.withLockWhenFree { $0.endMerging() }
  }

  /// Erases every moment but the present, in every open scope too: nothing can be undone or redone any more.
  ///
  /// The state stays as it is, and so does whether it counts as saved. What others hold, such as a ``timeline`` or an
  /// earlier state, they go on holding.
  ///
  /// - Throws: `StoreError.busy` inside a reducer, a transaction or a hook.
  public func forgetHistory() throws {
    try changeHistories({ .forgotten($0.presentID) }) { core in
      core.forgetHistory()
      return Remains()
    }
  }

  /// Forgets what lies ahead: every moment that follows on the present, on whatever branch, so that nothing is there to redo.
  ///
  ///     try store.jump(to: draft.id)
  ///     try store.forgetAhead()  // the draft is final: what came after it goes
  ///
  /// The moments that lead to the present stay, and so do branches that parted from it before. A checkpoint that lies ahead goes with
  /// its moment, and so does the saved mark. Steps that undo by name switched off can still be switched on: they lie behind.
  ///
  /// - Throws: `StoreError.busy` inside a reducer, a transaction or a hook.
  /// - Complexity: O(*n* log *n*) for the *n* moments made since the present.
  public func forgetAhead() throws {
    try changeHistories { core in
      var remains = Remains()
      core.change(nil) { $0.forgetAhead(into: &remains) }
      return remains
    }
  }

  /// Changes the store's histories, in a copy: readers do not wait for it, however much there is to evict.
  ///
  /// - Parameter event: What a recorder is told of it, given the timeline before, beside what is evicted.
  func changeHistories(
    _ event: (Timeline) -> HistoryEvent = { _ in .nothing },
    _ change: (inout StoreCore) -> Remains
  ) throws {
    try core.take { _ in }
    let leftBehind: (Remains, [History])
    do {
      defer { core.give() }
      leftBehind = try exchangeHistories(event, change)
    }
    watchers.deliver()
    withExtendedLifetime(leftBehind) {}
  }

  /// Does it, for a writer that has the turn.
  func exchangeHistories(
    _ event: (Timeline) -> HistoryEvent = { _ in .nothing },
    _ change: (inout StoreCore) -> Remains
  ) throws -> (Remains, [History]) {
    var copy = core.withLock { $0 }
    let timeline = copy.main.timeline
    let remains = change(&copy)
    var position: Int?
    if let recorder = copy.recorder {
      let event = event(timeline)
      position = try record(
        in: recorder,
        from: copy.version,
        to: copy.version,
        event,
        evicting: remains.evicted
      )
    }
    let (old, isHeard) = core.withLock { core in
      if let position { (core.position, core.unrecordedEvictions) = (position, []) }
      return (core.exchangeHistories(with: copy), core.audience == .changes)
    }
    if isHeard { watchers.enqueue(Watchers.Event(change: nil, status: historyStatus)) }
    tellEvicted(from: timeline, to: copy.main.timeline)
    // The copy may be the last to hold a scope that was closed meanwhile.
    return (remains, old + copy.scopes.map(\.history))
  }
}
