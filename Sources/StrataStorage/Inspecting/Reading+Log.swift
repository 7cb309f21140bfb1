import StrataCore

// How a log is read for one look.

extension Reading {
  /// A log that is open, with what is put right in it.
  struct OpenLog {
    var file: LogFile
    var scanner: LogScanner
    var header: LogHeader?
    var end: LogScanner.End
  }

  func log(at place: FilePlace) throws -> OpenLog? {
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

  func taken(
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

  private func scan(_ log: OpenLog, _ lines: inout some LogScanner.Reader) throws -> LogScanner.End {
    do {
      return try log.scanner.scan(&lines)
    } catch is OverMemory {
      throw LogError.overMemory(path: log.file.path, limit: limit)
    } catch let error as SystemError {
      throw LogError.inaccessible(path: log.file.path, step: .read, cause: error)
    }
  }

  /// The history without a state.
  func labels(
    _ log: OpenLog,
    _ steps: WrittenSteps
  ) throws -> (LogReplay<PlainValue>?, LogScanner.End) {
    guard let header = log.header else { return (nil, log.end) }
    var replay = replay(on: .null, LogMark(id: header.id, sequence: .max), header.schema, steps)
    let end = try scan(log, &replay)
    return (replay, end)
  }

  /// The history behind damage, and the state at its end; nil where none is known there.
  func behind(
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
    let link = replay.header == nil ? LogLink(toLog: mark.id) : end.link
    let first = max(end.sequence, mark.sequence)
    _ = try tail.salvage(from: first, after: link, isBegun: replay.wholeHistory != nil) {
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
}
