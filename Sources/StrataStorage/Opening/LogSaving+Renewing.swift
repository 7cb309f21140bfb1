import Strata

extension Log {
  /// Whether more than half of the log is about moments that are gone.
  func isWorthRenewing(_ store: Store<State>) -> Bool { lines > 2 * store.timeline.count + 1_000 }

  /// Saves the state, and writes a log with one line for each moment that is still there, and what comes after.
  ///
  /// The state is saved first: changes up to the one that it is saved at are in the new log for the sake of undo only.
  /// Nothing else changes before the new file has the old one's name.
  ///
  /// - Parameter save: Saves a state at a mark.
  /// - Returns: The revision that was saved.
  /// - Throws: What `save` throws, `StepFailure` and `PatchError`; the log is then as it was.
  func renew(
    _ store: Store<State>,
    schema: Int,
    at place: FilePlace,
    _ save: (State, LogMark) throws -> Void
  ) throws -> Int {
    let old = file
    // All together, so that what follows the history in the log is what follows it in the store.
    let (begin, recorded) = try store.withoutChanges { (old.end, store.recordedHistory) }
    try old.sync()
    try save(recorded.state, LogMark(id: id, sequence: recorded.position))
    var writing = try begun(recorded.history, position: recorded.position, schema: schema, at: place)
    do {
      var offset = begin.offset
      try copyChanges(from: old, &offset, to: &writing)
      try writing.sync()
      try store.withoutChanges {
        let count = writing.end.sequence
        try copyChanges(from: old, &offset, to: &writing)
        if writing.end.sequence != count { try writing.sync() }
        let lines = 1 + recorded.history.timeline.count + writing.end.sequence - recorded.position
        replace(by: try writing.takePlace(), lines: lines)
      }
      return recorded.revision
    } catch {
      writing.abandon()
      throw error
    }
  }

  private func begun(
    _ history: History,
    position: Int,
    schema: Int,
    at place: FilePlace
  ) throws -> LogWriting {
    let timeline = history.timeline
    let header = LogHeader(
      id: id,
      schema: schema,
      base: position,
      kept: timeline.count,
      marks: timeline.marks
    )
    var writing = try LogWriting(
      header,
      at: place,
      like: try place.status(of: place.sideNames.log) ?? place.status()
    )
    do {
      var number = 0
      try history.forEachStep { written in
        number += 1
        try writing.add(kept: number, json(of: written))
      }
      return writing
    } catch {
      writing.abandon()
      throw error
    }
  }

  private func json(of written: History.WrittenStep) throws -> [UInt8] {
    let (moment, step) = (written.moment, written.step)
    let sides = try step.companions.flatMap { try companions?.jsonOfStep($0) }
    guard let parent = moment.parent else {
      let event = HistoryEvent.begun(moment.id, label: moment.label, at: moment.time)
      return RecordHead.json(event, companions: sides, patch: nil)
    }
    let event = HistoryEvent.made(moment.id, after: parent, label: moment.label, at: moment.time)
    return RecordHead.json(event, companions: sides, patch: step.patch.whole(from: fields).json)
  }

  private func copyChanges(from old: LogFile, _ offset: inout Int, to writing: inout LogWriting) throws {
    let end = old.end.offset
    while offset < end {
      let line = try performing(.read) { [offset] () throws(SystemError) in try old.line(at: offset) }
      try writing.addChange(line.json)
      offset = line.end
    }
  }
}
