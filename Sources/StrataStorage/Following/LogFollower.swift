import StrataCore

/// Goes on taking in a log that another process adds to, for a store that is only read.
///
/// The log may be written anew meanwhile, and then has another file: it is gone on with there where it has the change that
/// was taken in last.
struct LogFollower<State: Reducible & DescribedValue> {
  /// The settings with which a log is read.
  struct Settings: Sendable {
    let path: String
    let fileSystem: any FileSystem
    let fields: PartFields
    let memoryLimit: Int
    let schema: Int
    let shape: LogShape
  }

  private let settings: Settings
  /// The identities of the files at the last look.
  private(set) var seen: FileIdentities
  /// The position of the store; nil where it goes on with no log.
  private(set) var position: ChangePosition?
  /// Whether the store has the log's own state and moments, and nothing beside them.
  private var isAsInLog = false
  private var log: GrowingLog<Lines>?
  /// The offset at which the log ended when it was found, before this follower began to read it.
  private var found: Int?

  /// The news about the log.
  enum News: Equatable {
    case nothing
    /// So many changes were taken in.
    case changes(Int)
    /// Its changes do not follow on what the store has: all has to be read anew. The change that was taken in last may be
    /// gone.
    case another(isRolledBack: Bool)
  }

  init(_ settings: Settings, _ seen: FileIdentities) {
    (self.settings, self.seen) = (settings, seen)
  }

  /// Goes on where a log was found to end.
  ///
  /// - Parameter isAsInLog: Whether the store has the log's own state and moments, and nothing beside them.
  mutating func begin(at position: ChangePosition, of file: LogFile, isAsInLog: Bool) {
    (self.position, self.isAsInLog) = (position, isAsInLog)
    found = file.end.offset
  }

  /// Takes in what was added.
  ///
  /// - Parameters:
  ///   - store: What follows, and is told of each change.
  ///   - isSettled: Whether to wait until the disk has what is told.
  /// - Throws: ``UnconfirmedWrite``, `StateFileError` where the files cannot be looked at, and what the store throws; for anything
  ///   else all is to be read anew.
  mutating func advance(_ store: Store<State>, onlySettled isSettled: Bool) throws -> News {
    let now = try FileIdentities.existing(at: settings.path, in: settings.fileSystem)
    if now == seen, log != nil || found == nil { return .nothing }
    // If there is no state, it is about to be made, or was taken away: the store keeps the changes that were read.
    guard now.state != nil else { return .nothing }
    guard isAsInLog, let position, let named = now.log else {
      return now == seen ? .nothing : .another(isRolledBack: false)
    }
    // The log is as it was found if its file has not changed, and ends at the offset at which the log was found to end.
    let isAsFound = log == nil && now.log == seen.log && found == Int(named.size)
    let news = isAsFound ? .nothing : try advance(store, onlySettled: isSettled, named, position)
    if case .another = news {} else { seen = now }
    return news
  }

  private mutating func advance(
    _ store: Store<State>,
    onlySettled isSettled: Bool,
    _ named: FileIdentity,
    _ position: ChangePosition
  ) throws -> News {
    var taken = 0
    // First what the file has that was read so far: what has its name may be a newer one that goes on from its end.
    if let log {
      let isSame = log.isFile(named)
      switch try goOn(store, onlySettled: isSettled) {
      case .misfit(let misfit): return .another(isRolledBack: misfit.isRolledBack)
      case .read(let count, let isBroken):
        taken = count
        if isSame && !isBroken { return news(taken) }
      }
    }
    try openAgain(at: self.position ?? position, store)
    switch try goOn(store, onlySettled: isSettled) {
    case .misfit(let misfit): return .another(isRolledBack: misfit.isRolledBack)
    case .read(_, isBroken: true): return .another(isRolledBack: false)
    case .read(let count, isBroken: false):
      taken += count
      return hasReached(self.position ?? position) ? news(taken) : .another(isRolledBack: true)
    }
  }

  private func news(_ taken: Int) -> News { taken == 0 ? .nothing : .changes(taken) }

  /// Whether the log has the change that the store has.
  private func hasReached(_ position: ChangePosition) -> Bool {
    log.map { $0.progress.end.sequence >= position.number } ?? false
  }

  /// The result of reading on.
  private enum Read {
    /// So many changes, and whether there is more that is no line.
    case read(Int, isBroken: Bool)
    case misfit(LogMisfit)
  }

  /// Takes in what stands behind what was read.
  private mutating func goOn(_ store: Store<State>, onlySettled: Bool) throws -> Read {
    guard var log else { return .read(0, isBroken: false) }
    self.log = nil
    let before = log.lines.taken
    // If reading stops in the middle, the store may have gone on already.
    isAsInLog = false
    let news = try log.goOn(onlySettled: onlySettled)
    guard case .read(let isBroken) = news else {
      if case .misfit(let misfit) = news { return .misfit(misfit) }
      return .read(0, isBroken: true)
    }
    try log.lines.tell()
    isAsInLog = true
    let (taken, end) = (log.lines.taken - before, log.progress.end)
    if taken > 0 {
      position = ChangePosition(log: log.lines.replay.mark.id, number: end.sequence, line: end.line)
    }
    self.log = log
    return .read(taken, isBroken: isBroken)
  }

  /// Opens what has the log's name, to be read from its beginning.
  private mutating func openAgain(at position: ChangePosition, _ store: Store<State>) throws {
    let replay = LogReplay(
      store.state,
      at: position.mark,
      schema: settings.schema,
      settings.fields,
      memoryLimit: settings.memoryLimit,
      typed: true
    ) { state, patch throws(PatchError) in
      state = try state.applying(patch, .known)
    }
    log = try GrowingLog(
      at: settings.path,
      in: settings.fileSystem,
      longestLine: settings.memoryLimit,
      Lines(replay: replay, shape: settings.shape, store: store)
    )
  }
}

extension LogFollower {
  /// Takes in the lines of a log, and tells the store of those that it does not have.
  private struct Lines: LogScanner.Reader {
    var replay: LogReplay<State>
    let shape: LogShape
    let store: Store<State>
    var taken = 0
    /// The last change that the store has not been told of yet, and whether one of them changed the state.
    private var untold: (number: Int, event: HistoryEvent, changesState: Bool)?

    init(replay: LogReplay<State>, shape: LogShape, store: Store<State>) {
      (self.replay, self.shape, self.store) = (replay, shape, store)
    }

    private var isOther = false
    var misfit: LogMisfit? { isOther ? .otherDescription : replay.misfit }

    mutating func begin(_ header: LogHeader) {
      isOther = header.shape != shape
      replay.begin(header)
    }

    mutating func reached(_ number: Int, _ line: Checksum) { replay.reached(number, line) }

    mutating func page(_ bytes: Bytes) throws { try replay.page(bytes) }
    mutating func begun(_ bytes: Int) throws { try replay.begun(bytes) }

    mutating func change(_ number: Int, _ json: Bytes) throws {
      let line = try replay.taking(number, json)
      guard number > replay.mark.sequence, replay.history != nil else { return }
      taken += 1
      untold = (number, line.head.event, line.patch != nil || untold?.changesState == true)
      // If no observer watches, the store goes to the state after the last change at once, which is as fast as opening is.
      if store.isWatched { try tell() }
    }

    /// Tells the store of what it has not been told yet.
    mutating func tell() throws {
      guard let untold, let history = replay.history else { return }
      self.untold = nil
      let change = FollowedChange(untold.number, untold.event, history)
      try store.follow(change, to: untold.changesState ? replay.state : nil)
    }
  }
}
