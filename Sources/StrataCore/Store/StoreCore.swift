/// Everything that a store knows, as a value: the store is a lock around it.
///
/// A commit runs none of the app's code: it hands replaced values out, to be released without the lock.
struct StoreCore: Sendable {
  private(set) var version: AnyVersion
  private(set) var revision: Int
  /// The store's own history.
  private(set) var main: History
  /// The histories of open scopes. Each records all changes of its part, but its own undos and redos as movements.
  private(set) var scopes: [(id: UndoScopeID, history: History)] = []
  /// The ways to the parts of open scopes.
  private(set) var scopeDomains: [(id: UndoScopeID, domain: UndoDomain)] = []
  private var lastScope: Int
  /// The bytes that all histories together may keep alive beyond the present; nil for any number.
  var byteLimit: Int? { main.keeping.bytes }
  /// The commit hooks, without their type; nil for none.
  var hooks: (any AnyObject & Sendable)?
  /// The recorder, without its type; nil for none.
  var recorder: (any AnyObject & Sendable)?
  /// The number that the recorder gave to the last change.
  var position = 0
  /// The evicted moments that the recorder has not recorded yet.
  var unrecordedEvictions: [Moment.ID] = []
  /// The detail that observers ask for.
  var audience = Watchers.Interest.none
  /// Whether an observer asks for evictions.
  var hearsOfEvictions = false
  /// The groups of steps that are open; nil for none.
  var groups: OpenGroups?
  /// The number that was given out last for a group.
  var lastGroup = 0
  /// How the store notes own changes in its state; nil where the state has no notes.
  var notes: ChangeNotes?

  init(_ version: AnyVersion, undoing main: History, _ numbers: FirstNumbers) {
    self.version = version
    self.main = main
    (revision, lastScope) = (numbers.revision, numbers.scope)
  }

  /// The history of a scope, or the store's own for nil; nil when the scope is closed.
  subscript(scope: UndoScopeID?) -> History? {
    guard let scope else { return main }
    return scopes.first { $0.id == scope }?.history
  }

  /// The status of the store's own history for menus and panels; nil where undo goes around something, because finding the
  /// status then runs the app's code.
  var status: HistoryStatus? {
    main.timeline.undoMayPassOver ? nil : HistoryStatus(revision: revision, main.timeline)
  }

  /// Whether a page of any history is old enough to be packed.
  @inline(__always)
  var isPackingDue: Bool { main.isPackingDue || (!scopes.isEmpty && isPackingDueInScopes) }
  private var isPackingDueInScopes: Bool { scopes.contains { $0.history.isPackingDue } }

  /// The pages that are old enough to be packed, which is done where no lock is held.
  var unpackedPages: [(scope: UndoScopeID?, page: UnpackedPage)] {
    var pages = main.unpackedPage.map { [(scope: UndoScopeID?.none, page: $0)] } ?? []
    for (id, history) in scopes { if let page = history.unpackedPage { pages.append((id, page)) } }
    return pages
  }
}

extension StoreCore {
  /// A change as an observer or a hook sees it.
  final class Commit: Sendable {
    let revision: Int
    let old: AnyVersion
    let new: AnyVersion
    /// The step of the store's own history that was taken, undone, redone or gone to; nil, too, where only observers of parts
    /// listen.
    let step: Moment?
    /// The difference of the undone fields, where it was computed, and the key paths of these fields.
    let difference: Patch.Node?
    let paths: [AnyKeyPath & Sendable]
    /// The difference of the whole state, found when an observer asks; nil where only observers of parts listen.
    let whole: WholeDifference?
    /// Whether an observer asks for more than a part.
    let isHeard: Bool
    /// The status for menus and panels after the change; nil where no observer asks for it, for hooks, and where the store
    /// computes it outside the lock.
    let status: HistoryStatus?
    /// The detail that observers ask for.
    let audience: Watchers.Interest

    init(
      _ proposal: borrowing Proposal,
      _ turn: borrowing Turn,
      _ core: borrowing StoreCore,
      step: Moment?,
      isHeard: Bool
    ) {
      (revision, old, new) = (turn.revision + 1, turn.before, proposal.after)
      (self.step, self.isHeard, audience) = (step, isHeard, core.audience)
      status = isHeard ? core.status : nil
      (difference, paths) = (proposal.main?.difference, core.main.domain.paths)
      whole = turn.participants?.whole ?? (isHeard ? WholeDifference() : nil)
    }
  }

