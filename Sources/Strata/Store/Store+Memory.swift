extension Store {
  /// Makes a store whose undo covers the described part of the state at `domain`, and whose history keeps a number of
  /// bytes at most.
  ///
  /// A part that is not described has no such limit: nothing could tell what a step keeps alive.
  ///
  /// - Parameters:
  ///   - initial: The state to begin with; it counts as saved.
  ///   - domain: The part that undo covers.
  ///   - limit: How many steps are kept.
  ///   - byteLimit: How many bytes are kept alive beyond the present; see ``HistoryMemory``.
  ///   - clock: What tells the time of each step.
  @inlinable
  public convenience init<Domain: Described & Equatable>(
    _ initial: State,
    undoing domain: WritableKeyPath<State, Domain> & Sendable,
    limit: HistoryLimit = .unlimited,
    byteLimit: Int,
    clock: @escaping @Sendable () -> Timestamp = { .now }
  ) {
    self.init(
      initial,
      undoing: .to(domain),
      limit: limit,
      keeping: Keeping(describing: Domain._shape, with: Void.self),
      byteLimit: byteLimit,
      clock: clock
    )
  }

  /// Makes a store whose undo covers one described part of the state and takes a companion along, and whose history
  /// keeps a number of bytes at most.
  @inlinable
  public convenience init<Domain: Described & Equatable, Companion: Sendable>(
    _ initial: State,
    undoing domain: WritableKeyPath<State, Domain> & Sendable,
    restoring companion: WritableKeyPath<State, Companion> & Sendable,
    limit: HistoryLimit = .unlimited,
    byteLimit: Int,
    clock: @escaping @Sendable () -> Timestamp = { .now }
  ) {
    self.init(
      initial,
      undoing: .to(domain, with: companion),
      limit: limit,
      keeping: Keeping(describing: Domain._shape, with: Companion.self),
      byteLimit: byteLimit,
      clock: clock
    )
  }

  /// What the history keeps in memory, and how much it may; nil where no description tells, which is where the store
  /// was made without an attic and without a limit in bytes.
  public var historyMemory: HistoryMemory<State>? {
    core.withLock { $0.isMeasured } ? HistoryMemory(store: self) : nil
  }
}

extension Store where State: Described {
  /// Makes a store whose undo covers the whole state, and whose history keeps a number of bytes at most.
  @inlinable
  public convenience init(
    _ initial: State,
    limit: HistoryLimit = .unlimited,
    byteLimit: Int,
    clock: @escaping @Sendable () -> Timestamp = { .now }
  ) {
    self.init(initial, undoing: \State.self, limit: limit, byteLimit: byteLimit, clock: clock)
  }
}

/// What a store's history keeps in memory, and how much it may.
///
///     let store = Store(AppState(), undoing: \.document, byteLimit: 50_000_000)
///     store.historyMemory?.bytes                     // what the steps cost
///     try store.historyMemory?.setLimit(10_000_000)  // when memory becomes scarce
///
/// What counts is what the history keeps alive *beyond the present*: what would be freed if nothing could be undone or
/// redone any more. That is the nodes, texts and arrays that older states do not share with the present, packed steps
/// in an ``Attic``, labels, and some words for each moment. Open scopes are part of it.
///
/// It is counted step by step, without ever looking at what a step left alone, by these rules:
/// - nodes that come back, as by an undo within a scope, count once more;
/// - a text or array that a state holds in several places counts once for each, and one that moves within a list may
///   count as one that went and one that came;
/// - leaves that only `Codable` looks into count as the texts that they write;
/// - snapshots that went into the attic count as what they were until they are twice as many, and are then weighed
///   anew, unless they make more than a quarter of a megabyte of changes: weighing that would keep a send waiting; while the present is a moment from the attic, it counts as the snapshot that it was brought back from;
/// - a scope of a part that is not described counts its moments, and not what they keep alive.
public struct HistoryMemory<State: Reducible>: Sendable {
  let store: Store<State>

  /// The bytes that the history keeps alive beyond the present.
  ///
  /// - Complexity: O(open scopes).
  public var bytes: Int { store.core.withLock { $0.bytes } }

  /// How many bytes it may keep; nil for any number.
  public var limit: Int? { store.core.withLock { $0.byteLimit } }

  /// Sets how many bytes are kept, and evicts what is over it at once.
  ///
  /// The oldest tips of other branches go first, then the oldest moments, of the store and of open scopes alike; the
  /// present always stays.
  ///
  /// - Throws: `StoreError.busy` inside a reducer, a transaction or the hook.
  public func setLimit(_ bytes: Int?) throws {
    try store.changeHistories { core in
      var remains = Remains()
      core.byteLimit = bytes.map { max(0, $0) }
      core.trimToBytes(into: &remains)
      return remains
    }
  }
}
