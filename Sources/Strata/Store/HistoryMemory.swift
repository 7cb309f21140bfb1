extension Store {
  /// What the history keeps in memory, and how much it may; nil where it has no attic: then it is the snapshots alone.
  public var historyMemory: HistoryMemory<State>? {
    core.withLock { $0.main.attic != nil } ? HistoryMemory(store: self) : nil
  }
}

/// What a store's history keeps in memory, and how much it may.
///
///     let store = Store(AppState(), undoing: \.document, byteLimit: 50_000_000)
///     store.historyMemory?.bytes                     // what the steps cost
///     try store.historyMemory?.setLimit(10_000_000)  // when memory becomes scarce
///
/// What counts is what the history keeps alive *beyond the present*: what would be freed if nothing could be undone or
/// redone any more. Pages of the ``Attic`` count as long as they are, and each
/// place where a branch begins some 50 bytes. The few moments that are kept as values count the
/// nodes, texts and arrays that the one before has not, and some words each. Open scopes are part of it.
///
/// Of the values, it is what is held but for this: nodes that come back, and a text that stands in several places, count
/// each time; leaves that only `Codable` looks into count as the texts that they write; values on different branches that
/// none is kept above may have more in common. Companions, and scopes of a part that is not described, are not counted.
public struct HistoryMemory<State: Reducible>: Sendable {
  let store: Store<State>

  /// The bytes that the history keeps alive beyond the present, measured when it is asked for.
  ///
  /// - Complexity: O(moments that are kept as values, and what they do not share).
  public var bytes: Int { store.core.withLock { $0 }.measuredBytes }

  /// How many bytes it may keep; nil for any number.
  public var limit: Int? { store.core.withLock { $0.byteLimit } }

  /// Sets how many bytes are kept, and evicts what is over it at once.
  ///
  /// The oldest tips of other branches go first, then the oldest moments, of the store and of open scopes alike; the
  /// present always stays. A page goes when all moments in it are gone, so the limit may be passed by one page.
  ///
  /// - Throws: `StoreError.busy` inside a reducer, a transaction or a hook.
  public func setLimit(_ bytes: Int?) throws {
    try store.changeHistories { core in
      core.byteLimit = bytes.map { max(0, $0) }
      return core.trimToBytes()
    }
  }
}
