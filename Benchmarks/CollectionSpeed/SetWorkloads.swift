import Measuring
import PersistentCollections

/// The workloads of sets: what operations between versions, and between strangers, cost.
enum SetWorkloads {
  static func add(to suite: inout Suite) {
    suite.add("S1", "set: operations between versions that are ten changes apart") { run in
      let old = PersistentSet(0..<run.n)
      var new = old
      for step in 0..<5 {
        new.remove(step * run.n / 5)
        new.insert(run.n + step)
      }
      SetRun(run: run, type: "PersistentSet<Int>", perElement: false).measure(old, new)
      let (oldSet, newSet) = (Set(old), Set(new))
      SetRun(run: run, type: "Set<Int>", perElement: false).measure(oldSet, newSet)
    }
    suite.add("S2", "set: operations between sets that have half their elements in common") { run in
      let (left, right) = (0..<run.n, run.n / 2..<run.n + run.n / 2)
      SetRun(run: run, type: "PersistentSet<Int>", perElement: true)
        .measure(PersistentSet(left), PersistentSet(right))
      SetRun(run: run, type: "Set<Int>", perElement: true).measure(Set(left), Set(right))
    }
  }
}

/// One kind of set in one workload at one size.
private struct SetRun {
  let run: Suite.Run
  let type: String
  let perElement: Bool

  func measure<S: SetAlgebra>(_ left: S, _ right: S) {
    record("union ns") { left.union(right) }
    record("intersection ns") { left.intersection(right) }
    record("subtracting ns") { left.subtracting(right) }
    record("isSubset ns") { left.isSubset(of: right) }
  }

  private func record<Result>(_ metric: String, _ operation: () -> Result) {
    let scale = perElement ? Double(run.n) : 1
    run.record(
      type,
      perElement ? "\(metric)/element" : metric,
      run.median { nanoseconds { blackHole(operation()) } / scale }
    )
  }
}
