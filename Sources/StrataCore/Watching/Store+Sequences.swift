extension Store {
  /// One state among those that a store went through.
  public struct Snapshot: Sendable {
    /// The number of changes that led to it; a gap to the one before tells how many were skipped.
    public let revision: Int
    /// The state.
    public let state: State
  }

  /// The state as of now, with its revision: for a writer that thinks about it for a while.
  ///
  ///     let seen = store.snapshot
  ///     let title = try await suggestion(for: seen.state)
  ///     try store.send(.rename(title), ifRevision: seen.revision)
  ///
  /// - Complexity: O(1).
  public var snapshot: Snapshot {
    let (revision, version) = core.withLock { ($0.revision, $0.version) }
    return Snapshot(revision: revision, state: version.state(as: State.self))
  }

  /// The states from now on, the present one first.
  ///
  /// A reader that is slower than the changes gets the newest: states in between are skipped, which the revision
  /// numbers tell. The sequence ends with the store.
  public func states() -> AsyncStream<Snapshot> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Snapshot.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    // Reading the present first and listening then would miss the changes in between. So it is the other way round, and a
    // change that was heard already is not told again.
    let last = Guarded(-1)
    let tell: @Sendable (Snapshot) -> Void = { snapshot in
      // A state that is dropped comes back with the result, and is released where no lock is held.
      _ = last.withLock { last in
        if snapshot.revision <= last { return AsyncStream<Snapshot>.Continuation.YieldResult?.none }
        last = snapshot.revision
        return continuation.yield(snapshot)
      }
    }
    watch(continuation) { event in
      guard let commit = event.change?.commit else { return }
      tell(Snapshot(revision: commit.revision, state: commit.new.state(as: State.self)))
    }
    tell(snapshot)
    return stream
  }

  /// The changes from now on.
  ///
  /// Up to `limit` changes wait for a slow reader; of more than that it gets the newest, and the revision numbers
  /// tell how many it missed. The sequence ends with the store.
  public func transitions(buffering limit: Int = 256) -> AsyncStream<Transition> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Transition.self,
      bufferingPolicy: .bufferingNewest(max(1, limit))
    )
    watch(continuation) { event in
      if let transition = event.change?.transition(of: State.self) { continuation.yield(transition) }
    }
    return stream
  }

  private func watch<Element: Sendable>(
    _ continuation: AsyncStream<Element>.Continuation,
    _ receive: @escaping @Sendable (Watchers.Event) -> Void
  ) {
    let watcher = watchers.add(receive, finish: { continuation.finish() })
    continuation.onTermination = { [weak watchers] _ in watchers?.remove(watcher) }
  }
}
