import StrataCore

// What becomes of a log that is damaged: it is refused, or its whole changes are kept that follow on what the state has.

extension Opening {
  /// What was made of a log behind its last good line.
  struct Rest {
    /// What is wrong with it; nil when nothing is that was promised.
    var reason: String?
    /// How many bytes may have held changes that the state does not have.
    var lost = 0
    /// Whether the end of the log is missing, with what may have stood there.
    var isCutOff = false
    /// What is said where the history cannot be kept; nil where it is dropped then.
    var refusal: (any Error)?
  }

  /// A byte of a log was damaged, and it is known what stood there: the log is to be read again with that.
  struct Mended: Error {
    var mends: LogMends
    /// The damage that was met first.
    var damage: OpeningReport.Damage
  }

  /// Takes in a log, also what is whole behind damage.
  func takeIn<Whole>(
    _ replay: inout LogReplay<Whole>,
    _ scanner: LogScanner,
    _ path: String,
    isEdited: Bool = false
  ) throws -> (LogScanner.End, Rest) {
    let end = try scan(scanner, &replay, path)
    return (end, try kept(behind: end, scanner, &replay, path, isEdited: isEdited))
  }

  private func scan<Whole>(
    _ scanner: LogScanner,
    _ replay: inout LogReplay<Whole>,
    _ path: String
  ) throws -> LogScanner.End {
    do {
      return try scanner.scan(&replay)
    } catch let error as SystemError {
      throw LogError.inaccessible(path: path, step: .read, cause: error)
    }
  }

  /// Takes the changes behind damage that are whole, and follow on what the state has.
  ///
  /// - Throws: ``Mended`` when the damage is one byte, `LogError` when the log is damaged, and not to be set aside.
  private func kept<Whole>(
    behind end: LogScanner.End,
    _ scanner: LogScanner,
    _ replay: inout LogReplay<Whole>,
    _ path: String,
    isEdited: Bool = false
  ) throws -> Rest {
    let isBehindState = end.sequence < replay.mark.sequence
    // All of the log was on the disk before a state was saved that is not ahead of it: no power cut takes that away.
    let isTorn = end.damage == .torn && (!isBehindState || replay.mark.isAhead)
    // A mark that names no line does not say whether it is ahead.
    let isCutOff = isBehindState && !replay.mark.isAhead && replay.mark.line != nil
    let reason: String
    let endsBeforeState = Rest(reason: "it ends before its state", refusal: LogMisfit.endsBeforeState)
    if end.damage == nil {
      if isCutOff { return try cutOff(end, path, isEdited: isEdited) }
      return isBehindState ? endsBeforeState : Rest()
    }
    if case .otherFormat(let found) = end.damage { throw LogError.otherFormat(found, path: path) }
    if isTorn && !isBehindState { return Rest() }
    var salvaged = replay
    let (lost, last, lines) = try salvage(behind: end, scanner, &salvaged, path)
    // What a log begins with was on the disk before it had its name: where it ends before that, its end is missing.
    let isEmptied = replay.wholeHistory == nil && lines == 0 && lost == 0
    let isFollowed = salvaged.replayed > replay.replayed
    // The newest change is in the state, and nothing follows: then nothing is lost.
    let isInState = end.sequence + 1 == replay.mark.sequence && !isFollowed && lost == 0 && !isEdited
    if case .corrupt(let damage) = end.damage {
      reason = damage
    } else if isFollowed || !isTorn && lost > 0 {
      // What the state has was on the disk before: where changes follow on it, or may have, no power cut has left this.
      let others = isFollowed ? "others follow" : "others may have followed"
      reason = "change \(end.sequence + 1) is damaged, and \(others)"
    } else {
      if isInState { try mend(end, scanner, path, "change \(end.sequence + 1) is damaged") }
      if isCutOff { return try cutOff(end, path, isEdited: isEdited) }
      replay = salvaged
      return endsBeforeState
    }
    let refusal =
      isEdited ? LogError.editedOutside(path: self.path, reason: reason) : corrupt(path, end, reason)
    let isSetAside = options.damagedLog == .setAside
    guard isSetAside || isInState else { throw refusal }
    try mend(end, scanner, path, reason)
    replay = salvaged
    return Rest(
      reason: reason,
      lost: lost,
      isCutOff: isCutOff && last < replay.mark.sequence || isEmptied,
      refusal: isSetAside ? nil : refusal
    )
  }

  /// What is made of a log whose end is missing.
  ///
  /// - Throws: `LogError` when that is not to be set aside.
  private func cutOff(_ end: LogScanner.End, _ path: String, isEdited: Bool) throws -> Rest {
    let reason = "it ends before its state, so it was cut off, or is an older copy"
    guard options.damagedLog == .setAside else {
      throw isEdited ? LogError.editedOutside(path: self.path, reason: reason) : corrupt(path, end, reason)
    }
    return Rest(reason: reason, isCutOff: true)
  }

  /// Looks for the one byte that may be all that is damaged in the line behind the last good one.
  ///
  /// - Throws: ``Mended`` when there is one.
  private func mend(_ end: LogScanner.End, _ scanner: LogScanner, _ path: String, _ reason: String) throws {
    guard scanner.mends.count < Self.mostMends else { return }
    let mending = LogMending(
      fileSystem: fileSystem,
      file: scanner.file,
      start: end.offset,
      link: end.link,
      size: scanner.size
    )
    let mend = try reading(path) { () throws(StepFailure) in
      try performing(.read) { () throws(SystemError) in try mending.mend() }
    }
    // What was put right and still makes no sense is damaged otherwise.
    guard let mend, !scanner.mends.has(mend.place) else { return }
    var mends = scanner.mends
    mends.add(mend.byte, at: mend.place)
    throw Mended(mends: mends, damage: .init(offset: end.offset, reason: reason, kept: .everything))
  }

  /// A log that is damaged in more places is read that often again, at most.
  private static var mostMends: Int { 8 }

  private func salvage<Whole>(
    behind end: LogScanner.End,
    _ scanner: LogScanner,
    _ replay: inout LogReplay<Whole>,
    _ path: String
  ) throws -> (lost: Int, last: Int, lines: Int) {
    let range = end.offset..<max(end.offset, scanner.size)
    var tail = LogTail(
      fileSystem: fileSystem,
      file: scanner.file,
      range: range,
      sequence: end.sequence
    )
    let first = max(end.sequence, replay.mark.sequence)
    var lines = 0
    do {
      let isBegun = replay.wholeHistory != nil
      let link = replay.header == nil ? LogLink(toLog: replay.mark.id) : end.link
      let (lost, last) = try tail.salvage(from: first, after: link, isBegun: isBegun) {
        number,
        json,
        place,
        line in
        lines += 1
        if let number {
          try replay.reached(number, line)
          try replay.salvage(number, json, at: place)
        } else {
          replay.salvage(json, at: place)
        }
      }
      return (lost, last, lines)
    } catch let error as SystemError {
      throw LogError.inaccessible(path: path, step: .read, cause: error)
    }
  }
}
