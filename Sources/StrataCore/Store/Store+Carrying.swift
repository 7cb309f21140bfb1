// How a step comes about that carries an old change over what was done beside it.
extension Store {
  /// Undoes or redoes the next step of some authors: at the present moment by going to the one beside it, else by a step
  /// that takes it back.
  ///
  /// - Parameter authors: Whose step, the first of whom takes it back; nil for everybody's.
  func takeBack(
    _ side: HistorySide,
    of authors: [Author]?,
    in scope: UndoScopeID?,
    _ choose: (MergeConflict) -> MergeConflict.Choice?
  ) throws {
    try write(
      { change in
        guard let timeline = core.withLock({ $0[scope] })?.timeline else { throw StoreError.scopeClosed }
        try prepareTaking(side, timeline, of: authors, in: scope, choose, &change)
      },
      cause: { scope.map { .scope($0) } ?? (side == .back ? .undo : .redo) }
    )
  }

  /// Puts together the undo or redo of the next step.
  func prepareTaking(
    _ side: HistorySide,
    _ timeline: Timeline,
    of authors: [Author]?,
    in scope: UndoScopeID?,
    _ choose: (MergeConflict) -> MergeConflict.Choice?,
    _ change: inout PendingChange
  ) throws {
    switch side {
    case .back: try prepareUndo(timeline, of: authors, in: scope, choose, &change)
    case .forward: try prepareRedo(timeline, of: authors, in: scope, choose, &change)
    }
  }

  private func prepareUndo(
    _ timeline: Timeline,
    of authors: [Author]?,
    in scope: UndoScopeID?,
    _ choose: (MergeConflict) -> MergeConflict.Choice?,
    _ change: inout PendingChange
  ) throws {
    guard let next = timeline.stepToUndo(of: authors) else { throw StoreError.nothingToUndo }
    if next == timeline.presentID {
      return try prepare(.step(.back), of: scope, &change, otherwise: .nothingToUndo)
    }
    try prepareFirst(of: timeline.stepsToUndo(of: authors), otherwise: .nothingToUndo) { moment in
      let label = timeline.words(of: timeline.step(meantBy: moment)).label
      let step = Step(label: "Undo \(label)", Provenance(authors?.first ?? .user, .undo(of: moment)))
      try prepareTakingBack(moment, as: step, in: scope, choose, &change)
    }
  }

  private func prepareRedo(
    _ timeline: Timeline,
    of authors: [Author]?,
    in scope: UndoScopeID?,
    _ choose: (MergeConflict) -> MergeConflict.Choice?,
    _ change: inout PendingChange
  ) throws {
    try prepareFirst(of: timeline.stepsToRedo(of: authors), otherwise: .nothingToRedo) { next in
      switch next {
      case .forward: try prepare(.step(.forward), of: scope, &change, otherwise: .nothingToRedo)
      case .again(let moment): try prepareAgain(moment, in: scope, choose, &change)
      case .takingBack(let undo):
        let label = timeline.words(of: timeline.step(meantBy: undo)).label
        let step = Step(label: "Redo \(label)", Provenance(authors?.first ?? .user, .redo(of: undo)))
        try prepareTakingBack(undo, as: step, in: scope, choose, &change)
      }
    }
  }

  /// Prepares what is to be done with the first of some steps of which anything is left.
  ///
  /// - Parameter error: What to say where nothing is left of any.
  private func prepareFirst<Next>(
    of steps: some Sequence<Next>,
    otherwise error: StoreError,
    _ body: (Next) throws -> Void
  ) throws {
    for step in steps {
      do {
        return try body(step)
      } catch StoreError.nothingLeft {
        continue
      }
    }
    throw error
  }

  /// Puts together a step that takes the one to a moment on another branch again.
  private func prepareAgain(
    _ moment: Moment.ID,
    in scope: UndoScopeID?,
    _ choose: (MergeConflict) -> MergeConflict.Choice?,
    _ change: inout PendingChange
  ) throws {
    guard let history = core.withLock({ $0[scope] }) else { throw StoreError.scopeClosed }
    var (steps, places) = (try StepsOfHistory(history), PlacesOfParts<State>(history.domain))
    let patch = try steps.takeAgain(moment) { try places.rebase($0, over: $1, choose) }
    let words = history.timeline.words(of: moment)
    let provenance = Provenance(
      words.provenance?.author ?? .user,
      steps.originAgain(of: moment),
      again: moment,
      note: words.provenance?.note ?? []
    )
    let isStep = places.isChosen || history.timeline.isMerge(moment)
    let error = isStep ? nil : StoreError.nothingLeft(of: moment)
    if let error, patch.isEmpty { throw error }
    let step = Step(label: words.label, provenance)
    try prepareChange(patch, carriedBy: places, as: step, in: scope, otherwise: error, &change)
  }

  /// Puts together a step that takes back the one to a moment on the way to the present.
  func prepareTakingBack(
    _ moment: Moment.ID,
    as step: Step,
    in scope: UndoScopeID?,
    _ choose: (MergeConflict) -> MergeConflict.Choice?,
    _ change: inout PendingChange
  ) throws {
    guard let history = core.withLock({ $0[scope] }) else { throw StoreError.scopeClosed }
    try history.timeline.requireOnTheWay(moment)
    var (steps, places) = (try StepsOfHistory(history), PlacesOfParts<State>(history.domain))
    let borne = try steps.step(borneBy: moment)
    let back = try steps.takeBack([Moment.Rejected(moment: borne, changes: nil)]) {
      try places.rebase($0, over: $1, choose)
    }
    // Who chose what is there is not asked about the same step again, until what settled it is taken back itself. And a branch
    // that is to be merged again has to be one that is not merged any more, whatever is left of what it brought.
    let isStep = try places.isChosen || steps.isSettling(borne) || history.timeline.isMerge(moment)
    let error = isStep ? nil : StoreError.nothingLeft(of: moment)
    if let error, back.isEmpty { throw error }
    try prepareChange(back, carriedBy: places, as: step, in: scope, otherwise: error, &change)
  }

  /// Puts together a step that changes what a history covers, and lets the state's rules have their say.
  ///
  /// - Parameters:
  ///   - places: What carried it: where something was chosen that neither side has, what is recorded is what comes of it.
  ///   - error: What to say where it comes to what there is already; nil where that is a step, too.
  func prepareChange(
    _ patch: Patch,
    carriedBy places: PlacesOfParts<State>,
    as step: Step,
    in scope: UndoScopeID?,
    otherwise error: StoreError?,
    _ change: inout PendingChange
  ) throws {
    let domain = core.withLock { $0[scope]?.domain }
    guard let domain, let described = domain.described else { throw StoreError.notDescribed }
    change.after = making.copy(change.before)
    let shape = AnyValueShape.ofDescribed(State.self)
    do throws(PatchError) {
      let present = change.after.withAddress { domain.capture($0, $0) }
      let changed = try described.changed(present, by: patch, asksRules: shape == nil)
      domain.restoreUndone(changed, change.after.address)
      if let shape, shape.hasRules { try shape.validate(change.after.address) }
    } catch {
      throw MergeError.patch(error)
    }
    change.step = step
    change.company?.originHistory = scope
    // What was carried says which of two equal elements it is about.
    if scope == nil, !places.hasOtherValue {
      let mayBeRepaired = shape?.hasRules ?? described.shape.hasRules
      change.capture(domain, told: patch, mayLeadElsewhere: mayBeRepaired)
    } else {
      change.capture(domain)
    }
    guard let error else { return change.captureUnchanged(domain) }
    if !change.isRecorded { throw error }
  }
}
