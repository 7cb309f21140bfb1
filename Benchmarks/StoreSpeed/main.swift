import Measuring
import Strata
import Workspace

var suite = Suite("StoreSpeed", sizes: [1_000, 100_000, 1_000_000], quickSizes: [100])

/// A journal of `n` todos in a store of its own, so that a round starts from a fresh history.
func journal(of n: Int) throws -> Store<AppState> {
  var state = AppState()
  if let day = Day(year: 2026, month: 11, day: 21) {
    try state.reduce(.journal(.startPage(day)))
  }
  for number in 1...n {
    try state.reduce(.journal(.add(title: "Write report number \(number)")))
  }
  return Store(state, undoing: \.document)
}

/// The smallest state there is: what a send costs beside its reducer shows best here.
struct Counter: Reducible {
  var count = 0
  mutating func reduce(_ action: Int) { count &+= action }
}

suite.add("overhead", "send to a state that is a number, into a history of n steps that is full") { run in
  for (name, limit) in [("limit of n steps", HistoryLimit.steps(run.n)), ("no limit", .unlimited)] {
    let store = Store(Counter(), limit: limit)
    for _ in 0..<run.n { try store.send(1) }
    let sends = 10_000
    let figure = try run.median {
      try nanoseconds { for _ in 0..<sends { try store.send(1) } } / Double(sends)
    }
    run.record("Store<Counter>, \(name)", "ns/action", figure)
  }
}

/// How many steps are measured, whatever the number of todos is.
let mostSteps = 10_000

suite.add("send", "complete one todo after the other, each a step") { run in
  let steps = min(run.n, mostSteps)
  let figure = try run.median {
    let store = try journal(of: run.n)
    return try nanoseconds {
      for id in 1...steps { try store.send(.journal(.complete([id], at: noon))) }
    } / Double(steps)
  }
  run.record("Store<AppState>", "ns/action", figure, steps: steps)
}

suite.add("undo", "take all of them back, and forward again") { run in
  let steps = min(run.n, mostSteps)
  let figure = try run.median {
    let store = try journal(of: run.n)
    for id in 1...steps { try store.send(.journal(.complete([id], at: noon))) }
    return try nanoseconds {
      while store.canUndo { try store.undo() }
      while store.canRedo { try store.redo() }
    } / Double(2 * steps)
  }
  run.record("Store<AppState>", "ns/move", figure, steps: steps)
}

addPatchWorkloads(to: &suite)
suite.addJournal()

Heap.warm(bytes: 256 << 20)
suite.main()
