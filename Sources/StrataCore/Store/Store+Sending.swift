extension Store {
  /// Changes the state by `action`, and records a step when the undo domain is different afterwards.
  ///
  /// - Throws: Any error that the reducer or a commit hook throws, `StoreError.untrackedChange` when the action is not
  ///   recorded and yet changed the undo domain, and `StoreError.busy` inside a reducer, a transaction or a hook. State and
  ///   history are then as they were.
  public func send(_ action: State.Action) throws {
    try write({ try proposal(of: action, $0) }, cause: { .action(action) })
  }

  /// Changes the state by `action` in an author's name, provided that no other writer changed it since `revision`.
  ///
  ///     try store.send(.rename(page, "Plan"), as: .agent)
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - author: The author of the action. The moment keeps the author, and ``undo(by:noting:)`` goes by it.
  ///   - note: The app's note beside the step, as ``Moment/note(as:)``: a described value, such as the request to an agent.
  ///     Steps merge only where their notes are equal.
  ///   - revision: The revision that the writer has looked at; nil for any revision.
  /// - Throws: `StoreError.outdated` when another writer changed the state since; ``PatchError`` when the note cannot be
  ///   encoded; else any error that ``send(_:)`` throws.
  public func send(
    _ action: State.Action,
    as author: Author = .user,
    noting note: (any DescribedValue)? = nil,
    ifRevision revision: Int? = nil
  ) throws {
    let note = try note.map { try Provenance.json(of: $0) } ?? []
    try write(
      { turn in
        try turn.require(revision)
        return try proposal(of: action, as: (author, note), turn)
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
  /// Other writers wait until the body returns; readers go on seeing the last committed state. Send to the draft inside: the
  /// store itself answers `StoreError.busy` there. If all actions are recorded as ``Recording/external(_:)``, so is the
  /// transaction.
  ///
  /// - Parameters:
  ///   - label: The label of the step; nil for the label of the first action in it that is recorded.
  ///   - author: The author of the actions.
  ///   - note: The app's note beside the step; see ``send(_:as:noting:ifRevision:)``.
  ///   - revision: The revision that the writer has looked at; nil for any revision.
  ///   - body: Sends the actions.
  /// - Throws: Any error that `body` or ``send(_:as:noting:ifRevision:)`` throws; nothing has changed then.
  public func transaction<Result>(
    _ label: String? = nil,
    as author: Author = .user,
    noting note: (any DescribedValue)? = nil,
    ifRevision revision: Int? = nil,
    _ body: (inout Draft<State>) throws -> Result
  ) throws -> Result {
    let note = try note.map { try Provenance.json(of: $0) } ?? []
    var result: Result?
    var (title, actions): (String, [State.Action]) = ("", [])
    try write(
      { turn in
        try turn.require(revision)
        var draft = Draft<State>(of: turn.before, domain, making)
        result = try body(&draft)
        (title, actions) = (label ?? draft.label ?? "Change", draft.actions)
        let origin: Moment.Origin = draft.isExternal ? .external : .sent
        var step = Step(label: title, Provenance(author, origin, note: note))
        turn.join(&step)
        return turn.proposal(try draft.finished(), as: step, in: domain)
      },
      cause: { .transaction(title, actions: actions) }
    )
    guard let result else { preconditionFailure("A write that did not throw has run its body") }
    return result
  }

  /// Replaces the whole state, and begins a new history, also in every open scope.
  ///
  /// - Throws: Any error that a commit hook throws, and `StoreError.busy` inside a reducer, a transaction or a hook.
  public func load(_ state: State) throws {
    let version = making.version(state)
    try write(
      { turn in turn.restart(version, .restart, in: domain) },
      cause: { .load }
    )
  }

  /// Proposes what an action makes of the present.
  @inline(__always)
  private func proposal(
    of action: State.Action,
    as words: (author: Author, note: [UInt8])? = nil,
    _ turn: Turn
  ) throws -> Proposal {
    let recording = making.recording(turn.before, action)
    // If the reducer throws, the half-changed version is dropped.
    let after = making.copy(turn.before)
    try making.reduce(after, action)
    var step = Step(recording)
    if let words { step = step.by(words.author, noting: words.note) }
    turn.join(&step)
    let edit = (recording.isDeclared ? recording.edit : nil).flatMap(partialEdit).map {
      Turn.DeclaredEdit(patch: $0)
    }
    let proposal = turn.proposal(after, as: step, in: domain, declared: edit)
    if proposal.main != nil, !recording.isTracked {
      throw StoreError.untrackedChange(action: "\(action)")
    }
    return proposal
  }

  /// Returns the changes of an edit of the whole state in the fields that undo covers; nil where they are not known.
  func partialEdit(of edit: Patch) -> Patch? {
    func fields<Known: DescribedValue>(_: Known.Type) -> PartFields? {
      PartFields(domain.paths, of: Known.self)
    }
    return (State.self as? any DescribedValue.Type).flatMap { fields($0) }?.part(of: edit)
  }
}
