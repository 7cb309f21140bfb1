extension Store {
  /// Takes the turn, asks for a proposal, commits it, and calls the observers.
  ///
  ///     turn -> proposal -> note in the state -> hooks -> log -> commit -> observers
  ///
  /// - Parameters:
  ///   - propose: Returns the change; nil where there is nothing to do.
  ///   - cause: Returns the cause of the change. It is called only for a hook or an observer.
  func write(_ propose: (Turn) throws -> Proposal?, cause: () -> Transition.Cause) throws {
    if let refusal { throw refusal }
    let turn = try core.takeTurn { $0.turn() }
    // Replaced values, such as the version before, are released at the end: that may run a `deinit` of the app, which may
    // use the store.
    var released = StoreCore.Released()
    if try make(turn, propose, cause, &released) { watchers.deliver() }
    withExtendedLifetime((turn.before, released)) {}
  }

  /// Makes a change, gives the turn back, and returns whether there are events to deliver.
  private func make(
    _ turn: borrowing Turn,
    _ propose: (Turn) throws -> Proposal?,
    _ cause: () -> Transition.Cause,
    _ released: inout StoreCore.Released
  ) throws -> Bool {
    var isTurnGiven = false
    defer { if !isTurnGiven { core.giveTurn() } }
    #if DEBUG
      let look = FirstLook(turn.before, of: State.self)
    #endif
    guard var proposal = try propose(turn) else { return false }
    #if DEBUG
      if case .edit = proposal.meaning {
        try look?.check(turn.before, proposal.after, in: domain, copy: making.copy)
      }
    #endif
    let time = proposal.isTimed ? clock() : Timestamp(nanosecondsSince1970: 0)
    if notes?.areTaken(in: turn.before) ?? false { proposal = try noting(proposal, turn) }
    let preparations = try prepare(proposal, turn, cause, at: time)
    let commit = try core.withLock(ending: &isTurnGiven) { core, isTurnGiven in
      let commit = try core.commit(proposal, of: turn, preparations, at: time, &released)
      isTurnGiven = commit == nil && released.isQuiet && core.byteLimit == nil
      return commit
    }
    if isTurnGiven { return false }
    if let commit { tell(commit, cause) }
    var hasEvents = commit != nil
    if !released.isQuiet, notifyEvicted(released) { hasEvents = true }
    if turn.hasByteLimit, core.withLock({ $0.mayBeOverByteLimit }) {
      let (deferred, histories) = try exchangeHistories { $0.trimToBytes() }
      released.deferred.add(deferred)
      released.histories += histories
      hasEvents = true
    }
    return hasEvents
  }

  /// Does the work before a commit: packing, weighing, the hooks, and last the log.
  @inline(__always)
  private func prepare(
    _ proposal: Proposal,
    _ turn: Turn,
    _ cause: () -> Transition.Cause,
    at time: Timestamp
  ) throws -> StoreCore.Preparations {
    var preparations = StoreCore.Preparations()
    if turn.isPackingDue { preparations.packed = packedPages() }
    if turn.hasByteLimit { preparations.released = weights(of: proposal) }
    if case .followed(let followed) = proposal.meaning {
      preparations.number = followed.number
    } else if let participants = turn.participants {
      preparations.number = try ask(participants, about: proposal, turn, cause, at: time)
    }
    return preparations
  }

  /// Returns a proposal with a note of the change in the state, if the state takes notes.
  // This function and the next ones are not inlined: otherwise every change would look up their type metadata.
  @inline(never)
  private func noting(_ proposal: Proposal, _ turn: borrowing Turn) throws -> Proposal {
    if case .followed = proposal.meaning { return proposal }
    let (label, author) = (
      core.withLock { $0.label(of: proposal) }, proposal.step.provenance?.author ?? .user
    )
    let noted = try notes?.noting(turn.before, proposal.after) {
      ChangeWords(author: author, label: label, time: clock())
    }
    return noted.map(proposal.replacing) ?? proposal
  }

  /// Packs the pages that became old enough.
  @inline(never)
  private func packedPages() -> [(scope: UndoScopeID?, moments: PackedMoments)] {
    core.withLock { $0.unpackedPages }.map { ($0.scope, $0.page.packed()) }
  }

  /// Finds what each history alone keeps alive after a change.
  @inline(never)
  private func weights(of proposal: Proposal) -> [(scope: UndoScopeID?, bytes: Int)] {
    var weights: [(scope: UndoScopeID?, bytes: Int)] = []
    func add(_ scope: UndoScopeID?, _ record: Proposal.Record) {
      guard let kept = core.withLock({ scope == nil ? $0.main.kept : $0[scope]?.kept }) else { return }
      let bytes = kept.domain.bytesReleased(by: proposal.step, from: kept.present, to: record.snapshot)
      if let bytes { weights.append((scope, bytes)) }
    }
    if let main = proposal.main { add(nil, main) }
    for (id, record) in proposal.scopes { add(id, record) }
    return weights
  }

  @inline(never)
  private func tell(_ commit: StoreCore.Commit, _ cause: () -> Transition.Cause) {
    guard commit.isHeard else {
      return watchers.enqueue(Watchers.Event(change: Watchers.Change(commit), status: nil))
    }
    let change = Watchers.Change(commit, CauseBox(cause()))
    watchers.enqueue(Watchers.Event(change: change, status: commit.status.map(settled) ?? historyStatus))
  }

  /// Lets the hooks decide about a change and the recorder record it; returns the recorder's number for it.
  @inline(never)
  private func ask(
    _ participants: Turn.Participants,
    about proposal: Proposal,
    _ turn: Turn,
    _ cause: () -> Transition.Cause,
    at time: Timestamp
  ) throws -> Int? {
    if let hooks = participants.hooks {
      let commit = try core.withLock { core throws(StoreError) in
        try core.requireNumbers(for: proposal)
        return StoreCore.Commit(
          proposal,
          turn,
          core,
          step: core.moment(of: proposal, at: time),
          isHeard: false
        )
      }
      try ask(hooks, about: Transition(commit, cause: cause()))
    }
    guard let recorder = participants.recorder else { return nil }
    try WorkMeter.checkCancellation()
    let event = try core.withLock { core throws(StoreError) in
      try core.requireNumbers(for: proposal)
      return core.event(of: proposal, at: time)
    }
    return try record(
      in: recorder,
      from: turn.before,
      to: proposal.after,
      event,
      proposal.main?.difference,
      participants.whole,
      costing: proposal.cost
    )
  }
}
