import StrataCore

/// Reads a log on as a writer adds to it, some changes at a time, without the types that wrote it.
package struct FeedReader {
  let path: String
  let fileSystem: any FileSystem
  let limit: Int
  /// The position of the change that was told last; nil where the feed has told no change, nor a state.
  private(set) var position: ChangePosition?
  private var log: GrowingLog<Lines>?
  /// The files when a state was told, until a change is told that follows on it.
  private var told: FileIdentities?
  /// Whether no log goes on from that state.
  private var isAlone = false
  /// The files when it was said that a line cannot be read.
  private var damaged: FileIdentities?

  /// The result of a look.
  private enum Look {
    case items([FeedItem])
    /// Nothing so far: there is another file to be looked at.
    case again
    case misfit(LogMisfit)
    /// A line cannot be read; what is told next has to be in the state file.
    case damage(LogError)
  }

  init(_ path: String, after position: ChangePosition?, limit: Int, in fileSystem: any FileSystem) {
    (self.position, self.limit, self.fileSystem) = (position, limit, fileSystem)
    // An error about a path that cannot be looked at is thrown when the files are read.
    self.path = (try? DocumentFolder.statePath(of: path, in: fileSystem)) ?? path
  }

  /// Returns what there is now, at most so many changes; nothing where there is nothing new.
  ///
  /// - Throws: `StateFileError` and `LogError` where it cannot be read. A damaged line is said once for the files as they
  ///   are; it goes on where they are mended, or the state is later than that line.
  package mutating func next(_ most: Int) throws -> [FeedItem] {
    if let damaged {
      guard try seen() != damaged else { return [] }
      self.damaged = nil
    }
    // A state and the log beside it may be of two looks: then they do not fit, and both are looked at again.
    for _ in 0..<50 {
      switch try look(most) {
      case .items(let items): return items
      case .again: break
      case .damage(let error): return [try laterState(than: error)]
      case .misfit(let misfit):
        log = nil
        if let told, told == (try seen()) {
          // The log does not belong to its state, until one of them is another one.
          isAlone = true
          return []
        }
        if let item = try state(misfit.isRolledBack ? .rolledBack : .behind) { return [item] }
        pause(milliseconds: 2)
      }
    }
    return []
  }

  private mutating func look(_ most: Int) throws -> Look {
    let now = try seen()
    if isAlone, told == now { return .items([]) }
    guard let position, !isAlone else { return .items(try stateAlone(told == nil ? .beginning : .behind)) }
    if let found = try goOn(most) {
      if case .items = found { told = nil }
      return found
    }
    guard let named = now.log else { return .items(try now.state == nil ? [] : stateAlone(.behind)) }
    if log?.isFile(named) == true { return .items([]) }
    do throws(StepFailure) {
      let lines = Lines(position: self.position ?? position, limit: limit)
      log = try GrowingLog(at: path, in: fileSystem, longestLine: limit, lines)
    } catch {
      throw StateFileError.inaccessible(path: path, step: error.step, cause: error.cause)
    }
    return .again
  }

  private mutating func stateAlone(_ reason: FeedState.Reason) throws -> [FeedItem] {
    try state(reason).map { [$0] } ?? []
  }

  private func seen() throws(StateFileError) -> FileIdentities {
    try FileIdentities.looking(at: path, in: fileSystem)
  }

  /// Takes in what stands behind what was read; nil where that is nothing.
  private mutating func goOn(_ most: Int) throws -> Look? {
    guard var log else { return nil }
    self.log = nil
    (log.lines.changes, log.lines.most) = ([], most)
    var isBroken = false
    do {
      switch try log.goOn() {
      case .misfit(let misfit): return .misfit(misfit)
      case .read(let broken): isBroken = broken
      }
      let (changes, end) = (log.lines.changes, log.progress.end)
      if let last = changes.last { position = last.position }
      if changes.isEmpty, isBroken, let reason = try damage(of: log) {
        return .damage(.corrupt(path: log.file.path, offset: end.offset, reason: reason))
      }
      if changes.isEmpty, let position, end.sequence < position.number, log.progress.header != nil {
        return .misfit(.endsBeforeState)
      }
      self.log = log
      return changes.isEmpty ? nil : .items(changes.map { .change($0) })
    } catch let error as SystemError {
      throw LogError.inaccessible(path: log.file.path, step: .read, cause: error)
    } catch is MemoryLimitExceeded {
      throw LogError.overMemory(path: log.file.path, limit: limit)
    }
  }

  /// Returns the defect behind the last line. The result is nil for lines that a power cut has torn: they were never
  /// promised, and the next writer takes them away.
  private func damage(of log: GrowingLog<Lines>) throws -> String? {
    switch try log.damage() {
    case .torn: nil
    case .corrupt(let reason): reason
    case .otherFormat(let found): "it goes on in format \(found), which another version writes"
    }
  }

  /// The state, where its file has more than what was told.
  private mutating func laterState(than error: LogError) throws -> FeedItem {
    log = nil
    let now = try seen()
    var later = self
    if let item = try later.state(.behind), later.isAnotherWay(than: position) {
      self = later
      return item
    }
    damaged = now
    throw error
  }

  /// Whether it stands behind a position, or in no log that has it.
  private func isAnotherWay(than position: ChangePosition?) -> Bool {
    guard let own = self.position, let position, own.log == position.log else { return true }
    return own.number > position.number
  }

  /// The state as its file has it, from which the log goes on; nil where there is none.
  private mutating func state(_ reason: FeedState.Reason) throws -> FeedItem? {
    let reading = try Reading(path, limit: limit, in: fileSystem)
    guard let saved = try reading.saved() else { return nil }
    log = nil
    position = saved.mark.flatMap { mark in
      reading.seen.log == nil
        ? nil
        : ChangePosition(log: mark.id, number: mark.sequence, line: mark.line, shape: saved.shape)
    }
    told = reading.seen
    isAlone = position == nil
    return .state(saved.plain, FeedState(position: position, reason: reason))
  }
}