  /// The preparations of the writer for a commit: they run the app's code, and a commit runs none.
  struct Preparations {
    /// Pages that became old enough, packed.
    var packed: [(scope: UndoScopeID?, moments: PackedMoments)] = []
    /// The bytes that the change leaves to each history alone; empty without a limit in bytes.
    var released: [(scope: UndoScopeID?, bytes: Int)] = []
    /// The number that the log gave to the change; nil where there is no log.
    var number: Int?
  }

  /// The values that the histories let go in a change, to be released where no lock is held.
  struct Released {
    var deferred = DeferredReleases()
    var histories: [History] = []

    /// Whether no observer asks for what was let go.
    var isQuiet: Bool { deferred.evicted.isEmpty && histories.isEmpty }
  }

  /// Makes a change true; returns what observers are told of it, nil where there are none.
  ///
  /// - Throws: `StoreError.historyFull` when a history has no number left for it; nothing has changed then.
  mutating func commit(
    _ proposal: borrowing Proposal,
    of turn: borrowing Turn,
    _ preparations: borrowing Preparations,
    at time: Timestamp,
    _ released: inout Released
  ) throws(StoreError) -> Commit? {
    if mayLackNumbers { try requireNumbers(for: proposal) }
    let step = audience == .changes ? moment(of: proposal, at: time) : nil
    // The turn keeps the version before alive, so nothing is released here.
    version = proposal.after
    revision += 1
    for (scope, moments) in preparations.packed {
      change(scope) { $0.stow(moments, into: &released.deferred) }
    }
    let evictedBefore = released.deferred.evicted.count
    apply(proposal, at: time, &released)
    for (scope, bytes) in preparations.released { change(scope) { $0.weight.add(bytes) } }
    if let group = proposal.endingGroup { groups = groups?.removing(group) }
    if let number = preparations.number {
      position = number
      unrecordedEvictions = Array(released.deferred.evicted.dropFirst(evictedBefore))
    }
    if audience == .none { return nil }
    return Commit(proposal, turn, self, step: step, isHeard: audience == .changes)
  }

  private mutating func apply(
    _ proposal: borrowing Proposal,
    at time: Timestamp,
    _ released: inout Released
  ) {
    switch proposal.meaning {
    case .edit: record(proposal, at: time, &released.deferred)
    case .movement(let journey):
      move(journey, &released.deferred)
      if proposal.isRecorded { record(proposal, at: time, &released.deferred) }
    case .restart:
      released.histories = [main] + scopes.map(\.history)
      if let first = proposal.main?.snapshot { main.restart(with: first, at: time) }
      restartScopes(proposal, at: time)
    case .followed(let followed):
      released.histories = [main]
      main = followed.history
      if followed.isBeginning {
        released.histories += scopes.map(\.history)
        restartScopes(proposal, at: time)
      } else {
        record(proposal, at: time, &released.deferred)
      }
    }
  }

  private mutating func move(_ journey: Proposal.Journey, _ deferred: inout DeferredReleases) {
    guard let scope = journey.scope else {
      main.move(journey.movement, to: journey.id, arrivingAt: journey.arrival, into: &deferred)
      return main.drop(journey.removed, into: &deferred)
    }
    // A scope numbers its moments itself, so the store does not report evictions of a scope.
    var ofScope = DeferredReleases()
    change(scope) {
      $0.move(journey.movement, to: journey.id, arrivingAt: journey.arrival, into: &ofScope)
    }
    deferred.add(ofScope)
  }

  private mutating func record(
    _ proposal: borrowing Proposal,
    at time: Timestamp,
    _ deferred: inout DeferredReleases
  ) {
    if let record = proposal.main {
      if proposal.origin == nil {
        main.record(proposal.step, record.snapshot, at: time, into: &deferred)
      } else {
        main.record(proposal.step(of: nil), record.snapshot, at: time, into: &deferred)
      }
      if groups != nil, let id = proposal.step.merge?.group {
        groups = groups?.noting(main.timeline.presentID, in: id)
      }
    }
    for (id, record) in proposal.scopes {
      var ofScope = DeferredReleases()
      let step = proposal.step(of: id)
      change(id) { $0.record(step, record.snapshot, at: time, into: &ofScope) }
      deferred.add(ofScope)
    }
  }

  private mutating func restartScopes(_ proposal: borrowing Proposal, at time: Timestamp) {
    for (id, record) in proposal.scopes { change(id) { $0.restart(with: record.snapshot, at: time) } }
  }

