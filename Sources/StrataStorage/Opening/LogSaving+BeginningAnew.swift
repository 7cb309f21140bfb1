import StrataCore

extension Log.Saving {
  /// Begins a log beside the one that is there.
  ///
  /// - Parameter end: The end of that one, at the position or behind it.
  func newLog(
    _ marks: TimelineMarks,
    kept: Int,
    at position: Int,
    _ end: LogScanner.End
  ) throws(StepFailure) -> LogWriting {
    let header = LogHeader(
      id: log.id,
      schema: file.envelope.schema,
      shape: LogShape(of: log.fields, fingerprint: State.descriptionFingerprint),
      base: position,
      baseLine: end.sequence == position ? end.line : nil,
      kept: kept,
      marks: marks
    )
    // The log itself, whatever has its name by now: a link lets every user do everything, and a folder can be run.
    let own = log.file.descriptor
    let model = try performing(.inspect) { () throws(SystemError) in try place.fileSystem.status(of: own) }
    return try LogWriting(header, at: place, like: model)
  }

  /// Saves what the store holds, and begins its history anew: another program has destroyed steps that the log alone had.
  ///
  /// - Returns: The revision that was saved.
  func beginAnew(_ store: Store<State>) throws(StateFileError) -> Int {
    do {
      try store.exchangeHistory {
        let recorded = store.recordedHistory
        try save(recorded.state, at: recorded.position, log.file.end, since: log.growth.logged, isAhead: true)
        try writeBeginning(recorded.history.timeline, recorded.state, at: recorded.position)
        return try replayed(recorded.state, at: recorded.position)
      }
    } catch let error as StateFileError {
      throw error
    } catch let failure as StepFailure {
      throw notSaved(failure)
    } catch {
      throw notSaved(StepFailure(step: .read, cause: .deviceError))
    }
    if let failure = log.file.failure { throw notSaved(failure) }
    return store.recorded.revision
  }

  /// Writes a log that has the present moment alone.
  private func writeBeginning(_ timeline: Timeline, _ state: State, at position: Int) throws {
    let present = timeline.present
    var marks = timeline.marks
    marks.lineEnd = present.id
    if marks.saved != present.id { marks.saved = nil }
    let sides = try log.companions.map { companions in
      let json = try companions.json(state)
      return CompanionSides.json(json, json)
    }
    let event = HistoryEvent.begun(present.id, label: present.label, at: present.time, present.provenance)
    var writing = try newLog(marks, kept: 1, at: position, log.file.end)
    do {
      try writing.add(
        kept: 1,
        RecordHead.json(event, checkpoint: present.checkpoint, companions: sides, patch: nil)
      )
      try writing.sync()
      _ = try file.heldPlace()
      let old = log.file
      try log.replace(lines: 2) { () throws(StepFailure) in try writing.takePlace(of: old) }
    } catch {
      writing.abandon()
      throw error
    }
  }
}
