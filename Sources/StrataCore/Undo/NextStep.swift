// The next step of undo and redo, among the chosen steps: all, the steps of some authors, or those that the app wants.
//
//     undo     the present, if it is chosen: the state moves to the moment before it
//              else the newest chosen step that is on: a new moment switches it off
//
//     redo     the moment ahead, if it is chosen: the state moves there
//              else the newest undo of chosen steps that is on: a new moment switches it off
//              else the first chosen step of a branch that undo left: a new moment switches it on
//
//     1 user, 2 agent, 3 user     undo(by: .user) moves to 2; undo(by: .user) makes 4, which switches 1 off;
//                                 redo(by: .user) makes 5, which switches 4 off
//
// A new chosen step ends redo.

/// The steps that an undo or redo may take.
enum StepChoice {
  case all
  case by([Author])
  case wanted((Moment) -> Bool)

  /// The steps of some authors; nil stands for all steps.
  init(by authors: [Author]?) { self = authors.map { .by($0) } ?? .all }

  var isAll: Bool { if case .all = self { true } else { false } }
}

/// The next move of undo or redo.
struct NextStep: Sendable {
  /// The step that is undone or redone.
  let step: Moment.ID
  /// The switches that move, and their patch; nil where the state moves to the parent or a child of the present.
  let switching: SwitchPlan?
}

extension StepsOfHistory {
  /// Finds the next move of undo or redo; nil where there is none.
  ///
  /// - Parameters:
  ///   - allowsMove: Whether the state may move to the parent or a child of the present.
  ///   - isSeen: As of ``SwitchPlan``.
  func next(
    _ side: HistorySide,
    of choice: StepChoice,
    allowingMove allowsMove: Bool = true,
    where isSeen: (SwitchPlan) throws(PatchError) -> Bool = { _ in true }
  ) throws(PatchError) -> NextStep? {
    let present = timeline.presentID
    let neighbor = side == .back ? present : timeline.successor(of: present)
    if allowsMove, let neighbor, neighbor != timeline.oldestID, isTaken(neighbor, side, of: choice) {
      return NextStep(step: target(of: neighbor), switching: nil)
    }
    let found =
      side == .back
      ? try SwitchPlan(in: self, at: present, shape, undoable(of: choice), where: isSeen)
      : try SwitchPlan(in: self, at: present, shape, redoable(of: choice, ahead: !allowsMove), where: isSeen)
    guard let found else { return nil }
    return NextStep(step: target(of: found), switching: found)
  }

  /// The step that a plan undoes or redoes: the last one, which changes the value.
  func target(of plan: SwitchPlan) -> Moment.ID {
    target(of: plan.switches[plan.switches.count - 1].moment)
  }

  /// The next step of undo or redo. Where a step cannot be read, it is the first candidate, whether or not it changes anything.
  func answer(_ side: HistorySide, of choice: StepChoice) -> NextSteps.Answer {
    do throws(PatchError) {
      guard let next = try next(side, of: choice) else {
        return NextSteps.Answer(step: nil, change: .fields([]))
      }
      guard let undone = next.switching else { return .once(next.step) }
      return NextSteps.Answer(step: next.step, change: try change(of: undone.switches, upTo: 100))
    } catch {
      let first = side == .back ? undoable(of: choice).first { _ in true } : redoable(of: choice).first
      return .once(first.map { target(of: $0.moment) })
    }
  }

  /// The changes of some steps and of the steps that they switched, together; nil where a step has more than a number of them.
  private func change(of switches: [StepSwitch], upTo most: Int) throws(PatchError) -> Patch.Node? {
    var nodes: [Patch.Node] = []
    for one in switches {
      let patch = try patch(of: one.moment)
      if origin(of: one.moment).merges != nil || patch.changes.count > most { return nil }
      if let node = patch.root { nodes.append(node) }
      let switched = self.switches(of: one.moment)
      if switched.isEmpty { continue }
      guard let node = try change(of: switched, upTo: most) else { return nil }
      nodes.append(node)
    }
    return Patch.Node.together(nodes)
  }

  /// Whether an answer from an earlier moment still holds: since then, other authors changed other places, and no moment was
  /// evicted.
  func stays(_ answer: NextSteps.Answer, since place: NextSteps.Place, of authors: [Author]?) -> Bool {
    guard let authors, let change = answer.change, place.oldest == timeline.oldestID,
      place.lineEnd == place.present, newest(of: .by(authors)).map({ $0 <= place.newest }) ?? true
    else { return false }
    let places = ChangedPlaces(change)
    var moment = timeline.presentID
    for passed in 0..<64 {
      if moment == place.present {
        return timeline.extensions == place.extensions && timeline.count - place.count == passed
          && timeline.newestID.number - place.newest.number == passed
      }
      guard let parent = timeline.parent(of: moment) else { return false }
      switch origin(of: moment) {
      case .sent, .external: break
      case .undo, .redo, .switched, .merge: return false
      }
      if isChosen(moment, by: .by(authors)) || answer.step != nil && touches(moment, places) { return false }
      moment = parent
    }
    return false
  }

  /// The chosen steps that are on, the one that was sent or redone last first.
  func undoable(of choice: StepChoice) -> UndoableSteps { UndoableSteps(of: self, choice) }

