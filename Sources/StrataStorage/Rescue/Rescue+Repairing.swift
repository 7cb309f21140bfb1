import StrataCore

extension Rescue {
  /// Makes a store that can be opened of what there is, and says in sentences what became of it.
  ///
  /// Before anything is changed, what cannot be read is copied beside it. Where all stays as it was, no copy does. No other
  /// process can open the files before this returns, nor repair them.
  ///
  /// - Throws: The errors of opening that are no damage; ``NothingRecovered`` where there is nothing to keep.
  package func repair() throws -> [String] {
    try holding { rescue in try rescue.repairHeld() }
  }

  /// Runs `body` while no other process can have the files open.
  ///
  /// - Throws: `LogError.inUse` where one has; what `body` throws.
  func holding<Result>(_ body: (Rescue) throws -> Result) throws -> Result {
    var held = self
    let keeper = stateFile
    do {
      _ = try keeper.hold()
    } catch .locked {
      throw LogError.inUse(path: path)
    }
    held.keeper = keeper
    var isUnused = true
    // A call that fails leaves nothing behind, not even the lock that it has made.
    defer { keeper.releaseLock(isUnused: isUnused) }
    let result = try body(held)
    isUnused = false
    return result
  }

  /// Makes a store that can be opened, under a lock.
  func repairHeld() throws -> [String] {
    do {
      let opened = try open(.writing, .refuse)
      try opened.close()
      return sentences(opened.report) + (try putPreviousAside())
    } catch let error where isDamage(error) {
      return try repair(error)
    }
  }

  private func repair(_ error: any Error) throws -> [String] {
    let place = try place(of: path)
    defer { place.close() }
    var copies = RescueCopies(before: try fileSystem.names(in: place.directory))
    do {
      return try repair(error, place, &copies)
    } catch {
      removeCopies(copies, at: place)
      throw error
    }
  }

  private func repair(
    _ error: any Error,
    _ place: FilePlace,
    _ copies: inout RescueCopies
  ) throws -> [String] {
    let found = try stateFile.contents(of: place.name, at: place)
    let original = found?.bytes
    var told = [(error as? any AdvisedError)?.happening ?? "\(error)"]
    if let unusable = try unusablePrevious(at: place) { told.append(unusable) }
    for (name, copy) in [
      (place.name, place.sideNames.quarantine), (place.sideNames.log, place.sideNames.aside),
      // Saving what was made again puts it in this one's place.
      (place.sideNames.previous, place.sideNames.quarantine),
    ] {
      let path = place.folder + "/" + (try place.freeName(copy))
      guard try self.copy(name, of: place, to: path, likeOriginal: true) else { continue }
      told.append("A copy of \(name) is kept in \(path).")
    }
    for way in try ways(on: error, original, place) {
      // Seen first, so that a kill finds the state as it was, or one that leads somewhere.
      do { try tryOpening(with: way.state, way.damagedLog) } catch let error where isDamage(error) {
        continue
      }
      do {
        let isOriginal = way.state == original
        if !isOriginal { try put(way.state, inPlaceOf: found?.file, place) }
        let opened = try open(.writing, way.damagedLog)
        try opened.close()
        var sentences = told + [way.sentence] + sentences(opened.report, ofState: isOriginal)
        for (copy, kept) in removeSecondCopies(since: copies.before, at: place) {
          sentences = sentences.map { $0.replacing(copy, with: kept) }
        }
        return sentences
      } catch {
        // A failure chooses no way: the state is as it was, unless opening has saved a state that goes on from there.
        if let original, (try? bytes(of: place.name, at: place)) == way.state {
          let written: Void? = try? PlainFile.write(original, to: path, replacing: .anything, in: fileSystem)
          copies.isInDoubt = written == nil
        }
        throw error
      }
    }
    throw NothingRecovered(path: path, reason: told[0])
  }

