extension Store {
  /// Changes the state by `action`, and records a step when the undo domain is different afterwards.
  ///
  /// - Throws: What the reducer or the commit hook throws, `StoreError.untrackedChange` when the action is not
  ///   recorded and yet changed the undo domain, and `StoreError.busy` inside a reducer, a transaction or the
  ///   hook. State and history are then as they were.
  public func send(_ action: State.Action) throws {
    try write({ try $0.proposal(for: action, State.self) }, cause: { .action(action) })
  }

  /// Changes the state by `action`, provided that nobody else changed it since `revision`.
  ///
  /// - Throws: `StoreError.outdated` when somebody did; else what ``send(_:)`` throws.
  public func send(_ action: State.Action, ifRevision revision: Int) throws {
    try write(
      { present in
        guard present.revision == revision else {
          throw StoreError.outdated(expected: revision, actual: present.revision)
        }
        return try present.proposal(for: action, State.self)
      },
      cause: { .action(action) }
    )
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
    var result: Result?
    var actions: [State.Action] = []
    try write(
      { present in
        var draft = Draft<State>(of: present.version, watching: present.parts)
        result = try body(&draft)
        actions = draft.actions
        let captures = present.parts.captures(from: present.version, to: draft.version)
        let effect = captures.isEmpty ? Proposal.Effect.nothing : .step(Step(label: label), captures)
        return Proposal(version: draft.version, effect: effect)
      },
      cause: { .transaction(label, actions: actions) }
    )
    guard let result else { preconditionFailure("A write that did not throw has run its body") }
    return result
  }

  /// Replaces the whole state, and begins a new history, also in every open scope.
  ///
  /// - Throws: What the commit hook throws, and `StoreError.busy` inside a reducer, a transaction or the hook.
  public func load(_ state: State) throws {
    let version = AnyVersion(state)
    try write(
      { Proposal(version: version, effect: .restart($0.parts.captures(of: version))) },
      cause: { .load }
    )
  }
}
