import StrataCore

// The state on the disk, and the log that leads on from it.

extension Opening {
  /// Takes up what is there, for changes to be added; nil when there is nothing.
  func take(at place: FilePlace) throws -> Found? { try find(at: place, isWriting: true) }

  /// Looks at what is there, and changes nothing; nil when there is nothing.
  ///
  /// A writer may write the log anew between the look at one file and the look at the other; then this looks again.
  func look() throws -> Found? {
    for _ in 0..<5 {
      let place: FilePlace
      do throws(StepFailure) {
        place = try FilePlace(path, in: fileSystem)
      } catch {
        if error == StepFailure(step: .openFolder, cause: .notFound) { return nil }
        throw StateFileError.inaccessible(path: path, step: error.step, cause: error.cause)
      }
      defer { place.close() }
      guard let found = try? find(at: place, isWriting: false) else { continue }
      if case .dropped = found.report.history { continue }
      return found
    }
    let place = try reading(path) { () throws(StepFailure) in try FilePlace(path, in: fileSystem) }
    defer { place.close() }
    return try find(at: place, isWriting: false)
  }

  private func find(at place: FilePlace, isWriting: Bool) throws -> Found? {
    let logPath = place.folder + "/" + place.sideNames.log
    let log = try reading(logPath) { () throws(StepFailure) in try place.status(of: place.sideNames.log) }
    if let log, log.kind != .file { throw LogError.notAFile(path: logPath, kind: log.kind) }
    guard let loaded = try load() else {
      if log != nil { throw LogError.stateMissing(path: logPath) }
      try checkNothingIsLeft(at: place)
      return nil
    }
    var found: Found
    if let mark = loaded.opened.mark, log != nil {
      found = try replay(at: logPath, place, on: loaded, from: mark, isWriting: isWriting)
    } else if log != nil, options.damagedLog == .refuse {
      // It may have changes that a state has not which was put in the place of its own.
      throw LogError.otherState(path: logPath)
    } else {
      // A file that was saved by itself has lost nothing. One whose log was still to be made has not either, but nothing tells
      // it from one whose log was removed before it was saved again.
      let lost =
        log != nil ? OpeningReport.Reason.otherLog : loaded.opened.mark != nil ? .noLog : nil
      found = try current(loaded, OpeningReport(history: lost.map { .dropped($0) } ?? .begun))
    }
    found.isAsSaved = file.envelope.isAsSaved(loaded.opened)
    found.report.isEditedOutside = loaded.opened.isEdited
    if !isCurrent(loaded.opened) {
      found.report.migratedFrom = loaded.opened.schema
    } else {
      let isOlder = loaded.opened.shape != file.envelope.coding.fingerprint
      found.report.isRewritten = isOlder || found.hasOlderLog
    }
    return found
  }

  /// Sees to it that nothing new is begun where there has been a state.
  private func checkNothingIsLeft(at place: FilePlace) throws {
    let previous = place.sideNames.previous
    let previousPath = place.folder + "/" + previous
    let left = try reading(previousPath) { () throws(StepFailure) in try place.status(of: previous) }
    if left?.kind == .file { throw StateFileError.onlyPrevious(path: path, previous: previousPath) }
  }

  /// Takes in a log on a state: with the present types, or as plain values where these do not fit.
  private func taken(
    _ loaded: Loaded,
    from mark: LogMark,
    _ scanner: LogScanner,
    _ path: String
  ) throws -> (LogReplay<State>, LogScanner.End) {
    let schema = loaded.opened.schema
    /// - Parameter isAsking: Whether a change that does not fit the types is to be tried without them.
    func typed(_ state: State, isAsking: Bool) throws -> (LogReplay<State>, LogScanner.End) {
      var replay = LogReplay(
        state,
        at: mark,
        schema: schema,
        fields,
        memoryLimit: options.memoryLimit,
        typed: isAsking,
        names: names
      ) {
        value,
        // Not where it lies: one that does not fit leaves the state as it was before it.
        patch throws(PatchError) in value = try value.applying(patch, .known)
      }
      let end = try scan(scanner, &replay, path)
      return (replay, end)
    }
    if let state = loaded.state {
      let taken = try typed(state, isAsking: true)
      if !taken.0.hasMisfit || taken.0.misfit != nil { return taken }
    }
    // On the way there may have been what the present types cannot read, although they can read the present.
    let old = try file.envelope.plain(loaded.opened, of: self.path)
    var plain = plainReplay(on: old, at: mark, schema, names)
    let end = try scan(scanner, &plain, path)
    if plain.misfit != nil { return (plain.with(try migrated(old, loaded)), end) }
    _ = try flaw(behind: end, mark, scanner.size, path, isEdited: loaded.opened.isEdited)
    if options.damagedLog == .setAside, let state = loaded.state,
      (try? file.envelope.migrate(plain.state, from: schema, of: self.path)) == nil
    {
      // A change that leads to what no type can read is damage, where damage is set aside: all before it is kept.
      return try typed(state, isAsking: false)
    }
    return (plain.with(try migrated(plain.state, loaded)), end)
  }

