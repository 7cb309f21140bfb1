import Measuring

/// Measures combinations of one strategy, one subject and one size in this process.
struct Trial: StrategyVisitor {
  /// They differ in the scenario alone, so that what they begin with is made once.
  let combinations: [Combination]
  let bounds: (Combination) -> Bounds
  /// Takes the rows of a combination: one for every checkpoint, those that were not reached with the reason.
  let report: ([Row]) throws -> Void

  func run() throws { try combinations.first?.open(self) }

  func visit<History: HistoryStrategy>(_: History.Type) throws {
    guard let first = combinations.first else { return }
    let state = try History.Subject.state(of: first.n)
    let beginning = History.beginning(with: state)
    for combination in combinations {
      try report(rows(of: combination, from: state, beginning, in: History.self))
    }
  }

  private func rows<History: HistoryStrategy>(
    of combination: Combination,
    from state: History.Subject.State,
    _ beginning: History.Beginning,
    in _: History.Type
  ) throws -> [Row] {
    let bounds = bounds(combination)
    let script = Script(combination.scenario, over: History.Subject.self, count: combination.n)
    // If versions share memory, the history gets a beginning of its own. Otherwise each part of the present that was replaced
    // would stay in memory a second time, for the trial's sake.
    let memory = try MemoryPass<History>(
      History.sharesItsBeginning
        ? History.beginning(with: History.Subject.state(of: combination.n)) : beginning,
      script,
      bounds
    )
    var reached = bounds
    reached.checkpoints = memory.sights.map(\.steps)
    Heap.warm(bytes: min(memory.growth + memory.growth / 4, bounds.bytes) + (16 << 20))
    let clocks = try ClockPass<History>(beginning, script, reached)
    var rows = bounds.checkpoints.map { Row(combination, steps: $0) }
    for index in rows.indices {
      if let sight = memory.sights.first(where: { $0.steps == rows[index].steps }) {
        (rows[index].structure, rows[index].allocator) = (sight.structure, sight.allocator)
        rows[index].resident = sight.resident
      }
      if let sight = clocks.sights.first(where: { $0.steps == rows[index].steps }) {
        rows[index].action = sight.action
        (rows[index].undo, rows[index].undoWorst) = (sight.undo.median, sight.undo.worst)
        (rows[index].jump, rows[index].jumpWorst) = (sight.jump.median, sight.jump.worst)
      }
      for refusal in [clocks.refusal, memory.refusal].compactMap({ $0 })
      where rows[index].steps >= refusal.steps {
        rows[index].reason = refusal.reason
      }
    }
    if let last = rows.lastIndex(where: { $0.action != nil }) { rows[last].trim = clocks.trim }
    if combination.strategy == .attic, combination.n <= Self.diskSize,
      let index = rows.lastIndex(where: { $0.steps <= 1_000 && $0.action != nil })
    {
      let steps = max(
        1,
        min(rows[index].steps, diskItems / (combination.scenario.share.map { combination.n / $0 } ?? 1))
      )
      rows[index].disk = try DiskPass<History.Subject>(state, script, steps: steps).bytesPerStep
    }
    return rows.map(\.rounded)
  }

  /// The items of the largest state whose log is looked at: of more, the file of the state alone takes seconds, and a
  /// line of the log is as long.
  private static let diskSize = 100_000
  /// How many items the log is told of at most.
  private var diskItems: Int { 100_000 }
}
