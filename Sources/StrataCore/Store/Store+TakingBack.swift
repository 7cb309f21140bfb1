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
      { turn in
        let timeline = core.withLock { $0.main.timeline }
        guard let label = timeline[moment]?.label else { throw StoreError.noSuchMoment(moment) }
        if moment == timeline.oldestID { throw StoreError.nothingToUndo }
        isLast = timeline.presentID == moment
        if isLast { return try movement(.step(.back), of: nil, turn, otherwise: .nothingToUndo) }
        try timeline.requireOnTheWay(moment)
        if timeline.isTakenBack(moment) { throw StoreError.nothingLeft(of: moment) }
        let bearer = timeline.bearer(of: moment)
        let step = Step(label: "Undo \(label)", Provenance(author, .takingBack(bearer)))
        guard let proposal = try takingBack(bearer, as: step, in: nil, choose, turn) else {
          throw StoreError.nothingLeft(of: bearer)
        }
        return proposal
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
      { turn in
        let timeline = core.withLock { $0.main.timeline }
        guard let label = timeline[moment]?.label else { throw StoreError.noSuchMoment(moment) }
        try timeline.requireOnTheWay(moment)
        guard let undo = timeline.undo(of: moment) else { throw StoreError.nothingToRedo }
        let step = Step(label: "Redo \(label)", Provenance(author, .takingBack(undo)))
        guard let proposal = try takingBack(undo, as: step, in: nil, choose, turn) else {
          throw StoreError.nothingLeft(of: undo)
        }
        return proposal
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
    try takeBack(.back, of: author.map { [$0] }, in: nil, choose)
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
    try takeBack(.forward, of: author.map { [$0] }, in: nil, choose)
  }
}

extension Store {
  /// Takes back the last step of several authors that is still in effect, and keeps what others did later.
  ///
  ///     try store.undo(byAny: [ada, adasRecogniser])
  ///
  /// It is for a person and what acts for them: they have one undo and one redo together, which steps of others do not end.
  ///
  /// - Parameters:
  ///   - authors: Whose step it is; the first of them is who takes it back.
  ///   - choose: As of ``undo(only:as:resolving:)``.
  /// - Throws: What ``undo(by:resolving:)`` throws.
  /// - Complexity: As of ``undo(by:resolving:)``.
  public func undo(
    byAny authors: [Author],
    resolving choose: (MergeConflict) -> MergeConflict.Choice? = { _ in nil }
  ) throws {
    try takeBack(.back, of: authors, in: nil, choose)
  }

  /// Takes the step again that several authors undid last, and keeps what others did later; a step of any of them ends that.
  ///
  /// - Parameters:
  ///   - authors: Whose undone step it is; the first of them is who takes it again.
  ///   - choose: As of ``redo(only:as:resolving:)``.
  /// - Throws: What ``redo(by:resolving:)`` throws.
  /// - Complexity: As of ``undo(by:resolving:)``.
  public func redo(
    byAny authors: [Author],
    resolving choose: (MergeConflict) -> MergeConflict.Choice? = { _ in nil }
  ) throws {
    try takeBack(.forward, of: authors, in: nil, choose)
  }
}

extension Timeline {
  /// Sees to it that a moment is there, and on the way to the present.
  func requireOnTheWay(_ id: Moment.ID) throws(StoreError) {
    guard tree.contains(id) else { throw .noSuchMoment(id) }
    if isOnTheWay(id) { return }
    throw isOnTheWay(presentID, to: id) ? .ahead(id) : .elsewhere(id)
  }
}
