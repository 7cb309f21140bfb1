/// Steps that are one in the end: begun here, ended there, or given up.
///
///     let drag = try store.beginGroup("Move Circle")
///     try store.send(.drag(1, to: 3))
///     try store.send(.drag(1, to: 4))
///     drag.end()          // one step; or
///     try drag.cancel()   // as if nothing had been done
///
/// A mouse drag, an agent's turn over several calls, a while in which the history is to rest: the store adds all actions that
/// the group's author sends meanwhile, alone or in a transaction, to one step under the group's label. Each change is made,
/// told and logged as ever; only the steps become one. Changes of other authors are steps of their own.
///
/// A group ends when it is told to, and when it is released.
public final class StepGroup<State: Reducible>: Sendable {
  /// The label of the step.
  public let label: String
  /// The author of the steps in the group.
  public let author: Author
  private let store: Store<State>
  private let id: Int

  init(_ group: OpenGroups.Group, in store: Store<State>) {
    (label, author, id, self.store) = (group.label, group.author, group.id, store)
  }

  deinit {
    // Nothing is looked at: that would run the app's code wherever the group happens to be released.
    _ = store.closeGroup(id)
  }

  /// Ends the group: later actions of its author are other steps.
  ///
  /// A group that changes nothing in the end, such as a drag that came back, leaves no step. The store takes the group's
  /// moments away, as ``cancel(resolving:)`` does, and the state stays. Inside a reducer, a transaction or a hook the store
  /// does not look for such a group. Nor does it take moments away that a log or a hook does not let go. A second call does
  /// nothing.
  public func end() { store.endGroup(id) }

  /// Cancels the group: the fields that undo covers become as they were when the group began, and so does the restored part.
  /// Nothing of the group remains to be undone or redone. The steps that redo could take before, it can take again.
  ///
  /// Changes that others made meanwhile stay. A new step then takes the group's changes back, as
  /// ``Store/undo(only:as:noting:resolving:)`` does. A moment that was marked as saved meanwhile, or given a name, lies ahead
  /// afterwards. Steps that the author has taken back already stay so. After the group has ended, this does nothing.
  ///
  /// - Parameter choose: Returns the value for a place that others changed as well; see
  ///   ``Store/undo(only:as:noting:resolving:)``.
  /// - Throws: `StoreError.nothingToUndo` where a limit has evicted the moment before the group; `MergeError`, or
  ///   `StoreError.notDescribed`, where others changed something meanwhile; any error that ``Store/undo()`` throws. Nothing
  ///   has changed then, and the group is still open.
  public func cancel(
    resolving choose: (MergeConflict) -> MergeConflict.Choice? = { _ in nil }
  ) throws {
    try store.cancelGroup(id, choose)
  }
}

extension Store {
  /// Begins a group: all actions that the author sends from now on are one step, until the group ends.
  ///
  /// - Parameters:
  ///   - label: The label of the step.
  ///   - author: The author whose actions the group takes; the actions of other authors are steps of their own.
  ///   - note: The app's note beside the step; see ``send(_:as:noting:ifRevision:)``. A send with another note is a step by
  ///     itself.
  /// - Returns: The group, to be held as long as it is to be open.
  /// - Throws: `StoreError.groupOpen` where the author has one open; ``PatchError`` where the note cannot be written.
  public func beginGroup(
    _ label: String,
    as author: Author = .user,
    noting note: (any DescribedValue)? = nil
  ) throws -> StepGroup<State> {
    let provenance = Provenance(author, note: try note.map { try Provenance.json(of: $0) } ?? [])
    let group = try core.withLock { core throws(StoreError) in
      if let open = core.groups?.group(of: author) { throw .groupOpen(open.label) }
      core.lastGroup &+= 1
      let group = OpenGroups.Group(id: core.lastGroup, label: label, provenance: provenance)
      core.groups = OpenGroups.adding(group, to: core.groups)
      return group
    }
    return StepGroup(group, in: self)
  }

