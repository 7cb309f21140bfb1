import Measuring
import StrataCore

/// The cost of a store beside code that a user could write by hand: a lock, an array of snapshots and an index.
enum FloorWorkloads {
  static func add(to suite: inout Suite) {
    suite.add(
      "floor",
      "send, undo, redo and jump among n todos, each looked at, beside a lock around an array of snapshots"
    ) { run in
      let list = TodoList(count: run.n)
      let steps = run.isQuick ? 200 : 10_000
      let edits = TodoList.edits(steps, among: run.n)
      var figures: [[Figures]] = [[], []]
      for round in 0..<(run.isQuick ? 1 : 8) {
        // The second subject finds memory that the first subject has left warm: so the subjects take turns.
        for turn in [round, round + 1] {
          if turn.isMultiple(of: 2) {
            let store = Store(list, undoing: \.titles, keeping: Keeping(steps: 100_000, snapshots: nil))
            figures[0].append(try measure(StoreSubject(store: store), edits))
          } else {
            figures[1].append(try measure(SnapshotArray(list, limit: 100_000), edits))
          }
        }
      }
      for (name, figures) in zip(["Strata", "snapshot array"], figures) {
        run.record(name, "send ns", middle(figures.map(\.send)))
        run.record(name, "undo ns", middle(figures.map(\.undo)))
        run.record(name, "redo ns", middle(figures.map(\.redo)))
        run.record(name, "jump ns", middle(figures.map(\.jump)))
      }
    }
  }

  private struct Figures {
    var (send, undo, redo, jump) = (0.0, 0.0, 0.0, 0.0)
  }

  private static func middle(_ figures: [Double]) -> Double {
    var rest = figures[...]
    return median(of: figures.count) { rest.removeFirst() }
  }

  private static func measure(_ subject: some Subject, _ edits: [TodoList.Action]) throws -> Figures {
    let steps = Double(edits.count)
    var figures = Figures()
    figures.send = try nanoseconds { for edit in edits { try subject.send(edit) } } / steps
    // A movement is made for the sake of the state that it leads to: whoever makes one looks at it.
    var seen = 0
    func look() { seen &+= subject.state.titles.count }
    figures.undo =
      try nanoseconds {
        for _ in edits {
          try subject.undo()
          look()
        }
      } / steps
    figures.redo =
      try nanoseconds {
        for _ in edits {
          try subject.redo()
          look()
        }
      } / steps
    let targets = subject.recentSteps(edits.count)
    figures.jump =
      try nanoseconds {
        for target in targets {
          try subject.jump(to: target)
          look()
        }
      } / steps
    blackHole(seen)
    return figures
  }
}

private protocol Subject {
  associatedtype Target
  func send(_ action: TodoList.Action) throws
  func undo() throws
  func redo() throws
  /// So many steps, here and there among the last hundred.
  func recentSteps(_ count: Int) -> [Target]
  func jump(to step: Target) throws
  var state: TodoList { get }
}

/// A store without a log and without an attic.
private struct StoreSubject: Subject {
  let store: Store<TodoList>

  func send(_ action: TodoList.Action) throws { try store.send(action) }
  func undo() throws { try store.undo() }
  func redo() throws { try store.redo() }
  func jump(to step: Moment.ID) throws { try store.jump(to: step) }
  var state: TodoList { store.state }

  func recentSteps(_ count: Int) -> [Moment.ID] {
    let ids = store.timeline.ids.suffix(100)
    var numbers = SplitMix64(seed: 7)
    return (0..<count).map { _ in ids[ids.startIndex + numbers.below(ids.count)] }
  }
}

/// The history that a user would write: each step is a state with its label and its time.
private final class SnapshotArray: Subject {
  private struct Step {
    var state: TodoList
    var label: String
    var time: Timestamp
  }

  private struct Row {
    var steps: [Step]
    var present = 0
  }

  private struct NothingThere: Error {}

  private let row: Guarded<Row>
  private let limit: Int

  init(_ state: TodoList, limit: Int) {
    row = Guarded(Row(steps: [Step(state: state, label: "", time: .now)]))
    self.limit = limit
  }

  func send(_ action: TodoList.Action) throws {
    row.withLock { row in
      var state = row.steps[row.present].state
      let label = if case .step(let label) = state.recording(of: action) { label } else { "" }
      state.reduce(action)
      row.steps.removeSubrange((row.present + 1)...)
      row.steps.append(Step(state: state, label: label, time: .now))
      if row.steps.count > limit { row.steps.removeFirst() }
      row.present = row.steps.count - 1
    }
  }

  var state: TodoList { row.withLock { $0.steps[$0.present].state } }

  func undo() throws { try move { $0 - 1 } }
  func redo() throws { try move { $0 + 1 } }
  func jump(to step: Int) throws { try move { _ in step } }

  private func move(_ target: (Int) -> Int) throws {
    try row.withLock { row in
      let target = target(row.present)
      guard row.steps.indices.contains(target) else { throw NothingThere() }
      row.present = target
    }
  }

  func recentSteps(_ count: Int) -> [Int] {
    let all = row.withLock { $0.steps.count }
    var numbers = SplitMix64(seed: 7)
    return (0..<count).map { _ in all - 1 - numbers.below(min(100, all)) }
  }
}
