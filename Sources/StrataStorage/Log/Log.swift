import StrataCore

/// Keeps every change of a store on the disk, before any observer sees it.
final class Log<State: Reducible & DescribedValue>: Sendable {
  /// The log's name.
  let id: String
  let policy: SyncPolicy
  /// The fields that lead to what undo covers.
  let fields: PartFields
  let restoredValues: LoggedRestoredPart<State>?
  /// The file of the state, whose lock covers the log.
  private let stateFile: StateFile<State>
  private let place: FilePlace
  /// An alarm that wakes the log to wait for the disk.
  private let alarm: Alarm
  private let progress: Guarded<Progress>
  /// A lock that is held while another file replaces the log, so that the name and the known file are compared at one time.
  let naming = Guarded(())

  private struct Progress {
    var file: LogFile
    /// How many bytes the head and the pages have, behind which the changes stand one by one.
    var sealedBytes: Int
    var growth: LogGrowth
    /// The folder's time when the names of the lock and the log were last looked up; nil where they have to be.
    var looked: FolderTime?
    var isSyncing = false
    var isClosed = false
    /// Called when the log takes no changes any more.
    var whenStopped: @Sendable () -> Void = {}
  }

  init(
    _ file: LogFile,
    id: String,
    sealedBytes: Int,
    growth: LogGrowth,
    _ policy: SyncPolicy,
    fields: PartFields,
    restoredValues: LoggedRestoredPart<State>?,
    beside stateFile: StateFile<State>,
    at place: FilePlace,
    alarm: Alarm = Alarm()
  ) {
    (self.id, self.policy, self.fields, self.restoredValues) = (id, policy, fields, restoredValues)
    (self.stateFile, self.place, self.alarm) = (stateFile, place, alarm)
    progress = Guarded(Progress(file: file, sealedBytes: sealedBytes, growth: growth))
  }

  deinit { alarm.cancel() }

  /// The file that changes are added to.
  var file: LogFile { progress.withLock { $0.file } }

  /// Whether the changes that stand one by one take so much that they are to be put into pages.
  ///
  /// A change in a page takes a fraction of its line. Writing the log anew costs as much as its pages: with this share, for each
  /// byte of a change at most two more are written.
  var isWorthSealing: Bool {
    progress.withLock { progress in
      let (sealed, end) = (progress.sealedBytes, progress.file.end.offset)
      return end - sealed > max(sealed / 2, Self.leastTail)
    }
  }

  private static var leastTail: Int { 1 << 18 }

  /// How far it has gone beyond the state file.
  var growth: LogGrowth { progress.withLock { $0.growth } }

  /// Keeps a change, and returns its number.
  ///
  /// - Throws: `LogError`, and `WorkMeter.Unwanted` before anything is written.
  func record(_ change: RecordedChange<State>) throws -> Int {
    let (file, isClosed) = progress.withLock { ($0.file, $0.isClosed) }
    if isClosed { throw LogError.closed(path: file.path) }
    return try telling(file) { () throws in
      if let failure = file.failure { throw failure }
      try check(file)
      // However slow the disk is: no change is acknowledged while an older one has waited too long.
      if case .interval(let wait) = policy { try file.sync(after: wait) }
      guard let json = try json(of: change, path: file.path) else { return file.end.sequence }
      let limit = stateFile.memoryLimit
      guard PlainValue.isReadable(json, within: limit) else {
        throw LogError.unreadable(path: file.path, limit: limit)
      }
      // The values that a movement restores take at most eight times as many bytes in a state file as in pages.
      let cost = cost(of: change)
      let most = 8 * (cost?.bytes ?? 0)
      try checkSize(of: change, adding: json.count + most)
      try WorkMeter.checkCancellation()
      let (sequence, count) = try file.append(json, isSynced: policy == .everyChange)
      progress.withLock { progress in
        progress.growth.add(count, over: cost?.bytes ?? 0, most: most)
      }
      if case .interval(let wait) = policy { syncLater(after: wait) }
      return sequence
    }
  }

  /// Waits until every change so far is on the disk.
  func sync() throws(LogError) {
    let file = file
    try telling(file) { () throws(LogError) in
      if let failure = file.failure { throw failure }
      try check(file)
      try file.sync()
    }
  }

  private func syncLater(after wait: Duration) {
    let isDue = progress.withLock { progress in
      defer { progress.isSyncing = true }
      return !progress.isSyncing
    }
    guard isDue else { return }
    do throws(SystemError) {
      try alarm.set(after: wait) { [weak self] in self?.syncNow() }
    } catch {
      // If the system gives no thread, the sender syncs itself: no change reaches the disk later than was promised.
      syncNow()
    }
  }

  private func syncNow() {
    progress.withLock { $0.isSyncing = false }
    // A log that could not be synced takes no more changes: the next writer is told.
    try? sync()
  }

