extension Store {
  /// Takes the turn, asks what to change, changes it, and tells everybody.
  ///
  /// - Parameters:
  ///   - propose: Given the present; returns the change.
  ///   - cause: What brings the change about, asked for only if somebody is told.
  func write(_ propose: (Present) throws -> Proposal, cause: () -> Transition<State>.Cause) throws {
    if try change(propose, cause) { watchers.deliver() }
  }

  /// Returns whether there is something to tell.
  private func change(
    _ propose: (Present) throws -> Proposal,
    _ cause: () -> Transition<State>.Cause
  ) throws -> Bool {
    try turn.begin()
    // What the change leaves behind is released at the end of this function, where the core's lock is not held.
    defer { turn.end() }
    let present = core.withLock { Present($0) }
    let proposal = try propose(present)
    let time = clock()
    if let hook = present.hook { try ask(hook, about: proposal, cause, at: time) }
    let (commit, status) = try core.withLock { core in
      let commit = try core.commit(proposal, at: time)
      return (commit, core.isWatched ? core.status : nil)
    }
    guard let status else { return false }
    tell(commit, status, cause)
    return true
  }

  // Not inlined, nor is the next: what they need to know about types would be looked up for every change.
  @inline(never)
  private func tell(
    _ commit: StoreCore.Commit,
    _ status: HistoryStatus,
    _ cause: () -> Transition<State>.Cause
  ) {
    watchers.enqueue(Watchers.Event(transition: Transition(commit, cause: cause()), status: status))
  }

  /// Lets the hook decide about the very transition that will be seen, made in a copy.
  ///
  /// The copy is not kept: a scope may be closed while the hook runs.
  @inline(never)
  private func ask(
    _ hook: any AnyObject & Sendable,
    about proposal: Proposal,
    _ cause: () -> Transition<State>.Cause,
    at time: Timestamp
  ) throws {
    var preview = core.withLock { $0 }
    let commit = try preview.commit(proposal, at: time)
    // The hook was set by this store, so it is one for its states.
    try unsafeDowncast(hook, to: CommitHook<State>.self).decide(Transition(commit, cause: cause()))
  }
}

/// What a writer finds when its turn begins.
struct Present {
  let version: AnyVersion
  let revision: Int
  let parts: WatchedParts
  let hook: (any AnyObject & Sendable)?

  init(_ core: StoreCore) {
    (version, revision, parts, hook) = (core.version, core.revision, core.parts, core.hook)
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