  /// Puts a version before the state aside that cannot be read, and says so: nothing else would ever take it away, where
  /// nothing is saved any more.
  private func putPreviousAside() throws -> [String] {
    let place = try place(of: path)
    defer { place.close() }
    let name = place.sideNames.previous
    guard try inspecting(name, place)?.kind == .file else { return [] }
    do throws(StateFileError) {
      _ = try stateFile.previousVersion()
      return []
    } catch  where isDamage(error) {
      do throws(StepFailure) {
        let aside = try place.freeName(place.sideNames.quarantine)
        try performing(.rename) { () throws(SystemError) in
          try fileSystem.rename(name, to: aside, in: place.directory)
        }
        try place.syncFolder()
        return ["The version before the state could not be read; it is kept in \(place.folder)/\(aside)."]
      } catch {
        throw StateFileError.notSaved(path: place.folder + "/" + name, step: error.step, cause: error.cause)
      }
    } catch {
      return []  // A disk or a limit is in the way, and nothing needs it.
    }
  }

  /// Puts a state in the place of the one that was found, unless another program has changed that meanwhile.
  private func put(_ state: [UInt8], inPlaceOf found: FileIdentity?, _ place: FilePlace) throws {
    // A new state gets the owner and the mode of the log, which was its user's.
    let model = try inspecting(place.sideNames.log, place) ?? inspecting(place.sideNames.previous, place)
    try PlainFile.write(
      state,
      to: path,
      replacing: found.map { .known($0) } ?? .nothing,
      like: model?.kind == .file ? model : nil,
      in: fileSystem
    )
  }

  /// A state to go on with, and what to do about a log that is damaged.
  private struct Way {
    /// The file to put in the state's place.
    var state: [UInt8]
    var damagedLog: OpeningOptions.DamagedLog
    var sentence: String
  }

  /// The ways to try, those first that lose least.
  private func ways(on error: any Error, _ original: [UInt8]?, _ place: FilePlace) throws -> [Way] {
    let log = try logContents(at: place)
    // A log that belongs to another state says nothing of this one.
    var (isOther, isOfLog) = (false, false)
    if case LogError.otherState = error { isOther = true }
    if case LogError.corrupt = error { isOfLog = true }
    // An edited state has changes that its log has lost, if the log ends before the state.
    if case LogError.editedOutside = error, let original,
      let mark = try? stateFile.envelope.open(original, of: path).mark, let end = log?.end,
      end.sequence < mark.sequence
    {
      isOfLog = true
    }
    let previous = isOther ? nil : try previous(at: place)
    var ways: [Way] = []
    // If only the log is damaged, the state stays in its place.
    if let previous, !isOfLog {
      var sentence = "The state was made again from the version before it, and all changes that the log has."
      if case StateFileError.onlyPrevious = error {
        sentence = """
          The state was made again from the version before it, which is all that was left: what was done later is lost, and \
          nothing can be undone any more.
          """
      }
      ways.append(Way(state: previous, damagedLog: .refuse, sentence: sentence))
    }
    let header = log?.lines.header
    // A log that was begun with it, as its first state, goes on from its beginning.
    if let previous, let header, header.base == 0, !isOfLog {
      let file = stateFile
      let mark = try? file.envelope.open(previous, of: path).mark
      if mark?.id != header.id, let state = try readable({ try file.previousVersion() }) {
        let first = try file.encoded(state, at: LogMark(id: header.id, sequence: 0)).bytes
        let sentence = """
          The state was made again from the version before it, and all changes that the log has: what was there when the \
          log began, and was not in that version, is not in it.
          """
        ways.append(Way(state: first, damagedLog: .refuse, sentence: sentence))
      }
    }
    if let original {
      let sentence = "The state is kept, with the changes of the log that follow on it."
      ways.append(Way(state: original, damagedLog: .setAside, sentence: sentence))
    }
    var last: [Way] = []
    if let previous {
      let sentence = "The state was made again from the version before it, as far as that goes."
      let way = Way(state: previous, damagedLog: .setAside, sentence: sentence)
      // One of another copy of the files has none of this log's changes.
      if try isOfOtherLog(previous) { last = [way] } else { ways.append(way) }
    }
    // The state that the log began with is not known, only that the log fits a new state. So this way comes last, and its
    // sentence says so.
    if !isOther, let header, header.base == 0 {
      let file = StateFile<State>(at: path, in: fileSystem)
      let first = try file.encoded(initial, at: LogMark(id: header.id, sequence: 0)).bytes
      let sentence =
        "The state was made again from its log alone: what was there before the log began is not in it."
      ways.append(Way(state: first, damagedLog: .refuse, sentence: sentence))
      ways.append(Way(state: first, damagedLog: .setAside, sentence: sentence))
    }
    return ways + last
  }

