import PersistentCollections

/// Keeps the whole state for each step.
struct WholeStates<Subject: HistoryCosts.Subject, Copying: StateCopying>: HistoryStrategy {
  private struct Kept {
    var label: String
    var state: Subject.Plain
    /// The bytes of the state's texts.
    var texts: Int
    /// The bytes of the state's collections and texts that the state after it does not share.
    var own = 0
  }

  private var kept: [Kept]
  private var place = 0
  private var state: Subject.Plain
  private var isOpen = false

  static func beginning(with state: Subject.State) -> Subject.Plain { Subject.plain(of: state) }

  init(_ beginning: Subject.Plain, for purpose: Purpose) {
    state = Copying.copy(beginning)
    // Looked at once; from then on it follows from what is changed.
    kept = [Kept(label: "", state: state, texts: state.textBytes)]
  }

  var steps: Int { kept.count - 1 }
  var canUndo: Bool { place > 0 }
  var canRedo: Bool { place + 1 < kept.count }
  var contents: Subject.Plain { state }

  mutating func send(_ edit: Edit) {
    kept.removeLast(kept.count - 1 - place)
    let changes = state.changes(by: edit)
    let (replaced, made) = changes.textBytes
    let texts = kept[place].texts
    if edit.isContinued && isOpen {
      // The state of the step so far is held nowhere else any more, and is changed where it is.
      kept.removeLast()
    } else {
      kept[place].own = Copying.own(of: state, texts: texts, without: changes, texts: replaced)
      state = Copying.copy(state)
    }
    state.apply(changes)
    kept.append(Kept(label: edit.label, state: state, texts: texts + made - replaced))
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

  /// For a present that is the newest: what is undone is not looked at.
  func structure() -> Int {
    var meter = FootprintMeter()
    meter.countArray(kept)
    for entry in kept { meter.measure(entry.label) }
    return meter.total.bytes + kept.dropLast().reduce(0) { $0 + $1.own }
  }
}

/// How a state is taken over into the next step before it changes.
protocol StateCopying {
  static func copy<State: PlainState>(_ state: State) -> State
  /// Returns the bytes of a state that the state made from it does not share.
  ///
  /// - Parameters:
  ///   - texts: The bytes of the state's texts.
  ///   - changes: The changes that lead to the state made from it.
  ///   - replaced: The bytes of those of its texts that the state made from it does not have.
  static func own<State: PlainState>(
    of state: State,
    texts: Int,
    without changes: ItemChanges<State.Item>,
    texts replaced: Int
  ) -> Int
}

/// Everything is copied at once.
enum DeepCopying: StateCopying {
  static func copy<State: PlainState>(_ state: State) -> State { state.copied() }

  static func own<State: PlainState>(
    of state: State,
    texts: Int,
    without changes: ItemChanges<State.Item>,
    texts replaced: Int
  ) -> Int {
    state.tableBytes() + texts
  }
}

/// The collections are copied when they change, each as a whole; texts are shared.
enum CopyingOnWrite: StateCopying {
  static func copy<State: PlainState>(_ state: State) -> State { state }

  static func own<State: PlainState>(
    of state: State,
    texts: Int,
    without changes: ItemChanges<State.Item>,
    texts replaced: Int
  ) -> Int {
    state.tableBytes(changedBy: changes) + replaced
  }
}
