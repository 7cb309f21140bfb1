import Measuring

/// The times of single movements: the median, and the worst.
struct Latency: Equatable, Sendable {
  var median: Double
  var worst: Double

  init(of times: [Double]) {
    // Looking at the time takes some itself.
    let sorted = times.map { max(0, $0 - Self.emptyReading) }.sorted()
    (median, worst) = (sorted.isEmpty ? 0 : sorted[sorted.count / 2], sorted.last ?? 0)
  }

  private static let emptyReading: Double = {
    let times = (0..<1_001).map { _ in processorNanoseconds {} }
    return times.sorted()[times.count / 2]
  }()

  /// Undoes the newest steps one by one, and redoes them, as often as it takes to have undone `undos` in all.
  init<History: HistoryStrategy>(of history: inout History, undos: Int) throws {
    var times: [Double] = []
    times.reserveCapacity(undos)
    while times.count < undos && history.canUndo {
      var run = 0
      while times.count < undos && history.canUndo {
        times.append(try processorNanoseconds { try history.undo() })
        run += 1
      }
      for _ in 0..<run { try history.redo() }
    }
    self.init(of: times)
  }

  /// Goes to the beginning, to the end and to steps here and there, and then to the end again.
  init<History: HistoryStrategy>(
    of history: inout History,
    jumps: Int,
    within limit: Double,
    _ random: inout SplitMix64
  ) throws {
    let last = history.steps
    // The first time, a store finds out which moments there are.
    try history.jump(to: last)
    var (times, sum): ([Double], Double) = ([], 0)
    let targets = [0, last] + (0..<jumps - 2).map { _ in random.below(last + 1) }
    for target in targets where sum < limit {
      times.append(try processorNanoseconds { try history.jump(to: target) })
      sum += times.last ?? 0
    }
    try history.jump(to: last)
    self.init(of: times)
  }
}
