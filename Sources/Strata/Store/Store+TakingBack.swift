extension Store {
  /// Takes back one step, wherever it stands on the way to the present, and keeps what was done later.
  ///
  ///     let slip = store.timeline.undoPath.dropFirst(3).first
  ///     try store.undo(only: slip.id)
  ///
  /// The step is turned around and carried over all that came later, as ``Patch/rebased(over:rank:resolving:)`` does it;
  /// what comes of that is a new step, which can be undone like any other. Moments never change. Taking back the last
  /// step is ``undo()``.
  ///
  /// - Parameters:
  ///   - moment: The moment that the step led to.
  ///   - author: Who takes it back.
  ///   - choose: Says what is to be there in the end where later steps changed the same: *mine* is what it was before the
  ///     step, *theirs* what it is now; nil leaves it open. Where all that was chosen is there already, the step counts as taken
  ///     back, by one that changes nothing.
  /// - Throws: `StoreError.noSuchMoment` for one that was evicted, `StoreError.elsewhere` for one on another branch,
  ///   `StoreError.ahead` for one that was undone and may be redone, `StoreError.nothingToUndo` for the oldest, `StoreError.nothingLeft` where later steps have taken back what the step
  ///   did, and nothing was chosen, `StoreError.notDescribed` where undo covers what is not described; `MergeError` where later steps contradict
  ///   it, or the state's own rules do; what ``undo()`` throws. Nothing has changed then.
  /// - Complexity: O(what the step and the later ones changed).
  public func undo(
    only moment: Moment.ID,
    as author: Author = .user,
    resolving choose: (MergeConflict) -> MergeConflict.Choice? = { _ in nil }
  ) throws {
    var isLast = false
    try write(
      { change in
        let timeline = core.withLock { $0.main.timeline }
        guard let label = timeline[moment]?.label else { throw StoreError.noSuchMoment(moment) }
        if moment == timeline.oldestID { throw StoreError.nothingToUndo }
        isLast = timeline.presentID == moment
        if isLast { return try prepare(.step(.back), of: nil, &change, otherwise: .nothingToUndo) }
        try timeline.requireOnTheWay(moment)
        if timeline.isTakenBack(moment) { throw StoreError.nothingLeft(of: moment) }
        let bearer = timeline.bearer(of: moment)
        let step = Step(label: "Undo \(label)", Provenance(author, .takingBack(bearer)))
        try prepareTakingBack(bearer, as: step, in: nil, choose, &change)
      },
      cause: { isLast ? .undo : .takingBack(moment) }
    )
  }

  /// Brings one step back that was taken back by itself, and keeps what was done later.
  ///
  /// - Parameters:
  ///   - moment: The moment that the step led to.
  ///   - author: Who brings it back.
  ///   - choose: Says what is to be there in the end where later steps changed the same: *mine* is what it was when the
  ///     step was taken back, *theirs* what it is now; nil leaves it open.
  /// - Throws: `StoreError.nothingToRedo` for a step that no other one on the way to the present takes back by itself: what
  ///   was rejected together comes back together, by taking back the rejection; what
  ///   ``undo(only:as:resolving:)`` throws. Nothing has changed then.
  /// - Complexity: O(what the later steps changed).
  public func redo(
    only moment: Moment.ID,
    as author: Author = .user,
    resolving choose: (MergeConflict) -> MergeConflict.Choice? = { _ in nil }
  ) throws {
    try write(
      { change in
        let timeline = core.withLock { $0.main.timeline }
        guard let label = timeline[moment]?.label else { throw StoreError.noSuchMoment(moment) }
        try timeline.requireOnTheWay(moment)
        guard let undo = timeline.undo(of: moment) else { throw StoreError.nothingToRedo }
        let step = Step(label: "Redo \(label)", Provenance(author, .takingBack(undo)))
        try prepareTakingBack(undo, as: step, in: nil, choose, &change)
      },
      cause: { .takingBack(moment) }
    )
  }
}

