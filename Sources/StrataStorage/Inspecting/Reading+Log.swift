import StrataCore

// How a log is read for one look.

extension Reading {
  /// A log that is open.
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
      let file = try place.openLog()
      let scanner = LogScanner(file, size: file.identity.map { Int($0.size) } ?? 0, longestLine: limit)
      var lines = LogContents(limit: limit)
      let end = try scanner.scan(&lines)
      return OpenLog(file: file, scanner: scanner, header: lines.header, end: end)
    } catch is MemoryLimitExceeded {
      throw LogError.overMemory(path: logPath, limit: limit)
    } catch let error as StepFailure {
      throw LogError.inaccessible(path: logPath, step: error.step, cause: error.cause)
    } catch let error as SystemError {
      throw LogError.inaccessible(path: logPath, step: .read, cause: error)
    }
  }

  func taken(
    _ log: OpenLog,
    on plain: PlainValue,
    _ mark: LogMark,
    _ schema: Int
  ) throws -> (LogReplay<PlainValue>, LogScanner.End) {
    var replay = replay(on: plain, mark, schema)
    let end = try scan(log, &replay, from: mark)
    return (replay, end)
  }

  private func replay(on plain: PlainValue, _ mark: LogMark, _ schema: Int) -> LogReplay<PlainValue> {
    LogReplay(plain, at: mark, schema: schema, memoryLimit: limit) {
      value,
      patch throws(PatchError) in try value.apply(patch)
    }
  }

  private func scan(
    _ log: OpenLog,
    _ lines: inout some LogScanner.Reader,
    from mark: LogMark? = nil
  ) throws -> LogScanner.End {
    do {
      return try log.scanner.scan(&lines, from: mark)
    } catch is MemoryLimitExceeded {
      throw LogError.overMemory(path: log.file.path, limit: limit)
    } catch let error as SystemError {
      throw LogError.inaccessible(path: log.file.path, step: .read, cause: error)
    }
  }

  /// The history without a state.
  func labels(_ log: OpenLog) throws -> (LogReplay<PlainValue>?, LogScanner.End) {
    guard let header = log.header else { return (nil, log.end) }
    var replay = replay(on: .null, LogMark(id: header.id, sequence: .max), header.schema)
    let end = try scan(log, &replay)
    return (replay, end)
  }
}