extension FeedReader {
  /// Collects the changes behind a position.
  fileprivate struct Lines: LogScanner.Reader {
    let position: ChangePosition
    /// The history, whose steps say what a movement changes.
    private var history: LogReplay<Void>
    var changes: [FeedChange] = []
    var most = 0
    private var next: FeedChange?
    /// The fingerprint of the description by which the log is written.
    private var shape: String?
    private(set) var misfit: LogMisfit?
    /// Whether there are as many as are wanted.
    var isOver: Bool { misfit != nil || changes.count == most }

    init(position: ChangePosition, limit: Int) {
      self.position = position
      // Behind all changes, so that none is made.
      let mark = LogMark(id: position.log, sequence: .max)
      history = LogReplay((), at: mark, schema: nil, memoryLimit: limit) { _, _ in }
    }

    mutating func begin(_ header: LogHeader) {
      shape = header.shape.fingerprint
      history.begin(header)
      // A newer app has written everything anew: what it says of a value need not fit what was told of it.
      let isOther = header.id != position.log || position.shape.map { $0 != shape } ?? false
      misfit = isOther ? .otherLog : header.base > position.number ? .laterThanState : nil
    }

    mutating func page(_ bytes: Bytes) throws { try history.page(bytes) }
    mutating func begun(_ bytes: Int) throws { try history.begun(bytes) }

    mutating func reached(_ number: Int, _ line: Checksum) {
      if number == position.number, let own = position.line, own != line { misfit = .otherBranch }
      guard let change = next else { return }
      next = nil
      let position = ChangePosition(log: position.log, number: number, line: line, shape: shape)
      changes.append(
        FeedChange(position: position, meaning: change.meaning, patch: change.patch, evicted: change.evicted)
      )
    }

    mutating func change(_ number: Int, _ json: Bytes) throws {
      let line = try history.line(number, json)
      if number > position.number {
        var patches: [Patch] = []
        do {
          try history.forEachPatch(of: line, number) { patch, _ in patches.append(patch) }
          next = FeedChange(
            position: position,
            meaning: FeedChange.Meaning(line.head.event),
            patch: patches.count == 1 ? patches[0] : try Patch(composing: patches),
            evicted: line.head.evicted
          )
        } catch let error as PatchError {
          throw LogScanner.Nonsense(reason: "change \(number) makes no sense: \(error)")
        }
      }
      try history.take(number, line)
    }
  }
}
