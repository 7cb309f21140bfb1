// The steps that undo and redo take next, among those that are meant: of some authors, or such as the app wants.
//
//     undo     the present, if it is meant: the state goes to the moment before it
//              else the newest step that is meant and on: a moment that switches it off
//
//     redo     the moment ahead, if it is meant: the state goes there
//              else the newest undo of what is meant that is on: a moment that switches that off
//              else the first step that is meant and lies on a branch, where others have gone on: a moment that switches it on
//
// The next step that is meant ends what redo can take.

/// The steps that an undo or redo may take.
enum StepChoice {
  case all
  case by([Author])
  case wanted((Moment) -> Bool)

  /// Those of some authors; nil stands for all.
  init(by authors: [Author]?) { self = authors.map { .by($0) } ?? .all }

  var isAll: Bool { if case .all = self { true } else { false } }
}

/// The next move of undo or redo.
struct NextStep: Sendable {
  /// The step that is undone or redone.
  let step: Moment.ID
  /// The switches that move, and what that changes; nil where the state goes to the moment beside the present.
  let switching: UndoneSteps?
}

extension StepsOfHistory {
  /// Finds the next move of undo or redo; nil where there is none.
  ///
  /// - Parameters:
  ///   - goesBeside: Whether the state may go to a moment beside the present.
  ///   - isSeen: As of ``UndoneSteps``.
  func next(
    _ side: HistorySide,
    of meant: StepChoice,
    besides goesBeside: Bool = true,
    where isSeen: (UndoneSteps) throws(PatchError) -> Bool = { _ in true }
  ) throws(PatchError) -> NextStep? {
    let present = timeline.presentID
    let beside = side == .back ? present : timeline.successor(of: present)
    if goesBeside, let beside, beside != timeline.oldestID, isTaken(beside, side, of: meant) {
      return NextStep(step: step(meantBy: beside), switching: nil)
    }
    let found =
      side == .back
      ? try UndoneSteps(in: self, at: present, shape, undoable(of: meant), where: isSeen)
      : try UndoneSteps(in: self, at: present, shape, redoable(of: meant, ahead: !goesBeside), where: isSeen)
    guard let found else { return nil }
    return NextStep(step: step(meantBy: found), switching: found)
  }

  /// The step that is undone or redone: the last one of which something changes.
  func step(meantBy undone: UndoneSteps) -> Moment.ID {
    step(meantBy: undone.switches[undone.switches.count - 1].moment)
  }

  /// The step that undo or redo takes next; of several the first one, where it cannot be found out which of them shows.
  func answer(_ side: HistorySide, of meant: StepChoice) -> NextSteps.Answer {
    do throws(PatchError) {
      guard let next = try next(side, of: meant) else {
        return NextSteps.Answer(step: nil, change: .fields([]))
      }
      guard let undone = next.switching else { return .once(next.step) }
      return NextSteps.Answer(step: next.step, change: try change(of: undone.switches, upTo: 100))
    } catch {
      let first = side == .back ? undoable(of: meant).first { _ in true } : redoable(of: meant).first
      return .once(first.map { step(meantBy: $0.moment) })
    }
  }

  /// The changes of some steps and of those that they switched, together; nil for more than so many.
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

  /// Whether an answer of an earlier moment is that at present: since then others have sent what has nothing to do with it, and
  /// nothing was forgotten.
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
      if isMeant(moment, by: .by(authors)) || answer.step != nil && touches(moment, places) { return false }
      moment = parent
    }
    return false
  }

  /// The steps that are meant and on, the one that was taken or brought back last first.
  func undoable(of meant: StepChoice) -> UndoableSteps { UndoableSteps(of: self, meant) }

  /// The switches that redo moves, in their order, without going to a moment ahead.
  ///
  /// - Parameter isAhead: Whether what lies ahead is among what may be switched on: else the state goes there.
  func redoable(of meant: StepChoice, ahead isAhead: Bool = false) -> [StepSwitch] {
    if meant.isAll && !timeline.hasExternalSteps && !isAhead { return [] }
    let left = left(of: meant)
    var end = left?.newest ?? timeline.oldestID
    let first = left?.steps.first ?? end
    // A step that a switch has moved was not merely left.
    var (undos, met): ([StepSwitch], Set<Moment.ID>) = ([], [])
    for (moment, isOn) in EffectiveSteps(of: self, at: timeline.presentID) {
      if moment < min(end, first) { break }
      met.insert(moment)
      switch origin(of: moment) {
      case .external, .redo: continue
      case .undo:
        if isOn, moment > end, isMeant(moment, by: meant) {
          undos.append(StepSwitch(moment, isOn: false))
        }
      case .sent, .switched, .merge: if isMeant(moment, by: meant) { end = max(end, moment) }
      }
    }
    return undos + (left?.steps ?? []).filter { !met.contains($0) }.map { StepSwitch($0, isOn: true) }
  }
}

