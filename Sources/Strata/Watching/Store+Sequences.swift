extension Store {
  /// One state among those that a store went through.
  public struct Snapshot: Sendable {
    /// The number of changes that led to it; a gap to the one before tells how many were skipped.
    public let revision: Int
    /// The state.
    public let state: State
  }

  /// The states from now on, the present one first.
  ///
  /// A reader that is slower than the changes gets the newest: states in between are skipped, which the revision
  /// numbers tell. The sequence ends with the store.
  public func states() -> AsyncStream<Snapshot> {
    stream(buffering: 1, first: presentSnapshot) { event in
      (event.change?.commit).map { Snapshot(revision: $0.revision, state: $0.new.state(as: State.self)) }
    }
  }

  /// The changes from now on.
  ///
  /// Up to `limit` changes wait for a slow reader; of more than that it gets the newest, and the revision numbers
  /// tell how many it missed. The sequence ends with the store.
  public func transitions(buffering limit: Int = 256) -> AsyncStream<Transition> {
    stream(buffering: limit, first: nil) { $0.change?.transition(of: State.self) }
  }

  /// What menus and dirty dots show, now and whenever it has changed; a slow reader gets the newest.
  public func historyChanges() -> AsyncStream<HistoryStatus> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: HistoryStatus.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    continuation.yield(historyStatus)
    let last = Guarded(historyStatus)
    watch(continuation) { event in
      last.withLock { last in
        defer { last = event.status }
        return last.showsSame(as: event.status) ? nil : event.status
      }
    }
    return stream
  }

  private var presentSnapshot: Snapshot {
    let (revision, version) = core.withLock { ($0.revision, $0.version) }
    return Snapshot(revision: revision, state: version.state(as: State.self))
  }

  private func stream<Element: Sendable>(
    buffering limit: Int,
    first: Element?,
    _ element: @escaping @Sendable (Watchers.Event) -> Element?
  ) -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Element.self,
      bufferingPolicy: .bufferingNewest(max(1, limit))
    )
    if let first { continuation.yield(first) }
    watch(continuation, element)
    return stream
  }

  private func watch<Element: Sendable>(
    _ continuation: AsyncStream<Element>.Continuation,
    _ element: @escaping @Sendable (Watchers.Event) -> Element?
  ) {
    let watcher = watchers.add(
      { event in if let element = element(event) { continuation.yield(element) } },
      finish: { continuation.finish() }
    )
    continuation.onTermination = { [weak watchers] _ in watchers?.remove(watcher) }
  }
}
