extension Store {
  /// Makes a store that goes on where a log has left it, or begins anew where there is no history to go on with.
  ///
  /// - Throws: ``PatchError`` when the step to the present moment cannot be read.
  package convenience init(
    _ state: State,
    undoing domain: UndoDomain,
    _ making: VersionMaking<State>,
    replaying replay: HistoryReplay?,
    keeping: Keeping,
    clock: @escaping @Sendable () -> Timestamp
  ) throws(PatchError) {
    guard let replay else {
      self.init(
        state,
        undoing: domain,
        making,
        keeping: keeping,
        clock: clock
      )
      return
    }
    let version = making.version(state)
    var deferred = DeferredReleases()
    let history = try History(
      replay,
      of: domain,
      at: version.withAddress { domain.capture($0, $0, []) },
      keeping: keeping,
      into: &deferred
    )
    var core = StoreCore(version, undoing: history, FirstNumbers())
    let trimmed = core.trimToBytes()
    core.unrecordedEvictions = deferred.evicted + trimmed.evicted
    self.init(core, making, clock: clock)
  }
}

extension Store {
  /// The store's own history, the state that it is at, its revision, and the number that the recorder gave to the
  /// change that led there.
  package var recordedHistory: (history: History, state: State, revision: Int, position: Int) {
    let core = core.withLock { $0 }
    return (core.main, core.version.state(as: State.self), core.revision, core.position)
  }
}

extension Store {
  /// Goes on with a history that was made again, in which the present state is the same; open scopes begin anew.
  ///
  /// - Parameter replay: Makes it while nothing changes the store.
  /// - Throws: Any error that `replay` throws, ``PatchError`` when the step to the present moment cannot be decoded, and
  ///   `StoreError.busy` inside a reducer, a transaction or a hook. The history is then as it was.
  package func exchangeHistory(for replay: () throws -> HistoryReplay) throws {
    let leftBehind = try withoutChanges {
      let replay = try replay()
      var copy = core.withLock { $0 }
      let (old, version) = (copy.main, copy.version)
      var deferred = DeferredReleases()
      let history = try History(
        replay,
        of: old.domain,
        at: version.withAddress { old.domain.capture($0, $0, []) },
        keeping: old.keeping,
        into: &deferred
      )
      copy.forgetHistory()
      copy.replaceMain(by: history)
      let trimmed = copy.trimToBytes()
      let (histories, isHeard) = core.withLock { core in
        core.unrecordedEvictions = deferred.evicted + trimmed.evicted
        return (core.exchangeHistories(with: copy), core.audience == .changes)
      }
      if isHeard { watchers.enqueue(Watchers.Event(change: nil, status: historyStatus)) }
      notifyEvicted(from: old.timeline, to: copy.main.timeline)
      return ([deferred, trimmed], histories + copy.scopes.map(\.history))
    }
    watchers.deliver()
    withExtendedLifetime(leftBehind) {}
  }
}

extension Store {
  /// Puts a state that was made elsewhere in the present's place, as one step.
  ///
  /// - Throws: Any error that a commit hook throws, and `StoreError.busy` inside a reducer, a transaction or a hook.
  package func adopt(_ state: State, as label: String) throws {
    try adopt(as: label) { $0 = state }
  }

  /// Changes the present state by `change`, as one step.
  ///
  /// - Throws: Any error that `change` or a commit hook throws, and `StoreError.busy` inside a reducer, a transaction or a
  ///   hook.
  package func adopt(as label: String, _ change: (inout State) throws -> Void) throws {
    try write(
      { turn in
        var state = turn.before.state(as: State.self)
        try change(&state)
        return turn.proposal(making.version(state), as: Step(label: label), in: domain)
      },
      cause: { .transaction(label, actions: []) }
    )
  }
}
