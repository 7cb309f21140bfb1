// Every step is on or off. The present is the result of all steps that are on, each with the meaning that it had when it was
// taken. Undo by name switches steps. The steps of others stay, and moments never change.

extension Store {
  /// Undoes the last step of one author that is still on, and keeps what others did later.
  ///
  ///     try store.undo(by: .agent)
  ///
  /// If it is the last step of all, the state goes to the moment before it, as ``undo()`` does. Else a moment that undo goes
  /// around switches the step off. If others wrote over all values that the step wrote, switching it off changes nothing.
  /// Undo then also switches off the author's step before it, until something changes. It never asks.
  ///
  /// - Parameters:
  ///   - author: The author of the step; nil for the last step of all, as with ``undo()``.
  ///   - note: The app's note beside the undo, as ``Moment/note``. An undo with a note is always a moment of its own, which
  ///     keeps the note.
  /// - Throws: `StoreError.nothingToUndo` where no step of the author is on, or none would change anything;
  ///   `StoreError.notDescribed` where undo covers fields that are not described; `MergeError.patch` where the state's own
  ///   rules refuse the result; any error that ``undo()`` throws. Nothing has changed then.
  /// - Complexity: O(steps since then), and O(*s* log *s*) for the *s* changes among them in the same texts, lists and keys.
  public func undo(by author: Author?, noting note: (any DescribedValue)? = nil) throws {
    try undoOrRedo(.back, of: StepChoice(by: author.map { [$0] }), as: author ?? .user, noting: note)
  }

  /// Redoes the step that the author undid last, and keeps what others did later; the author's own next step ends that.
  ///
  /// A step that was the last of all when it was undone lies ahead, as with ``undo()``, and redo goes there. If others have
  /// made steps meanwhile, it lies on a branch. Redo then switches it on at the present, and the branch stays as it is.
  ///
  /// - Parameters:
  ///   - author: The author of the undo; nil for the step of ``redo()``, whichever author undid it.
  ///   - note: As of ``undo(by:noting:)``.
  /// - Throws: `StoreError.nothingToRedo` where no step would change anything; any error that ``undo(by:noting:)`` throws.
  ///   Nothing has changed then.
  /// - Complexity: As of ``undo(by:noting:)``.
  public func redo(by author: Author?, noting note: (any DescribedValue)? = nil) throws {
    try undoOrRedo(.forward, of: StepChoice(by: author.map { [$0] }), as: author ?? .user, noting: note)
  }

  /// Undoes the last step of several authors that is still on, and keeps what others did later.
  ///
  ///     try store.undo(byAny: [ada, adasRecogniser])
  ///
  /// It is for a person and the programs that act for the person: they have one undo and one redo together, which steps of
  /// others do not end.
  ///
  /// - Parameters:
  ///   - authors: The authors of the steps; the first of them is the author of the undo.
  ///   - note: As of ``undo(by:noting:)``.
  /// - Throws: Any error that ``undo(by:noting:)`` throws.
  /// - Complexity: As of ``undo(by:noting:)``.
  public func undo(byAny authors: [Author], noting note: (any DescribedValue)? = nil) throws {
    try undoOrRedo(.back, of: .by(authors), as: authors.first ?? .user, noting: note)
  }

  /// Redoes the step that several authors undid last, and keeps what others did later; a step of any of them ends that.
  ///
  /// - Parameters:
  ///   - authors: The authors of the undone steps; the first of them is the author of the redo.
  ///   - note: As of ``undo(by:noting:)``.
  /// - Throws: Any error that ``redo(by:noting:)`` throws.
  /// - Complexity: As of ``undo(by:noting:)``.
  public func redo(byAny authors: [Author], noting note: (any DescribedValue)? = nil) throws {
    try undoOrRedo(.forward, of: .by(authors), as: authors.first ?? .user, noting: note)
  }

  /// Undoes the last step that is still on among those that the app wants, and keeps what was done later.
  ///
  ///     try store.undo(where: { $0.label.hasPrefix("Rename") })
  ///
  /// Otherwise it is as ``undo(by:noting:)``. The wanted steps have one undo and one redo together, whichever authors took
  /// them.
  ///
  /// - Parameters:
  ///   - isWanted: Whether a step may be undone, given the moment that it led to. It runs within the call, and does not write
  ///     to the store.
  ///   - author: The author of the undo.
  ///   - note: As of ``undo(by:noting:)``.
  /// - Throws: Any error that ``undo(by:noting:)`` throws.
  /// - Complexity: As of ``undo(by:noting:)``, and O(steps since the last one that is wanted) calls.
  public func undo(
    where isWanted: (Moment) -> Bool,
    as author: Author = .user,
    noting note: (any DescribedValue)? = nil
  ) throws {
    try withoutActuallyEscaping(isWanted) { try undoOrRedo(.back, of: .wanted($0), as: author, noting: note) }
  }

