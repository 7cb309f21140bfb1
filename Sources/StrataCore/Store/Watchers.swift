import PersistentCollections

/// The observers of a store, and the queue of changes that they have not received yet.
///
/// Writers append changes to the queue. One thread at a time delivers them: a writer that finds no other thread delivering.
/// A send from an observer only appends its change, so a chain of sends needs no stack, and all observers receive all
/// changes in the same order.
///
/// Events name no types; see ``AnyVersion``. Each observer knows the type of the state.
final class Watchers: Sendable {
  /// An event that observers hear of.
  struct Event: Sendable {
    /// The change of the state; nil when only the history changed, as by marking it saved.
    var change: Change?
    /// The status for menus and panels; nil where no observer asks for it.
    var status: HistoryStatus?
    /// The evicted moments. They are an event by themselves, for the observers that ask for evictions.
    var evicted: [Moment.ID] = []
  }

  /// The detail that observers ask for: the store makes no status and no cause that no observer asks for.
  enum Interest {
    /// There is no observer.
    case none
    /// Observers of parts get both states, others only learn of a new state.
    case states
    /// An observer gets every change, with its cause and the status.
    case changes
  }

  /// A change of a state.
  struct Change: Sendable {
    let commit: StoreCore.Commit
    private let cause: (any AnyObject & Sendable)?

    init<State: Reducible>(_ commit: StoreCore.Commit, _ cause: CauseBox<State>) {
      (self.commit, self.cause) = (commit, cause)
    }

    /// A change without its cause.
    init(_ commit: StoreCore.Commit) { (self.commit, cause) = (commit, nil) }

    /// The change with the types of its store; nil for a change without its cause.
    func transition<State: Reducible>(of _: State.Type) -> Store<State>.Transition? {
      cause.map { Store<State>.Transition(commit, cause: unsafeDowncast($0, to: CauseBox<State>.self).cause) }
    }
  }

  /// A part of the state that observers look at. The store calls them only when it changed, and compares once for all.
  struct Part: Sendable {
    let path: AnyKeyPath & Sendable
    let isSame: @Sendable (StoreCore.Commit) -> Bool
  }

  /// The events that an observer hears of.
  enum Subject: Sendable {
    case everything
    /// New states, without cause and status.
    case states
    case part(Part)
    /// The numbers of evicted moments.
    case evictions
  }

  /// An observer.
  final class Watcher: Sendable {
    let receive: @Sendable (Event) -> Void
    let finish: @Sendable () -> Void
    /// Observers are called in the order of their numbers.
    fileprivate let number: Int
    fileprivate let subject: Subject
    /// The number of the last event before the observer was added: it receives later ones.
    fileprivate let since: Int
    private let hasLeft = Guarded(false)

    fileprivate init(
      _ number: Int,
      of subject: Subject,
      since: Int,
      receive: @escaping @Sendable (Event) -> Void,
      finish: @escaping @Sendable () -> Void
    ) {
      (self.number, self.subject, self.since) = (number, subject, since)
      (self.receive, self.finish) = (receive, finish)
    }

    /// Whether the observer was added before an event. Numbers wrap around, so their distance counts.
    fileprivate func hears(of number: Int) -> Bool { number &- since > 0 }

    fileprivate var isWatching: Bool { hasLeft.withLock { !$0 } }
    fileprivate func leave() { hasLeft.withLock { $0 = true } }
  }

  private typealias Row = PersistentSortedMap<Int, Watcher>

  /// The observers of a store at a moment.
  ///
  /// A thread delivers events to an audience without a lock, so no audience changes in place: ``exchange(_:)`` makes
  /// another one, which shares unchanged nodes.
  private struct Audience {
    /// The observers of every event.
    var all: Row = [:]
    /// The observers of new states.
    var ofStates: Row = [:]
    /// The observers of one part, by its path.
    var ofParts: PersistentMap<AnyKeyPath, (part: Part, row: Row)> = [:]
    /// The observers of evictions.
    var ofEvictions: Row = [:]

    /// Sets the watcher with a number; nil removes it.
    mutating func put(_ watcher: Watcher?, at number: Int, of subject: Subject) {
      switch subject {
      case .everything: all[number] = watcher
      case .states: ofStates[number] = watcher
      case .part(let part):
        var row = ofParts[part.path]?.row ?? [:]
        row[number] = watcher
        ofParts[part.path] = row.isEmpty ? nil : (part, row)
      case .evictions: ofEvictions[number] = watcher
      }
    }