  /// Whether a history, or the store, may have no number left.
  private var mayLackNumbers: Bool { revision == .max || main.timeline.isExhausted || !scopes.isEmpty }

  /// Sees to it that every history has a number left for a change.
  func requireNumbers(for proposal: borrowing Proposal) throws(StoreError) {
    guard revision < .max else { throw .historyFull }
    if case .restart = proposal.meaning { return }
    if proposal.main != nil && main.timeline.isExhausted { throw .historyFull }
    for (id, _) in proposal.scopes where self[id]?.timeline.isExhausted == true { throw .historyFull }
  }
}

extension StoreCore {
  /// Whether no hook, recorder, scope, observer or limit in bytes has to do with a movement of the store's own
  /// history.
  private var isAlone: Bool {
    audience == .none && hooks == nil && recorder == nil && scopes.isEmpty && byteLimit == nil
      && revision < .max && notes?.areTaken(in: version) != true
  }

  /// Moves the store's own history, and changes the state where it lies. This works only where nothing else has to do with
  /// the movement, its destination is kept as a value, and no reader or writer holds the state.
  ///
  /// - Parameter room: Receives the values that the movement moves out of the state; see ``UndoDomain/withRoom``.
  /// - Returns: Whether the movement was made.
  @inline(__always)
  mutating func moveInPlace(
    _ movement: Movement,
    _ room: inout UndoDomain.Room,
    _ deferred: inout DeferredReleases
  ) -> Bool {
    guard isAlone, main.domain.isStored, !main.timeline.undoMayPassOver || !movement.isStep,
      let destination = main.destination(of: movement), !destination.isPresent,
      let snapshot = destination.snapshot, version.isHeldAlone()
    else { return false }
    main.domain.exchange(snapshot, destination.undone, version.address, &room)
    main.move(movement, to: destination.id, arrivingAt: snapshot, into: &deferred)
    revision += 1
    return true
  }
}

extension StoreCore {
  mutating func openScope(
    _ domain: UndoDomain,
    beginningWith first: DomainSnapshot,
    keeping steps: Int?,
    at time: Timestamp
  ) throws(StoreError) -> UndoScopeID {
    guard lastScope < .max else { throw .historyFull }
    lastScope += 1
    let id = UndoScopeID(number: lastScope)
    // Bytes are counted of all histories together.
    let limit = steps ?? Keeping.standard.applied(to: domain).steps
    let keeping = main.keeping.limited(toBytes: nil).limited(toSteps: limit)
    scopes.append((id, History(first, of: domain, keeping: keeping, at: time)))
    scopeDomains.append((id, domain))
    return id
  }

  /// Returns the history of the scope, to be released where the lock is not held.
  mutating func closeScope(_ id: UndoScopeID) -> History? {
    guard let index = scopes.firstIndex(where: { $0.id == id }) else { return nil }
    scopeDomains.remove(at: index)
    return scopes.remove(at: index).history
  }

  /// Puts the histories of a copy in the place of those that are here, and returns what was there; a scope that was
  /// closed meanwhile stays closed.
  mutating func exchangeHistories(with copy: StoreCore) -> [History] {
    let old = [main] + scopes.map(\.history)
    main = copy.main
    for (id, history) in copy.scopes { change(id) { $0 = history } }
    return old
  }

  /// Changes the history of a scope, unless that is closed, or the store's own for nil.
  mutating func change(_ scope: UndoScopeID?, _ change: (inout History) -> Void) {
    guard let scope else { return change(&main) }
    guard let index = scopes.firstIndex(where: { $0.id == scope }) else { return }
    change(&scopes[index].history)
  }

  /// Seals the present moment of all histories.
  mutating func endMerging() {
    main.endMerging()
    for index in scopes.indices { scopes[index].history.endMerging() }
  }

  /// Goes on with another history of the store's own part.
  mutating func replaceMain(by history: History) { main = history }

  /// Lets all histories forget all moments but the present, which runs the app's code: it is done in a copy.
  mutating func forgetHistory() {
    main.forget(keeping: main.domain.beginning(in: version))
    for (id, domain) in scopeDomains {
      let first = domain.beginning(in: version)
      change(id) { $0.forget(keeping: first) }
    }
  }
}

/// The numbers that a store begins to count from: 0, save in tests of what happens when it has run out of them.
@usableFromInline
struct FirstNumbers: Sendable {
  var moment = Moment.ID.first
  var revision = 0
  var scope = 0
  var event = 0
}