  private func isOfOtherLog(_ state: [UInt8]) throws -> Bool {
    do {
      try tryOpening(with: state, .refuse)
      return false
    } catch LogError.otherState {
      return true
    } catch let error where isDamage(error) {
      return false
    }
  }

  /// The contents of a log; nil where there is none, or none that may be read.
  private func logContents(at place: FilePlace) throws -> (lines: LogContents, end: LogScanner.End)? {
    guard try inspecting(place.sideNames.log, place)?.kind == .file else { return nil }
    let path = place.folder + "/" + place.sideNames.log
    do {
      let (lines, end, _) = try scanned(place)
      return (lines, end)
    } catch is MemoryLimitExceeded {
      return nil
    } catch let failure as StepFailure {
      throw LogError.inaccessible(path: path, step: failure.step, cause: failure.cause)
    } catch let error as SystemError {
      throw LogError.inaccessible(path: path, step: .read, cause: error)
    }
  }

  /// The result of `read`; nil where the file is damaged.
  private func readable<Result>(_ read: () throws -> Result?) throws -> Result? {
    do { return try read() } catch let error where isDamage(error) { return nil }
  }

  /// Whether an error tells of files that are not what they should be, and not of a disk or a person.
  func isDamage(_ error: any Error) -> Bool {
    switch error {
    case StateFileError.blank, StateFileError.corrupt, StateFileError.notMigrated,
      StateFileError.onlyPrevious:
      true
    case LogError.corrupt, LogError.stateMissing, LogError.otherState, LogError.editedOutside: true
    default: false
    }
  }

  /// - Parameter isOfState: Whether the state was there, or made again of what the log still has.
  private func sentences(_ report: OpeningReport, ofState isOfState: Bool = true) -> [String] {
    var sentences: [String] = []
    if let torn = report.tornEnd, let path = torn.path {
      sentences.append(
        "The last \(torn.count) bytes of the log are a change that is cut off; they are kept in \(path)."
      )
    }
    if report.isEditedOutside {
      sentences.append("The state was edited by another hand; what it said is kept.")
    }
    if let damage = report.damage {
      sentences.append(lost(report, damage.offset, damage.reason, ofState: isOfState))
      switch damage.kept {
      case .before where report.lostBytes == 0:
        sentences.append(
          "Lost: the latest steps of the history. What they did is one step now, \"Recovered\"."
        )
      case .before: break
      case .behind:
        sentences.append("Lost: the older part of the history. What was done then cannot be undone any more.")
      }
    }
    switch report.history {
    case .kept(let moments): sentences.append("The history goes on, with \(moments) moments.")
    case .dropped(.damaged(let offset, let reason)):
      sentences.append(lost(report, offset, reason, ofState: isOfState))
      sentences.append("Lost: the history. What was done before cannot be undone any more.")
    case .dropped(.otherLog), .dropped(.outOfStep):
      sentences.append("Lost: the history, and the changes of a log that does not fit the state.")
    case .dropped: sentences.append("Lost: the history. What was done before cannot be undone any more.")
    case .begun: break
    }
    return sentences
  }

  /// Returns a sentence about the changes of the state that damage of a log has cost.
  private func lost(
    _ report: OpeningReport,
    _ offset: Int,
    _ reason: String,
    ofState isOfState: Bool
  ) -> String {
    let count = report.lostBytes
    if report.isCutOff {
      return
        "The log ends at byte \(offset) (\(reason)): what it held behind that is gone, if there was anything."
    }
    if count > 0 {
      return
        "Lost: what the last \(count) bytes of the log held, which is damaged at byte \(offset) (\(reason))."
    }
    // A torn end that is cut off may have held a change that was acknowledged.
    return isOfState && report.tornEnd == nil
      ? "The log is damaged at byte \(offset) (\(reason)), in what the state has: no change is lost."
      : "The log is damaged at byte \(offset) (\(reason)); the state has every change that follows on it."
  }
}

/// There is nothing in the files that could be kept.
package struct NothingRecovered: Error, Equatable, CustomStringConvertible {
  package let path: String
  package let reason: String

  package var description: String { "Nothing of \(path) can be kept, and it was left as it is: \(reason)" }
}
