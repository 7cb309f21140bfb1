/// Everything that a store knows, as a value: the store is a lock around it.
///
/// Nothing here runs the app's code, neither to make a change nor to release what a change leaves behind: that is
/// handed out, to be released where the lock is not held.
struct StoreCore: Sendable {
  private(set) var version: AnyVersion
  private(set) var revision: Int
  private(set) var parts: WatchedParts
  /// The store's own history.
  private(set) var main: UndoDomain
  /// The histories of open scopes; each records what it did not do itself.
  private(set) var scopes: [UndoScopeID: UndoDomain] = [:]
  /// Whether any history has an attic, which every writer asks.
  private(set) var hasAttic: Bool
  /// Whether anybody can say what the store's own history takes.
  let isMeasured: Bool
  private var lastScope: Int
  /// The bytes that all histories together may keep alive beyond the present; nil for any number.
  var byteLimit: Int?
  /// The commit hook, whose type the store knows.
  var hook: (any AnyObject & Sendable)?
  /// The recorder, whose type the store knows.
  var recorder: (any AnyObject & Sendable)?
  /// The number that the recorder gave to the last change.
  var position = 0
  /// The moments that were evicted since the recorder was told of any.
  var unrecordedEvictions: [Moment.ID] = []
  /// Whether anybody wants to hear of changes.
  var isWatched = false

  init(_ version: AnyVersion, undoing main: UndoDomain, _ numbers: FirstNumbers) {
    self.version = version
    self.main = main
    (revision, lastScope) = (numbers.revision, numbers.scope)
    hasAttic = main.history.packing != nil
    isMeasured = main.history.scale != nil
    parts = WatchedParts(main: main.access)
  }

  /// The history of a scope, or the store's own for nil; nil when the scope is closed.
  subscript(scope: UndoScopeID?) -> UndoDomain? {
    guard let scope else { return main }
    return scopes[scope]
  }

  /// Where a movement leads in a history, nil when nowhere, and the way to its part; nil when the scope is closed.
  func way(of movement: Movement, in scope: UndoScopeID?) -> (PartAccess, History.Destination?)? {
    guard let scope else { return (main.access, main.history.destination(of: movement)) }
    return scopes[scope].map { ($0.access, $0.history.destination(of: movement)) }
  }

  /// What menus and panels show of the store's own history.
  var status: HistoryStatus {
    HistoryStatus(revision: revision, main.timeline)
  }
}

extension StoreCore {
  /// What became of a proposal.
  struct Commit: Sendable {
    var revision: Int
    var old: AnyVersion
    var new: AnyVersion
    /// The step of the store's own history that was taken, taken back, taken again or gone to.
    var step: Moment?
  }

  /// What the histories let go in a change, to be released where no lock is held.
  struct Released {
    var main = Remains()
    var packed = Remains()
    var evicted = Remains()
    var scopes: [Remains] = []
    var histories: [UndoDomain] = []
  }

  /// Makes a proposal true.
  ///
  /// - Throws: `StoreError.historyFull` when a history has no number left for it; nothing has changed then.
  mutating func commit(_ proposal: Proposal, at time: Timestamp) throws(StoreError) -> (Commit, Released) {
    try requireNumbers(for: proposal.effect)
    var released = Released()
    var commit = Commit(revision: revision + 1, old: version, new: proposal.version)
    version = proposal.version
    revision += 1
    for (scope, snapshot) in proposal.weighed {
      change(scope) { $0.settle(snapshot, into: &released.packed) }
    }
    for (scope, step) in proposal.sealed { change(scope) { $0.seal(step, into: &released.packed) } }
    commit.step = apply(proposal.effect, arrivingAt: proposal.destination, at: time, &released)
    trimToBytes(into: &released.evicted)
    if let recorded = proposal.recorded {
      position = recorded
      unrecordedEvictions = released.main.evicted + released.evicted.evicted
    }
    return (commit, released)
  }

