import Strata

/// One look at the files of a store.
struct Reading {
  let path: String
  let limit: Int
  let fileSystem: any FileSystem
  private let file: StateFile<Never>
  private let envelope: StateEnvelope<Never>
  /// What had the names when it began.
  private let seen: Seen

  private struct Seen: Equatable {
    var state: FileIdentity?
    var log: FileIdentity?
  }

  init(_ path: String, limit: Int, in fileSystem: any FileSystem) throws(StateFileError) {
    (self.path, self.limit, self.fileSystem) = (path, limit, fileSystem)
    file = StateFile(at: path, sizeLimit: limit, memoryLimit: limit, in: fileSystem)
    envelope = StateEnvelope(migrations: [], memoryLimit: limit, readsEverySchema: true)
    seen = try Self.look(path, fileSystem)
  }

  /// Whether there are other files by now, or others bytes in them.
  var hasChanged: Bool { (try? Self.look(path, fileSystem)) != seen }

  private static func look(_ path: String, _ fileSystem: any FileSystem) throws(StateFileError) -> Seen {
    do throws(StepFailure) {
      let place = try FilePlace(path, in: fileSystem)
      defer { place.close() }
      return Seen(
        state: try place.status()?.identity,
        log: try place.status(of: place.sideNames.log)?.identity
      )
    } catch {
      throw .inaccessible(path: path, step: error.step, cause: error.cause)
    }
  }

  /// A state that was read, from which the log may go on.
  private struct Saved {
    var plain: PlainValue
    var mark: LogMark?
    var schema: Int
    var shape: String?
    var isEdited: Bool
    var bytes: Int
  }

  private func saved(_ name: String, _ place: FilePlace) throws(StateFileError) -> Saved? {
    guard let (bytes, _) = try file.contents(of: name, at: place) else { return nil }
    let path = file.path(of: name, at: place)
    let opened = try envelope.open(bytes, of: path)
    return Saved(
      plain: try envelope.plain(opened, of: path),
      mark: opened.mark,
      schema: opened.schema,
      shape: opened.shape,
      isEdited: opened.isEdited,
      bytes: bytes.count
    )
  }

  /// What the files say.
  func history() throws -> WrittenHistory {
    let place: FilePlace
    do throws(StepFailure) {
      place = try FilePlace(path, in: fileSystem)
    } catch {
      throw StateFileError.inaccessible(path: path, step: error.step, cause: error.cause)
    }
    defer { place.close() }
    let state = Result { () throws(StateFileError) in try saved(place.name, place) }
    let previous = (try? saved(place.sideNames.previous, place)) ?? nil
    var remarks: [String] = []
    let main: Saved?
    switch state {
    case .success(let saved):
      main = saved
      if saved?.isEdited == true {
        remarks.append("The state was edited by another hand since it was saved.")
      }
    case .failure(let error):
      main = nil
      remarks.append(error.happening)
    }
    guard let log = try log(at: place) else {
      guard let saved = main ?? previous else {
        _ = try state.get()
        throw StateFileError.inaccessible(path: path, step: .open, cause: .notFound)
      }
      if main == nil { remarks.append("The version before it is shown.") }
      if saved.mark?.sequence ?? 0 > 0 { remarks.append("There is no log beside it: its history is gone.") }
      return alone(saved, remarks)
    }
    if case .success(nil) = state { remarks.append("The state file is not there.") }
    return try history(of: log, main, previous, remarks)
  }

  /// A state without a history.
  private func alone(_ saved: Saved, _ remarks: [String]) -> WrittenHistory {
    let steps = WrittenSteps(nil, parts: [[]], memoryLimit: limit)
    let time = Timestamp(
      nanosecondsSince1970: seen.state.map { $0.seconds &* 1_000_000_000 &+ $0.nanoseconds } ?? 0
    )
    let history = HistoryReplay(first, label: Self.stateLabel, at: time, place: nil, stepsFrom: steps)
    var written = WrittenHistory(
      timeline: history.timeline,
      present: saved.plain,
      steps: steps,
      parts: [[]],
      remarks: remarks
    )
    (written.schema, written.shape, written.stateBytes) = (saved.schema, saved.shape, saved.bytes)
    return written
  }

  private var first: Moment.ID {
    guard let first = Moment.ID(number: 0) else { preconditionFailure("0 is the first number of a moment") }
    return first
  }

