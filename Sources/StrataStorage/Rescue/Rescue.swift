import StrataCore

/// Looks at the files of a store that cannot be opened, and keeps what can be kept.
package struct Rescue<State: Reducible & DescribedValue> {
  let path: String
  let undone: UndonePart<State>
  /// The state that a new store begins with.
  let initial: State
  let fileSystem: any FileSystem
  /// How many bytes a file may have, and what reading it may take beyond that.
  var limit: Int
  /// The file that holds the lock during a repair; nil where the files are only looked at.
  var keeper: StateFile<State>?

  package init(
    _ path: String,
    undoing undone: UndonePart<State>,
    startingWith initial: State,
    isUnlimited: Bool = false,
    in fileSystem: any FileSystem = POSIXFileSystem()
  ) {
    (self.path, self.undone, self.initial, self.fileSystem) = (path, undone, initial, fileSystem)
    limit = isUnlimited ? .max : OpeningOptions().sizeLimit
  }

  /// Returns a finding for each file; nothing is changed.
  package func check() -> [Finding] {
    let place: FilePlace
    do throws(StepFailure) {
      place = try FilePlace(path, in: fileSystem)
    } catch {
      if error == StepFailure(step: .openFolder, cause: .notFound) { return [] }
      return [unusable(path, error)]
    }
    defer { place.close() }
    let names: [String]
    do throws(SystemError) {
      names = try fileSystem.names(in: place.directory).sorted()
    } catch {
      return [unusable(path, StepFailure(step: .inspect, cause: error))]
    }
    var findings = [state(names, place)]
    if names.contains(place.sideNames.log) { findings.append(log(place)) }
    if names.contains(place.sideNames.previous) { findings.append(previous(place)) }
    for name in names where name != place.sideNames.previous && place.sideNames.isKeptAside(name) {
      findings.append(
        Finding(path: place.folder + "/" + name, condition: .kept, sentence: "kept; nothing reads it")
      )
    }
    guard findings.allSatisfy({ $0.condition == .whole || $0.condition == .kept || $0.isSpare }) else {
      return findings
    }
    // Each that is needed is whole: do they fit each other?
    do {
      let opened = try open(.reading, .refuse)
      if case .dropped(let reason) = opened.report.history { findings.append(lost(reason, place)) }
      if let damage = opened.report.damage { findings.append(found(damage, place)) }
    } catch {
      let sentence = (error as? any AdvisedError)?.happening ?? "\(error)"
      let ofLog: String? = if case LogError.corrupt(let log, _, _) = error { log } else { nil }
      findings.append(Finding(path: ofLog ?? path, condition: .damaged, sentence: sentence))
    }
    return findings
  }

  /// A file that is there, and cannot be looked at.
  private func unusable(_ path: String, _ failure: StepFailure) -> Finding {
    let error = StateFileError.inaccessible(path: path, step: failure.step, cause: failure.cause)
    return Finding(path: path, condition: .unusable, sentence: error.happening)
  }

  /// Damage of a log whose history goes on.
  private func found(_ damage: OpeningReport.Damage, _ place: FilePlace) -> Finding {
    let path = place.folder + "/" + place.sideNames.log
    let sentence =
      "\(damage.reason), at byte \(damage.offset); no change is lost, and the history goes on when it is opened"
    return Finding(path: path, condition: .damaged, sentence: sentence)
  }

  /// Returns the finding about the lost history of a state that is whole.
  private func lost(_ reason: OpeningReport.Reason, _ place: FilePlace) -> Finding {
    let path = place.folder + "/" + place.sideNames.log
    let sentence =
      switch reason {
      case .noLog:
        """
        there is no such file, and the history of the state with it; what was done after the state was last saved is gone \
        too, if anything was
        """
      case .otherLog: "it belongs to another state; the history of this one is gone"
      case .outOfStep: "it ends before the state, or begins after it; the history cannot go on"
      case .edited:
        "the state was edited by another hand, and what it was before is gone; the history cannot go on"
      case .olderSchema: "it is of an older version; the history cannot go on"
      case .damaged(let offset, let reason): "it is damaged at byte \(offset): \(reason)"
      }
    return Finding(path: path, condition: reason == .noLog ? .missing : .damaged, sentence: sentence)
  }

  func open(
    _ access: OpeningOptions.Access,
    _ damagedLog: OpeningOptions.DamagedLog
  ) throws -> DurableStore<State> {
    try DurableStore(
      at: path,
      undoing: undone,
      startingWith: initial,
      options: options(access, damagedLog),
      under: keeper,
      in: fileSystem
    )
  }

  /// Sees whether a store could be opened if the state file had other bytes; nothing is changed.
  ///
  /// - Throws: The errors that opening would throw.
  func tryOpening(with state: [UInt8], _ damagedLog: OpeningOptions.DamagedLog) throws {
    var opening = Opening(at: path, undone, options(.reading, damagedLog), in: fileSystem)
    opening.tried = state
    guard var found = try opening.look() else { return }
    _ = try opening.repaired(&found)
    _ = try opening.storeToRead(&found)
  }

  private func options(
    _ access: OpeningOptions.Access,
    _ damagedLog: OpeningOptions.DamagedLog
  ) -> OpeningOptions {
    var options = OpeningOptions()
    (options.access, options.damagedLog) = (access, damagedLog)
    (options.sizeLimit, options.memoryLimit) = (limit, limit)
    return options
  }

  var stateFile: StateFile<State> {
    StateFile(at: path, sizeLimit: limit, memoryLimit: limit, in: fileSystem)
  }

  private func state(_ names: [String], _ place: FilePlace) -> Finding {
    var finding = Finding(path: path, condition: .missing, sentence: "there is no such file")
    guard names.contains(place.name) else { return finding }
    let file = stateFile
    do throws(StateFileError) {
      let size = try file.bytes()?.count ?? 0
      _ = try file.load()
      (finding.condition, finding.sentence) = (.whole, "a state of \(size) bytes")
      if file.wasEditedOutside { finding.sentence += ", edited by another hand since it was saved" }
    } catch {
      finding.take(error)
    }
    return finding
  }

  private func previous(_ place: FilePlace) -> Finding {
    var finding = Finding(
      path: place.folder + "/" + place.sideNames.previous,
      condition: .whole,
      sentence: "the version before",
      isSpare: true
    )
    do throws(StateFileError) {
      _ = try stateFile.previousVersion()
    } catch {
      finding.take(error)
      if case .notAFile(_, let kind) = error {
        finding.sentence = "it is a \(kind.rawValue), not a version of the state: move it away"
      }
    }
    return finding
  }

  private func log(_ place: FilePlace) -> Finding {
    var finding = Finding(path: place.folder + "/" + place.sideNames.log, condition: .damaged, sentence: "")
    do {
      if let kind = try place.status(of: place.sideNames.log)?.kind, kind != .file {
        (finding.condition, finding.sentence) = (
          .unusable, "it is a \(kind.rawValue), not a log: move it away"
        )
        return finding
      }
      let (lines, end, size) = try scanned(place)
      func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
      let whole = "\(count(lines.changes, "change")) and \(count(lines.kept, "kept moment"))"
      switch end.damage {
      case nil: (finding.condition, finding.sentence) = (.whole, whole)
      case .torn:
        finding.sentence = """
          \(whole) are whole; the last \(size - end.offset) bytes are a change that is cut off. A power cut leaves that of \
          one that was not acknowledged; anything else may have taken one that was. Opening it keeps them in a file \
          of their own
          """
      case .corrupt(let reason) where size == end.offset:
        finding.sentence =
          "\(whole) are whole; it ends there, and what it held behind that is gone, if there was anything: \(reason)"
      case .corrupt(let reason):
        finding.sentence = """
          \(whole) are whole; damaged from byte \(end.offset) on, \(size - end.offset) bytes that may hold changes that \
          were acknowledged: \(reason)
          """
      case .otherFormat(let found):
        let version = found > LogLine.format ? "a newer version, with format \(found)" : "an earlier version"
        (finding.condition, finding.sentence) = (.unusable, "written by \(version)")
      }
    } catch is MemoryLimitExceeded {
      let error = LogError.overMemory(path: finding.path, limit: limit)
      (finding.condition, finding.sentence, finding.isOverLimit) = (.unusable, error.happening, true)
    } catch {
      let failure = error as? StepFailure
      let (step, cause): (FileStep, any Error) = (failure?.step ?? .read, failure?.cause ?? error)
      (finding.condition, finding.sentence) = (
        .unusable, "it cannot be read: \(step.rawValue) failed: \(cause)"
      )
    }
    return finding
  }

  /// Reads a log without the state that it is about.
  func scanned(_ place: FilePlace) throws -> (lines: LogContents, end: LogScanner.End, size: Int) {
    let log = try place.openLog()
    let size = log.identity.map { Int($0.size) } ?? 0
    var lines = LogContents(limit: limit)
    let end = try LogScanner(log, size: size, longestLine: limit).scan(&lines)
    return (lines, end, size)
  }
}

extension Finding {
  /// Says why a state cannot be read.
  fileprivate mutating func take(_ error: StateFileError) {
    sentence = error.happening
    switch error {
    case .notAFile, .newer, .inaccessible, .unknownField: condition = .unusable
    case .tooLarge, .overMemory: (condition, isOverLimit) = (.unusable, true)
    default: condition = .damaged
    }
  }
}

/// How much there is in a log.
struct LogContents: LogScanner.Reader {
  /// How many bytes of memory reading a page may take.
  let limit: Int
  private(set) var header: LogHeader?
  /// How many moments there are in pages, and changes behind them.
  private(set) var (kept, changes) = (0, 0)

  init(limit: Int) { self.limit = limit }

  mutating func begin(_ header: LogHeader) { self.header = header }
  mutating func page(_ bytes: Bytes) throws {
    guard let page = try? WrittenPage(reading: bytes, limit: limit) else {
      throw LogScanner.Nonsense(reason: "a page makes no sense")
    }
    kept += page.count
  }

  mutating func change(_ number: Int, _ json: Bytes) { changes += 1 }
}
