import Measuring
import StrataCore
import Workspace

/// The cost of a send: beside its reducer, with many items, and after many steps.
enum SendWorkloads {
  /// How many sends are timed at a stretch; what was timed goes on in the same history.
  static let stretch = 1_000
  /// How many steps are kept of a million.
  static let limit = Keeping.steps(100_000)

  static func add(to suite: inout Suite) {
    suite.add("overhead", "send to a state that is a number, after n steps") { run in
      for (name, limit) in [("limit of n steps", Keeping.steps(run.n)), ("no limit", .all)] {
        let store = Store(Counter(), keeping: limit)
        for _ in 0..<run.n { try store.send(1) }
        let figure = try run.median {
          try nanoseconds { for _ in 0..<stretch { try store.send(1) } } / Double(stretch)
        }
        run.record("Store<Counter>, \(name)", "ns/action", figure, steps: run.n)
      }
    }

    suite.add(
      "send",
      "rename todos among n, after few and after many steps, with a limit in steps and in bytes, and the reducer alone"
    ) { run in
      for steps in run.isQuick ? [100] : [1_000, 100_000, 1_000_000] {
        try sending(run, after: steps)
      }
    }

    suite.add(
      "transaction",
      "1,000 actions on a plain array of n in one transaction, and on a copy of it in place"
    ) { run in
      let places = (0..<stretch).map { $0 * 7_919 % run.n }
      let store = Store(Numbers(all: Array(0..<run.n)))
      let sending = try run.median {
        try nanoseconds {
          try store.transaction("Change All") { draft in for place in places { try draft.send(place) } }
        }
      }
      var bare = Numbers(all: Array(0..<run.n))
      let reducing = run.median {
        nanoseconds {
          let kept = bare
          for place in places { bare.reduce(place) }
          withExtendedLifetime(kept) {}
        }
      }
      run.record("Store<Numbers>", "ns/transaction", sending)
      run.record("reducer alone, on a copy", "ns/transaction", reducing)
    }

    suite.add("complete", "complete one todo of a journal after the other, each a step") { run in
      let steps = min(run.n, 10_000)
      let figure = try run.median {
        let store = try journal(of: run.n)
        return try nanoseconds {
          for id in 1...steps { try store.send(.journal(.complete([id], at: noon))) }
        } / Double(steps)
      }
      run.record("Store<AppState>", "ns/action", figure, steps: steps)
    }
  }

  /// Times sends in a history of `steps` steps, and the same edits on bare values of which as many are kept.
  private static func sending(_ run: Suite.Run, after steps: Int) throws {
    let list = TodoList(count: run.n)
    let edits = TodoList.edits(stretch, among: run.n)
    var sending: [(limit: String, figure: Double)] = []
    for (name, makeStore) in stores {
      let store = makeStore(list)
      for round in 0..<max(1, steps / stretch) {
        for edit in TodoList.edits(min(stretch, steps), among: run.n, seed: UInt64(round)) {
          try store.send(edit)
        }
      }
      let figure = try run.median {
        try nanoseconds { for edit in edits { try store.send(edit) } } / Double(stretch)
      }
      sending.append((name, figure))
    }

    // Kept as the history keeps them: a value that is held alone is changed in place, and much cheaper.
    var (bare, kept) = (list, [TodoList]())
    kept.reserveCapacity(stretch)
    let reducing = run.median {
      kept.removeAll(keepingCapacity: true)
      return nanoseconds {
        for edit in edits {
          kept.append(bare)
          bare.reduce(edit)
        }
      } / Double(stretch)
    }
    run.record("reducer alone, its values kept", "ns/action", reducing, steps: steps)
    for (name, figure) in sending {
      run.record("Store<TodoList>, limit in \(name)", "ns/action", figure, steps: steps)
      run.record("Store<TodoList>, limit in \(name)", "ns over the reducer", figure - reducing, steps: steps)
    }
  }

  private static let stores: [(limit: String, make: @Sendable (TodoList) -> Store<TodoList>)] = [
    ("steps", { Store($0, undoing: \.titles, keeping: limit) }),
    ("bytes", { Store($0, undoing: \.titles, keeping: .bytes(100_000_000)) }),
  ]
}