  private static let stateLabel = "The state file"

  /// A log that is open, with what is put right in it.
  private struct OpenLog {
    var file: LogFile
    var scanner: LogScanner
    var header: LogHeader?
    var end: LogScanner.End
  }

  private func log(at place: FilePlace) throws -> OpenLog? {
    let name = place.sideNames.log
    let logPath = place.folder + "/" + name
    do throws(StepFailure) {
      guard let status = try place.status(of: name), status.kind == .file else { return nil }
    } catch {
      throw LogError.inaccessible(path: logPath, step: error.step, cause: error.cause)
    }
    do {
      let descriptor = try fileSystem.open(name, in: place.directory, for: .reading)
      var file = LogFile(descriptor, in: fileSystem, path: logPath)
      let size = Int(try fileSystem.status(of: descriptor).identity.size)
      var scanner = LogScanner(fileSystem: fileSystem, file: descriptor, size: size, longestLine: limit)
      while true {
        var lines = LogContents()
        let end = try scanner.scan(&lines)
        guard case .corrupt = end.damage, scanner.mends.count < Self.mostMends,
          let mend = try LogMending(
            fileSystem: fileSystem,
            file: descriptor,
            start: end.offset,
            link: end.link,
            size: size
          ).mend(), !scanner.mends.has(mend.place)
        else {
          if scanner.mends.count > 0 {
            // It has a descriptor of its own: the one before goes with the file before.
            let again = try fileSystem.open(name, in: place.directory, for: .reading)
            file = LogFile(again, in: fileSystem, path: logPath, mending: scanner.mends)
            scanner = LogScanner(
              fileSystem: fileSystem,
              file: again,
              size: size,
              longestLine: limit,
              mends: scanner.mends
            )
          }
          return OpenLog(file: file, scanner: scanner, header: lines.header, end: end)
        }
        scanner.mends.add(mend.byte, at: mend.place)
      }
    } catch is OverMemory {
      throw LogError.overMemory(path: logPath, limit: limit)
    } catch let error as SystemError {
      throw LogError.inaccessible(path: logPath, step: .read, cause: error)
    }
  }

  /// As many damaged bytes are put right as opening puts right.
  private static let mostMends = 8

