import Measuring
import PersistentCollections

/// The workloads of arrays, V1 to V7.
enum ArrayWorkloads {
  static func add(to suite: inout Suite) {
    add("V1", "array: build from a sequence, and by appending", to: &suite) {
      $0.build()
    } _: {
      $0.build()
    }
    add("V2", "array: get random elements", to: &suite) {
      $0.get()
    } _: {
      $0.get()
    }
    add("V2'", "array: get random elements after 10,000 inserts and removes", to: &suite) {
      $0.getAfterEdits()
    } _: {
      $0.getAfterEdits()
    }
    add("V3", "array: set random elements, every version kept; then release them", to: &suite) {
      $0.setKeepingAll(footprint: \.footprint)
    } _: {
      $0.setKeepingAll()
    }
    add("V4", "array: append, every version kept", to: &suite) {
      $0.appendKeepingAll(footprint: \.footprint)
    } _: {
      $0.appendKeepingAll()
    }
    add("V5", "array: insert and remove by turns anywhere, every version kept", to: &suite) {
      $0.editKeepingAll(footprint: \.footprint)
    } _: {
      $0.editKeepingAll()
    }
    add("V6", "array: iterate, by elements and by runs", to: &suite) {
      $0.iterate()
      $0.iterateByRuns()
    } _: {
      $0.iterate()
    }
    add("V7", "array: concatenate two of the size", to: &suite) {
      $0.concatenate()
    } _: {
      $0.concatenate()
    }
  }

  private static func add(
    _ name: String,
    _ summary: String,
    to suite: inout Suite,
    _ ours: @escaping (ArrayRun<PersistentArray<Int>>) -> Void,
    _ plain: @escaping (ArrayRun<[Int]>) -> Void
  ) {
    suite.add(name, summary) { run in
      ours(ArrayRun(run, isPersistent: true))
      plain(ArrayRun(run, isPersistent: false))
    }
  }
}

/// One kind of array under one workload at one size.
struct ArrayRun<Numbers: RandomAccessCollection & RangeReplaceableCollection & MutableCollection & Equatable>
where Numbers.Element == Int, Numbers.Index == Int {
  let run: Suite.Run
  let type: String
  let isPersistent: Bool

  init(_ run: Suite.Run, isPersistent: Bool) {
    self.run = run
    self.isPersistent = isPersistent
    type = isPersistent ? "PersistentArray<Int>" : "Array<Int>"
  }

  /// How many versions are kept: a plain array copies everything for each of them.
  var steps: Int {
    if run.isQuick { return 100 }
    return isPersistent ? 10_000 : max(5, min(10_000, 5_000_000 / run.n))
  }

  /// How often a workload over all elements is repeated to be longer than the clock's grain.
  var rounds: Int { max(1, 100_000 / run.n) }

  var expectedSum: Int { run.n * (run.n - 1) / 2 }

  func build() {
    let source = (0..<run.n).map { $0 &* 7 }
    let grown = Heap.growth { Numbers(source.lazy.map { $0 }) }
    run.record(type, "bytes/element", Double(grown.bytes) / Double(run.n))
    // A plain array of a plain array would be the same one.
    measurePerElement("build ns") { blackHole(Numbers(source.lazy.map { $0 })) }
    measurePerElement("append ns") {
      var numbers = Numbers()
      for number in source { numbers.append(number) }
      blackHole(numbers)
    }
  }

  func get() {
    measureGets(Numbers(0..<run.n))
  }

  func getAfterEdits() {
    var numbers = Numbers(0..<run.n)
    let positions = randomPositions(10_000)
    for step in 0..<steps { edit(&numbers, step, positions) }
    measureGets(numbers)
  }

  private func measureGets(_ numbers: Numbers) {
    let positions = randomPositions(max(100_000, min(run.n, 1_000_000)))
    run.record(
      type,
      "get ns",
      run.median {
        var sum = 0
        let time = nanoseconds {
          for position in positions { sum &+= numbers[position] }
        }
        blackHole(sum)
        return time / Double(positions.count)
      }
    )
  }

  func setKeepingAll(footprint: (([Numbers]) -> Footprint)? = nil) {
    let positions = randomPositions(steps)
    keepAll(footprint: footprint) { $0[positions[$1]] = $1 }
  }

  func appendKeepingAll(footprint: (([Numbers]) -> Footprint)? = nil) {
    keepAll(footprint: footprint) { $0.append($1) }
  }

  func editKeepingAll(footprint: (([Numbers]) -> Footprint)? = nil) {
    let positions = randomPositions(steps)
    keepAll(footprint: footprint) { edit(&$0, $1, positions) }
  }

  private func edit(_ numbers: inout Numbers, _ step: Int, _ positions: [Int]) {
    if step.isMultiple(of: 2) {
      numbers.insert(step, at: positions[step])
    } else {
      numbers.remove(at: positions[step])
    }
  }

  private func keepAll(footprint: (([Numbers]) -> Footprint)?, change: (inout Numbers, Int) -> Void) {
    run.keepVersions(
      of: type,
      steps: steps,
      from: Numbers(0..<run.n),
      empty: Numbers(),
      footprint: footprint,
      change: change
    )
  }

  func iterate() {
    let numbers = Numbers(0..<run.n)
    measurePerElement("ns/element") {
      var sum = 0
      for number in numbers { sum &+= number }
      precondition(sum == expectedSum)
    }
  }

  func concatenate() {
    let first = Numbers(0..<run.n)
    let second = Numbers(run.n..<2 * run.n)
    let repeats = isPersistent ? 1_000 : max(3, min(1_000, 1_000_000 / run.n))
    run.record(
      type,
      "ns",
      run.median {
        var results: [Numbers] = []
        results.reserveCapacity(repeats)
        let time = nanoseconds {
          for _ in 0..<repeats {
            var joined = first
            joined.append(contentsOf: second)
            results.append(joined)
          }
        }
        return time / Double(repeats)
      }
    )
  }

  func measurePerElement(_ metric: String, _ body: () -> Void) {
    run.record(
      type,
      metric,
      run.median {
        nanoseconds { for _ in 0..<rounds { body() } } / Double(run.n * rounds)
      }
    )
  }

  func randomPositions(_ count: Int) -> [Int] {
    var random = SplitMix64(seed: 46)
    return (0..<count).map { _ in random.below(run.n) }
  }
}

extension ArrayRun<PersistentArray<Int>> {
  func iterateByRuns() {
    let numbers = PersistentArray(0..<run.n)
    measurePerElement("ns/element by runs") {
      var sum = 0
      numbers.forEachRun { run in for number in run { sum &+= number } }
      precondition(sum == expectedSum)
    }
  }
}
