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
      { turn in
        guard let timeline = core.withLock({ $0[scope] })?.timeline else { throw StoreError.scopeClosed }
        guard let proposal = try proposal(side, timeline, of: authors, in: scope, choose, turn) else {
          throw side == .back ? StoreError.nothingToUndo : .nothingToRedo
        }
        return proposal
      },
      cause: { scope.map { .scope($0) } ?? (side == .back ? .undo : .redo) }
    )
  }

  /// Proposes the undo or redo of the next step; nil where there is none of which anything is left.
  func proposal(
    _ side: HistorySide,
    _ timeline: Timeline,
    of authors: [Author]?,
    in scope: UndoScopeID?,
    _ choose: (MergeConflict) -> MergeConflict.Choice?,
    _ turn: Turn
  ) throws -> Proposal? {
    switch side {
    case .back: try undo(timeline, of: authors, in: scope, choose, turn)
    case .forward: try redo(timeline, of: authors, in: scope, choose, turn)
    }
  }

  private func undo(
    _ timeline: Timeline,
    of authors: [Author]?,
    in scope: UndoScopeID?,
    _ choose: (MergeConflict) -> MergeConflict.Choice?,
    _ turn: Turn
  ) throws -> Proposal? {
    guard let next = timeline.stepToUndo(of: authors) else { return nil }
    if next == timeline.presentID {
      return try movement(.step(.back), of: scope, turn, otherwise: .nothingToUndo)
    }
    for moment in timeline.stepsToUndo(of: authors) {
      let label = timeline.words(of: timeline.step(meantBy: moment)).label
      let step = Step(label: "Undo \(label)", Provenance(authors?.first ?? .user, .undo(of: moment)))
      if let proposal = try takingBack(moment, as: step, in: scope, choose, turn) { return proposal }
    }
    return nil
  }

  private func redo(
    _ timeline: Timeline,
    of authors: [Author]?,
    in scope: UndoScopeID?,
    _ choose: (MergeConflict) -> MergeConflict.Choice?,
    _ turn: Turn
  ) throws -> Proposal? {
    for next in timeline.stepsToRedo(of: authors) {
      let proposal: Proposal?
      switch next {
      case .forward: proposal = try movement(.step(.forward), of: scope, turn, otherwise: .nothingToRedo)
      case .again(let moment): proposal = try again(moment, in: scope, choose, turn)
      case .takingBack(let undo):
        let label = timeline.words(of: timeline.step(meantBy: undo)).label
        let step = Step(label: "Redo \(label)", Provenance(authors?.first ?? .user, .redo(of: undo)))
        proposal = try takingBack(undo, as: step, in: scope, choose, turn)
      }
      if let proposal { return proposal }
    }
    return nil
  }

  /// Proposes a step that takes the one to a moment on another branch again; nil where nothing is left of it.
  private func again(
    _ moment: Moment.ID,
    in scope: UndoScopeID?,
    _ choose: (MergeConflict) -> MergeConflict.Choice?,
    _ turn: Turn
  ) throws -> Proposal? {
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
    let step = Step(label: words.label, provenance)
    return try carried(patch, by: places, as: step, in: scope, isStep: isStep, turn)
  }

  /// Proposes a step that takes back the one to a moment on the way to the present; nil where nothing is left of it.
  func takingBack(
    _ moment: Moment.ID,
    as step: Step,
    in scope: UndoScopeID?,
    _ choose: (MergeConflict) -> MergeConflict.Choice?,
    _ turn: Turn
  ) throws -> Proposal? {
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
    return try carried(back, by: places, as: step, in: scope, isStep: isStep, turn)
  }

  /// Proposes a step that changes what a history covers, and lets the state's rules have their say.
  ///
  /// - Parameters:
  ///   - places: What carried it: where something was chosen that neither side has, what is recorded is what comes of it.
  ///   - isStep: Whether it is a step also where it comes to what there is already: nil is returned otherwise.
  func carried(
    _ patch: Patch,
    by places: PlacesOfParts<State>,
    as step: Step,
    in scope: UndoScopeID?,
    isStep: Bool,
    endingGroup: Int? = nil,
    _ turn: Turn
  ) throws -> Proposal? {
    if patch.isEmpty, !isStep { return nil }
    guard let changed = core.withLock({ $0[scope]?.domain }), let described = changed.described else {
      throw StoreError.notDescribed
    }
    let after = making.copy(turn.before)
    let shape = AnyValueShape.ofDescribed(State.self)
    do throws(PatchError) {
      let present = changed.beginning(in: turn.before)
      let snapshot = try described.changed(present, by: patch, asksRules: shape == nil)
      changed.restoreUndone(snapshot, after.address)
      if let shape, shape.hasRules { try shape.validate(after.address) }
    } catch {
      throw MergeError.patch(error)
    }
    // What was carried says which of two equal elements it is about.
    let isDeclared = scope == nil && !places.hasOtherValue
    let mayBeRepaired = shape?.hasRules ?? described.shape.hasRules
    let proposal = turn.proposal(
      after,
      as: step,
      in: domain,
      declared: isDeclared ? Turn.DeclaredEdit(patch: patch, isCertain: !mayBeRepaired) : nil,
      origin: scope,
      isStep: isStep,
      endingGroup: endingGroup
    )
    return proposal.isRecorded ? proposal : nil
  }
}
