import Measuring
import StrataCore
import Workspace

/// The cost of going back, forward and elsewhere.
enum MoveWorkloads {
  static func add(to suite: inout Suite) {
    suite.add("undo", "take the last steps of a journal of n todos back, and forward again") { run in
      let steps = min(run.n, 10_000)
      let store = try journal(of: run.n)
      for id in 1...steps { try store.send(.journal(.complete([id], at: noon))) }
      let undoing = try run.median {
        defer { while store.canRedo { try? store.redo() } }
        return try nanoseconds { for _ in 0..<steps { try store.undo() } } / Double(steps)
      }
      run.record("Store<AppState>", "ns/undo", undoing, steps: steps)
      let redoing = try run.median {
        while store.canUndo { try store.undo() }
        return try nanoseconds { for _ in 0..<steps { try store.redo() } } / Double(steps)
      }
      run.record("Store<AppState>", "ns/redo", redoing, steps: steps)
    }

    suite.add(
      "jump",
      "go to moments here and there in a history of n steps, with a branch from every hundredth"
    ) { run in
      let store = Store(Counter(), keeping: .all)
      for step in 0..<run.n {
        try store.send(1)
        if step % 100 == 99 {
          try store.undo()
          try store.send(2)
        }
      }
      var numbers = SplitMix64(seed: 7)
      let ids = store.timeline.ids
      let targets = (0..<min(run.n, 10_000)).map { _ in ids[numbers.below(ids.count)] }
      let figure = try run.median {
        try nanoseconds { for target in targets { try store.jump(to: target) } } / Double(targets.count)
      }
      run.record("Store<Counter>", "ns/jump", figure, steps: run.n)
    }
  }
}