extension Store {
  /// Takes back the last step of one author that is still in effect, and keeps what others did later.
  ///
  ///     try store.undo(by: .agent)
  ///
  /// Where it is the last step of all, that is ``undo()``; else what comes of it is a new step, and the next call takes
  /// back the author's step before.
  ///
  /// - Parameters:
  ///   - author: Whose step it is; nil for the last one of all, which is that of ``undo()``.
  ///   - choose: As of ``undo(only:as:resolving:)``.
  /// - Throws: `StoreError.nothingToUndo` where no step of the author is in effect, or nothing is left of any; what
  ///   ``undo(only:as:resolving:)`` throws. Nothing has changed then.
  /// - Complexity: O(what the step and the later ones changed).
  public func undo(
    by author: Author?,
    resolving choose: (MergeConflict) -> MergeConflict.Choice? = { _ in nil }
  ) throws {
    try takeBack(.back, of: author, in: nil, choose)
  }

  /// Takes the step again that the author undid last, and keeps what others did later; the author's own next step ends
  /// that.
  ///
  /// A step that was the last of all when it was undone lies ahead, as with ``undo()``, and redo goes there. Where others have
  /// made steps meanwhile, it lies on a branch: then it is carried over what they did and taken again, as a step like any other
  /// under its own label, whose ``Moment/takesAgain`` names it.
  ///
  /// - Parameters:
  ///   - author: Who undid it; nil for the step of ``redo()``, whoever did.
  ///   - choose: As of ``redo(only:as:resolving:)``.
  /// - Throws: `StoreError.nothingToRedo` where there is none; what ``undo(only:as:resolving:)`` throws. Nothing has
  ///   changed then.
  /// - Complexity: As of ``undo(by:resolving:)``.
  public func redo(
    by author: Author?,
    resolving choose: (MergeConflict) -> MergeConflict.Choice? = { _ in nil }
  ) throws {
    try takeBack(.forward, of: author, in: nil, choose)
  }
}

extension Timeline {
  /// Sees to it that a moment is there, and on the way to the present.
  func requireOnTheWay(_ id: Moment.ID) throws(StoreError) {
    guard tree.contains(id) else { throw .noSuchMoment(id) }
    if isOnTheWay(id) { return }
    throw isOnTheWay(presentID, to: id) ? .ahead(id) : .elsewhere(id)
  }

  /// Whether a step of an author is in effect, which ``Store/undo(by:resolving:)`` would take back.
  ///
  /// Where others have taken away all that it did, that passes it over, and says `StoreError.nothingToUndo` where there is
  /// no other one: only carrying it over what came later tells.
  ///
  /// - Complexity: O(log² *n*) for *n* moments; where something was taken back since, O(steps between that and it).
  public func canUndo(by author: Author) -> Bool { stepToUndo(of: author) != nil }

  /// Whether there is a step for ``Store/redo(by:resolving:)`` to take again.
  ///
  /// - Complexity: As of ``canUndo(by:)``.
  public func canRedo(by author: Author) -> Bool { stepToRedo(of: author) != nil }

  /// The step that ``Store/undo(by:resolving:)`` would take back, as the moment that it led to; nil when there is none.
  ///
  /// Of the steps of two authors the later one has the greater number.
  ///
  /// - Complexity: As of ``canUndo(by:)``.
  public func undoMoment(by author: Author) -> Moment? {
    stepToUndo(of: author).map { moment(step(meantBy: $0)) }
  }

  /// The label of the step that ``Store/undo(by:resolving:)`` would take back; nil when there is none.
  public func undoLabel(by author: Author) -> String? { labelToUndo(of: author) }

  /// The step that ``Store/redo(by:resolving:)`` would take again, as the moment that it led to; nil when there is none.
  ///
  /// - Complexity: As of ``canUndo(by:)``.
  public func redoMoment(by author: Author) -> Moment? {
    stepToRedo(of: author).map { moment(step(meantBy: $0.moment)) }
  }

  /// The label of the step that ``Store/redo(by:resolving:)`` would take again; nil when there is none.
  public func redoLabel(by author: Author) -> String? { labelToRedo(of: author) }
}
