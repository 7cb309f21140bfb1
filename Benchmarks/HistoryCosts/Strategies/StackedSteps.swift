import PersistentCollections
import StrataCore

/// The changes of a step to each entity, by key: `UndoRedoStep` values on two stacks.
enum StackedSteps<State: PlainState>: StepEntry {
  case one(Int, UndoRedoStep<State.Item>)
  case many([(key: Int, step: UndoRedoStep<State.Item>)])

  init(_ changes: ItemChanges<State.Item>) {
    switch changes {
    case .one(let change): self = .one(change.key, UndoRedoStep(old: change.old, new: change.new))
    case .many(let changes): self = .many(changes.map { ($0.key, UndoRedoStep(old: $0.old, new: $0.new)) })
    }
  }

  mutating func extend(by changes: ItemChanges<State.Item>) {
    if case .one(let key, let step) = self, case .one(let later) = changes {
      self = .one(key, UndoRedoStep(old: step.old, new: later.new))
    }
  }

  mutating func undo(in state: inout State) {
    switch self {
    case .one(let key, let step): Self.take(step.flipped(), at: key, in: &state)
    case .many(let steps):
      for (key, step) in steps.reversed() { Self.take(step.flipped(), at: key, in: &state) }
    }
  }

  mutating func redo(in state: inout State) {
    switch self {
    case .one(let key, let step): Self.take(step, at: key, in: &state)
    case .many(let steps): for (key, step) in steps { Self.take(step, at: key, in: &state) }
    }
  }

  private static func take(_ step: UndoRedoStep<State.Item>, at key: Int, in state: inout State) {
    state.apply(ItemChange(key: key, old: step.old, new: step.new))
  }

  func addFootprint(to meter: inout FootprintMeter, beside state: State) {
    func count(_ step: UndoRedoStep<State.Item>, at key: Int) {
      ItemChange(key: key, old: step.old, new: step.new).addTexts(to: &meter, beside: state)
    }
    switch self {
    case .one(let key, let step): count(step, at: key)
    case .many(let steps):
      meter.countArray(steps)
      for (key, step) in steps { count(step, at: key) }
    }
  }
}
