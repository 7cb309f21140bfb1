import Strata

/// The file of a log, open for adding to its end and for reading what is in it.
///
/// It stays open as long as somebody may read a step from it, also when another file has taken its name.
final class LogFile: Sendable {
  let fileSystem: any FileSystem
  let path: String
  let descriptor: Descriptor
  private let standing: Guarded<Standing>

  private struct Standing {
    var end: LogScanner.End
    /// The number of the last change that is known to be on the disk.
    var synced: Int
    /// Why nothing is added any more.
    var stop: StepFailure?
  }

  init(
    _ descriptor: Descriptor,
    in fileSystem: any FileSystem,
    path: String,
    endingAt end: LogScanner.End = LogScanner.End()
  ) {
    (self.descriptor, self.fileSystem, self.path) = (descriptor, fileSystem, path)
    standing = Guarded(Standing(end: end, synced: end.sequence))
  }

  deinit {
    // What was promised was synced; closing loses nothing.
    try? fileSystem.close(descriptor)
  }

  /// Where the log ends now.
  var end: LogScanner.End { standing.withLock { $0.end } }

  /// Whether all changes are known to be on the disk.
  var isSynced: Bool { standing.withLock { $0.synced == $0.end.sequence } }

  /// Why nothing is added any more; nil as long as it is.
  var failure: LogError? { standing.withLock { $0.stop }.map(stopped) }

  /// Goes on behind the last good line: there are no others, and they are on the disk.
  func begin(at end: LogScanner.End) {
    standing.withLock { $0 = Standing(end: end, synced: end.sequence) }
  }

  /// Adds a change, and returns its number.
  ///
  /// - Parameter isSynced: Whether it has to be on the disk before this returns.
  /// - Throws: `LogError`; the log is then as it was, or takes no changes any more.
  func append(_ json: [UInt8], isSynced: Bool) throws(LogError) -> Int {
    try standing.withLock { standing in
      Result { () throws(LogError) in try append(json, isSynced: isSynced, &standing) }
    }.get()
  }

  private func append(_ json: [UInt8], isSynced: Bool, _ standing: inout Standing) throws(LogError) -> Int {
    if let stop = standing.stop { throw stopped(stop) }
    let sequence = standing.end.sequence + 1
    let isSettled = standing.synced == standing.end.sequence
    let (line, checksum) = LogLine.write(
      .change(sequence, isSettled: isSettled),
      json,
      after: standing.end.checksum
    )
    do throws(SystemError) {
      try fileSystem.writeAll(line, to: descriptor)
    } catch {
      // Part of it may be there. What cannot be cut off again would stand before the next change.
      cutBack(&standing, after: StepFailure(step: .write, cause: error))
      throw .notAppended(path: path, step: .write, cause: error)
    }
    if isSynced {
      do throws(SystemError) {
        try fileSystem.sync(descriptor)
      } catch {
        // Never tried again: the system may call bytes clean that it has dropped.
        cutBack(&standing, after: StepFailure(step: .syncFile, cause: error))
        standing.stop = StepFailure(step: .syncFile, cause: error)
        throw .notAppended(path: path, step: .syncFile, cause: error)
      }
      standing.synced = sequence
    }
    standing.end = LogScanner.End(
      offset: standing.end.offset + line.count,
      checksum: checksum,
      sequence: sequence,
      damage: nil
    )
    return sequence
  }

  private func cutBack(_ standing: inout Standing, after failure: StepFailure) {
    do throws(SystemError) {
      try fileSystem.truncate(descriptor, to: standing.end.offset)
    } catch {
      standing.stop = StepFailure(step: .truncate, cause: error)
    }
  }

  /// Waits until every change so far is on the disk.
  ///
  /// - Throws: `LogError.stopped` when the disk does not confirm it; nothing is added any more then.
  func sync() throws(LogError) {
    let (stop, last, synced) = standing.withLock { ($0.stop, $0.end.sequence, $0.synced) }
    if let stop { throw stopped(stop) }
    guard synced < last else { return }
    do throws(SystemError) {
      // Not under the lock: those who send go on meanwhile.
      try fileSystem.sync(descriptor)
    } catch {
      let stop = StepFailure(step: .syncFile, cause: error)
      standing.withLock { $0.stop = $0.stop ?? stop }
      throw stopped(stop)
    }
    standing.withLock { $0.synced = max($0.synced, last) }
  }

  /// Takes no changes any more.
  func stop(_ failure: StepFailure) {
    standing.withLock { $0.stop = $0.stop ?? failure }
  }

  private func stopped(_ stop: StepFailure) -> LogError {
    .stopped(path: path, step: stop.step, cause: stop.cause)
  }

  /// The JSON of the line at a place, and where the next one begins: its checksum was looked at when the log was opened.
  func line(at place: Int) throws(SystemError) -> (json: [UInt8], end: Int) {
    var count = 4096
    while true {
      let text = try fileSystem.bytes(of: descriptor, at: place, count: count)
      let found = text.withUnsafeBytes { LogLine.read($0, at: 0) }
      switch found {
      case .line(let line): return (Array(text[line.payload]), place + line.end)
      case .incomplete(let needed) where text.count == count: count = max(needed, count * 2)
      case .incomplete, .noLine: throw .deviceError
      }
    }
  }
}