  /// Redoes the step that was undone last among those that the app wants, and keeps what was done later; the next step that is
  /// wanted ends that.
  ///
  /// - Parameters:
  ///   - isWanted: As of ``undo(where:as:noting:)``.
  ///   - author: The author of the redo.
  ///   - note: As of ``undo(by:noting:)``.
  /// - Throws: Any error that ``redo(by:noting:)`` throws.
  /// - Complexity: As of ``undo(where:as:noting:)``.
  public func redo(
    where isWanted: (Moment) -> Bool,
    as author: Author = .user,
    noting note: (any DescribedValue)? = nil
  ) throws {
    try withoutActuallyEscaping(isWanted) {
      try undoOrRedo(.forward, of: .wanted($0), as: author, noting: note)
    }
  }
}

extension Store {
  /// Undoes one step, wherever it stands, and keeps what was done later: a step like any other, which can be undone.
  ///
  ///     if let slip = store.timeline.undoPath.dropFirst(3).first {
  ///       try store.undo(only: slip.id)
  ///     }
  ///
  /// Undoing the last step without a note is ``undo()``.
  ///
  /// - Parameters:
  ///   - moment: The moment that the step led to.
  ///   - author: The author of the undo.
  ///   - note: As of ``undo(by:noting:)``.
  ///   - choose: Returns the value for a place that later steps wrote as well: the value that would be *restored*, the value
  ///     there at present (*current*), or another value; nil leaves the conflict open. Where all chosen values are there
  ///     already, the step counts as undone, by a step that changes nothing.
  /// - Throws: `StoreError.noSuchMoment` for one that was evicted, `StoreError.elsewhere` for one on another branch,
  ///   `StoreError.ahead` for one that was undone and may be redone, `StoreError.nothingToUndo` for the oldest,
  ///   `StoreError.nothingLeft` where the step is off, or later ones have written over all that it did;
  ///   `MergeError.conflicts` where a conflict was left open; any error that ``undo(by:noting:)`` throws. Nothing has changed
  ///   then.
  /// - Complexity: As of ``undo(by:noting:)``.
  public func undo(
    only moment: Moment.ID,
    as author: Author = .user,
    noting note: (any DescribedValue)? = nil,
    resolving choose: (MergeConflict) -> MergeConflict.Choice? = { _ in nil }
  ) throws {
    var isLast = false
    try write(
      { turn in
        let timeline = core.withLock { $0.main.timeline }
        isLast = timeline.presentID == moment && moment != timeline.oldestID
        if isLast, note == nil { return try movement(.step(.back), of: nil, turn, otherwise: .nothingToUndo) }
        return try switching(moment, to: false, as: author, note, in: timeline, choose, turn)
      },
      cause: { isLast && note == nil ? .undo : .switching(moment) }
    )
  }

  /// Brings back one step that was undone, or some of whose changes were rejected, and keeps all later steps.
  ///
  /// - Parameters:
  ///   - moment: The moment that the step led to.
  ///   - author: The author of the redo.
  ///   - note: As of ``undo(by:noting:)``.
  ///   - choose: As of ``undo(only:as:noting:resolving:)``.
  /// - Throws: `StoreError.nothingToRedo` for a step that is on; any error that ``undo(only:as:noting:resolving:)`` throws.
  ///   Nothing has changed then.
  /// - Complexity: As of ``undo(by:noting:)``.
  public func redo(
    only moment: Moment.ID,
    as author: Author = .user,
    noting note: (any DescribedValue)? = nil,
    resolving choose: (MergeConflict) -> MergeConflict.Choice? = { _ in nil }
  ) throws {
    try write(
      { turn in
        let timeline = core.withLock { $0.main.timeline }
        return try switching(moment, to: true, as: author, note, in: timeline, choose, turn)
      },
      cause: { .switching(moment) }
    )
  }

  /// Proposes to switch one step.
  private func switching(
    _ moment: Moment.ID,
    to isOn: Bool,
    as author: Author,
    _ note: (any DescribedValue)?,
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
      note: try note.map { try Provenance.json(of: $0) } ?? [],
      // A branch that is brought back is merged, even if nothing is left of its steps.
      isStep: timeline.origin(of: moment).merges != nil
    )
    guard let proposal = try proposal(switching, steps, .undo, asking: choose, turn) else {
      throw StoreError.nothingLeft(of: moment)
    }
    return proposal
  }
}
