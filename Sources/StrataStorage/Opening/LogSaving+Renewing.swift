import StrataCore

extension Log.Saving {
  /// Whether more than half of the log is about moments that are gone.
  func isWorthRenewing(_ store: Store<State>) -> Bool { log.lines > 2 * store.timeline.count + 1_000 }

  /// Saves what the store holds, and writes a log with one line for each moment that is still there, and what comes
  /// after; returns the revision that was saved.
  func renew(_ store: Store<State>) throws(StateFileError) -> Int {
    do {
      return try renewed(store)
    } catch let error as StateFileError {
      throw error
    } catch let error as LogError {
      throw notSaved(error)
    } catch let failure as StepFailure {
      throw notSaved(failure)
    } catch {
      if case .changed? = log.file.failure { return try beginAnew(store) }
      // A step cannot be read or written: the log stays as it is, longer than it need be.
      let (logged, recorded) = (log.growth.logged, store.recorded)
      let isAhead = (try? log.file.sync()) == nil
      try save(recorded.state, at: recorded.position, log.file.end, since: logged, isAhead: isAhead)
      if let failure = log.file.failure { throw notSaved(failure) }
      return recorded.revision
    }
  }

  /// Writes state and log anew as the present description has them: what came, went or changed its name is so at every
  /// moment from then on, whatever the next description says.
  ///
  /// - Parameter lost: The moments that it cannot make again.
  func bringUpToDate(_ store: Store<State>, leavingOut lost: LostMoments) throws {
    let path = log.file.path
    do {
      try store.exchangeHistory { try rewrite(store, leavingOut: lost) }
    } catch let error as SystemError {
      throw LogError.inaccessible(path: path, step: .read, cause: error)
    } catch is OverMemory {
      throw LogError.overMemory(path: path, limit: file.memoryLimit)
    } catch is PatchError {
      // Every step was read before: it is the disk that refuses one now.
      throw LogError.inaccessible(path: path, step: .read, cause: .deviceError)
    }
  }

  /// Does it, or leaves the log as it was.
  ///
  /// The state is saved first: changes up to the one that it is saved at are in the new log for the sake of undo only.
  /// Nothing else changes before the new file has the old one's name.
  private func renewed(_ store: Store<State>) throws -> Int {
    let old = log.file
    // All together, so that what follows the history in the log is what follows it in the store.
    let (begin, logged, recorded) = try store.withoutChanges {
      (old.end, log.growth.logged, store.recordedHistory)
    }
    // Where it fails, the state is ahead of its log until the new one is there, and whole without it.
    let isAhead = (try? old.sync()) == nil
    try save(recorded.state, at: recorded.position, begin, since: logged, isAhead: isAhead)
    var writing = try begun(recorded.history, at: recorded.position, begin)
    do {
      var offset = begin.offset
      try copyChanges(from: old, &offset, to: &writing)
      try writing.sync()
      try store.withoutChanges {
        let count = writing.end.sequence
        try copyChanges(from: old, &offset, to: &writing)
        if writing.end.sequence != count { try writing.sync() }
        let lines = 1 + recorded.history.timeline.count + writing.end.sequence - recorded.position
        // The lock may have gone meanwhile, and the log with it.
        _ = try file.heldPlace()
        try log.replace(lines: lines) { () throws(StepFailure) in try writing.takePlace(of: old) }
      }
      return recorded.revision
    } catch {
      writing.abandon()
      throw error
    }
  }

  private func begun(
    _ history: History,
    at position: Int,
    _ end: LogScanner.End
  ) throws -> LogWriting {
    let timeline = history.timeline
    var writing = try newLog(timeline.marks, kept: timeline.count, at: position, end)
    do {
      var number = 0
      try history.forEachStep { written in
        number += 1
        let json = try json(of: written)
        try LogWriting.check(json, isReadableWithin: file.memoryLimit)
        try writing.add(kept: number, json)
      }
      return writing
    } catch {
      writing.abandon()
      throw error
    }
  }

  private func json(of written: History.WrittenStep) throws -> [UInt8] {
    let (moment, step) = (written.moment, written.step)
    let sides = try step.companions.flatMap { try log.companions?.jsonOfStep($0) }
    guard let parent = moment.parent else {
      let event = HistoryEvent.begun(moment.id, label: moment.label, at: moment.time, moment.provenance)
      return RecordHead.json(event, checkpoint: moment.checkpoint, companions: sides, patch: nil)
    }
    let event = HistoryEvent.made(
      moment.id,
      after: parent,
      label: moment.label,
      at: moment.time,
      moment.provenance
    )
    return RecordHead.json(
      event,
      checkpoint: moment.checkpoint,
      companions: sides,
      patch: log.fields.whole(of: step.patch).json
    )
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
