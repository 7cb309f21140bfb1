import PersistentCollections

/// The entry that one kind of history keeps for a step of a plain state, by which it goes back and forward.
protocol StepEntry {
  associatedtype State: PlainState

  init(_ changes: ItemChanges<State.Item>)
  /// Takes in what was done to the same items right after.
  mutating func extend(by changes: ItemChanges<State.Item>)
  mutating func undo(in state: inout State)
  mutating func redo(in state: inout State)
  /// Counts what lies beside the entry and is not the present state's own.
  func addFootprint(to meter: inout FootprintMeter, beside state: State)
}

/// A state that is changed where it is, and two stacks of steps: done and undone.
///
/// A new step drops what was undone, as undo managers do.
struct StepLine<Subject: HistoryCosts.Subject, Entry: StepEntry>: HistoryStrategy
where Entry.State == Subject.Plain {
  private struct Step {
    var label: String
    var entry: Entry
  }

  private var state: Subject.Plain
  private var done: [Step] = []
  private var undone: [Step] = []
  private var isOpen = false

  static func beginning(with state: Subject.State) -> Subject.Plain { Subject.plain(of: state) }

  init(_ beginning: Subject.Plain, for purpose: Purpose) { state = beginning }

  var steps: Int { done.count + undone.count }
  var canUndo: Bool { !done.isEmpty }
  var canRedo: Bool { !undone.isEmpty }
  var contents: Subject.Plain { state }

  mutating func send(_ edit: Edit) {
    let changes = state.changes(by: edit)
    state.apply(changes)
    if !undone.isEmpty { undone.removeAll(keepingCapacity: true) }
    if edit.isContinued && isOpen {
      done[done.count - 1].entry.extend(by: changes)
    } else {
      done.append(Step(label: edit.label, entry: Entry(changes)))
    }
    isOpen = edit.isGesture
  }

  mutating func undo() throws {
    guard var step = done.popLast() else { throw NoSuchStep() }
    step.entry.undo(in: &state)
    undone.append(step)
    isOpen = false
  }

  mutating func redo() throws {
    guard var step = undone.popLast() else { throw NoSuchStep() }
    step.entry.redo(in: &state)
    done.append(step)
    isOpen = false
  }

  mutating func jump(to step: Int) throws {
    while done.count > step { try undo() }
    while done.count < step { try redo() }
  }

  mutating func keep(steps: Int) { done.removeFirst(max(0, min(done.count, self.steps - steps))) }

  func structure() -> Int {
    var meter = FootprintMeter()
    for stack in [done, undone] {
      meter.countArray(stack)
      for step in stack {
        meter.measure(step.label)
        step.entry.addFootprint(to: &meter, beside: state)
      }
    }
    return meter.total.bytes
  }
}