  /// Runs `body`, and asks for a rewrite of the log when `file` takes no more changes.
  private func telling<Result, Failure>(
    _ file: LogFile,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    do throws(Failure) {
      return try body()
    } catch {
      if file.failure != nil { progress.withLock { $0.whenStopped }() }
      throw error
    }
  }

  /// Checks that the lock and the log are still the opened files, and that the log is as this writer left it.
  private func check(_ file: LogFile) throws(LogError) {
    let time = FolderTime(of: place)
    let isNamed = time != nil && time == progress.withLock { $0.file === file ? $0.looked : nil }
    let moment = Timestamp.now
    do throws(StateFileError) {
      _ = try stateFile.heldPlace(isNamed: isNamed)
    } catch {
      switch error {
      case .closed: throw .closed(path: file.path)
      case .notSaved(_, let step, let cause): throw .notAppended(path: file.path, step: step, cause: cause)
      default: file.stop(.lockLost)
      }
    }
    do throws(StepFailure) {
      try naming.withLock { _ in
        Result { () throws(StepFailure) in
          // A rewritten log has replaced the file meanwhile, with all its changes.
          guard self.file === file else { return }
          try file.check { () throws(StepFailure) in
            try isNamed ? file.status() : place.status(of: place.sideNames.log)
          }
        }
      }.get()
    } catch {
      throw .notAppended(path: file.path, step: error.step, cause: error.cause)
    }
    if let failure = file.failure { throw failure }
    if !isNamed, let time, time.isOver(at: moment) {
      progress.withLock { if $0.file === file { $0.looked = time } }
    }
  }

  /// Checks that the next state file will be small enough to load.
  private func checkSize(of change: RecordedChange<State>, adding count: Int) throws(LogError) {
    let limit = stateFile.sizeLimit
    guard growth.sizeAtMost + count > limit else { return }
    func size(_ state: State) throws(LogError) -> Int {
      do throws(StateFileError) {
        return try stateFile.encoded(state, at: LogMark(id: id, sequence: .max, line: Checksum(value: .max)))
          .count
      } catch {
        throw .unwritable(path: file.path, reason: "\(error)")
      }
    }
    let (before, after) = (try size(change.before), try size(change.after))
    // If an older version let the state grow beyond the limit, a change may still make it smaller.
    guard after <= limit || after < before else {
      throw .overLimit(path: file.path, size: after, limit: limit)
    }
    progress.withLock { $0.growth.measure(before) }
  }

  /// The cost of a movement whose line leaves its steps out; nil where the line has the whole change.
  private func cost(of change: RecordedChange<State>) -> MovementCost? {
    fields.overlapsRestored ? nil : change.cost
  }

  /// The JSON of a change's line; nil for a change that needs no line.
  private func json(of change: RecordedChange<State>, path: String) throws(LogError) -> BytePieces? {
    do {
      let cost = cost(of: change)
      let patch = try cost == nil ? change.patch(knowing: fields) : change.patchBeside(fields)
      if patch.isEmpty && change.event == .nothing && change.evicted.isEmpty { return nil }
      guard patch.nesting <= jsonDepthLimit else { throw PatchError(.tooDeep(limit: jsonDepthLimit)) }
      var sides: RestoredValues?
      switch change.event {
      case .made, .extended, .begun, .forgotten:
        if let restoredValues {
          // A history begins with the restored part that there is then.
          let isBeginning = change.event.isBeginning
          sides = .written(
            before: try restoredValues.plain(isBeginning ? change.after : change.before),
            after: try restoredValues.plain(change.after)
          )
        }
      default: break
      }
      let changesState =
        switch change.event {
        case .saved, .forgotten: false
        default: true
        }
      return RecordHead.json(
        change.event,
        evicted: change.evicted,
        from: cost?.start,
        restoredValues: sides?.json,
        patch: changesState ? patch : nil
      )
    } catch {
      throw .unwritable(path: path, reason: "\(error)")
    }
  }

  /// Goes on in another file, which has everything that this one has.
  ///
  /// - Parameters:
  ///   - sealedBytes: How many bytes its head and its pages have.
  ///   - file: Puts it in this one's place.
  func replace(sealedBytes: Int, by file: () throws(StepFailure) -> LogFile) throws(StepFailure) {
    try naming.withLock { _ in
      Result { () throws(StepFailure) in
        let file = try file()
        progress.withLock { ($0.file, $0.sealedBytes, $0.looked) = (file, sealedBytes, nil) }
      }
    }.get()
  }

  /// Takes note that the state was saved; see ``LogGrowth/save(_:since:)``.
  func saved(_ size: Int, since before: Int) {
    progress.withLock { $0.growth.save(size, since: before) }
  }

  /// Calls `body` whenever the log takes no changes any more.
  func whenStopped(_ body: @escaping @Sendable () -> Void) {
    progress.withLock { $0.whenStopped = body }
  }

  /// Takes no changes any more; false when it took none before.
  func close() -> Bool {
    progress.withLock { progress in
      defer { progress.isClosed = true }
      return !progress.isClosed
    }
  }
}
