import StrataCore

/// The file of a log, open for adding to its end and for reading what is in it.
///
/// It stays open also when another file has taken its name.
final class LogFile: Sendable {
  let fileSystem: any FileSystem
  let path: String
  let descriptor: Descriptor
  /// The identity of this file, even after another file has taken its name; nil where the system did not say.
  let identity: FileIdentity?
  private let condition: Guarded<Condition>

  private struct Condition {
    var end: LogScanner.End
    /// The number of the last change that is known to be on the disk.
    var synced: Int
    /// The time since which the oldest change waits for the disk; nil when none waits.
    var unsyncedSince: ContinuousClock.Instant?
    /// The reason why the file takes no more changes; nil while it does.
    var stop: Stop?
    /// The identity of the file after this writer's last write; nil where the system does not show it.
    var left: FileIdentity?
    /// How often the file's time changed without a change of its bytes.
    var idleChanges = 0
  }

  /// The reason why a file takes no more changes.
  enum Stop {
    /// The content of the disk is unknown, as after a failed sync.
    case failed(StepFailure)
    /// The file has lost its name.
    case replaced
    /// The file is not as this writer left it: another program has cut it off or written to it.
    case changed
    /// The lock is not the one that was taken: another process may have the file.
    case lockLost
  }

  init(
    _ descriptor: Descriptor,
    in fileSystem: any FileSystem,
    path: String,
    identity: FileIdentity? = nil,
    endingAt end: LogScanner.End = LogScanner.End()
  ) {
    (self.descriptor, self.fileSystem, self.path, self.identity) = (descriptor, fileSystem, path, identity)
    condition = Guarded(Condition(end: end, synced: end.sequence, left: identity))
  }

  deinit {
    // The changes that were promised are synced already; closing loses none of them.
    try? fileSystem.close(descriptor)
  }

  /// The end of the log now.
  var end: LogScanner.End { condition.withLock { $0.end } }

  /// Whether all changes are known to be on the disk.
  var isSynced: Bool { condition.withLock { $0.synced == $0.end.sequence } }

  /// The reason why the file takes no more changes; nil while it does.
  var failure: LogError? { condition.withLock { $0.stop }.map(error) }

  /// Begins to append behind the last line. All lines are good and on the disk.
  func begin(at end: LogScanner.End) {
    condition.withLock { condition in
      condition = Condition(end: end, synced: end.sequence)
      condition.left = look(condition)
    }
  }

  /// Returns the system's status of this file, even after the file has lost its name.
  func status() throws(StepFailure) -> FileStatus {
    try performing(.inspect) { () throws(SystemError) in try fileSystem.status(of: descriptor) }
  }

  // On some file systems, times change by themselves. After three such changes, the identity is not compared any more.
  private func look(_ condition: Condition) -> FileIdentity? {
    condition.idleChanges < 3 ? try? fileSystem.status(of: descriptor).identity : nil
  }

  /// Checks that the log still has its name and is as this writer left it; otherwise it takes no more changes.
  ///
  /// A change behind bytes that another program cut off or overwrote would be lost.
  ///
  /// - Parameter status: Returns what has the log's name.
  func check(_ status: () throws(StepFailure) -> FileStatus?) throws(StepFailure) {
    try condition.withLock { condition in
      Result { () throws(StepFailure) in
        let found = try status()?.identity
        guard condition.stop == nil else { return }
        guard let found, found.isSameFile(as: identity) else {
          condition.stop = .replaced
          return
        }
        let isAsLong = found.size == Int64(condition.end.offset)
        if isAsLong && found == condition.left ?? found { return }
        // If only the time differs, the bytes decide.
        guard isAsLong, isWhole(to: condition.end) else {
          condition.stop = .changed
          return
        }
        condition.idleChanges += 1
        condition.left = look(condition)
      }
    }.get()
  }

  /// Whether every line is there, and is as it was written.
  private func isWhole(to end: LogScanner.End) -> Bool {
    var lines = AnyLines()
    return (try? LogScanner(self, size: end.offset).scan(&lines)) == end
  }

  private struct AnyLines: LogScanner.Reader {
    func begin(_ header: LogHeader) {}
    func change(_ number: Int, _ json: Bytes) {}
  }

  /// Adds a change, and returns its number and how long its line is.
  ///
  /// - Parameter isSynced: Whether it has to be on the disk before this returns.
  /// - Throws: `LogError`; the log is then as it was, or takes no changes any more.
  func append(_ json: BytePieces, isSynced: Bool) throws(LogError) -> (sequence: Int, count: Int) {
    try condition.withLock { condition in
      Result { () throws(LogError) in try append(json, isSynced: isSynced, &condition) }
    }.get()
  }

