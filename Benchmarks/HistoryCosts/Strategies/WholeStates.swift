import PersistentCollections

/// Keeps the whole state for each step.
struct WholeStates<Subject: HistoryCosts.Subject, Copying: StateCopying>: HistoryStrategy {
  private struct Kept {
    var label: String
    var state: Subject.Plain
  }

  private var kept: [Kept]
  private var place = 0
  private var state: Subject.Plain
  private var isOpen = false

  static func beginning(with state: Subject.State) -> Subject.Plain { Subject.plain(of: state) }

  init(_ beginning: Subject.Plain, for purpose: Purpose) {
    kept = [Kept(label: "", state: Copying.copy(beginning))]
    state = kept[0].state
  }

  var steps: Int { kept.count - 1 }
  var canUndo: Bool { place > 0 }
  var canRedo: Bool { place + 1 < kept.count }
  var contents: Subject.Plain { state }

  mutating func send(_ edit: Edit) {
    kept.removeLast(kept.count - 1 - place)
    if edit.isContinued && isOpen {
      // The state of the step so far is nobody's any more, and is changed where it is.
      kept.removeLast()
    } else {
      state = Copying.copy(state)
    }
    state.apply(state.changes(by: edit))
    kept.append(Kept(label: edit.label, state: state))
    place = kept.count - 1
    isOpen = edit.isGesture
  }

  mutating func undo() throws { try jump(to: place - 1) }
  mutating func redo() throws { try jump(to: place + 1) }

  mutating func jump(to step: Int) throws {
    guard kept.indices.contains(step) else { throw NoSuchStep() }
    (place, state, isOpen) = (step, kept[step].state, false)
  }

  mutating func keep(steps: Int) {
    let surplus = max(0, min(kept.count - 1 - steps, place))
    kept.removeFirst(surplus)
    place -= surplus
  }

  func structure() -> Int {
    var meter = FootprintMeter()
    meter.countArray(kept)
    for (step, entry) in kept.enumerated() {
      meter.measure(entry.label)
      // The present is the state's own, and a text that a state shares with the present all between have, too.
      if step == place { continue }
      entry.state.addTables(to: &meter)
      entry.state.addTexts(to: &meter, notIn: kept[step < place ? step + 1 : step - 1].state)
    }
    return meter.total.bytes
  }
}

/// How a state is taken over into the next step before it changes.
protocol StateCopying {
  static func copy<State: PlainState>(_ state: State) -> State
}

/// Everything is copied at once.
enum DeepCopying: StateCopying {
  static func copy<State: PlainState>(_ state: State) -> State { state.copied() }
}

/// The collections are copied when they change, each as a whole; texts are shared.
enum CopyingOnWrite: StateCopying {
  static func copy<State: PlainState>(_ state: State) -> State { state }
}
