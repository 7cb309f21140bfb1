import Measuring
import Strata

var suite = Suite("HistoryMemory", sizes: [100, 1_000, 10_000], quickSizes: [100])

suite.add("one-edit", "bytes that one more step keeps when one of n numbers changed") { run in
  let steps = 100
  var numbers = SplitMix64(seed: 42)
  var present = Array(0..<run.n)
  var history = History(present, companion: (), at: .now)
  let (_, bytes) = Heap.growth {
    for _ in 0..<steps {
      present[numbers.below(run.n)] = Int(truncatingIfNeeded: numbers.next())
      history.record(present, Step(label: "Edit a number"), companions: ((), ()), at: .now)
    }
  }
  run.record("Array, copied on write", "bytes/step", Double(bytes) / Double(steps), steps: steps)
  blackHole(history)
}

suite.main()
