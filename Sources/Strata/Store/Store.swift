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
  let core: Guarded<StoreCore<State>>
  let watchers = Watchers<State>()
  let clock: @Sendable () -> Timestamp
  private let hook = Guarded((@Sendable (Transition<State>) throws -> Void)?.none)

  init(_ initial: State, history: any UndoDomain<State>, clock: @escaping @Sendable () -> Timestamp) {
    core = Guarded(StoreCore(Version(initial), history: history))
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
    core.withLock { $0.version }.state
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
    try turn.take { self.hook.withLock { $0 = hook } }
  }

  /// Takes the turn, asks what to change, changes it, and tells everybody.
  ///
  /// - Returns: what `propose` returned beside its proposal.
  func write<Result>(
    _ propose: (Version<State>, Lenses<State>) throws -> (Proposal<State>, Result)
  ) throws -> Result {
    let result = try turn.take {
      let (version, lenses, isExhausted) = core.withLock { ($0.version, $0.lenses, $0.isExhausted) }
      guard !isExhausted else { throw StoreError.historyFull }
      let (proposal, result) = try propose(version, lenses)
      let transition = try commit(proposal)
      watchers.enqueue { Watchers.Event(transition: transition, status: historyStatus) }
      return result
    }
    watchers.deliver()
    return result
  }

  private func commit(_ proposal: Proposal<State>) throws -> Transition<State> {
    let time = clock()
    guard let hook = hook.withLock({ $0 }) else {
      return core.withLock { $0.commit(proposal, at: time) }
    }
    // The hook decides about the very transition that will be seen, made in a copy.
    var next = core.withLock { $0 }
    let transition = next.commit(proposal, at: time)
    try hook(transition)
    core.withLock { $0 = next }
    return transition
  }
}
