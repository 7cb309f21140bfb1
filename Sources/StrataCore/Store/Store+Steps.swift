extension Store {
  /// Takes back the last `count` steps that are still in effect, or as many as there are.
  ///
  ///     try store.undo(steps: 3)
  ///
  /// What comes of it is what as many calls of ``undo()`` would lead to, in one change: hooks are asked once, and observers
  /// are told once. Where something came from outside after one of the steps, as ``Recording/outside(_:)``, undo has to go
  /// around that: those steps are taken back one after the other, each in a change of its own, until another writer comes
  /// in between. What was taken back by then stays so, also where the next one throws.
  ///
  /// - Returns: How many were taken back.
  /// - Throws: `StoreError.nothingToUndo` where there is none; what ``undo()`` throws.
  /// - Complexity: O(`count`), and as of ``jump(to:)``.
  @discardableResult
  public func undo(steps count: Int) throws -> Int { try take(.back, steps: count, in: nil) }

  /// Takes the last `count` undone steps forward again, or as many as there are.
  ///
  /// - Returns: How many were taken.
  /// - Throws: `StoreError.nothingToRedo` where there is none; what ``redo()`` throws. See ``undo(steps:)``.
  /// - Complexity: As of ``undo(steps:)``.
  @discardableResult
  public func redo(steps count: Int) throws -> Int { try take(.forward, steps: count, in: nil) }

  func take(_ side: HistorySide, steps count: Int, in scope: UndoScopeID?) throws -> Int {
    var (taken, revision) = (0, Int?.none)
    while taken < count {
      var next = 0
      do {
        try write(
          { change in
            guard change.revision == revision ?? change.revision else { throw Interrupted() }
            revision = change.revision + 1
            next = try prepare(side, upTo: count - taken, in: scope, &change)
          },
          cause: { scope.map { .scope($0) } ?? (side == .back ? .undo : .redo) }
        )
      } catch is Interrupted {
        break
      } catch StoreError.nothingToUndo where taken > 0 {
        break
      } catch StoreError.nothingToRedo where taken > 0 {
        break
      }
      taken += next
    }
    return taken
  }

  /// Puts together one change that takes several steps, where they follow one another; returns how many.
  private func prepare(
    _ side: HistorySide,
    upTo count: Int,
    in scope: UndoScopeID?,
    _ change: inout PendingChange
  ) throws -> Int {
    guard let timeline = core.withLock({ $0[scope] })?.timeline else { throw StoreError.scopeClosed }
    let run = timeline.run(of: count, side)
    guard run.count > 1, let last = run.last, let end = side == .back ? timeline.parent(of: last) : last
    else {
      try prepareTaking(side, timeline, of: nil, in: scope, { _ in nil }, &change)
      return 1
    }
    // Undo brings back the companion from before the last step that it takes back.
    let undone = side == .back && scope == nil && domain.restoresFields ? try unpack(last, in: nil) : nil
    let nowhere: StoreError = side == .back ? .nothingToUndo : .nothingToRedo
    try prepare(.jump(end), of: scope, undoing: undone, &change, otherwise: nowhere)
    return run.count
  }
}

/// Another writer came in between.
private struct Interrupted: Error {}

extension Timeline {
  /// The steps next to the present that undo or redo would take by going from moment to moment, around nothing.
  fileprivate func run(of count: Int, _ side: HistorySide) -> [Moment.ID] {
    switch side {
    case .back:
      var run: [Moment.ID] = []
      let known = isGoneAround ? Array(stepsToUndo(of: nil).prefix(count)) : nil
      var place = presentID
      while run.count < count, let before = parent(of: place) {
        if let known, run.count >= known.count || known[run.count] != place { break }
        run.append(place)
        place = before
      }
      return run
    case .forward: return Array(sequence(first: presentID, next: successor).dropFirst().prefix(count))
    }
  }
}
