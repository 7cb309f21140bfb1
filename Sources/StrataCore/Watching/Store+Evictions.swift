extension Store {
  /// Calls `receive` with the moments that are gone, whenever some are, for as long as the result is held.
  ///
  ///     let token = store.observeEvictions { gone in
  ///       thumbnails.withLock { pictures in gone.forEach { pictures[$0] = nil } }
  ///     }
  ///
  /// This is for an app that keeps data beside a moment, such as its picture. A moment goes by a limit in steps or in bytes,
  /// by ``forgetHistory()`` and ``load(_:)``, and with a group that is given up. The store tells of it once, after the change
  /// that it goes with, outside every lock, as ``observe(_:)`` does. It does not tell of moments of scopes, which have
  /// numbers of their own.
  public func observeEvictions(
    _ receive: @escaping @Sendable ([Moment.ID]) -> Void
  ) -> ObservationToken {
    let watcher = watchers.add(of: .evictions) { receive($0.evicted) }
    return ObservationToken(watcher, of: watchers)
  }

  /// Puts in line which moments went with a change; returns whether there is an observer to be told.
  // Not inlined: a send has nothing to do with it, mostly.
  @inline(never)
  func notifyEvicted(_ released: borrowing StoreCore.Released) -> Bool {
    guard core.withLock({ $0.hearsOfEvictions }) else { return false }
    if let old = released.histories.first {
      notifyEvicted(from: old.timeline, to: core.withLock { $0.main }.timeline)
    } else {
      watchers.enqueue(Watchers.Event(change: nil, status: nil, evicted: released.deferred.evicted))
    }
    return true
  }

  /// Puts in line which moments are gone where one timeline took the place of another one.
  func notifyEvicted(from old: Timeline, to new: Timeline) {
    guard core.withLock({ $0.hearsOfEvictions }) else { return }
    let gone = old.ids.filter { new[$0] == nil }
    if !gone.isEmpty { watchers.enqueue(Watchers.Event(change: nil, status: nil, evicted: gone)) }
  }
}
