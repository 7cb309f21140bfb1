/// A change that another store has made and recorded, for one that follows it.
package struct FollowedChange: Sendable {
  /// The number that the recorder gave to it.
  let number: Int
  /// The meaning of the change for the history.
  let event: HistoryEvent
  /// The history behind it.
  let history: HistoryReplay

  package init(_ number: Int, _ event: HistoryEvent, _ history: HistoryReplay) {
    (self.number, self.event, self.history) = (number, event, history)
  }
}

extension Store {
  /// Whether it makes a difference that changes are followed one by one.
  package var isWatched: Bool { core.withLock { $0.audience != .none || !$0.scopes.isEmpty } }

  /// Goes where another store has gone: the same moments in the same order, under the same numbers.
  ///
  /// No hook is asked, nor is a recorder: it has happened.
  ///
  /// - Parameter state: The state afterwards; nil where the change left it as it was.
  /// - Throws: ``PatchError`` when the step to the present moment cannot be read, and `StoreError.busy` inside a reducer, a
  ///   transaction or a hook; nothing has changed then.
  package func follow(_ change: FollowedChange, to state: State?) throws {
    guard let state else { return try follow(change) }
    let version = making.version(state)
    try write(
      { turn in
        let main = core.withLock { $0.main }
        let history = try main.following(change.history, at: version)
        let step = change.event.step(from: main.timeline.presentID)
        return Proposal(
          version,
          .followed(FollowedHistory(history, change.number, step)),
          as: Step(label: step.flatMap { history.timeline[$0]?.label } ?? ""),
          scopes: turn.scopeRecords(to: version)
        )
      },
      cause: { .followed }
    )
  }

  /// Takes over what another store has, which was made of the same files: state and history as a whole. Open scopes begin anew.
  ///
  /// - Parameter number: The number of the last change that it has.
  /// - Throws: `StoreError.busy` inside a reducer, a transaction or a hook; nothing has changed then.
  package func follow(anew other: Store<State>, _ number: Int) throws {
    let (version, history) = other.core.withLock { ($0.version, $0.main) }
    try write(
      { turn in
        let followed = FollowedHistory(history, number, nil, isBeginning: true)
        return turn.restart(version, .followed(followed), in: domain)
      },
      cause: { .followed }
    )
  }

  /// Takes over what became of the history alone.
  private func follow(_ change: FollowedChange) throws {
    try core.takeTurn { _ in }
    let (left, now, isHeard): (History, History, Bool)
    do {
      defer { core.giveTurn() }
      let (main, version) = core.withLock { ($0.main, $0.version) }
      let history = try main.following(change.history, at: version)
      (left, now, isHeard) = core.withLock { core in
        let left = core.main
        core.replaceMain(by: history)
        core.position = change.number
        return (left, history, core.audience == .changes)
      }
    }
    if isHeard { watchers.enqueue(Watchers.Event(change: nil, status: historyStatus)) }
    notifyEvicted(from: left.timeline, to: now.timeline)
    watchers.deliver()
    withExtendedLifetime(left) {}
  }
}

/// The history that a store goes on with that follows another one.
final class FollowedHistory: Sendable {
  let history: History
  /// The number of the last change that the other one made.
  let number: Int
  /// The step that was taken, taken back, taken again or gone to; nil for none.
  let step: Moment.ID?
  /// Whether it is another history than before, so that open scopes begin anew.
  let isBeginning: Bool

  init(_ history: History, _ number: Int, _ step: Moment.ID?, isBeginning: Bool = false) {
    (self.history, self.number, self.step, self.isBeginning) = (history, number, step, isBeginning)
  }
}

extension History {
  /// The history as another one has gone on, of the same part.
  fileprivate func following(_ replay: HistoryReplay, at version: AnyVersion) throws(PatchError) -> History {
    var deferred = DeferredReleases()
    return try History(
      replay,
      of: domain,
      at: version.withAddress { domain.capture($0, $0, []) },
      keeping: keeping,
      into: &deferred
    )
  }
}

extension HistoryEvent {
  /// The moment whose step was taken, taken back, taken again or gone to, given the moment that was left.
  fileprivate func step(from left: Moment.ID) -> Moment.ID? {
    switch self {
    case .made(let id, _, _, _, _), .extended(let id, _, _): id
    case .moved(.step(.back), _): left
    case .moved(_, let id): id
    case .nothing, .begun, .saved, .named, .forgotten: nil
    }
  }
}
