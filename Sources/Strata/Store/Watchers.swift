/// Those who want to hear of changes, and the changes that they have not heard of yet.
///
/// Changes are put in line by the writers and told by one thread at a time: by whoever finds nobody telling. A send
/// from an observer only puts its change in line, so a chain of sends needs no stack and all observers hear of
/// all changes in the same order.
///
/// What they are told names no types: see ``AnyVersion``. Types come back with those who want to hear.
final class Watchers: Sendable {
  /// What there is to hear of.
  struct Event: Sendable {
    /// The change of the state; nil when only the history changed, as by marking it saved.
    var change: Change?
    var status: HistoryStatus
  }

  /// A change of a state.
  struct Change: Sendable {
    let commit: StoreCore.Commit
    private let cause: any AnyObject & Sendable

    init<State: Reducible>(_ commit: StoreCore.Commit, _ cause: CauseBox<State>) {
      (self.commit, self.cause) = (commit, cause)
    }

    /// The change with its types, which are those of the store that it is told by.
    func transition<State: Reducible>(of _: State.Type) -> Store<State>.Transition {
      Store<State>.Transition(commit, cause: unsafeDowncast(cause, to: CauseBox<State>.self).cause)
    }
  }

  /// Somebody who wants to hear.
  final class Watcher: Sendable {
    let receive: @Sendable (Event) -> Void
    let finish: @Sendable () -> Void
    /// The number of the last event before they came: they hear of later ones.
    fileprivate let since: Int
    private let hasLeft = Guarded(false)

    fileprivate init(
      since: Int,
      receive: @escaping @Sendable (Event) -> Void,
      finish: @escaping @Sendable () -> Void
    ) {
      self.since = since
      self.receive = receive
      self.finish = finish
    }

    /// Whether they came before an event. Numbers begin again after the greatest one, so it is their distance that counts.
    fileprivate func hears(of number: Int) -> Bool { number &- since > 0 }

    fileprivate var isWatching: Bool { hasLeft.withLock { !$0 } }
    fileprivate func leave() { hasLeft.withLock { $0 = true } }
  }

  private struct Line {
    var watchers: [Watcher] = []
    var events: [(number: Int, event: Event)] = []
    var lastEvent: Int
    var isTelling = false
  }

  private let line: Guarded<Line>
  /// Where it stands whether anybody is watching: a change that nobody hears of is not put into words.
  private let core: Guarded<StoreCore>

  init(of core: Guarded<StoreCore>, firstEvent: Int = 0) {
    self.core = core
    line = Guarded(Line(lastEvent: firstEvent))
  }

  /// Puts an event in line.
  func enqueue(_ event: Event) {
    line.withLock { line in
      line.lastEvent &+= 1
      line.events.append((line.lastEvent, event))
    }
  }

  /// Tells what is in line, unless another thread, or this one further up, is at it: then that one tells it.
  func deliver() {
    let isMine = line.withLock { line in
      if line.isTelling || line.events.isEmpty { return false }
      line.isTelling = true
      return true
    }
    guard isMine else { return }
    while let (events, watchers) = nextBatch() {
      for (number, event) in events {
        for watcher in watchers where watcher.hears(of: number) && watcher.isWatching {
          watcher.receive(event)
        }
      }
    }
  }

  private func nextBatch() -> (events: [(number: Int, event: Event)], watchers: [Watcher])? {
    line.withLock { line in
      guard !line.events.isEmpty else {
        line.isTelling = false
        return nil
      }
      defer { line.events = [] }
      return (line.events, line.watchers)
    }
  }

  /// Adds somebody who hears of everything from now on.
  func add(
    _ receive: @escaping @Sendable (Event) -> Void,
    finish: @escaping @Sendable () -> Void = {}
  ) -> Watcher {
    line.withLock { line in
      let watcher = Watcher(since: line.lastEvent, receive: receive, finish: finish)
      line.watchers.append(watcher)
      core.withLock { $0.isWatched = true }
      return watcher
    }
  }

  /// Takes somebody out; they hear nothing more, not even of what is in line.
  func remove(_ watcher: Watcher) {
    watcher.leave()
    line.withLock { line in
      line.watchers.removeAll { $0 === watcher }
      core.withLock { $0.isWatched = !line.watchers.isEmpty }
    }
  }

  /// Tells everybody that there will be no more.
  func finish() {
    for watcher in line.withLock({ $0.watchers }) { watcher.finish() }
  }
}

/// The cause of a change behind a reference, so that it can be passed on where its type is not known.
final class CauseBox<State: Reducible>: Sendable {
  let cause: Store<State>.Transition.Cause

  init(_ cause: Store<State>.Transition.Cause) {
    self.cause = cause
  }
}
