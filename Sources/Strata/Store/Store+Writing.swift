extension Store {
  /// Takes the turn, asks what to change, changes it, and tells everybody.
  ///
  /// - Parameters:
  ///   - propose: Given the present; returns the change.
  ///   - cause: What brings the change about, asked for only if somebody is told.
  func write(_ propose: (Present) throws -> Proposal, cause: () -> Transition.Cause) throws {
    let outcome = try change(propose, cause)
    if outcome.isTold { watchers.deliver() }
    // What the change leaves behind is released here and no earlier: that may run a `deinit` of the app, which may
    // use the store.
    withExtendedLifetime(outcome) {}
  }

  private func change(
    _ propose: (Present) throws -> Proposal,
    _ cause: () -> Transition.Cause
  ) throws -> Outcome {
    if let refusal { throw refusal }
    try turn.begin()
    defer { turn.end() }
    let present = core.withLock { Present($0) }
    var proposal = try propose(present)
    let time = clock()
    if present.hasAttic { pack(&proposal, at: time) }
    if present.isMeasured { weigh(&proposal, at: time) }
    if let hook = present.hook { try ask(hook, about: proposal, cause, at: time) }
    if let recorder = present.recorder {
      let event = try core.withLock { core in
        try core.requireNumbers(for: proposal.effect)
        return core.event(of: proposal.effect, at: time)
      }
      proposal.recorded = try record(in: recorder, from: present.version, to: proposal.version, event)
    }
    let ((commit, released), status) = try core.withLock { core in
      (try core.commit(proposal, at: time), core.isWatched ? core.status : nil)
    }
    if let status { tell(commit, status, cause) }
    return Outcome(commit: commit, released: released, isTold: status != nil)
  }

  /// Packs the steps that a proposal leaves behind.
  @inline(never)
  private func pack(_ proposal: inout Proposal, at time: Timestamp) {
    let steps = core.withLock { $0.unpackedSteps(before: proposal.effect, at: time) }
    proposal.sealed = steps.map { ($0.scope, $0.step.packed()) }
  }

  /// Weighs the snapshots that a proposal brings.
  @inline(never)
  private func weigh(_ proposal: inout Proposal, at time: Timestamp) {
    for (scope, work) in core.withLock({ $0.unweighed(before: proposal.effect, at: time) }) {
      if let weighed = work.weighed() { proposal.weighed.append((scope, weighed)) }
    }
  }

  // Not inlined, nor is the next: what they need to know about types would be looked up for every change.
  @inline(never)
  private func tell(
    _ commit: StoreCore.Commit,
    _ status: HistoryStatus,
    _ cause: () -> Transition.Cause
  ) {
    watchers.enqueue(Watchers.Event(change: Watchers.Change(commit, CauseBox(cause())), status: status))
  }

  /// Lets the hook decide about the very transition that will be seen, made in a copy.
  ///
  /// The copy is not kept: a scope may be closed while the hook runs.
  @inline(never)
  private func ask(
    _ hook: any AnyObject & Sendable,
    about proposal: Proposal,
    _ cause: () -> Transition.Cause,
    at time: Timestamp
  ) throws {
    var preview = core.withLock { $0 }
    let (commit, released) = try preview.commit(proposal, at: time)
    defer { withExtendedLifetime(released) {} }
    // The hook was set by this store, so it is one for its states.
    try unsafeDowncast(hook, to: CommitHook<State>.self).decide(Transition(commit, cause: cause()))
  }
}

/// A change that was made, and what it leaves behind.
private struct Outcome {
  let commit: StoreCore.Commit
  let released: StoreCore.Released
  let isTold: Bool
}

/// What a writer finds when its turn begins.
struct Present {
  let version: AnyVersion
  let revision: Int
  let parts: WatchedParts
  let hook: (any AnyObject & Sendable)?
  let recorder: (any AnyObject & Sendable)?
  let hasAttic: Bool
  let isMeasured: Bool

  init(_ core: StoreCore) {
    (version, revision, parts, hook) = (core.version, core.revision, core.parts, core.hook)
    (recorder, hasAttic, isMeasured) = (core.recorder, core.hasAttic, core.isMeasured)
  }

  /// What `action` makes of the present.
  func proposal<State: Reducible>(for action: State.Action, _ type: State.Type) throws -> Proposal {
    let (next, recording) = try version.reduced(by: action, type)
    let captures = parts.captures(from: version, to: next)
    if captures.isEmpty { return Proposal(version: next, effect: .nothing) }
    guard let step = Step(recording) else { throw StoreError.untrackedChange(action: "\(action)") }
    return Proposal(version: next, effect: .step(step, captures))
  }
}
