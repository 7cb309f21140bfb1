import Measuring
import Strata

var suite = Suite("HistoryMemory", sizes: [100, 1_000, 10_000], quickSizes: [100])

/// A state that is copied whole, as every array is.
struct Numbers: Reducible {
  var all: [Int]
  mutating func reduce(_ index: Int) { all[index] &+= 1 }
}

suite.add("one-edit", "bytes that one more step keeps when one of n numbers changed") { run in
  let steps = 100
  var numbers = SplitMix64(seed: 42)
  let store = Store(Numbers(all: Array(0..<run.n)))
  let (_, bytes) = try Heap.growth {
    for _ in 0..<steps { try store.send(numbers.below(run.n)) }
  }
  run.record("Array, copied on write", "bytes/step", Double(bytes) / Double(steps), steps: steps)
  blackHole(store)
}

suite.main()
