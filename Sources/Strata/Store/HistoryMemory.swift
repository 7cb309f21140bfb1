extension Store {
  /// What the history keeps in memory, and how much it may; nil where nobody counts, which is where the store was made
  /// with neither `attic:` nor `byteLimit:`.
  public var historyMemory: HistoryMemory<State>? {
    core.withLock { $0.isMeasured } ? HistoryMemory(store: self) : nil
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
/// - with an attic, parts of an array that have moved far since the last snapshot that stays, and what several moments have
///   in common that were made from one and the same, may count a little more or less than they keep; and the present,
///   while it is a moment from the attic, counts as the snapshot that it was brought back from;
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
