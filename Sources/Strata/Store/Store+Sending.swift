extension Store {
  /// Changes the state by `action`, and records a step when the undo domain is different afterwards.
  ///
  /// - Throws: What the reducer or the commit hook throws, `StoreError.untrackedChange` when the action is not
  ///   recorded and yet changed the undo domain, and `StoreError.busy` inside a reducer, a transaction or the
  ///   hook. State and history are then as they were.
  public func send(_ action: State.Action) throws {
    try write { version, lenses in (try Self.proposal(for: action, version, lenses), ()) }
  }

  /// Changes the state by `action`, provided that nobody else changed it since `revision`.
  ///
  /// - Throws: `StoreError.outdated` when somebody did; else what ``send(_:)`` throws.
  public func send(_ action: State.Action, ifRevision revision: Int) throws {
    try write { version, lenses in
      let actual = self.revision
      guard actual == revision else { throw StoreError.outdated(expected: revision, actual: actual) }
      return (try Self.proposal(for: action, version, lenses), ())
    }
  }

  /// Sends several actions as one: all of them happen or none, and they are one step under one label.
  ///
  ///     try store.transaction("Start the day") { draft in
  ///       try draft.send(.startPage(today))
  ///       try draft.send(.apply(dailyBundle))
  ///     }
  ///
  /// Other writers wait until the body returns; readers go on seeing what was committed last. Send to the draft
  /// inside: the store itself answers `StoreError.busy` there.
  ///
  /// - Throws: What `body` throws, and what ``send(_:)`` throws; nothing has changed then.
  public func transaction<Result>(_ label: String, _ body: (inout Draft<State>) throws -> Result) throws
    -> Result
  {
    try write { version, lenses in
      var draft = Draft(of: version, watchedBy: lenses)
      let result = try body(&draft)
      let touched = lenses.touched(from: version, to: draft.version)
      let proposal = Proposal(
        version: draft.version,
        cause: .transaction(label, actions: draft.actions),
        effect: touched.isEmpty ? .nothing : .step(Step(label: label), in: touched)
      )
      return (proposal, result)
    }
  }

  /// Replaces the whole state, and begins a new history, also in every open scope.
  ///
  /// - Throws: What the commit hook throws, and `StoreError.busy` inside a reducer, a transaction or the hook.
  public func load(_ state: State) throws {
    try write { _, _ in (Proposal(version: Version(state), cause: .load, effect: .restart), ()) }
  }

  private static func proposal(
    for action: State.Action,
    _ version: Version<State>,
    _ lenses: Lenses<State>
  ) throws -> Proposal<State> {
    let (next, recording) = try version.reduced(by: action)
    let touched = lenses.touched(from: version, to: next)
    var effect = Proposal<State>.Effect.nothing
    if !touched.isEmpty {
      guard let step = Step(recording) else { throw StoreError.untrackedChange(action: "\(action)") }
      effect = .step(step, in: touched)
    }
    return Proposal(version: next, cause: .action(action), effect: effect)
  }
}
