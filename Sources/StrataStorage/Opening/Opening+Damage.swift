import Strata

// What becomes of a log that is damaged: it is refused, or its whole changes are kept that follow on what the state has.

extension Opening {
  /// What was made of a log behind its last good line.
  struct Rest {
    /// What is wrong with it; nil when nothing is that was promised.
    var reason: String?
    /// How many bytes may have held changes that the state does not have.
    var lost = 0
  }

  /// Takes the changes behind damage that are whole, and follow on what the state has.
  ///
  /// - Throws: `LogError` when the log is damaged, and not to be set aside; `LogMisfit` when it ends before the state.
  func kept<Whole>(
    behind end: LogScanner.End,
    _ scanner: LogScanner,
    _ replay: inout LogReplay<Whole>,
    _ path: String,
    isEdited: Bool = false
  ) throws -> Rest {
    let isBehindState = end.sequence < replay.mark.sequence
    let reason: String
    switch end.damage {
    case nil:
      if isBehindState { throw LogMisfit.endsBeforeState }
      return Rest()
    case .newer(let found):
      throw LogError.newer(path: path, what: .format, found: found, known: LogLine.format)
    case .corrupt(let damage): reason = damage
    case .torn:
      guard isBehindState else { return Rest() }
      // What the state has was on the disk before: where changes follow on it, no power cut has left this.
      var trial = replay
      _ = try salvage(behind: end, scanner, &trial, path)
      guard trial.replayed > replay.replayed else { throw LogMisfit.endsBeforeState }
      reason = "change \(end.sequence + 1) is damaged, and others follow"
    }
    if options.damagedLog == .refuse {
      throw isEdited ? LogError.editedOutside(path: self.path, reason: reason) : corrupt(path, end, reason)
    }
    let lost = try salvage(behind: end, scanner, &replay, path)
    return Rest(reason: reason, lost: lost)
  }

  private func salvage<Whole>(
    behind end: LogScanner.End,
    _ scanner: LogScanner,
    _ replay: inout LogReplay<Whole>,
    _ path: String
  ) throws -> Int {
    let range = end.offset..<max(end.offset, scanner.size)
    var tail = LogTail(
      fileSystem: fileSystem,
      file: scanner.file,
      range: range,
      sequence: end.sequence
    )
    let first = max(end.sequence, replay.mark.sequence)
    do {
      return try tail.salvage(from: first, after: end.checksum) { number, json in
        try replay.salvage(number, json)
      }
    } catch let error as SystemError {
      throw LogError.inaccessible(path: path, step: .read, cause: error)
    }
  }
}
