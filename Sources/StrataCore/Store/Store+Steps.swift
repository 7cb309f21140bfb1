extension Store {
  /// Takes back the last `count` steps that are still in effect, or as many as there are.
  ///
  ///     try store.undo(steps: 3)
  ///
  /// The result is that of as many calls of ``undo()``, in one change: the store calls hooks once and observers once. If a
  /// change came from outside after one of the steps, as ``Recording/external(_:)``, undo has to go around that change. Undo
  /// then takes these steps back one after the other, each in a change of its own, until another writer comes in between.
  /// Steps that were taken back by then stay so, even if the next undo throws.
  ///
  /// - Returns: The number of steps that were taken back.
  /// - Throws: `StoreError.nothingToUndo` where there is none; any error that ``undo()`` throws.
  /// - Complexity: O(`count`), and as of ``jump(to:)``.
  @discardableResult
  public func undo(steps count: Int) throws -> Int { try undoOrRedo(.back, steps: count, in: nil) }

  /// Takes the last `count` undone steps forward again, or as many as there are.
  ///
  /// - Returns: The number of steps that were taken.
  /// - Throws: `StoreError.nothingToRedo` where there is none; any error that ``redo()`` throws. See ``undo(steps:)``.
  /// - Complexity: As of ``undo(steps:)``.
  @discardableResult
  public func redo(steps count: Int) throws -> Int { try undoOrRedo(.forward, steps: count, in: nil) }

  func undoOrRedo(_ side: HistorySide, steps count: Int, in scope: UndoScopeID?) throws -> Int {
    var (taken, revision) = (0, Int?.none)
    while taken < count {
      var next = 0
      try write(
        { turn in
          // Another writer came in between.
          if let revision, turn.revision != revision { return nil }
          revision = turn.revision + 1
          let found = try proposal(side, upTo: count - taken, in: scope, turn)
          guard let (proposal, steps) = found else {
            if taken == 0 { throw side == .back ? StoreError.nothingToUndo : .nothingToRedo }
            return nil
          }
          next = steps
          return proposal
        },
        cause: { scope.map { .scope($0) } ?? (side == .back ? .undo : .redo) }
      )
      if next == 0 { break }
      taken += next
    }
    return taken
  }

  /// Proposes one change that takes several steps, where they follow one another, and says how many; nil where there is none.
  private func proposal(
    _ side: HistorySide,
    upTo count: Int,
    in scope: UndoScopeID?,
    _ turn: Turn
  ) throws -> (Proposal, steps: Int)? {
    guard let timeline = core.withLock({ $0[scope] })?.timeline else { throw StoreError.scopeClosed }
    let run = timeline.run(of: count, side)
    guard run.count > 1, let last = run.last, let end = side == .back ? timeline.parent(of: last) : last
    else {
      return try proposal(side, of: .all, in: scope, turn).map { ($0, 1) }
    }
    // Undo restores the fields from before the last step that it takes back.
    let undone = side == .back && scope == nil && domain.restoresFields ? try unpack(last, in: nil) : nil
    let nowhere: StoreError = side == .back ? .nothingToUndo : .nothingToRedo
    return try movement(.jump(end), of: scope, undoing: undone, turn, otherwise: nowhere).map {
      ($0, run.count)
    }
  }
}

extension Timeline {
  /// The steps next to the present that undo or redo would take by going from moment to moment, around nothing.
  fileprivate func run(of count: Int, _ side: HistorySide) -> [Moment.ID] {
    switch side {
    case .back:
      let way = sequence(first: presentID, next: parent)
      if !undoMayPassOver { return way.prefix(count).prefix { $0 != oldestID } }
      let steps = StepsOfHistory(self)
      return way.prefix(count).prefix { $0 != oldestID && (steps.isStep($0) || steps.isRedo($0)) }
    case .forward: return Array(sequence(first: presentID, next: successor).dropFirst().prefix(count))
    }
  }
}