  /// Lets what is sent from now on be no part of a group; returns it, unless it has ended.
  fileprivate func closeGroup(_ id: Int) -> OpenGroups.Group? {
    core.withLock { core in
      let group = core.groups?[id]
      core.groups = core.groups?.removing(id)
      return group
    }
  }

  fileprivate func endGroup(_ id: Int) {
    guard let group = closeGroup(id), !group.moments.isEmpty else { return }
    // Moments that cannot be taken away are a step like any other.
    _ = try? dropSteps { $0.end(among: group.moments) }
  }

  fileprivate func cancelGroup(
    _ id: Int,
    _ choose: (MergeConflict) -> MergeConflict.Choice?
  ) throws {
    try write(
      { turn in
        let (group, history) = core.withLock { ($0.groups?[id], $0.main) }
        let timeline = history.timeline
        let steps = StepsOfHistory(timeline)
        let states = steps.states(of: Set(group?.moments ?? []))
        let moments = group?.moments.filter { states[$0]?.isOn ?? ($0 == timeline.oldestID) } ?? []
        guard let group, let first = moments.first else { return nil }
        if first == timeline.oldestID { throw StoreError.nothingToUndo }
        let end = timeline.end(among: moments)
        if end.count == moments.count { return try leaving(end, of: id, in: history, turn) }
        let switching = Switching(
          label: "Undo \(group.label)",
          author: group.author,
          origin: .switched(moments.map { StepSwitch($0, isOn: false) }),
          endingGroup: id
        )
        return try proposal(switching, steps, .undo, asking: choose, turn)
      },
      cause: { .undo }
    )
    _ = closeGroup(id)
    recordDrops()
  }

  /// Proposes to go back from moments at the end of the way to the present, and to remove them.
  ///
  /// - Parameter moments: The last one first.
  fileprivate func leaving(
    _ moments: [Moment.ID],
    of group: Int? = nil,
    in history: History,
    _ turn: Turn
  ) throws -> Proposal? {
    guard let first = moments.last, let base = history.timeline.parent(of: first) else {
      throw StoreError.nothingToUndo
    }
    return try movement(
      .jump(base),
      of: nil,
      undoing: history.domain.restoresFields ? try unpack(first, in: nil) : nil,
      removing: moments,
      endingGroup: group,
      as: history.timeline.words(of: first).label,
      turn,
      otherwise: .noSuchMoment(base)
    )
  }

  /// Takes steps at the end of the way to the present away that led to what was there before them; the state stays as it is.
  ///
  /// - Parameter steps: Says which ones, the last one first.
  /// - Returns: Whether there were any.
  @discardableResult
  func dropSteps(showingNothing steps: (Timeline) -> [Moment.ID]) throws -> Bool {
    var isDropped = false
    try write(
      { turn in
        let history = core.withLock { $0.main }
        let moments = steps(history.timeline)
        guard let first = moments.last, let base = history.timeline.parent(of: first),
          isSame(turn.before, asAt: base, in: history),
          let leaving = try leaving(moments, in: history, turn)
        else { return nil }
        isDropped = true
        // The restored fields are where the gesture has left them.
        return Proposal(turn.before, leaving.meaning, as: leaving.step)
      },
      cause: { .undo }
    )
    if isDropped { recordDrops() }
    return isDropped
  }

  /// Lets a log know at once what was taken away; else it would lie ahead when the store is opened the next time.
  private func recordDrops() {
    // If that fails, the next change tells the log.
    try? recordEvictions()
  }
}

extension Timeline {
  /// Those of some moments that the way to the present ends with, the last one first.
  fileprivate func end(among moments: [Moment.ID]) -> [Moment.ID] {
    let wanted = Set(moments)
    return Array(sequence(first: presentID, next: parent).prefix(while: wanted.contains))
  }
}
