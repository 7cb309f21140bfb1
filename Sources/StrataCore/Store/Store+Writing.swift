extension Store {
  /// Takes the turn, asks what to change, changes it, and tells the observers.
  ///
  /// - Parameters:
  ///   - prepare: Puts the change together.
  ///   - cause: What brings the change about, asked for only if an observer is told.
  func write(_ prepare: (inout PendingChange) throws -> Void, cause: () -> Transition.Cause) throws {
    if let refusal { throw refusal }
    var change = try core.take { $0.begin() }
    // What the change leaves behind, the version before it first of all, is released at the end and no earlier: that may run a
    // `deinit` of the app, which may use the store.
    var released = StoreCore.Released()
    if try make(&change, prepare, cause, &released) { watchers.deliver() }
    withExtendedLifetime(released) {}
  }

  /// Makes a change, gives the turn back, and returns whether there is something to tell.
  private func make(
    _ change: inout PendingChange,
    _ prepare: (inout PendingChange) throws -> Void,
    _ cause: () -> Transition.Cause,
    _ released: inout StoreCore.Released
  ) throws -> Bool {
    var isOver = false
    defer { if !isOver { core.give() } }
    try prepare(&change)
    if change.isNothing { return false }
    let time = change.isTimed ? clock() : Timestamp(nanosecondsSince1970: 0)
    if let notes, notes.areTaken(in: change.before) { try note(&change, in: notes) }
    if change.isPackingDue { pack(&change) }
    if change.hasByteLimit { weigh(&change) }
    if let company = change.company { try ask(company, about: change, cause, at: time) }
    let commit = try core.withLock(ending: &isOver) { core, isOver in
      let commit = try core.commit(&change, at: time, &released)
      isOver = commit == nil && released.isQuiet && core.byteLimit == nil
      return commit
    }
    if isOver { return false }
    var isTold = commit.map { $0.audience != .none } ?? false
    if let commit, isTold { tell(commit, cause) }
    if !released.isQuiet, tellEvicted(released) { isTold = true }
    if change.hasByteLimit, core.withLock({ $0.mayBeOverByteLimit }) {
      let (remains, histories) = try exchangeHistories { $0.trimToBytes() }
      released.remains.add(remains)
      released.histories += histories
      isTold = true
    }
    return isTold
  }

  /// Notes an own change in the state.
  @inline(never)
  private func note(_ change: inout PendingChange, in notes: ChangeNotes) throws {
    let (label, author) = (core.withLock { $0.label(of: change) }, change.step.provenance?.author ?? .user)
    try notes.note(&change) { ChangeWords(author: author, label: label, time: clock()) }
  }

  /// Packs the pages that became old enough.
  @inline(never)
  private func pack(_ change: inout PendingChange) {
    change.packed = core.withLock { $0.unpackedPages }.map { ($0.scope, $0.page.packed()) }
  }

  /// Finds what each history alone keeps alive after a change.
  @inline(never)
  private func weigh(_ change: inout PendingChange) {
    func add(_ scope: UndoScopeID?, _ snapshot: DomainSnapshot, counted: Int? = nil) {
      guard let kept = core.withLock({ scope == nil ? $0.main.kept : $0[scope]?.kept }) else { return }
      let bytes = change.before.withAddress {
        kept.domain.bytesReleased(by: change.step, from: kept.present, to: snapshot, $0, counted: counted)
      }
      if let bytes { change.released.append((scope, bytes)) }
    }
    if let snapshot = change.snapshot { add(nil, snapshot, counted: change.bytesReleased) }
    for (id, snapshot) in change.scopeSnapshots { add(id, snapshot) }
  }

  private func record(
    _ change: borrowing PendingChange,
    _ company: PendingChange.Company,
    in recorder: any AnyObject & Sendable,
    at time: Timestamp
  ) throws {
    try WorkMeter.requireWanted()
    let event = try core.withLock { core in
      try core.requireNumbers(for: change)
      return core.event(of: change, at: time)
    }
    company.number = try record(
      in: recorder,
      from: change.before,
      to: change.after,
      event,
      change.difference,
      company.whole,
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

  /// Lets the hooks decide about it, and the recorder keep it.
  @inline(never)
  private func ask(
    _ company: PendingChange.Company,
    about change: PendingChange,
    _ cause: () -> Transition.Cause,
    at time: Timestamp
  ) throws {
    if let hooks = company.hooks { try ask(hooks, about: change, cause, at: time) }
    if let recorder = company.recorder { try record(change, company, in: recorder, at: time) }
  }

  /// Lets the hooks decide about the very transition that will be seen, made in a copy.
  ///
  /// The copy is not kept: a scope may be closed while a hook runs.
  private func ask(
    _ hooks: any AnyObject & Sendable,
    about change: PendingChange,
    _ cause: () -> Transition.Cause,
    at time: Timestamp
  ) throws {
    var (change, preview) = (change, core.withLock { $0 })
    var released = StoreCore.Released()
    defer { withExtendedLifetime(released) {} }
    guard let commit = try preview.commit(&change, at: time, &released) else {
      return
    }
    try ask(hooks, about: Transition(commit, cause: cause()))
  }
}
