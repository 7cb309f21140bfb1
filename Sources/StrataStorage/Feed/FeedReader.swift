import StrataCore

/// Reads a log on as a writer adds to it, some changes at a time, without the types that wrote it.
package struct FeedReader {
  let path: String
  let fileSystem: any FileSystem
  let limit: Int
  /// Where the change stands that was told last; nil where the feed has told none, nor a state.
  private(set) var position: ChangePosition?
  private var log: OpenLog?
  /// The files when a state was told, until a change is told that follows on it.
  private var told: FilesAsSeen?
  /// Whether no log goes on from that state.
  private var isAlone = false
  /// The files when it was said that a line cannot be read.
  private var damaged: FilesAsSeen?

  /// A line cannot be read; what is told next has to be in the state file.
  private struct Damage: Error {
    let error: LogError
  }

  private struct OpenLog {
    let file: LogFile
    let identity: FileIdentity
    var progress = LogProgress()
    var lines: Lines
  }

  init(_ path: String, after position: ChangePosition?, limit: Int, in fileSystem: any FileSystem) {
    (self.position, self.limit, self.fileSystem) = (position, limit, fileSystem)
    // What cannot be looked at is told when it is read.
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
      do {
        if let items = try look(most) { return items }
      } catch let damage as Damage {
        return [try laterState(than: damage)]
      } catch let misfit as LogMisfit {
        log = nil
        if let told, told == (try seen()) {
          // The log does not belong to its state, until one of them is another one.
          isAlone = true
          return []
        }
        let isRolledBack = misfit == .otherBranch || misfit == .endsBeforeState
        if let item = try state(isRolledBack ? .rolledBack : .behind) { return [item] }
        pause(milliseconds: 2)
      }
    }
    return []
  }

  /// Returns what there is; nil where it is to be looked at again.
  private mutating func look(_ most: Int) throws -> [FeedItem]? {
    let now = try seen()
    if isAlone, told == now { return [] }
    guard let position, !isAlone else {
      return try state(told == nil ? .beginning : .behind).map { [$0] } ?? []
    }
    if let items = try goOn(most) {
      told = nil
      return items
    }
    guard let named = now.log else {
      return try now.state == nil ? [] : state(.behind).map { [$0] } ?? []
    }
    if log?.identity.isSameFile(as: named) == true { return [] }
    try open(after: self.position ?? position)
    return nil
  }

  private func seen() throws(StateFileError) -> FilesAsSeen {
    try FilesAsSeen.looking(at: path, in: fileSystem)
  }

  /// Takes in what stands behind what was read; nil where that is nothing.
  private mutating func goOn(_ most: Int) throws -> [FeedItem]? {
    guard let log else { return nil }
    self.log = nil
    do {
      return try goOn(log, most)
    } catch let error as SystemError {
      throw LogError.inaccessible(path: log.file.path, step: .read, cause: error)
    }
  }

  private mutating func goOn(_ log: OpenLog, _ most: Int) throws -> [FeedItem]? {
    var log = log
    let size = Int(try fileSystem.status(of: log.file.descriptor).identity.size)
    if size < log.progress.end.offset { throw LogMisfit.endsBeforeState }
    let scanner = LogScanner(
      fileSystem: fileSystem,
      file: log.file.descriptor,
      size: size,
      longestLine: limit
    )
    guard try scanner.hasLastLine(of: log.progress) else { throw LogMisfit.otherBranch }
    (log.lines.changes, log.lines.most) = ([], most)
    var isBroken = false
    do {
      isBroken = try scanner.goOn(&log.progress, handing: &log.lines)
    } catch is Lines.Full {
    } catch is OverMemory {
      throw LogError.overMemory(path: log.file.path, limit: limit)
    }
    let (changes, end) = (log.lines.changes, log.progress.end)
    if let last = changes.last { position = last.position }
    if changes.isEmpty, isBroken {
      switch try scanner.damage(behind: log.progress) {
      // What a power cut has torn was never promised, and the next writer takes it away.
      case .torn: break
      case .corrupt(let reason):
        throw Damage(error: .corrupt(path: log.file.path, offset: end.offset, reason: reason))
      case .otherFormat(let found):
        let reason = "it goes on in format \(found), which another version writes"
        throw Damage(error: .corrupt(path: log.file.path, offset: end.offset, reason: reason))
      }
    }
    if changes.isEmpty, let position, end.sequence < position.number, log.progress.header != nil {
      throw LogMisfit.endsBeforeState
    }
    self.log = log
    return changes.isEmpty ? nil : changes.map { .change($0) }
  }

  private mutating func open(after position: ChangePosition) throws {
    do throws(StepFailure) {
      let place = try FilePlace(path, in: fileSystem)
      defer { place.close() }
      let name = place.sideNames.log
      let file = try performing(.open) { () throws(SystemError) in
        try LogFile(
          fileSystem.open(name, in: place.directory, for: .reading),
          in: fileSystem,
          path: place.folder + "/" + name
        )
      }
      let identity = try performing(.inspect) { () throws(SystemError) in
        try fileSystem.status(of: file.descriptor).identity
      }
      log = OpenLog(file: file, identity: identity, lines: Lines(position: position, limit: limit))
    } catch {
      throw StateFileError.inaccessible(path: path, step: error.step, cause: error.cause)
    }
  }

  /// The state, where its file has more than what was told.
  private mutating func laterState(than damage: Damage) throws -> FeedItem {
    log = nil
    let now = try seen()
    var later = self
    if let item = try later.state(.behind), later.isAnotherWay(than: position) {
      self = later
      return item
    }
    damaged = now
    throw damage.error
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

    /// There are as many as are wanted, and more.
    struct Full: Error {}

    init(position: ChangePosition, limit: Int) {
      self.position = position
      // Behind all changes, so that none is made.
      let mark = LogMark(id: position.log, sequence: .max)
      history = LogReplay((), at: mark, schema: nil, memoryLimit: limit) { _, _ in }
    }

    mutating func begin(_ header: LogHeader) throws {
      guard header.id == position.log else { throw LogMisfit.otherLog }
      // A newer app has written everything anew: what it says of a value need not fit what was told of it.
      shape = header.shape.fingerprint
      if let told = position.shape, let shape, told != shape { throw LogMisfit.otherLog }
      guard header.base <= position.number else { throw LogMisfit.laterThanState }
      try history.begin(header)
    }

    mutating func page(_ bytes: UnsafeRawBufferPointer) throws { try history.page(bytes) }
    mutating func begun(_ bytes: Int) throws { try history.begun(bytes) }

    mutating func reached(_ number: Int, _ line: Checksum) throws {
      if number == position.number, let own = position.line, own != line { throw LogMisfit.otherBranch }
      guard let change = next else { return }
      next = nil
      let position = ChangePosition(log: position.log, number: number, line: line, shape: shape)
      changes.append(
        FeedChange(position: position, meaning: change.meaning, patch: change.patch, evicted: change.evicted)
      )
    }

    mutating func change(_ number: Int, _ json: UnsafeRawBufferPointer) throws {
      if number > position.number, changes.count == most { throw Full() }
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