/// The steps that are meant and on, the one that was taken or brought back last first, each as the switch that undo moves.
struct UndoableSteps: Sequence, IteratorProtocol {
  private let history: StepsOfHistory
  private let meant: StepChoice
  private var steps: EffectiveSteps<StepsOfHistory>
  private var listed: Set<Moment.ID> = []
  private let isEmpty: Bool

  init(of history: StepsOfHistory, _ meant: StepChoice) {
    (self.history, self.meant) = (history, meant)
    steps = EffectiveSteps(of: history, at: history.timeline.presentID)
    isEmpty = history.newest(of: meant).map { $0 <= history.timeline.oldestID } ?? true
  }

  mutating func next() -> StepSwitch? {
    if isEmpty { return nil }
    while let (moment, isOn) = steps.next() {
      guard isOn, history.isStep(moment) || history.isRedo(moment) else { continue }
      let step = history.step(meantBy: moment)
      guard history.isStep(step, of: meant), step == moment || willFind(step) else { continue }
      if listed.insert(step).inserted { return StepSwitch(step, isOn: false) }
    }
    return nil
  }

  /// Whether a step is on that is still to come.
  private func willFind(_ step: Moment.ID) -> Bool {
    var rest = steps
    while let (moment, isOn) = rest.next(), moment >= step { if moment == step { return isOn } }
    return false
  }
}

extension StepsOfHistory {
  /// Whether a step is meant; an undo or a redo is where its author is, or what it undoes or redoes is wanted.
  func isMeant(_ moment: Moment.ID, by meant: StepChoice) -> Bool {
    switch meant {
    case .all: true
    case .by(let authors): authors.contains(author(of: moment))
    case .wanted(let isWanted): isWanted(self.moment(step(meantBy: moment)))
    }
  }

  /// The newest step that is meant; it may be gone.
  func newest(of meant: StepChoice) -> Moment.ID? {
    switch meant {
    case .all: timeline.newestOwn(by: nil)
    case .by(let authors): timeline.newestOwn(by: authors)
    case .wanted: timeline.pages.newest { moment, _ in isStep(moment) && isMeant(moment, by: meant) }
    }
  }

  /// Whether a moment is a step that can be undone: not from outside, nor an undo or a redo.
  func isStep(_ moment: Moment.ID) -> Bool {
    switch origin(of: moment) {
    case .sent, .switched, .merge: true
    case .external, .undo, .redo: false
    }
  }

  func isStep(_ moment: Moment.ID, of meant: StepChoice) -> Bool {
    isStep(moment) && isMeant(moment, by: meant)
  }

  func isRedo(_ moment: Moment.ID) -> Bool { if case .redo = origin(of: moment) { true } else { false } }

  /// Whether undo goes back over a moment, or redo forward to it.
  fileprivate func isTaken(_ moment: Moment.ID, _ side: HistorySide, of meant: StepChoice) -> Bool {
    if meant.isAll && (side == .forward || !timeline.hasExternalSteps) { return true }
    return isStep(moment, of: meant) || isRedo(moment) && isMeant(step(meantBy: moment), by: meant)
  }

  /// The step that a moment undoes or redoes; else its own.
  func step(meantBy moment: Moment.ID) -> Moment.ID {
    var meant = moment
    while true {
      switch origin(of: meant) {
      case .undo(let switches), .redo(let switches):
        guard let other = switches.last?.moment, timeline.tree.contains(other) else { return meant }
        meant = other
      case .sent, .external, .switched, .merge: return meant
      }
    }
  }

  /// The steps that are meant on a branch, in their order, where others have gone on from the moment to which undo went back;
  /// nil where the newest of them is on the way to the present, or was left for another branch.
  fileprivate func left(of meant: StepChoice) -> (steps: [Moment.ID], newest: Moment.ID)? {
    guard let newest = newest(of: meant), timeline.tree.contains(newest) else { return nil }
    let shared = timeline.last(onTheWayUpTo: newest)
    guard shared != newest, timeline.isOnTheWay(shared, to: newest) else { return nil }
    let steps = (timeline.steps(after: shared, to: newest) ?? []).filter {
      isStep($0, of: meant) || isRedo($0) && isMeant(step(meantBy: $0), by: meant)
    }
    return (steps, newest)
  }
}
