import Measuring
import StrataCore

/// The cost of the slowest send while the limit removes moments.
enum TrimWorkloads {
  static func add(to suite: inout Suite) {
    suite.add("trim", "the slowest send among n, while a limit of a tenth of that takes old moments away") {
      run in
      let limit = Keeping.steps(max(1, run.n / 10))
      try record(run, "along one line", Store(Counter(), keeping: limit)) { store in try store.send(1) }
      try record(run, "from branch to branch", Store(Counter(), keeping: limit)) { store in
        if store.timeline.count % 3 == 0 { try store.undo() }
        try store.send(1)
      }
      let watched = Store(Counter(), keeping: limit)
      let kept = LastTimeline()
      let token = watched.observeHistory { _ in kept.timeline = watched.timeline }
      try record(run, "with an older timeline held", watched) { store in
        try store.send(1)
        kept.timeline = store.timeline
      }
      token.cancel()
      let kilobyte = 1_000
      let list = Store(
        TodoList(count: 1_000),
        undoing: \.titles,
        keeping: .bytes(max(1, run.n / 10) * kilobyte)
      )
      var random = SplitMix64(seed: 1)
      try record(run, "limit of n/10 KB", list) { store in
        try store.send(.rename(random.below(1_000), to: "Write report number \(random.below(1_000)) again"))
      }
    }
  }

  /// Takes n steps and records the slowest, in time of this thread's processor: on a machine that does other things
  /// too, the slowest by the clock is whichever was interrupted.
  private static func record<State>(
    _ run: Suite.Run,
    _ name: String,
    _ store: Store<State>,
    _ step: (Store<State>) throws -> Void
  ) throws {
    var slowest: Int64 = 0
    var sum: Int64 = 0
    var before = processorTime
    for _ in 0..<run.n {
      try step(store)
      let after = processorTime
      slowest = max(slowest, after - before)
      sum += after - before
      before = after
    }
    let name = "\(Store<State>.self), \(name)"
    run.record(name, "µs, the slowest step", Double(slowest) / 1_000, steps: run.n)
    run.record(name, "ns, a step on average", Double(sum) / Double(run.n), steps: run.n)
  }

  /// The timeline that a panel would hold on to.
  private final class LastTimeline: @unchecked Sendable {
    // Unchecked, because it is written on the one thread that sends, by the observer too.
    var timeline: Timeline?
  }
}
