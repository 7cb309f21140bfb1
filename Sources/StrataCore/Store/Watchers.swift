import PersistentCollections

/// The observers of a store, and the changes that they have not heard of yet.
///
/// Changes are put in line by the writers and told by one thread at a time: by a writer that finds no other telling. A
/// send from an observer only puts its change in line, so a chain of sends needs no stack and all observers hear of
/// all changes in the same order.
///
/// The events that they receive name no types: see ``AnyVersion``. Types come back with the observers.
final class Watchers: Sendable {
  /// An event that observers hear of.
  struct Event: Sendable {
    /// The change of the state; nil when only the history changed, as by marking it saved.
    var change: Change?
    /// The status for menus and panels; nil where the change was not put into words.
    var status: HistoryStatus?
    /// The moments that are gone. They are an event by themselves, for the observers that ask for them.
    var evicted: [Moment.ID] = []
  }

  /// The detail that observers ask for: the store puts a change into words only as far as an observer hears them.
  enum Interest {
    /// There is no observer.
    case none
    /// No observer asks for words: those of parts hear of both states, others of a new state, and no more.
    case states
    /// Some hear of every change.
    case changes
  }

  /// A change of a state.
  struct Change: Sendable {
    let commit: StoreCore.Commit
    private let cause: (any AnyObject & Sendable)?

    init<State: Reducible>(_ commit: StoreCore.Commit, _ cause: CauseBox<State>) {
      (self.commit, self.cause) = (commit, cause)
    }

    /// A change that is not put into words.
    init(_ commit: StoreCore.Commit) { (self.commit, cause) = (commit, nil) }

    /// The change with its types, which are those of the store that it is told by; nil where it was not put into words.
    func transition<State: Reducible>(of _: State.Type) -> Store<State>.Transition? {
      cause.map { Store<State>.Transition(commit, cause: unsafeDowncast($0, to: CauseBox<State>.self).cause) }
    }
  }

  /// A part of the state that observers look at: they are called only when it changed, which is found out once for all of
  /// them.
  struct Part: Sendable {
    let path: AnyKeyPath & Sendable
    let isSame: @Sendable (StoreCore.Commit) -> Bool
  }

  /// The events that an observer hears of.
  enum Subject: Sendable {
    case everything
    /// That there is a new state, which is not put into words.
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
    /// The number of the last event before it came: it hears of later ones.
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

    /// Whether it came before an event. Numbers begin again after the greatest one, so it is their distance that counts.
    fileprivate func hears(of number: Int) -> Bool { number &- since > 0 }

    fileprivate var isWatching: Bool { hasLeft.withLock { !$0 } }
    fileprivate func leave() { hasLeft.withLock { $0 = true } }
  }

  private typealias Row = PersistentSortedMap<Int, Watcher>

  /// The observers of a store at a moment.
  ///
  /// A thread tells an audience of events without a lock, so no audience is changed in its place: ``exchange(_:)`` makes
  /// another one, which shares the nodes that stay.
  private struct Audience {
    /// Those who hear of every event.
    var all: Row = [:]
    /// Those who hear that there is a new state.
    var ofStates: Row = [:]
    /// Those who hear of changes of one part.
    var ofParts: PersistentMap<AnyKeyPath, (part: Part, row: Row)> = [:]
    /// Those who hear which moments are gone.
    var ofEvictions: Row = [:]

    /// Puts a watcher in the place that its subject and its number say; nil takes it out.
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

    /// Those who have to be told of an event, in the order of their coming.
    func row(for event: Event) -> Row {
      if !event.evicted.isEmpty { return ofEvictions }
      // An observer that came after an event had been told without words hears of later events.
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
  /// The core, which says whether there are observers: a change that none of them hears of is not put into words.
  private let core: WriterLock<StoreCore>

  init(of core: WriterLock<StoreCore>, firstEvent: Int = 0) {
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

  /// Delivers the events in line, unless another thread, or this one further up, delivers them already.
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

  /// Returns the events in line; nil where there are none, or where another call delivers them.
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

  /// Adds an observer that hears from now on.
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

  /// Takes an observer out; it hears nothing more, not even of what is in line.
  func remove(_ watcher: Watcher) {
    watcher.leave()
    exchange { $1.put(nil, at: watcher.number, of: watcher.subject) }
  }

  /// Puts an audience that `change` makes in the place of the present one.
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
