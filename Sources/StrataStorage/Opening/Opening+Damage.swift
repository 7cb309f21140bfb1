import StrataCore

// The ways out of a damaged log. Damage before the place of the state costs history alone, and is passed over: the
// history begins behind it. Elsewhere the log is refused, or what comes before the damage is kept.

extension Opening {
  static var recoveredLabel: String { "Recovered" }

  /// A flaw of a log behind its last good line.
  struct Flaw {
    var reason: String
    /// How many bytes may have held changes that the state does not have.
    var lost = 0
    /// Whether the end of the log is missing, with what may have stood there.
    var isCutOff = false
    /// Whether the log only lacks what a state was saved ahead of it.
    var isAhead = false
  }

  /// Takes in a log, as far as it makes sense.
  func scan<Whole>(
    _ scanner: LogScanner,
    _ replay: inout LogReplay<Whole>,
    _ path: String
  ) throws -> LogScanner.End {
    do {
      let begun = replay
      var end = try scanner.scan(&replay, from: replay.mark)
      guard replay.hasMisfit, !replay.isTyped else { return end }
      // Once more, up to the change that does not fit.
      replay = begun
      var shorter = scanner
      shorter.size = end.offset
      let damage = end.damage
      end = try shorter.scan(&replay, from: replay.mark)
      end.damage = damage
      return end
    } catch let error as SystemError {
      throw LogError.inaccessible(path: path, step: .read, cause: error)
    }
  }

  /// The flaw of a log; nil where it has none.
  ///
  /// - Throws: `LogError` where that is damage, and is not to be set aside.
  func flaw(
    behind end: LogScanner.End,
    _ mark: LogMark,
    _ size: Int,
    _ path: String,
    isEdited: Bool = false
  ) throws(LogError) -> Flaw? {
    if case .otherFormat(let found) = end.damage { throw .otherFormat(found, path: path) }
    guard let flaw = flaw(behind: end, mark, size) else { return nil }
    guard flaw.isAhead || options.damagedLog == .setAside else {
      throw isEdited
        ? .editedOutside(path: self.path, reason: flaw.reason) : corrupt(path, end, flaw.reason)
    }
    return flaw
  }

  private func flaw(behind end: LogScanner.End, _ mark: LogMark, _ size: Int) -> Flaw? {
    if case .corrupt(let reason) = end.damage {
      return Flaw(reason: reason, lost: size - end.offset, isCutOff: end.offset == size)
    }
    guard end.sequence < mark.sequence else { return nil }
    // A mark that names no line does not say whether it is ahead.
    if mark.isAhead || mark.line == nil { return Flaw(reason: "it ends before its state", isAhead: true) }
    return end.damage == nil
      ? Flaw(reason: "it ends before its state, so it was cut off, or is an older copy", isCutOff: true)
      : Flaw(reason: "change \(end.sequence + 1) is damaged", lost: size - end.offset)
  }

  /// Returns the history up to damage, for a log that has nothing behind the damage which the state lacks, or that ends
  /// before its state. Changes that the state has beyond that history are one step. The result is nil where the state at
  /// the end of that history cannot be made again.
  func before(
    _ damage: OpeningReport.Damage,
    _ loaded: Loaded,
    _ replay: LogReplay<State>,
    _ scanner: LogScanner,
    _ log: LogFile,
    _ place: FilePlace,
    isWriting: Bool
  ) throws -> Found? {
    let mark = replay.mark
    guard !loaded.opened.isEdited, replay.last == mark.sequence,
      let previous = try replayOfPrevious(loaded, at: mark, place), !previous.isEdited,
      let (older, end) = try scanned(previous.replay, scanner, log.path), end.offset == damage.offset,
      previous.replay.mark.sequence <= end.sequence, let history = older.history
    else { return nil }
    var found = Found(older.state)
    // Changes that lead to the same state were no step.
    found.later = try later(replay.state, from: older.state, Self.recoveredLabel)
    found.report.damage = OpeningReport.Damage(offset: damage.offset, reason: damage.reason, kept: .before)
    if isWriting, end.offset < scanner.size {
      found.report.damage?.path = try copyAside(log, 0..<scanner.size, place)
      try cut(log, to: end.offset)
    }
    if isWriting, found.later == nil {
      // The next change has a number that the state file would take for one that it has. Without the checksum of a line:
      // the log is not known to be on the disk that far, and may end before it after a power cut.
      _ = try file.save(replay.state, at: LogMark(id: mark.id, sequence: end.sequence))
    }
    try goOn(&found, in: log, behind: end, older, history, loaded, isWriting: isWriting)
    return found
  }

  /// Goes on in a log behind its last good line.
  func goOn(
    _ found: inout Found,
    in log: LogFile,
    behind end: LogScanner.End,
    _ replay: LogReplay<State>,
    _ history: HistoryReplay,
    _ loaded: Loaded,
    isWriting: Bool
  ) throws {
    if isWriting {
      // Everything that is there is on the disk from here on: what comes next may rely on it.
      try reading(log.path) { () throws(StepFailure) in
        try performing(.syncFile) { () throws(SystemError) in try fileSystem.sync(log.descriptor) }
      }
    }
    var end = end
    (end.damage, end.skipped) = (nil, nil)
    log.begin(at: end)
    let growth = LogGrowth(stateSize: loaded.opened.bytes.count, logged: replay.replayedBytes)
    found.kept = (try present(history, replay, log), replay.mark.id, log, replay.sealedBytes, growth)
    found.hasOlderLog = isOlder(replay)
    found.report.history = .kept(moments: history.count)
  }

  /// The history of a log as one of what undo covers now.
  private func present(
    _ history: HistoryReplay,
    _ replay: LogReplay<State>,
    _ log: LogFile
  ) throws(LogError) -> HistoryReplay {
    guard let header = replay.header, header.shape.partPlaces != fields.places else { return history }
    let inLog = PartFields(places: header.shape.partPlaces)
    var history = history
    do throws(PatchError) {
      try history.mapSteps { patch throws(PatchError) in fields.part(of: inLog.whole(of: patch)) }
    } catch {
      throw .corrupt(path: log.path, offset: 0, reason: "a step of its history makes no sense: \(error)")
    }
    return history
  }
}
