// The answers to menus that ask about undo and redo.

extension Timeline {
  /// Whether there is a step to undo.
  ///
  /// - Complexity: O(1), save where undo has to go around something: as of ``canUndo(by:)`` then.
  public var canUndo: Bool { next(.back, of: nil) != nil }

  /// Whether there is a step to redo.
  ///
  /// - Complexity: As of ``canUndo``.
  public var canRedo: Bool { next(.forward, of: nil) != nil }

  /// Whether ``Store/undo(by:noting:)`` would change something.
  ///
  /// The state's own rules may refuse that all the same.
  ///
  /// - Complexity: O(steps since the author's last one) when it is asked first, and O(1) as long as nothing changes.
  public func canUndo(by author: Author) -> Bool { next(.back, of: [author]) != nil }

  /// Whether ``Store/redo(by:noting:)`` would change something.
  ///
  /// - Complexity: As of ``canUndo(by:)``.
  public func canRedo(by author: Author) -> Bool { next(.forward, of: [author]) != nil }

  /// The step that ``Store/undo(by:noting:)`` would undo, as the moment that it led to; nil when there is none.
  ///
  /// - Complexity: As of ``canUndo(by:)``.
  public func undoMoment(by author: Author) -> Moment? { undoMoment(byAny: [author]) }

  /// The step that ``Store/redo(by:noting:)`` would redo, as the moment that it led to; nil when there is none.
  ///
  /// - Complexity: As of ``canUndo(by:)``.
  public func redoMoment(by author: Author) -> Moment? { redoMoment(byAny: [author]) }

  /// The step that ``Store/undo(byAny:noting:)`` would undo, as the moment that it led to; nil when there is none.
  ///
  /// - Complexity: As of ``canUndo(by:)``.
  public func undoMoment(byAny authors: [Author]) -> Moment? { next(.back, of: authors).map(moment) }

  /// The step that ``Store/redo(byAny:noting:)`` would redo, as the moment that it led to; nil when there is none.
  ///
  /// - Complexity: As of ``canUndo(by:)``.
  public func redoMoment(byAny authors: [Author]) -> Moment? { next(.forward, of: authors).map(moment) }

  /// The step that undo or redo takes next. It may run the app's code.
  private func next(_ side: HistorySide, of authors: [Author]?) -> Moment.ID? {
    if authors == nil, !undoMayPassOver {
      let beside = side == .back ? presentID : successor(of: presentID)
      return beside == oldestID ? nil : beside
    }
    let steps = StepsOfHistory(self)
    return nextSteps.step(
      NextSteps.Question(side: side, authors: authors),
      at: place,
      where: { steps.stays($0, since: $1, of: authors) },
      { steps.answer(side, of: StepChoice(by: authors)) }
    )
  }

  /// The label of the next undo or redo, for a menu.
  func label(_ side: HistorySide) -> String? { next(side, of: nil).map { words(of: $0).label } }

  /// The steps on the way to the present that are off, the last one first: ``Store/redo(only:as:noting:resolving:)`` brings each
  /// of them back.
  ///
  /// Steps that were undone at the tip are not among them: they lie ahead, or on a branch.
  ///
  /// - Complexity: O(steps on the way); O(1) where no switch was moved.
  public var takenBack: [Moment] {
    if !hasSwitches { return [] }
    let history = StepsOfHistory(self)
    let steps = EffectiveSteps(of: history, at: presentID)
    return moments(steps.filter { !$0.isOn && history.isStep($0.moment) }.map(\.moment))
  }

  /// The steps that undo takes back, or redo takes again, one after the other.
  func steps(to side: HistorySide) -> [Moment.ID] {
    let steps = StepsOfHistory(self)
    switch side {
    case .back: return steps.undoable(of: .all).map(\.moment)
    case .forward:
      let ahead = Array(sequence(first: presentID, next: successor).dropFirst())
      let beside = steps.redoable(of: .all).map(\.moment).filter { !ahead.contains($0) }
      let all = (ahead + beside).map { steps.target(of: $0) }
      // Nothing may be left of the first ones: redo passes over them.
      guard let next = next(.forward, of: nil) else { return [] }
      return Array(all.firstIndex(of: next).map { all[$0...] } ?? all[...])
    }
  }
}
