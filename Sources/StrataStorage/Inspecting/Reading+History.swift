import StrataCore

// The history from a state, the version before it and a log, as far as each of them goes.

extension Reading {
  /// Puts together what the files say.
  func history(
    of log: OpenLog,
    _ main: Saved?,
    _ previous: Saved?,
    _ remarks: [String]
  ) throws -> WrittenHistory {
    var remarks = remarks
    if let header = log.header, let shape = main?.shape, shape != header.shape.fingerprint {
      remarks.append("State and log were written by different versions of the app.")
    }
    let parts = log.header?.shape.partPlaces ?? [[]]
    var misfit: LogMisfit?
    var found: (replay: LogReplay<PlainValue>, end: LogScanner.End, isMain: Bool)?
    var ofMain: LogReplay<PlainValue>?
    // Of two that the log can go on from, the one under whose names it was written.
    let isOtherVersion = main?.shape != previous?.shape && previous?.shape == log.header?.shape.fingerprint
    let candidates = [(main, true), (previous, false)]
    for (saved, isMain) in isOtherVersion ? candidates.reversed() : candidates where found == nil {
      guard let saved, let mark = saved.mark else { continue }
      let (replay, end) = try taken(log, on: saved.plain, mark, saved.schema)
      if let other = replay.misfit {
        if isMain { misfit = other }
        continue
      }
      if isMain { ofMain = replay }
      if !saved.isEdited, end.sequence >= mark.sequence, replay.history != nil {
        found = (replay, end, isMain)
      }
    }
    if misfit == .otherLog || main != nil && main?.mark == nil {
      remarks.append("The log belongs to another state, and is not shown.")
      if let main { return alone(main, remarks) }
    }
    var written: WrittenHistory
    var end = found?.end ?? log.end
    if let found, let history = found.replay.history {
      written = WrittenHistory(
        timeline: history.timeline,
        present: found.replay.state,
        parts: parts
      )
      if let skipped = end.skipped {
        remarks.append(
          """
          The history begins behind damage, at byte \(skipped.offset) of the log: \(skipped.reason). Earlier steps cannot be \
          shown.
          """
        )
      }
      if !found.isMain {
        remarks.append("The history is shown from the version before the state file.")
        if let later = ofMain?.state ?? main?.plain {
          let label =
            main?.isEdited == true
            ? "Edited outside" : isOtherVersion ? "Written by another version" : "Recovered"
          try add(Patch(from: found.replay.state, to: later), later, label, history, &written)
          let last = written.timeline.present.id
          if isOtherVersion, last != history.timeline.present.id { written.rewritten = last }
        }
      }
    } else {
      // The labels and times of the moments are known, and no state.
      let (names, namesEnd) = try labels(log)
      end = namesEnd
      guard let history = names?.history else {
        guard let main else { throw LogError.stateMissing(path: log.file.path) }
        remarks.append(Self.stop(log.end, log.scanner.size) ?? "The log does not fit the state.")
        return alone(main, remarks)
      }
      written = WrittenHistory(timeline: history.timeline, present: nil, parts: parts)
      remarks.append("No state fits this history: its moments have names and changes only.")
      if let main {
        let unknown = PatchError(.unreadable(reason: "what led from the history to the state file is lost"))
        try add(.failure(unknown), main.plain, Self.stateLabel, history, &written)
      }
    }
    if let stop = Self.stop(end, log.scanner.size) { remarks.append(stop) }
    let saved = main ?? previous
    (written.schema, written.shape) = (saved?.schema ?? log.header?.schema, saved?.shape)
    (written.stateBytes, written.logBytes, written.remarks) = (saved?.bytes ?? 0, log.scanner.size, remarks)
    return written
  }

  /// Says where a log stops; nil where it is whole.
  private static func stop(_ end: LogScanner.End, _ size: Int) -> String? {
    // A log that ends with a whole line may still lack what its head promises.
    if size == end.offset, end.damage != nil {
      return "The log ends before the history that it should begin with."
    }
    let rest = "the last \(size - end.offset) bytes of the log, from byte \(end.offset) on"
    return switch end.damage {
    case nil: nil
    case .torn: "The history stops before a change that is cut off, or is being written: \(rest)."
    case .corrupt(let reason): "The history stops where the log is damaged: \(rest): \(reason)."
    case .otherFormat(let found):
      found > LogLine.format
        ? "The log was written by a newer version of Strata, in format \(found), and is not shown."
        : "The log was written by an earlier version of Strata, and is not shown."
    }
  }

  private func add(
    _ step: Patch,
    _ state: PlainValue,
    _ label: String,
    _ history: HistoryReplay,
    _ written: inout WrittenHistory
  ) throws {
    if !step.isEmpty { try add(.success(step), state, label, history, &written) }
  }

  /// Adds a moment of the state file's own behind the present.
  private func add(
    _ step: Result<Patch, PatchError>,
    _ state: PlainValue,
    _ label: String,
    _ history: HistoryReplay,
    _ written: inout WrittenHistory
  ) throws {
    var history = history
    let newest = history.timeline.marks.newest.number
    guard let id = Moment.ID(number: newest + 1) else { return }
    let present = history.timeline.present.id
    try history.make(id, after: present, label, at: stateTime, nil, PackedStep(Patch()))
    (written.timeline, written.present, written.later) = (history.timeline, state, (id, step))
  }
}