  /// Takes in the log of a state, or says why the state goes on without it.
  private func replay(
    at path: String,
    _ place: FilePlace,
    on loaded: Loaded,
    from mark: LogMark,
    isWriting: Bool
  ) throws -> Found {
    let log = try reading(path) { () throws(StepFailure) in
      try place.openLog(for: isWriting ? .appending : .reading)
    }
    let scanner = LogScanner(
      log,
      size: log.identity.map { Int($0.size) } ?? 0,
      longestLine: options.memoryLimit
    )
    do {
      let found =
        try isCurrent(loaded.opened)
        ? history(in: log, scanner, place, on: loaded, from: mark, isWriting: isWriting)
        : changes(of: log, scanner, ofOlder: loaded, from: mark)
      switch found {
      case .found(let found): return found
      case .misfit(let misfit): return try without(log, misfit, loaded, mark)
      }
    } catch is MemoryLimitExceeded {
      throw LogError.overMemory(path: path, limit: options.memoryLimit)
    } catch let unknown as UnknownField {
      throw unknown.inLog(path)
    }
  }

  /// The result of taking in a log.
  private enum Taken {
    case found(Found)
    case misfit(LogMisfit)
  }

  /// Returns the state without its log, for a log that belongs to another state.
  ///
  /// A state that is ahead of its log has everything. So has a state that was saved for a log that was still to be made:
  /// then the log is there whose place the new one would take, as far as it is named.
  private func without(
    _ log: LogFile,
    _ misfit: LogMisfit,
    _ loaded: Loaded,
    _ mark: LogMark
  ) throws -> Found {
    let instead = mark.instead
    let isToBeMade = try mark.sequence == 0 && (instead == nil || head(of: log)?.id == instead)
    let hasEverything = misfit == .endsBeforeState || isToBeMade
    guard hasEverything || options.damagedLog == .setAside else { throw LogError.otherState(path: log.path) }
    let isOther = misfit == .otherLog || misfit == .otherBranch
    return try current(loaded, OpeningReport(history: .dropped(isOther ? .otherLog : .outOfStep)))
  }

  /// A state of an older schema, with the changes that its log has beyond it.
  private func changes(
    of log: LogFile,
    _ scanner: LogScanner,
    ofOlder loaded: Loaded,
    from mark: LogMark
  ) throws -> Taken {
    let plain = try file.envelope.plain(loaded.opened, of: path)
    var replay = plainReplay(on: plain, at: mark, loaded.opened.schema)
    let end = try scan(scanner, &replay, log.path)
    if let misfit = replay.misfit { return .misfit(misfit) }
    let flaw = try flaw(behind: end, mark, scanner.size, log.path)
    if flaw?.isAhead == true { return .misfit(.endsBeforeState) }
    var found = Found(try migrated(replay.state, loaded), OpeningReport(history: .dropped(.olderSchema)))
    found.report.replayedChanges = replay.replayed
    if let flaw { (found.report.lostBytes, found.report.isCutOff) = (flaw.lost, flaw.isCutOff) }
    return .found(found)
  }

  /// A state with the changes that its log has beyond it, and its history.
  private func history(
    in log: LogFile,
    _ scanner: LogScanner,
    _ place: FilePlace,
    on loaded: Loaded,
    from mark: LogMark,
    isWriting: Bool
  ) throws -> Taken {
    let (path, size) = (log.path, scanner.size)
    var (replay, end) = try taken(loaded, from: mark, scanner, path)
    if let misfit = replay.misfit { return .misfit(misfit) }
    let flaw = try flaw(behind: end, mark, size, path, isEdited: loaded.opened.isEdited)
    var found = Found(replay.state)
    found.report.replayedChanges = replay.replayed
    if let flaw { (found.report.lostBytes, found.report.isCutOff) = (flaw.lost, flaw.isCutOff) }
    var damage = flaw.map { OpeningReport.Damage(offset: end.offset, reason: $0.reason, kept: .before) }
    if let skipped = end.skipped {
      damage = OpeningReport.Damage(offset: skipped.offset, reason: skipped.reason, kept: .behind)
    }
    let isWithoutHistory = replay.history == nil || loaded.opened.isEdited && flaw != nil
    if let damage, end.sequence < mark.sequence || isWithoutHistory {
      if var before = try before(damage, loaded, replay, scanner, log, place, isWriting: isWriting) {
        (before.report.lostBytes, before.report.isCutOff) = (found.report.lostBytes, found.report.isCutOff)
        return .found(before)
      }
      if flaw?.isAhead == true { return .misfit(.endsBeforeState) }
      found.report.history = .dropped(.damaged(offset: damage.offset, reason: damage.reason))
      return .found(found)
    }
    if loaded.opened.isEdited {
      guard let before = try unedited(loaded, at: mark, scanner, place, path) else {
        found.report.history = .dropped(.edited)
        return .found(found)
      }
      // Spacing is no step.
      found.later = try later(replay.state, from: before.state, Self.editedLabel)
      found.state = before.state
      replay = before
    }
    guard let history = replay.history else { throw corrupt(path, end, "it has no moments") }
    if let damage {
      // A log with damage in the middle is written anew before anything else is.
      (found.isPastDamage, found.report.damage) = (end.skipped != nil, damage)
      if isWriting { found.report.damage?.path = try copyAside(log, 0..<size, place) }
      if isWriting, flaw != nil { try cut(log, to: end.offset) }
    }
    if end.damage == .torn {
      found.report.tornEnd = try tornEnd(
        of: log,
        from: end.offset,
        to: size,
        place,
        isWriting: isWriting,
        keptIn: found.report.damage?.path
      )
    }
    try goOn(&found, in: log, behind: end, replay, history, loaded, isWriting: isWriting)
    return .found(found)
  }
}
