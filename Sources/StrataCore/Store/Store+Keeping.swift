extension Store {
  /// How much of the history is kept, and how.
  public var keeping: Keeping { core.withLock { $0.main.keeping } }

  /// The bytes that the history keeps alive beyond the present: the memory that would be freed if nothing could be undone or
  /// redone any more. Nil where undo covers fields that are not described.
  ///
  /// Packed moments count as long as their pages are, and each place where a branch begins some 50 bytes. The few that are
  /// kept as values count the nodes, texts and arrays that the one before has not, and some words each. Open scopes are part
  /// of it.
  ///
  /// Of the values, it is what is held but for this: nodes that come back, and a text that stands in several places, count
  /// each time; leaves that only `Codable` looks into count as the texts that they write; values on different branches that
  /// none is kept above may have more in common. Restored values, and scopes of a part that is not described, are not counted.
  ///
  /// - Complexity: O(moments that are kept as values, and what they do not share): it is measured when it is asked for.
  public var historyBytes: Int? {
    let core = core.withLock { $0 }
    return core.main.domain.described == nil ? nil : core.measuredBytes
  }

  /// Sets how many steps of the history are kept, and evicts what is over it at once.
  ///
  ///     try store.keep(steps: 500)
  ///
  /// - Parameter steps: The number, nil for any.
  /// - Throws: `StoreError.busy` inside a reducer, a transaction or a hook.
  public func keep(steps: Int?) throws {
    try changeHistories { core in
      var deferred = DeferredReleases()
      core.change(nil) { deferred = $0.keep(steps: steps) }
      return deferred
    }
  }

  /// Sets how many bytes the history may keep alive beyond the present, and evicts what is over it at once.
  ///
  ///     try store.keep(bytes: 10_000_000)  // when memory becomes scarce
  ///
  /// The oldest tips of other branches go first, then the oldest moments, of the store and of open scopes alike; the
  /// present always stays. A page goes when all moments in it are gone, so the limit may be passed by one page.
  ///
  /// - Parameter bytes: The number, nil for any.
  /// - Throws: `StoreError.busy` inside a reducer, a transaction or a hook; `StoreError.notDescribed` where undo covers what is
  ///   not described.
  public func keep(bytes: Int?) throws {
    if bytes != nil, domain.described == nil { throw StoreError.notDescribed }
    try changeHistories { core in
      core.change(nil) { $0.keep(bytes: bytes) }
      return core.trimToBytes()
    }
  }
}