  private func append(
    _ json: BytePieces,
    isSynced: Bool,
    _ condition: inout Condition
  ) throws(LogError) -> (sequence: Int, count: Int) {
    if let stop = condition.stop { throw error(stop) }
    guard condition.end.sequence < LogMark.lastNumber else { throw .full(path: path) }
    let sequence = condition.end.sequence + 1
    let isSettled = condition.synced == condition.end.sequence
    let (kind, link) = (LogLine.Kind.change(sequence, isSettled: isSettled), condition.end.link)
    let (checksum, count): (Checksum, Int)
    do throws(SystemError) {
      (checksum, count) = try write(kind, json, after: link)
    } catch {
      // Part of the line may be there. If it cannot be cut off again, it would stand before the next change.
      cutBack(&condition)
      throw .notAppended(path: path, step: .write, cause: error)
    }
    if isSynced {
      do throws(SystemError) {
        try fileSystem.sync(descriptor)
      } catch {
        // Never tried again: the system may call bytes clean that it has dropped.
        cutBack(&condition)
        condition.stop = .failed(StepFailure(step: .syncFile, cause: error))
        throw .notAppended(path: path, step: .syncFile, cause: error)
      }
      (condition.synced, condition.unsyncedSince) = (sequence, nil)
    } else {
      condition.unsyncedSince = condition.unsyncedSince ?? .now
    }
    condition.end = LogScanner.End(
      offset: condition.end.offset + count,
      link: condition.end.link.following(checksum),
      sequence: sequence,
      line: checksum
    )
    condition.left = look(condition)
    return (sequence, count)
  }

  /// Writes a line, and returns its checksum and its length.
  private func write(
    _ kind: LogLine.Kind,
    _ json: BytePieces,
    after link: LogLink
  ) throws(SystemError) -> (Checksum, count: Int) {
    if json.count < 1 << 20 {
      let (line, checksum) = LogLine.write(kind, json, after: link)
      try fileSystem.writeAll(line, to: descriptor)
      return (checksum, line.count)
    }
    // A long line is written in parts, which saves a copy of its JSON.
    let (head, checksum) = LogLine.writeHead(kind, json, after: link)
    try fileSystem.writeAll(head, to: descriptor)
    try fileSystem.writeAll(json, to: descriptor)
    try fileSystem.writeAll([UInt8(ascii: "\n")], to: descriptor)
    return (checksum, head.count + json.count + 1)
  }

  private func cutBack(_ condition: inout Condition) {
    do throws(SystemError) {
      try fileSystem.truncate(descriptor, to: condition.end.offset)
      condition.left = look(condition)
    } catch {
      condition.stop = .failed(StepFailure(step: .truncate, cause: error))
    }
  }

  /// Waits until every change so far is on the disk.
  ///
  /// - Throws: `LogError.stopped` when the disk does not confirm it; nothing is added any more then.
  func sync() throws(LogError) {
    let (stop, last, synced) = condition.withLock { ($0.stop, $0.end.sequence, $0.synced) }
    if let stop { throw error(stop) }
    guard synced < last else { return }
    let start = ContinuousClock.now
    do throws(SystemError) {
      // Not under the lock: those who send go on meanwhile.
      try fileSystem.sync(descriptor)
    } catch {
      throw self.error(self.stop(.failed(StepFailure(step: .syncFile, cause: error))))
    }
    condition.withLock { condition in
      condition.synced = max(condition.synced, last)
      let isDone = condition.synced == condition.end.sequence
      // Changes that were appended during the sync waited since its start at the earliest.
      condition.unsyncedSince = isDone ? nil : condition.unsyncedSince.map { max($0, start) }
    }
  }

  /// Waits until every change so far is on the disk, if one of them has waited for so long at some moment.
  ///
  /// - Throws: The errors that ``sync()`` throws.
  func sync(after wait: Duration, at moment: ContinuousClock.Instant = .now) throws(LogError) {
    guard let since = condition.withLock({ $0.unsyncedSince }), since.duration(to: moment) >= wait else {
      return
    }
    try sync()
  }

  /// Takes no changes any more; the first reason is the one that counts.
  @discardableResult
  func stop(_ reason: Stop) -> Stop {
    condition.withLock { condition in
      let first = condition.stop ?? reason
      condition.stop = first
      return first
    }
  }

  private func error(_ stop: Stop) -> LogError {
    switch stop {
    case .failed(let failure): .stopped(path: path, step: failure.step, cause: failure.cause)
    case .replaced: .replaced(path: path)
    case .changed: .changed(path: path)
    case .lockLost: .lockLost(path: path)
    }
  }

  /// The bytes at some places of the file; fewer where the file ends.
  func bytes(_ places: Range<Int>) throws(SystemError) -> [UInt8] {
    try fileSystem.bytes(of: descriptor, at: places.lowerBound, count: places.count)
  }

  /// The JSON of the first line; nothing where that is none.
  func first() throws(SystemError) -> [UInt8] {
    var text = try bytes(0..<LogHeader.sizeLimit + LogLine.headLimit)
    guard case .line(let line) = text.withBytes({ LogLine.read($0, at: 0) }) else { return [] }
    text.keep(line.payload)
    return text
  }
}

extension FilePlace {
  /// Opens the log beside the state.
  func openLog(for use: FileUse = .reading) throws(StepFailure) -> LogFile {
    let name = sideNames.log
    let descriptor = try performing(.open) { () throws(SystemError) in
      try fileSystem.open(name, in: directory, for: use)
    }
    do throws(StepFailure) {
      let identity = try performing(.inspect) { () throws(SystemError) in
        try fileSystem.status(of: descriptor).identity
      }
      return LogFile(descriptor, in: fileSystem, path: folder + "/" + name, identity: identity)
    } catch {
      try? fileSystem.close(descriptor)  // It was only opened.
      throw error
    }
  }
}

extension [UInt8] {
  /// Removes what is outside of a range, where it lies: a line may be as long as the state.
  fileprivate mutating func keep(_ range: Range<Int>) {
    removeLast(count - range.upperBound)
    removeFirst(range.lowerBound)
  }
}
