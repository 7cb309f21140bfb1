// Every step is on or off. The present is what the steps that are on make together, each meaning what it meant when it was taken.
// Undo by name switches steps; what others did stays, and moments never change.

extension Store {
  /// Undoes the last step of one author that is still on, and keeps what others did later.
  ///
  ///     try store.undo(by: .agent)
  ///
  /// Where it is the last step of all, the state goes to the moment before it, as ``undo()`` does. Else the step is switched off,
  /// by a moment that undo goes around. Where others wrote over all that the step wrote, that changes nothing; then undo
  /// switches off the author's step before it as well, until something changes. It never asks.
  ///
  /// - Parameter author: Whose step it is; nil for the last one of all, as with ``undo()``.
  /// - Throws: `StoreError.nothingToUndo` where no step of the author is on, or none would change anything;
  ///   `StoreError.notDescribed` where undo covers what is not described; `MergeError.patch` where the state's own rules refuse
  ///   the result; what ``undo()`` throws. Nothing has changed then.
  /// - Complexity: O(steps since then), and O(*s* log *s*) for the *s* changes among them in the same texts, lists and keys.
  public func undo(by author: Author?) throws { try take(.back, of: author.map { [$0] }, in: nil) }

  /// Redoes the step that the author undid last, and keeps what others did later; the author's own next step ends that.
  ///
  /// A step that was the last of all when it was undone lies ahead, as with ``undo()``, and redo goes there. Where others have
  /// made steps meanwhile, it lies on a branch: then it is switched on at the present, and the branch stays as it is.
  ///
  /// - Parameter author: Who undid it; nil for the step of ``redo()``, whoever did.
  /// - Throws: `StoreError.nothingToRedo` where there is none that would change anything; what ``undo(by:)`` throws. Nothing has
  ///   changed then.
  /// - Complexity: As of ``undo(by:)``.
  public func redo(by author: Author?) throws { try take(.forward, of: author.map { [$0] }, in: nil) }

  /// Undoes the last step of several authors that is still on, and keeps what others did later.
  ///
  ///     try store.undo(byAny: [ada, adasRecogniser])
  ///
  /// It is for a person and what acts for them: they have one undo and one redo together, which steps of others do not end.
  ///
  /// - Parameter authors: Whose step it is; the first of them is who undoes it.
  /// - Throws: What ``undo(by:)`` throws.
  /// - Complexity: As of ``undo(by:)``.
  public func undo(byAny authors: [Author]) throws { try take(.back, of: authors, in: nil) }

  /// Redoes the step that several authors undid last, and keeps what others did later; a step of any of them ends that.
  ///
  /// - Parameter authors: Whose undone step it is; the first of them is who redoes it.
  /// - Throws: What ``redo(by:)`` throws.
  /// - Complexity: As of ``undo(by:)``.
  public func redo(byAny authors: [Author]) throws { try take(.forward, of: authors, in: nil) }
}

extension Store {
  /// Undoes one step, wherever it stands, and keeps what was done later: a step like any other, which can be undone.
  ///
  ///     let slip = store.timeline.undoPath.dropFirst(3).first
  ///     try store.undo(only: slip.id)
  ///
  /// Undoing the last step is ``undo()``.
  ///
  /// - Parameters:
  ///   - moment: The moment that the step led to.
  ///   - author: Who undoes it.
  ///   - choose: Says what is to be there in the end where later steps wrote the same: *mine* is what would be restored,
  ///     *theirs* what is there now; nil leaves it open. Where all that was chosen is there already, the step counts as undone, by
  ///     one that changes nothing.
  /// - Throws: `StoreError.noSuchMoment` for one that was evicted, `StoreError.elsewhere` for one on another branch,
  ///   `StoreError.ahead` for one that was undone and may be redone, `StoreError.nothingToUndo` for the oldest,
  ///   `StoreError.nothingLeft` where the step is off, or later ones have written over all that it did; `MergeError.conflicts`
  ///   where something was left open; what ``undo(by:)`` throws. Nothing has changed then.
  /// - Complexity: As of ``undo(by:)``.
  public func undo(
    only moment: Moment.ID,
    as author: Author = .user,
    resolving choose: (MergeConflict) -> MergeConflict.Choice? = { _ in nil }
  ) throws {
    var isLast = false
    try write(
      { turn in
        let timeline = core.withLock { $0.main.timeline }
        isLast = timeline.presentID == moment && moment != timeline.oldestID
        if isLast { return try movement(.step(.back), of: nil, turn, otherwise: .nothingToUndo) }
        return try switching(moment, to: false, as: author, in: timeline, choose, turn)
      },
      cause: { isLast ? .undo : .takingBack(moment) }
    )
  }

  /// Brings one step back that was undone, or of which changes were rejected, and keeps what was done later.
  ///
  /// - Parameters:
  ///   - moment: The moment that the step led to.
  ///   - author: Who brings it back.
  ///   - choose: As of ``undo(only:as:resolving:)``.
  /// - Throws: `StoreError.nothingToRedo` for a step that is on; what ``undo(only:as:resolving:)`` throws. Nothing has changed
  ///   then.
  /// - Complexity: As of ``undo(by:)``.
  public func redo(
    only moment: Moment.ID,
    as author: Author = .user,
    resolving choose: (MergeConflict) -> MergeConflict.Choice? = { _ in nil }
  ) throws {
    try write(
      { turn in
        let timeline = core.withLock { $0.main.timeline }
        return try switching(moment, to: true, as: author, in: timeline, choose, turn)
      },
      cause: { .takingBack(moment) }
    )
  }

  /// Proposes to switch one step.
  private func switching(
    _ moment: Moment.ID,
    to isOn: Bool,
    as author: Author,
    in timeline: Timeline,
    _ choose: (MergeConflict) -> MergeConflict.Choice?,
    _ turn: Turn
  ) throws -> Proposal {
    guard let label = timeline[moment]?.label else { throw StoreError.noSuchMoment(moment) }
    if moment == timeline.oldestID { throw isOn ? StoreError.nothingToRedo : .nothingToUndo }
    let steps = StepsOfHistory(timeline)
    guard let state = steps.state(of: moment) else {
      throw timeline.isOnTheWay(timeline.presentID, to: moment)
        ? StoreError.ahead(moment) : .elsewhere(moment)
    }
    if isOn, state.isOn, state.changesOff.isEmpty { throw StoreError.nothingToRedo }
    if !isOn, !state.isOn { throw StoreError.nothingLeft(of: moment) }
    let switching = Switching(
      label: "\(isOn ? "Redo" : "Undo") \(label)",
      author: author,
      origin: .switched([StepSwitch(moment, isOn: isOn)]),
      // A branch that is brought back is merged, whatever is left of what it brought.
      isStep: timeline.origin(of: moment).merges != nil
    )
    guard let proposal = try proposal(switching, steps, .other, asking: choose, turn) else {
      throw StoreError.nothingLeft(of: moment)
    }
    return proposal
  }
}
