// What an author's undo and redo are about, for menus.

extension Timeline {
  /// Whether a step of an author is in effect, which ``Store/undo(by:resolving:)`` would take back.
  ///
  /// Where others have taken away all that it did, that passes it over, and says `StoreError.nothingToUndo` where there is
  /// no other one: only carrying it over what came later tells.
  ///
  /// - Complexity: O(log² *n*) for *n* moments; where something was taken back since, O(steps between that and it).
  public func canUndo(by author: Author) -> Bool { stepToUndo(of: [author]) != nil }

  /// Whether there is a step for ``Store/redo(by:resolving:)`` to take again.
  ///
  /// - Complexity: As of ``canUndo(by:)``.
  public func canRedo(by author: Author) -> Bool { stepToRedo(of: [author]) != nil }

  /// The step that ``Store/undo(by:resolving:)`` would take back, as the moment that it led to; nil when there is none.
  ///
  /// - Complexity: As of ``canUndo(by:)``.
  public func undoMoment(by author: Author) -> Moment? {
    stepToUndo(of: [author]).map { moment(step(meantBy: $0)) }
  }

  /// The step that ``Store/redo(by:resolving:)`` would take again, as the moment that it led to; nil when there is none.
  ///
  /// - Complexity: As of ``canUndo(by:)``.
  public func redoMoment(by author: Author) -> Moment? {
    stepToRedo(of: [author]).map { moment(step(meantBy: $0.moment)) }
  }

  /// The step that ``Store/undo(byAny:resolving:)`` would take back, as the moment that it led to; nil when there is none.
  ///
  /// - Complexity: As of ``canUndo(by:)``.
  public func undoMoment(byAny authors: [Author]) -> Moment? {
    stepToUndo(of: authors).map { moment(step(meantBy: $0)) }
  }

  /// The step that ``Store/redo(byAny:resolving:)`` would take again, as the moment that it led to; nil when there is none.
  ///
  /// - Complexity: As of ``canUndo(by:)``.
  public func redoMoment(byAny authors: [Author]) -> Moment? {
    stepToRedo(of: authors).map { moment(step(meantBy: $0.moment)) }
  }

  /// The steps on the way to the present that were taken back, and what was done later kept, the last one first:
  /// ``Store/redo(only:as:resolving:)`` brings each of them back, or where several were rejected together, taking back the
  /// rejection does.
  ///
  /// What was undone at the tip is not among them: that lies ahead, or on a branch.
  ///
  /// - Complexity: O(steps on the way); O(1) where nothing was taken back.
  public var takenBack: [Moment] {
    if !hasTakenBack { return [] }
    var (way, ids) = (WayBack(of: self), [Moment.ID]())
    while let (moment, _) = way.next() {
      guard way.hasTakenBack(moment) else { continue }
      switch origin(of: moment) {
      case .undo, .redo, .outside: continue
      case .sent, .takingBack, .merge, .rejection: ids.append(moment)
      }
    }
    return moments(ids)
  }
}