  /// Returns the step of the store's own history that an observer is told of, if anybody is going to look.
  private mutating func apply(
    _ effect: Proposal.Effect,
    arrivingAt snapshot: AnySnapshot?,
    at time: Timestamp,
    _ released: inout Released
  ) -> Moment? {
    let isWanted = isWatched || hook != nil
    switch effect {
    case .step(let step, let captures):
      record(step, captures, at: time, &released)
      return isWanted && captures.main != nil ? main.timeline.present : nil
    case .movement(let movement, of: nil, let step, let captures):
      let left = isWanted ? main.timeline.present : nil
      main.move(movement, arrivingAt: snapshot, into: &released.packed)
      record(step, captures, at: time, &released)
      return movement == .step(.back) ? left : isWanted ? main.timeline.present : nil
    case .movement(let movement, of: let scope?, let step, let captures):
      scopes[scope]?.move(movement, arrivingAt: snapshot, into: &released.packed)
      record(step, captures, at: time, &released)
      return isWanted && captures.main != nil ? main.timeline.present : nil
    case .nothing:
      return nil
    case .restart(let captures):
      released.histories = [main] + scopes.values
      if let first = captures.main { main.restart(with: first, at: time) }
      for (id, first) in captures.scopes { scopes[id]?.restart(with: first, at: time) }
      return nil
    }
  }

  private mutating func record(
    _ step: Step,
    _ captures: Captures,
    at time: Timestamp,
    _ released: inout Released
  ) {
    if let snapshot = captures.main { released.main = main.record(step, snapshot, at: time) }
    for (id, snapshot) in captures.scopes {
      if let old = scopes[id]?.record(step, snapshot, at: time) { released.scopes.append(old) }
    }
  }

  /// Sees to it that every history has a number left for an effect.
  func requireNumbers(for effect: Proposal.Effect) throws(StoreError) {
    guard revision < .max else { throw .historyFull }
    switch effect {
    case .step(_, let captures), .movement(_, of: _, _, let captures):
      if captures.main != nil && main.timeline.isExhausted { throw .historyFull }
      for (id, _) in captures.scopes where scopes[id]?.timeline.isExhausted == true { throw .historyFull }
    case .nothing, .restart:
      return
    }
  }
}

extension StoreCore {
  mutating func openScope(
    _ part: PartAccess,
    beginningWith first: AnySnapshot,
    limit: HistoryLimit,
    keeping: Keeping,
    at time: Timestamp
  ) throws(StoreError) -> UndoScopeID {
    guard lastScope < .max else { throw .historyFull }
    lastScope += 1
    let id = UndoScopeID(number: lastScope)
    scopes[id] = UndoDomain(part, beginningWith: first, limit: limit, keeping: keeping, at: time)
    parts.scopes.append((id, part))
    hasAttic = hasAttic || keeping.packing != nil
    return id
  }

  /// Returns the history of the scope, to be released where the lock is not held.
  mutating func closeScope(_ id: UndoScopeID) -> UndoDomain? {
    parts.scopes.removeAll { $0.id == id }
    defer { hasAttic = main.history.packing != nil || scopes.values.contains { $0.history.packing != nil } }
    return scopes.removeValue(forKey: id)
  }

  /// Puts the histories of a copy in the place of those that are here, and returns what was there; a scope that was
  /// closed meanwhile stays closed.
  mutating func exchangeHistories(with copy: StoreCore) -> [UndoDomain] {
    let old = [main] + scopes.values
    main = copy.main
    for (id, scope) in copy.scopes where scopes[id] != nil { scopes[id] = scope }
    byteLimit = copy.byteLimit
    return old
  }

  /// Changes the history of a scope, unless that is closed, or the store's own for nil.
  mutating func change(_ scope: UndoScopeID?, _ change: (inout UndoDomain) -> Void) {
    guard let scope else { return change(&main) }
    guard let index = scopes.index(forKey: scope) else { return }
    change(&scopes.values[index])
  }

  /// Lets all histories forget all moments but the present.
  mutating func forgetHistory(keeping captures: Captures) {
    if let first = captures.main { main.forget(keeping: first) }
    for (id, first) in captures.scopes { scopes[id]?.forget(keeping: first) }
  }
}
