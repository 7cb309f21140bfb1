/// Holds an app's state, changes it by actions alone, and takes the changes back.
///
///     let store = Store(Counter())
///     try store.send(.add(2))
///     try store.undo()
///     store.state.count  // 0
///
/// The thinking is done by values, the reducer and the history; the store is a lock around them.
///
/// - Note: Every method may be called from any thread. Writers wait for each other; readers never wait for a
///   reducer. Observers are called after the change is made, outside every lock, in the order of the changes.
public final class Store<State: Reducible>: Sendable {
  /// Taken by one writer at a time for as long as reducers and hooks run.
  let turn = Turn()
  /// Held for an instant, to read the present or to replace it.
  let core: Guarded<StoreCore>
  let watchers = Watchers<State>()
  let clock: @Sendable () -> Timestamp
  private let hook = Guarded((@Sendable (Transition<State>) throws -> Void)?.none)

  init(
    _ initial: State,
    undoing part: PartAccess,
    limit: HistoryLimit,
    clock: @escaping @Sendable () -> Timestamp
  ) {
    let version = Version(initial)
    core = Guarded(StoreCore(version, undoing: UndoDomain(part, in: version, limit: limit, at: clock())))
    self.clock = clock
  }

  deinit {
    watchers.finish()
  }

  /// The state as of now, as a value of its own.
  ///
  /// Inside a transaction this is still what was committed last.
  ///
  /// - Complexity: O(1).
  public var state: State {
    core.withLock { $0.version }.holding(State.self).state
  }

  /// The number of changes so far, for ``send(_:ifRevision:)``.
  public var revision: Int {
    core.withLock { $0.revision }
  }

  /// What menus and dirty dots show as of now.
  public var historyStatus: HistoryStatus {
    core.withLock { $0.status }
  }

  /// Sets the one hook that every change passes before it is made; nil takes it away.
  ///
  /// What it throws stops the change and reaches the sender: nothing has happened then. It runs on the sender's
  /// thread, in the order of the changes, and may read the store but not change it.
  ///
  /// - Throws: `StoreError.busy` inside a reducer, a transaction or a hook of this store.
  public func willCommit(_ hook: (@Sendable (Transition<State>) throws -> Void)?) throws {
    try turn.begin()
    defer { turn.end() }
    self.hook.withLock { $0 = hook }
  }
}

extension Store {
  /// What a writer finds when its turn begins.
  struct Present {
    let version: Version<State>
    let revision: Int
    let parts: WatchedParts
  }

  /// Takes the turn, asks what to change, changes it, and tells everybody.
  ///
  /// - Parameter propose: Given the present; returns the change and what brings it about.
  func write(_ propose: (Present) throws -> (Proposal, Transition<State>.Cause)) throws {
    try turn.begin()
    do {
      defer { turn.end() }
      let (version, revision, parts, isExhausted) = core.withLock { core in
        (core.version, core.revision, core.parts, core.isExhausted)
      }
      guard !isExhausted else { throw StoreError.historyFull }
      let present = Present(version: version.holding(State.self), revision: revision, parts: parts)
      let (proposal, cause) = try propose(present)
      let transition = Transition(try commit(proposal, cause), cause: cause)
      watchers.enqueue { Watchers.Event(transition: transition, status: historyStatus) }
    }
    watchers.deliver()
  }

  private func commit(_ proposal: Proposal, _ cause: Transition<State>.Cause) throws -> StoreCore.Commit {
    let time = clock()
    if let hook = hook.withLock({ $0 }) {
      // The hook decides about the very transition that will be seen, made in a copy. The copy is not kept: a
      // scope may be closed while the hook runs.
      var preview = core.withLock { $0 }
      try hook(Transition(preview.commit(proposal, at: time), cause: cause))
    }
    return core.withLock { $0.commit(proposal, at: time) }
  }
}
