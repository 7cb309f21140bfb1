extension Store {
  /// Takes the turn, asks what to change, changes it, and tells the observers.
  ///
  /// - Parameters:
  ///   - prepare: Puts the change together.
  ///   - cause: What brings the change about, asked for only if an observer is told.
  func write(_ prepare: (inout PendingChange) throws -> Void, cause: () -> Transition.Cause) throws {
    // What the change leaves behind is released at the end and no earlier: that may run a `deinit` of the app, which may
    // use the store.
    var released = StoreCore.Released()
    if try change(prepare, cause, &released) { watchers.deliver() }
    withExtendedLifetime(released) {}
  }

  /// Takes the turn for more than one look at the core.
  func takeTurn() throws(StoreError) {
    try turn.begin()
    core.withLock { $0.isTaken = true }
  }

  func giveTurn() {
    core.withLock { $0.isTaken = false }
    turn.end()
  }

  /// Makes the change, and returns whether there is something to tell.
  private func change(
    _ prepare: (inout PendingChange) throws -> Void,
    _ cause: () -> Transition.Cause,
    _ released: inout StoreCore.Released
  ) throws -> Bool {
    if let refusal { throw refusal }
    try turn.begin()
    var isTaken = true
    defer { isTaken ? giveTurn() : turn.end() }
    var change = core.withLock { core in
      core.isTaken = true
      return PendingChange(of: &core)
    }
    try prepare(&change)
    if change.isNothing { return false }
    let time = change.isTimed ? clock() : Timestamp(nanosecondsSince1970: 0)
    if let ownChanges, ownChanges.areNoted(in: change.before) { try note(&change, in: ownChanges) }
    if change.isPackingDue { pack(&change) }
    if change.hasByteLimit { weigh(&change) }
    if change.hooks != nil { try ask(about: &change, cause, at: time) }
    if let recorder = change.recorder { try record(&change, in: recorder, at: time) }
    let commit = try core.withLock { core in
      let commit = try core.commit(&change, at: time, &released)
      core.isTaken = false
      return commit
    }
    isTaken = false
    var isTold = commit.map { $0.audience != .none } ?? false
    if let commit, isTold { tell(commit, cause) }
    if !released.remains.evicted.isEmpty || !released.histories.isEmpty, tellEvicted(released) {
      isTold = true
    }
    if change.hasByteLimit, core.withLock({ $0.mayBeOverByteLimit }) {
      let (remains, histories) = try exchangeHistories { $0.trimToBytes() }
      released.remains.add(remains)
      released.histories += histories
      isTold = true
    }
    return isTold
  }

  /// Takes note of an own change of what is shared, where there is one.
  @inline(never)
  private func note(_ change: inout PendingChange, in ownChanges: OwnChanges) throws {
    let (label, author) = (core.withLock { $0.label(of: change) }, change.step.provenance?.author ?? .user)
    try ownChanges.note(&change) { OwnChange.Words(author: author, label: label, time: clock()) }
  }

  /// Packs the pages that became old enough.
  @inline(never)
  private func pack(_ change: inout PendingChange) {
    change.packed = core.withLock { $0.unpackedPages }.map { ($0.scope, $0.page.packed()) }
  }

  /// Finds what each history alone keeps alive after a change.
  @inline(never)
  private func weigh(_ change: inout PendingChange) {
    let (main, scopes) = core.withLock { ($0.main, $0.scopes) }
    if let snapshot = change.captures.main, let bytes = main.bytesReleased(by: change.step, to: snapshot) {
      change.released.append((nil, bytes))
    }
    for (id, snapshot) in change.captures.scopes {
      let history = scopes.first { $0.id == id }?.history
      if let bytes = history?.bytesReleased(by: change.step, to: snapshot) {
        change.released.append((id, bytes))
      }
    }
  }

  @inline(never)
  private func record(
    _ change: inout PendingChange,
    in recorder: any AnyObject & Sendable,
    at time: Timestamp
  ) throws {
    try WorkMeter.requireWanted()
    let event = try core.withLock { core in
      try core.requireNumbers(for: change)
      return core.event(of: change, at: time)
    }
    change.recorded = try record(
      in: recorder,
      from: change.before,
      to: change.after,
      event,
      change.difference,
      change.whole,
      by: change.way
    )
  }

  // Not inlined, nor is the next: what they need to know about types would be looked up for every change.
  @inline(never)
  private func tell(_ commit: StoreCore.Commit, _ cause: () -> Transition.Cause) {
    guard let status = commit.status else {
      return watchers.enqueue(Watchers.Event(change: Watchers.Change(commit), status: nil))
    }
    let change = Watchers.Change(commit, CauseBox(cause()))
    watchers.enqueue(Watchers.Event(change: change, status: settled(status)))
  }

  /// Lets the hooks decide about the very transition that will be seen, made in a copy.
  ///
  /// The copy is not kept: a scope may be closed while a hook runs.
  @inline(never)
  private func ask(
    about change: inout PendingChange,
    _ cause: () -> Transition.Cause,
    at time: Timestamp
  ) throws {
    var preview = core.withLock { $0 }
    var released = StoreCore.Released()
    defer { withExtendedLifetime(released) {} }
    guard let hooks = change.hooks, let commit = try preview.commit(&change, at: time, &released) else {
      return
    }
    try ask(hooks, about: Transition(commit, cause: cause()))
  }
}
