import StrataCore

/// A history as it would be if a change had been made to every moment of it; or just as it is, in the form that the present
/// description gives it, without what that cannot make again.
struct HistoryRewrite<State: Reducible & DescribedValue> {
  /// The label of the step that changes the present; the step is not kept.
  static var presentLabel: String { "Forget" }
  /// The label of steps that had a part in what is forgotten.
  static var label: String { "Forgotten" }

  let store: Store<State>
  /// The fields that lead to what undo covers.
  let fields: PartFields
  let restoredValues: LoggedRestoredPart<State>?
  /// The moments that go because the present types cannot make them.
  let lost: LostMoments
  /// Nil where nothing is forgotten.
  let change: ((inout State) throws -> Void)?

  /// A state as it was, and as it is now to have been.
  private struct Version {
    let old: State
    let new: State
  }

  /// A moment, and what leads to it.
  private struct Step {
    let moment: Moment
    /// The moment that it follows on; nil for the oldest one.
    let parent: Moment.ID?
    /// Nothing for the oldest moment.
    let patch: Patch
    let restoredValues: RestoredValues?
    /// Whether it is another one than it was.
    let isChanged: Bool

    var label: String { isChanged ? HistoryRewrite.label : moment.label }
    /// The moment's own change is written anew, so it does not follow from other steps any more.
    var provenance: Provenance? {
      (isChanged ? moment.provenance?.withoutNote : moment.provenance)?.alone
    }
    /// Whether it did nothing but what is forgotten.
    var isGone: Bool { isChanged && parent != nil && patch.isEmpty }
  }

  private func changed(_ old: State) throws -> Version {
    var new = old
    try change?(&new)
    return Version(old: old, new: new)
  }

  private func version(at id: Moment.ID) throws -> Version {
    guard let state = store.state(at: id) else {
      throw PatchError(.unreadable(reason: "moment \(id) cannot be made again"))
    }
    return try changed(state)
  }

  /// Makes the history anew.
  func made(of history: History) throws -> HistoryReplay? {
    var made: HistoryReplay?
    // The moments that stand in for the moments that go.
    var standIns: [Moment.ID: Moment.ID] = [:]
    try forEachStep(of: history) { step in
      let (id, time) = (step.moment.id, step.moment.time)
      if step.isGone {
        if let parent = step.parent { standIns[id] = standIns[parent] ?? parent }
        return
      }
      if let parent = step.parent {
        let packed = PackedStep(step.patch, restoredValues: step.restoredValues)
        let parent = standIns[parent] ?? parent
        try made?.make(id, after: parent, step.label, at: time, step.provenance, packed)
      } else {
        made = HistoryReplay(
          id,
          label: step.label,
          at: time,
          step.provenance,
          restoredValues: step.restoredValues
        )
      }
      if let name = step.moment.checkpoint { try made?.name(id, name) }
    }
    var marks = lost.marks(of: history.timeline)
    marks.present = standIns[marks.present] ?? marks.present
    marks.lineEnd = standIns[marks.lineEnd] ?? marks.lineEnd
    marks.saved = marks.saved.map { standIns[$0] ?? $0 }
    try made?.restore(marks)
    return made
  }

  /// Hands every moment to `body`, the oldest first.
  private func forEachStep(of history: History, _ body: (Step) throws -> Void) throws {
    var last: (id: Moment.ID, version: Version)?
    try history.forEachStep(where: { !lost.ids.contains($0) }) { written in
      let (moment, step) = (written.moment, written.step)
      let parent = moment.parent.flatMap { lost.ids.contains($0) ? nil : $0 }
      var patch = Patch()
      let (after, isChanged): (Version, Bool)
      if let parent {
        // Most moments follow on the one before; only where a branch begins, its state is made from afar.
        let before = try last.flatMap { $0.id == parent ? $0.version : nil } ?? version(at: parent)
        // The present is as it is, also where what a field is when it is missing was told later than the step was made.
        after =
          try moment.id == history.timeline.present.id
          ? version(at: moment.id) : changed(before.old.applying(fields.whole(of: step.patch), .known))
        patch = fields.part(of: try Patch(from: before.new, to: after.new))
        isChanged = try change != nil && patch != fields.part(of: Patch(from: before.old, to: after.old))
      } else {
        after = try version(at: moment.id)
        isChanged = change != nil && !after.new.isWritten(as: after.old)
      }
      last = (moment.id, after)
      let sides = try step.restoredValues.flatMap {
        try restoredValues?.changed($0, after.old) { try change?(&$0) }
      }
      try body(
        Step(moment: moment, parent: parent, patch: patch, restoredValues: sides, isChanged: isChanged)
      )
    }
  }
}

extension Log.Saving {
  /// Saves the state, and writes the log anew as if `change` had been made to every moment, or with every moment as it is
  /// that is not lost; returns the history that is in it. Nothing changes the store meanwhile.
  ///
  /// - Throws: `PatchError` for a moment that cannot be made again, ``MemoryLimitExceeded`` for one that could not be read again;
  ///   state and log are then as they were.
  func rewrite(
    _ store: Store<State>,
    leavingOut lost: LostMoments = LostMoments(),
    changing change: ((inout State) throws -> Void)? = nil
  ) throws -> HistoryReplay {
    let (old, recorded) = (log.file, store.recordedHistory)
    var present = recorded.state
    try change?(&present)
    guard present.isWritten(as: recorded.state) else {
      throw LogError.unwritable(
        path: old.path,
        reason: "what is forgotten was changed again at the same time"
      )
    }
    let forgetting = HistoryRewrite(
      store: store,
      fields: log.fields,
      restoredValues: log.restoredValues,
      lost: lost,
      change: change
    )
    // Before anything is changed.
    guard let made = try forgetting.made(of: recorded.history) else {
      throw LogError.unwritable(path: old.path, reason: "its history has no first moment")
    }
    let pages = try readable(made.writtenPages())
    // If the sync fails, the state is ahead of its log until the new log is there.
    let isAhead = (try? old.sync()) == nil
    try save(recorded.state, at: recorded.position, old.end, since: log.growth.logged, isAhead: isAhead)
    do {
      var writing = try written(pages, made.timeline.marks, at: recorded.position, old.end)
      do {
        try writing.sync()
        _ = try file.heldPlace()
        try log.replace(sealedBytes: writing.sealedBytes) { () throws(StepFailure) in
          try writing.takePlace(of: old)
        }
      } catch {
        writing.abandon()
        throw error
      }
    } catch let failure as StepFailure {
      throw notSaved(failure)
    }
    if let failure = log.file.failure { throw failure }
    return made
  }
}
