import StrataCore

/// A history as it would be if a change had been made to every moment of it; or just as it is, in the form that the present
/// description gives it, without what that cannot make again.
struct Forgetting<State: Reducible & DescribedValue> {
  /// What the step is called that changes the present; it is not kept.
  static var presentLabel: String { "Forget" }
  /// What steps are called that had a part in what is forgotten.
  static var label: String { "Forgotten" }

  let store: Store<State>
  /// The fields that lead to what undo covers.
  let fields: PartFields
  let companions: LogCompanions<State>?
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
  struct Step {
    let moment: Moment
    /// The moment that it follows on; nil for the oldest one.
    let parent: Moment.ID?
    /// Nil for the oldest moment.
    let patch: Patch?
    let companions: [UInt8]?
    /// Whether it is another one than it was.
    let isChanged: Bool

    var label: String { isChanged ? Forgetting.label : moment.label }
    /// The moment's own change is written anew, so it does not follow from other steps any more.
    var provenance: Provenance? {
      (isChanged ? moment.provenance?.withoutNote : moment.provenance)?.alone
    }
    /// Whether it did nothing but what is forgotten.
    var isGone: Bool { isChanged && patch?.isEmpty == true }
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

  /// Hands every moment to `body`, the oldest first.
  func forEachStep(of history: History, _ body: (Step) throws -> Void) throws {
    var last: (id: Moment.ID, version: Version)?
    try history.forEachStep(where: { !lost.ids.contains($0) }) { written in
      let (moment, step) = (written.moment, written.step)
      let parent = moment.parent.flatMap { lost.ids.contains($0) ? nil : $0 }
      var patch: Patch?
      let (after, isChanged): (Version, Bool)
      if let parent {
        // Most moments follow on the one before; only where a branch begins, its state is made from afar.
        let before = try last.flatMap { $0.id == parent ? $0.version : nil } ?? version(at: parent)
        // The present is as it is, also where what a field is when it is missing was told later than the step was made.
        after =
          try moment.id == history.timeline.present.id
          ? version(at: moment.id) : changed(before.old.applying(fields.whole(of: step.patch), .known))
        let new = fields.part(of: try Patch(from: before.new, to: after.new))
        patch = new
        isChanged = try change != nil && new != fields.part(of: Patch(from: before.old, to: after.old))
      } else {
        after = try version(at: moment.id)
        isChanged = change != nil && !after.new.isWritten(as: after.old)
      }
      last = (moment.id, after)
      let sides = try step.companions.flatMap {
        try companions?.jsonOfChangedStep($0, after.old) { try change?(&$0) }
      }
      try body(
        Step(moment: moment, parent: parent, patch: patch, companions: sides, isChanged: isChanged)
      )
    }
  }
}

extension Log.Saving {
  /// Saves the state, and writes the log anew as if `change` had been made to every moment, or with every moment as it is
  /// that is not lost; returns the history that is in it. Nothing changes the store meanwhile.
  ///
  /// - Throws: `PatchError` for a moment that cannot be made again, ``OverMemory`` for one that could not be read again;
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
    let forgetting = Forgetting(
      store: store,
      fields: log.fields,
      companions: log.companions,
      lost: lost,
      change: change
    )
    // Where each moment that goes is found from now on.
    var standIns: [Moment.ID: Moment.ID] = [:]
    try forgetting.forEachStep(of: recorded.history) { step in
      if step.isGone {
        if let parent = step.parent { standIns[step.moment.id] = standIns[parent] ?? parent }
      } else {
        // Before anything is changed.
        try LogWriting.check(json(of: step, standIns), isReadableWithin: file.memoryLimit)
      }
    }
    // Where it fails, the state is ahead of its log until the new one is there.
    let isAhead = (try? old.sync()) == nil
    try save(recorded.state, at: recorded.position, old.end, since: log.growth.logged, isAhead: isAhead)
    do {
      let timeline = recorded.history.timeline
      let count = timeline.count - lost.ids.count - standIns.count
      var writing = try begun(recorded.position, lost.marks(of: timeline), count: count, standIns)
      do {
        try write(forgetting, of: recorded.history, standIns, to: &writing)
        try writing.sync()
        _ = try file.heldPlace()
        try log.replace(lines: 1 + count) { () throws(StepFailure) in try writing.takePlace(of: old) }
      } catch {
        writing.abandon()
        throw error
      }
    } catch let failure as StepFailure {
      throw notSaved(failure)
    }
    if let failure = log.file.failure { throw failure }
    return try replayed(recorded.state, at: recorded.position)
  }

  private func begun(
    _ position: Int,
    _ marks: TimelineMarks,
    count: Int,
    _ standIns: [Moment.ID: Moment.ID]
  ) throws -> LogWriting {
    var marks = marks
    marks.present = standIns[marks.present] ?? marks.present
    marks.lineEnd = standIns[marks.lineEnd] ?? marks.lineEnd
    marks.saved = marks.saved.map { standIns[$0] ?? $0 }
    return try newLog(marks, kept: count, at: position, log.file.end)
  }

  private func write(
    _ forgetting: Forgetting<State>,
    of history: History,
    _ standIns: [Moment.ID: Moment.ID],
    to writing: inout LogWriting
  ) throws {
    var number = 0
    try forgetting.forEachStep(of: history) { step in
      if step.isGone { return }
      number += 1
      try writing.add(kept: number, json(of: step, standIns))
    }
  }

  private func json(of step: Forgetting<State>.Step, _ standIns: [Moment.ID: Moment.ID]) -> [UInt8] {
    let (moment, label, provenance) = (step.moment, step.label, step.provenance)
    let event: HistoryEvent =
      if let parent = step.parent {
        .made(moment.id, after: standIns[parent] ?? parent, label: label, at: moment.time, provenance)
      } else {
        .begun(moment.id, label: label, at: moment.time, provenance)
      }
    let patch = step.patch.map(log.fields.whole)?.json
    return RecordHead.json(event, checkpoint: moment.checkpoint, companions: step.companions, patch: patch)
  }

  /// The history that the log has.
  func replayed(_ state: State, at position: Int) throws -> HistoryReplay {
    let log = log.file
    let steps = LogSteps(
      log,
      fields: self.log.fields,
      companions: self.log.companions,
      memoryLimit: file.memoryLimit
    )
    let mark = LogMark(id: self.log.id, sequence: position)
    let schema = file.envelope.schema
    var replay = LogReplay(state, at: mark, schema: schema, stepsFrom: steps, memoryLimit: file.memoryLimit) {
      _,
      _ in
    }
    let scanner = LogScanner(fileSystem: log.fileSystem, file: log.descriptor, size: log.end.offset)
    let end = try scanner.scan(&replay)
    guard end.damage == nil, let history = replay.history else {
      throw LogError.corrupt(path: log.path, offset: end.offset, reason: "it is not as it was written")
    }
    return history
  }
}