    var interest: Interest {
      if !all.isEmpty { return .changes }
      return ofStates.isEmpty && ofParts.isEmpty ? .none : .states
    }

    /// The observers that receive an event, the first one added first.
    func row(for event: Event) -> Row {
      if !event.evicted.isEmpty { return ofEvictions }
      // Observers of every event that were added after an event without a status receive later events only.
      var row = event.status == nil ? [:] : all
      func add(_ members: Row) { row = row.isEmpty ? members : row.merging(members) { first, _ in first } }
      guard let commit = event.change?.commit else { return row }
      if !ofStates.isEmpty { add(ofStates) }
      for (part, members) in ofParts.values where !part.isSame(commit) { add(members) }
      return row
    }
  }

  private struct Line {
    var audience = Audience()
    var events: [(number: Int, event: Event)] = []
    var lastEvent: Int
    var lastWatcher = 0
    var isDelivering = false
  }

  private let line: Guarded<Line>
  /// The core, which knows whether there are observers: without them, a change needs no cause and no status.
  private let core: WriterLock<StoreCore>

  init(of core: WriterLock<StoreCore>, firstEvent: Int = 0) {
    self.core = core
    line = Guarded(Line(lastEvent: firstEvent))
  }

  /// Appends an event to the queue.
  func enqueue(_ event: Event) {
    line.withLock { line in
      line.lastEvent &+= 1
      line.events.append((line.lastEvent, event))
    }
  }

  /// Delivers the events of the queue, unless another thread, or this one further up its stack, delivers them already.
  func deliver() {
    var isMine = false
    while let (events, audience) = nextBatch(&isMine) {
      for (number, event) in events {
        for (_, watcher) in audience.row(for: event) where watcher.hears(of: number) && watcher.isWatching {
          watcher.receive(event)
        }
      }
    }
  }

  /// Takes the events of the queue; nil where there are none, or where another call delivers them.
  private func nextBatch(
    _ isMine: inout Bool
  ) -> (events: [(number: Int, event: Event)], audience: Audience)? {
    line.withLock { line in
      if line.isDelivering && !isMine { return nil }
      isMine = !line.events.isEmpty
      line.isDelivering = isMine
      guard isMine else { return nil }
      defer { line.events = [] }
      return (line.events, line.audience)
    }
  }

  /// Adds an observer, which receives later events.
  ///
  /// - Complexity: O(log observers), as of ``remove(_:)``.
  func add(
    of subject: Subject = .everything,
    _ receive: @escaping @Sendable (Event) -> Void,
    finish: @escaping @Sendable () -> Void = {}
  ) -> Watcher {
    exchange { line, audience in
      line.lastWatcher += 1
      let number = line.lastWatcher
      let watcher = Watcher(number, of: subject, since: line.lastEvent, receive: receive, finish: finish)
      audience.put(watcher, at: number, of: subject)
      return watcher
    }
  }

  /// Removes an observer; it receives nothing more, not even from the queue.
  func remove(_ watcher: Watcher) {
    watcher.leave()
    exchange { $1.put(nil, at: watcher.number, of: watcher.subject) }
  }

  /// Replaces the audience by the one that `change` makes of it.
  private func exchange<Result>(_ change: (inout Line, inout Audience) -> Result) -> Result {
    let (old, result) = line.withLock { line in
      let old = line.audience
      var audience = old
      let result = change(&line, &audience)
      line.audience = audience
      core.withLock {
        ($0.audience, $0.hearsOfEvictions) = (audience.interest, !audience.ofEvictions.isEmpty)
      }
      return (old, result)
    }
    // The old audience lives until here, so that `change` copies the nodes that both share. A node could be changed in its
    // place once no other thread holds it: the release orders the two threads. But the thread sanitizer does not see that.
    withExtendedLifetime(old) {}
    return result
  }

  /// Tells all observers that there will be no more.
  func finish() {
    let audience = line.withLock { $0.audience }
    for row in [audience.all, audience.ofStates] + audience.ofParts.values.map(\.row) {
      for (_, watcher) in row { watcher.finish() }
    }
  }
}

/// The cause of a change behind a reference, so that it can be passed on where its type is not known.
final class CauseBox<State: Reducible>: Sendable {
  let cause: Store<State>.Transition.Cause

  init(_ cause: Store<State>.Transition.Cause) {
    self.cause = cause
  }
}