  private func history(
    of log: OpenLog,
    _ main: Saved?,
    _ previous: Saved?,
    _ remarks: [String]
  ) throws -> WrittenHistory {
    var remarks = remarks
    if log.scanner.mends.count > 0 {
      remarks.append(
        "Damaged bytes of the log, \(log.scanner.mends.count) of them, were read as they had been."
      )
    }
    if let header = log.header, let shape = main?.shape, let written = header.shape.words, shape != written {
      remarks.append("State and log were written by different versions of the app.")
    }
    let parts = log.header?.shape.partPlaces ?? [[]]
    let steps = WrittenSteps(log.file, parts: parts, memoryLimit: limit)
    var misfit: LogMisfit?
    var found: (replay: LogReplay<PlainValue>, end: LogScanner.End, isMain: Bool)?
    var ofMain: LogReplay<PlainValue>?
    for (saved, isMain) in [(main, true), (previous, false)] where found == nil {
      guard let saved, let mark = saved.mark else { continue }
      do {
        let (replay, end) = try taken(log, on: saved.plain, mark, saved.schema, steps)
        if isMain { ofMain = replay }
        if !saved.isEdited, end.sequence >= mark.sequence, replay.wholeHistory != nil {
          found = (replay, end, isMain)
        }
      } catch let error as LogMisfit {
        if isMain { misfit = error }
      }
    }
    if misfit == .otherLog || main != nil && main?.mark == nil {
      remarks.append("The log belongs to another state, and is not shown.")
      if let main { return alone(main, remarks) }
    }
    var written: WrittenHistory
    var end = found?.end ?? log.end
    if let found, let history = found.replay.wholeHistory {
      written = WrittenHistory(
        timeline: history.timeline,
        present: found.replay.state,
        steps: steps,
        parts: parts
      )
      if !found.isMain {
        remarks.append("The history is shown from the version before the state file.")
        if let later = ofMain?.state ?? main?.plain {
          let label = main?.isEdited == true ? "Edited outside" : "Recovered"
          try add(Patch(from: found.replay.state, to: later), later, label, history, &written)
        }
      }
    } else if let saved = main, let mark = saved.mark, !saved.isEdited, misfit == nil,
      let (history, state) = try behind(log, on: saved.plain, mark, saved.schema, steps)
    {
      written = WrittenHistory(timeline: history.timeline, present: state, steps: steps, parts: parts)
      remarks.append("Steps before the damage cannot be shown.")
    } else {
      // What is called what and when is known, and no state.
      let (names, namesEnd) = try labels(log, steps)
      end = namesEnd
      guard let history = names?.wholeHistory else {
        guard let main else { throw LogError.stateMissing(path: log.file.path) }
        remarks.append(Self.stop(log.end, log.scanner.size) ?? "The log does not fit the state.")
        return alone(main, remarks)
      }
      written = WrittenHistory(timeline: history.timeline, present: nil, steps: steps, parts: parts)
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
    let rest = "the last \(size - end.offset) bytes of the log, from byte \(end.offset) on"
    return switch end.damage {
    case nil: nil
    case .torn: "The history stops before a change that is cut off, or is being written: \(rest)."
    case .corrupt(let reason): "The history stops where the log is damaged: \(rest): \(reason)."
    case .newer(let found):
      "The log was written by a newer version of Strata, in format \(found), and is not shown."
    }
  }

  private func taken(
    _ log: OpenLog,
    on plain: PlainValue,
    _ mark: LogMark,
    _ schema: Int,
    _ steps: WrittenSteps
  ) throws -> (LogReplay<PlainValue>, LogScanner.End) {
    var replay = replay(on: plain, mark, schema, steps)
    let end = try scan(log, &replay)
    return (replay, end)
  }

  private func replay(
    on plain: PlainValue,
    _ mark: LogMark,
    _ schema: Int,
    _ steps: WrittenSteps
  ) -> LogReplay<PlainValue> {
    LogReplay(plain, at: mark, schema: schema, stepsFrom: steps, memoryLimit: limit) {
      value,
      patch throws(PatchError) in try value.apply(patch)
    }
  }

  private func scan(_ log: OpenLog, _ replay: inout LogReplay<PlainValue>) throws -> LogScanner.End {
    do {
      return try log.scanner.scan(&replay)
    } catch is OverMemory {
      throw LogError.overMemory(path: log.file.path, limit: limit)
    } catch let error as SystemError {
      throw LogError.inaccessible(path: log.file.path, step: .read, cause: error)
    }
  }

  /// The history without a state.
  private func labels(
    _ log: OpenLog,
    _ steps: WrittenSteps
  ) throws -> (LogReplay<PlainValue>?, LogScanner.End) {
    guard let header = log.header else { return (nil, log.end) }
    var replay = replay(on: .null, LogMark(id: header.id, sequence: .max), header.schema, steps)
    let end = try scan(log, &replay)
    return (replay, end)
  }

  /// The history behind damage, and the state at its end; nil where none is known there.
  private func behind(
    _ log: OpenLog,
    on plain: PlainValue,
    _ mark: LogMark,
    _ schema: Int,
    _ steps: WrittenSteps
  ) throws -> (HistoryReplay, PlainValue)? {
    var replay = replay(on: plain, mark, schema, steps)
    let end = try scan(log, &replay)
    var tail = LogTail(
      fileSystem: fileSystem,
      file: log.scanner.file,
      range: end.offset..<max(end.offset, log.scanner.size),
      sequence: end.sequence
    )
    let links =
      replay.header == nil ? [LogLink(toLog: mark.id, format: LogLine.format), LogLink()] : [end.link]
    let first = max(end.sequence, mark.sequence)
    _ = try tail.salvage(from: first, after: links, isBegun: replay.wholeHistory != nil) {
      number,
      json,
      place,
      line in
      guard let number else { return replay.salvage(json, at: place) }
      try replay.reached(number, line)
      try replay.salvage(number, json, at: place)
    }
    guard replay.header != nil else { return nil }
    var behind = replay.behind
    return behind.history(upTo: replay.last).map { ($0, replay.state) }
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
    let time = Timestamp(
      nanosecondsSince1970: seen.state.map { $0.seconds &* 1_000_000_000 &+ $0.nanoseconds } ?? 0
    )
    written.steps.set(later: step)
    let present = history.timeline.present.id
    try history.make(id, after: present, label, at: time, place: WrittenSteps.placeOfLater)
    (written.timeline, written.present) = (history.timeline, state)
  }
}