  /// The switches that redo may move, in their order.
  ///
  /// - Parameter isAhead: Whether redo may also switch on steps ahead of the present, to which the state would else move.
  func redoable(of choice: StepChoice, ahead isAhead: Bool = false) -> [StepSwitch] {
    if choice.isAll && !timeline.undoMayPassOver && !isAhead { return [] }
    let left = left(of: choice)
    var end = left?.newest ?? timeline.oldestID
    let first = left?.steps.first ?? end
    // A step of the branch that a switch moved is not redone as a step that undo left.
    var (undos, met): ([StepSwitch], Set<Moment.ID>) = ([], [])
    for (moment, isOn) in EffectiveSteps(of: self, at: timeline.presentID) {
      if moment < min(end, first) { break }
      met.insert(moment)
      switch origin(of: moment) {
      case .external, .redo: continue
      case .undo:
        if isOn, moment > end, isChosen(moment, by: choice) {
          undos.append(StepSwitch(moment, isOn: false))
        }
      case .sent, .switched, .merge: if isChosen(moment, by: choice) { end = max(end, moment) }
      }
    }
    return undos + (left?.steps ?? []).filter { !met.contains($0) }.map { StepSwitch($0, isOn: true) }
  }
}

/// The switches that undo may move: of the chosen steps that are on, the one that was sent or redone last first.
struct UndoableSteps: Sequence, IteratorProtocol {
  private let history: StepsOfHistory
  private let choice: StepChoice
  private var steps: EffectiveSteps<StepsOfHistory>
  private var listed: Set<Moment.ID> = []
  private let isEmpty: Bool

  init(of history: StepsOfHistory, _ choice: StepChoice) {
    (self.history, self.choice) = (history, choice)
    steps = EffectiveSteps(of: history, at: history.timeline.presentID)
    isEmpty = history.newest(of: choice).map { $0 <= history.timeline.oldestID } ?? true
  }

  mutating func next() -> StepSwitch? {
    if isEmpty { return nil }
    while let (moment, isOn) = steps.next() {
      guard isOn, history.isStep(moment) || history.isRedo(moment) else { continue }
      let step = history.target(of: moment)
      guard history.isStep(step, of: choice), step == moment || willFind(step) else { continue }
      if listed.insert(step).inserted { return StepSwitch(step, isOn: false) }
    }
    return nil
  }

  /// Whether a step that the sequence has not reached yet is on.
  private func willFind(_ step: Moment.ID) -> Bool {
    var rest = steps
    while let (moment, isOn) = rest.next(), moment >= step { if moment == step { return isOn } }
    return false
  }
}

extension StepsOfHistory {
  /// Whether a moment is chosen: by its author or, for an undo or redo, by the step that it undoes or redoes.
  func isChosen(_ moment: Moment.ID, by choice: StepChoice) -> Bool {
    switch choice {
    case .all: true
    case .by(let authors): authors.contains(author(of: moment))
    case .wanted(let isWanted): isWanted(self.moment(target(of: moment)))
    }
  }

  /// The newest chosen step; it may be evicted.
  func newest(of choice: StepChoice) -> Moment.ID? {
    switch choice {
    case .all: timeline.newestOwn(by: nil)
    case .by(let authors): timeline.newestOwn(by: authors)
    case .wanted: timeline.pages.newest { moment, _ in isStep(moment) && isChosen(moment, by: choice) }
    }
  }

  /// Whether a moment is a step that can be undone: no external change, no undo and no redo.
  func isStep(_ moment: Moment.ID) -> Bool {
    switch origin(of: moment) {
    case .sent, .switched, .merge: true
    case .external, .undo, .redo: false
    }
  }

  func isStep(_ moment: Moment.ID, of choice: StepChoice) -> Bool {
    isStep(moment) && isChosen(moment, by: choice)
  }

  func isRedo(_ moment: Moment.ID) -> Bool { if case .redo = origin(of: moment) { true } else { false } }

  /// Whether undo moves back over a moment, or redo forward to it.
  fileprivate func isTaken(_ moment: Moment.ID, _ side: HistorySide, of choice: StepChoice) -> Bool {
    if choice.isAll && (side == .forward || !timeline.undoMayPassOver) { return true }
    return isStep(moment, of: choice) || isRedo(moment) && isChosen(target(of: moment), by: choice)
  }

  /// The step that a moment undoes or redoes; any other moment itself.
  func target(of moment: Moment.ID) -> Moment.ID {
    var target = moment
    while true {
      switch origin(of: target) {
      case .undo(let switches), .redo(let switches):
        guard let other = switches.last?.moment, timeline.tree.contains(other) else { return target }
        target = other
      case .sent, .external, .switched, .merge: return target
      }
    }
  }

  /// The chosen steps of the branch that undo left before another author's step, in their order.
  ///
  /// Nil where the newest chosen step is on the way to the present, or on a branch that a jump left.
  fileprivate func left(of choice: StepChoice) -> (steps: [Moment.ID], newest: Moment.ID)? {
    guard let newest = newest(of: choice), timeline.tree.contains(newest) else { return nil }
    let shared = timeline.last(onTheWayUpTo: newest)
    guard shared != newest, timeline.isOnTheWay(shared, to: newest) else { return nil }
    let steps = (timeline.steps(after: shared, to: newest) ?? []).filter {
      isStep($0, of: choice) || isRedo($0) && isChosen(target(of: $0), by: choice)
    }
    return (steps, newest)
  }
}
