import Measuring
import PersistentCollections

extension PersistentSortedMap: MapSubject where Key: Hashable, Value: Equatable {
  static var isPersistent: Bool { true }
}

/// The workloads M1 to M7 once more, for maps in the order of their keys.
enum SortedMapWorkloads {
  typealias NumberRun = MapRun<PersistentSortedMap<Int, Int>, Numbers>
  typealias TodoRun = MapRun<PersistentSortedMap<String, Todo>, Todos>

  static func add(to suite: inout Suite) {
    add("M1", "build from distinct shuffled keys", to: &suite) { $0.build() }
    add("M2", "look up keys that are there", to: &suite) { $0.lookUp(missing: false) }
    add("M2b", "look up keys that are not there", to: &suite) { $0.lookUp(missing: true) }
    add("M3", "update random keys, every version kept; then release them", to: &suite) {
      $0.updateKeepingAll(footprint: \.footprint)
    }
    add("M4", "insert and remove by turns, every version kept", to: &suite) {
      $0.insertAndRemoveKeepingAll(footprint: \.footprint)
    }
    add("M5", "iterate", to: &suite) { $0.iterate() }
    add("M6", "compare versions that are one update apart, and find their differences", to: &suite) {
      $0.compareNeighbours(finding: { $1.changes(from: $0).count })
    }
    suite.add("M7", "sorted map: build, look up and update to-dos by string keys") { run in
      let todos = TodoRun(run, kind: "PersistentSortedMap")
      todos.build()
      todos.lookUp(missing: false)
      todos.updateKeepingAll(footprint: \.footprint)
    }
  }

  private static func add(
    _ name: String,
    _ summary: String,
    to suite: inout Suite,
    _ body: @escaping (NumberRun) -> Void
  ) {
    suite.add(name, "sorted map: \(summary)") { body(NumberRun($0, kind: "PersistentSortedMap")) }
  }
}
