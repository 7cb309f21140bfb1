import StrataCore

// What is left of the history when its log is damaged: no moment is made up, and none is kept that cannot be reached.

extension Opening {
  static var recoveredLabel: String { "Recovered" }

  /// What is found when a log is damaged, or ends before its state; nil where nothing is left of its history.
  ///
  /// - Parameters:
  ///   - replay: What was taken in, also behind the damage.
  ///   - end: Where the good lines end.
  ///   - lost: How many bytes may have held changes that the state does not have.
  func remaining(
    of replay: LogReplay<State>,
    behind end: LogScanner.End,
    _ damage: OpeningReport.Damage,
    _ lost: Int,
    _ loaded: Loaded,
    _ scanner: LogScanner,
    _ log: LogFile,
    _ place: FilePlace,
    _ isWriting: Bool
  ) throws -> Found? {
    guard !loaded.opened.isEdited,
      let remainder = try remainder(of: replay, behind: end, lost, loaded, scanner, log, place)
    else { return nil }
    var found = Found(remainder.state)
    found.later = remainder.later
    found.isMended = try !remainder.isCut || returns(in: log) != nil
    (found.report.replayedChanges, found.report.lostBytes) = (replay.replayed, lost)
    var damage = damage
    damage.kept = remainder.kept
    if isWriting, !remainder.isCut || end.offset < scanner.size {
      damage.path = try copyAside(log, 0..<scanner.size, place)
    }
    var going = log
    var logEnd = LogScanner.End(offset: scanner.size, link: end.link, sequence: replay.last)
    if remainder.isCut {
      if isWriting {
        // What stands behind the cut, and nowhere else, is in the state file before it goes.
        let mark = LogMark(id: replay.mark.id, sequence: replay.last, isAhead: true)
        if replay.last > max(replay.mark.sequence, end.sequence) {
          // From the version before, the history is made again, until the log has what follows on it as a step.
          try file.save(replay.state, at: mark, replacesPrevious: false)
        }
        if scanner.mends.count == 0 {
          try cut(log, to: end.offset)
        } else {
          going = try replace(log, upTo: end, place)
        }
        // The next change has a number that the state file would take for one that it has.
        if replay.last > end.sequence, remainder.later == nil {
          // Without its line: the log is not known to be on the disk that far, and may end before it after a power cut.
          _ = try file.save(replay.state, at: LogMark(id: replay.mark.id, sequence: end.sequence))
        }
      }
      (logEnd.offset, logEnd.sequence, logEnd.line) = (end.offset, end.sequence, end.line)
    }
    if isWriting {
      // Everything that is there is on the disk from here on: what comes next may rely on it.
      try reading(log.path) { () throws(StepFailure) in
        try performing(.syncFile) { () throws(SystemError) in try fileSystem.sync(going.descriptor) }
      }
    }
    going.begin(at: logEnd)
    let growth = LogGrowth(stateSize: loaded.opened.bytes.count, logged: replay.replayedBytes)
    found.kept = (remainder.history, replay.mark.id, going, replay.lines, growth)
    found.hasOlderLog = isOlder(replay)
    found.report.damage = damage
    found.report.history = .kept(moments: remainder.history.count)
    return found
  }

  /// What is left of a history.
  private struct Remainder {
    var history: HistoryReplay
    /// The state at its present.
    var state: State
    /// What the state is beyond that.
    var later: Later?
    var kept: OpeningReport.Kept
    /// Whether cutting the log off behind its last good line makes a log of it that is whole.
    var isCut = false
  }

  private func remainder(
    of replay: LogReplay<State>,
    behind end: LogScanner.End,
    _ lost: Int,
    _ loaded: Loaded,
    _ scanner: LogScanner,
    _ log: LogFile,
    _ place: FilePlace
  ) throws -> Remainder? {
    let isCut = replay.historyEnd == end.sequence
    if let history = replay.wholeHistory, replay.historyEnd == replay.last {
      let kept: OpeningReport.Kept = lost == 0 ? .everything : .before
      return Remainder(history: history, state: replay.state, kept: kept, isCut: isCut)
    }
    if isCut, let before = before(end, replay.mark, loaded, scanner, log, place),
      let history = before.wholeHistory
    {
      // What changed nothing that is seen was no step.
      let later = try later(replay.state, from: before.state, Self.recoveredLabel)
      return Remainder(history: history, state: before.state, later: later, kept: .before, isCut: true)
    }
    // Without its first line, nothing says that the log is the state's.
    guard replay.header != nil else { return nil }
    var behind = replay.behind
    guard let history = behind.history(upTo: replay.last) else { return nil }
    return Remainder(history: history, state: replay.state, kept: .behind)
  }

  /// The state and the history as they were before the damage; nil where the version before the state file is later.
  private func before(
    _ end: LogScanner.End,
    _ mark: LogMark,
    _ loaded: Loaded,
    _ scanner: LogScanner,
    _ log: LogFile,
    _ place: FilePlace
  ) -> LogReplay<State>? {
    guard let steps = try? steps(in: log), let previous = replayOfPrevious(loaded, at: mark, steps, place),
      !previous.isEdited
    else {
      return nil
    }
    var replay = previous.replay
    guard replay.mark.sequence <= end.sequence, (try? scanner.scan(&replay)) == end else { return nil }
    return replay
  }
}
