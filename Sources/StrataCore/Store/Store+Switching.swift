// Undo by name, rejecting and merging are one thing: a proposal to switch steps on and off, and to bring in those of a branch.
//
//     switches -> walk -> what changes -> conflicts: ask -> what was chosen -> the state's rules -> proposal

extension Store {
  /// A step that moves switches, or merges a branch.
  struct Switching {
    let label: String
    let author: Author
    let origin: Moment.Origin
    /// The note that the app puts beside it, as JSON; empty for none.
    var note: [UInt8] = []
    /// The history whose moments the switches name: a scope's or, for nil, the store's own.
    var scope: UndoScopeID?
    /// Whether it is a step also where nothing changes.
    var isStep = false
    /// The group that ends with it; nil for none.
    var endingGroup: Int?
  }

  /// Proposes to move the switches of a step, and asks where that contradicts what is there; nil where nothing changes.
  ///
  /// - Parameter sides: The names that the sides of a conflict have.
  func proposal(
    _ switching: Switching,
    _ steps: StepsOfHistory,
    _ sides: MergeConflict.Sides,
    asking choose: (MergeConflict) -> MergeConflict.Choice?,
    _ turn: Turn
  ) throws -> Proposal? {
    guard let shape = steps.shape else { throw StoreError.notDescribed }
    let places = PlacesOfParts(domain, in: State.self)
    let (patch, chosen, isChosen) = try reading(steps) { () throws in
      let switches = steps.expanded(switching.origin.switches)
      let walked = try StepSelection.steps(
        of: steps,
        moving: switches,
        at: steps.timeline.presentID,
        merging: switching.origin.merges
      )
      let walker = try StepWalker(walked, shape)
      let conflicts = try walker.conflicts(moving: switches)
      var open: [MergeConflict] = []
      let chosen = try StepConflict.choices(in: conflicts) { conflict in
        let seen = places.outside(MergeConflict(conflict, sides))
        if let choice = choose(seen)?.choice(sides) { return choice }
        open.append(seen)
        return .current
      }
      if !open.isEmpty { throw MergeError.conflicts(open) }
      return (try walker.patch(moving: switches), chosen, !conflicts.isEmpty)
    }
    var switching = switching
    switching.isStep = switching.isStep || isChosen
    return try proposal(switching, patch, choosing: chosen, turn)
  }

  /// Proposes a step whose changes are known, and applies the state's rules; nil where nothing changes.
  ///
  /// - Parameters:
  ///   - patch: The changes that the switches make.
  ///   - chosen: The step's own changes.
  func proposal(
    _ switching: Switching,
    _ patch: Patch,
    choosing chosen: Patch = Patch(),
    _ turn: Turn
  ) throws -> Proposal? {
    guard let changed = core.withLock({ $0[switching.scope]?.domain }), let described = changed.described
    else { throw StoreError.notDescribed }
    if patch.isEmpty, chosen.isEmpty, !switching.isStep { return nil }
    let after = making.copy(turn.before)
    let shape = AnyValueShape.ofDescribed(State.self)
    let isRuled = shape?.hasRules ?? described.shape.hasRules
    var (whole, own) = (patch, chosen)
    do throws(PatchError) {
      whole = try patch.followed(by: chosen)
      let present = changed.beginning(in: turn.before)
      changed.restoreUndone(
        try described.changed(present, by: whole, asksRules: shape == nil),
        after.address
      )
      if let shape, shape.hasRules { try shape.validate(after.address) }
      if isRuled || !chosen.isEmpty {
        // A chosen value may be encoded in another form, and rules may repair the result.
        let switched = try described.changed(present, by: patch, asksRules: false)
        own = try described.patch(switched, changed.beginning(in: after))
      }
    } catch {
      throw MergeError.patch(error)
    }
    let isAsTold = own == chosen
    let provenance = Provenance(
      switching.author,
      switching.origin,
      own: own.isEmpty ? [] : own.packed,
      note: switching.note
    )
    let proposal = turn.proposal(
      after,
      as: Step(label: switching.label, provenance),
      in: domain,
      declared: switching.scope == nil && isAsTold
        ? Turn.DeclaredEdit(patch: whole.refined(described.shape), isCertain: !isRuled && chosen.isEmpty)
        : nil,
      origin: switching.scope,
      isStep: switching.isStep,
      endingGroup: switching.endingGroup
    )
    return proposal.isRecorded ? proposal : nil
  }

  /// Reads steps, and says which one cannot be read.
  func reading<Result>(_ steps: StepsOfHistory, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as PatchError {
      if steps.shape == nil { throw StoreError.notDescribed }
      if let moment = steps.unreadable { throw StoreError.unreadableMoment(moment, error) }
      throw MergeError.patch(error)
    }
  }
}

extension Store {
  /// Undoes or redoes the next of the chosen steps.
  ///
  /// - Parameters:
  ///   - author: The author of the undo or redo.
  ///   - note: The app's note beside the undo or redo. With a note it is a moment of its own, also where the state could move
  ///     to the parent or a child of the present.
  func undoOrRedo(
    _ side: HistorySide,
    of choice: StepChoice,
    as author: Author = .user,
    noting note: (any DescribedValue)? = nil,
    in scope: UndoScopeID? = nil
  ) throws {
    let note = try note.map { try Provenance.json(of: $0) }
    try write(
      { turn in
        guard let proposal = try proposal(side, of: choice, as: author, noting: note, in: scope, turn) else {
          throw side == .back ? StoreError.nothingToUndo : .nothingToRedo
        }
        return proposal
      },
      cause: { scope.map { .scope($0) } ?? (side == .back ? .undo : .redo) }
    )
  }

  /// Proposes the undo or redo of the next step; nil where there is none that changes anything.
  func proposal(
    _ side: HistorySide,
    of choice: StepChoice,
    as author: Author = .user,
    noting note: [UInt8]? = nil,
    in scope: UndoScopeID?,
    _ turn: Turn
  ) throws -> Proposal? {
    guard let timeline = core.withLock({ $0[scope] })?.timeline else { throw StoreError.scopeClosed }
    let steps = StepsOfHistory(timeline)
    var proposal: Proposal?
    var refusal: (any Error)?
    let next = try reading(steps) {
      try steps.next(side, of: choice, allowingMove: note == nil) { undone in
        let label = timeline.words(of: steps.target(of: undone)).label
        let switching = Switching(
          label: "\(side == .back ? "Undo" : "Redo") \(label)",
          author: author,
          origin: side == .back ? .undo(undone.switches) : .redo(undone.switches),
          note: note ?? [],
          scope: scope
        )
        do {
          proposal = try self.proposal(switching, undone.patch, turn)
        } catch {
          refusal = error
        }
        return proposal != nil || refusal != nil
      }
    }
    if let refusal { throw refusal }
    guard let next, next.switching == nil else { return proposal }
    return try movement(
      .step(side),
      of: scope,
      turn,
      otherwise: side == .back ? .nothingToUndo : .nothingToRedo
    )
  }
}
