import Measuring
import PersistentCollections

/// The workloads of maps, M1 to M7.
enum MapWorkloads {
  static func add(to suite: inout Suite) {
    suite.add("M1", "map: build from distinct shuffled keys") { run in
      MapRun<PersistentMap<Int, Int>, Numbers>(run).build()
      MapRun<[Int: Int], Numbers>(run).build()
    }
    suite.add("M2", "map: look up keys that are there") { run in
      MapRun<PersistentMap<Int, Int>, Numbers>(run).lookUp(missing: false)
      MapRun<[Int: Int], Numbers>(run).lookUp(missing: false)
    }
    suite.add("M2b", "map: look up keys that are not there") { run in
      MapRun<PersistentMap<Int, Int>, Numbers>(run).lookUp(missing: true)
      MapRun<[Int: Int], Numbers>(run).lookUp(missing: true)
    }
    suite.add("M3", "map: update random keys, every version kept; then release them") { run in
      MapRun<PersistentMap<Int, Int>, Numbers>(run).updateKeepingAll(footprint: \.footprint)
      MapRun<[Int: Int], Numbers>(run).updateKeepingAll()
    }
    suite.add("M4", "map: insert and remove by turns, every version kept") { run in
      MapRun<PersistentMap<Int, Int>, Numbers>(run).insertAndRemoveKeepingAll(footprint: \.footprint)
      MapRun<[Int: Int], Numbers>(run).insertAndRemoveKeepingAll()
    }
    suite.add("M5", "map: iterate") { run in
      MapRun<PersistentMap<Int, Int>, Numbers>(run).iterate()
      MapRun<[Int: Int], Numbers>(run).iterate()
    }
    suite.add("M6", "map: compare versions that are one update apart, and find their differences") { run in
      MapRun<PersistentMap<Int, Int>, Numbers>(run).compareNeighbours(finding: { $1.changes(from: $0).count })
      MapRun<[Int: Int], Numbers>(run).compareNeighbours()
    }
    suite.add("M7", "map: build, look up and update to-dos by string keys") { run in
      MapRun<PersistentMap<String, Todo>, Todos>(run).build()
      MapRun<PersistentMap<String, Todo>, Todos>(run).lookUp(missing: false)
      MapRun<PersistentMap<String, Todo>, Todos>(run).updateKeepingAll(footprint: \.footprint)
      MapRun<[String: Todo], Todos>(run).build()
      MapRun<[String: Todo], Todos>(run).lookUp(missing: false)
      MapRun<[String: Todo], Todos>(run).updateKeepingAll()
    }
  }
}

/// One kind of map under one workload at one size.
struct MapRun<Map: MapSubject, Elements: Sample> where Map.Key == Elements.Key, Map.Value == Elements.Value {
  let run: Suite.Run
  let type: String

  init(_ run: Suite.Run, kind: String = Map.isPersistent ? "PersistentMap" : "Dictionary") {
    self.run = run
    type = "\(kind)<\(Map.Key.self),\(Map.Value.self)>"
  }

  /// The numbers from `first` on in an order that the seed alone decides.
  func shuffled(from first: Int = 0) -> [Elements.Key] {
    var random = SplitMix64(seed: 42)
    return (first..<first + run.n).shuffled(using: &random).map(Elements.key)
  }

  func makeMap(_ keys: [Elements.Key]) -> Map {
    var map = Map()
    for (number, key) in keys.enumerated() {
      map[key] = Elements.value(number)
    }
    return map
  }

  func build() {
    let keys = shuffled()
    let values = (0..<run.n).map(Elements.value)
    let grown = Heap.growth { () -> Map in
      var map = Map()
      for index in keys.indices { map[keys[index]] = values[index] }
      return map
    }
    run.record(type, "bytes/element", Double(grown.bytes) / Double(run.n))
    run.record(
      type,
      "build ns",
      run.median {
        var map = Map()
        let time = nanoseconds {
          for index in keys.indices { map[keys[index]] = values[index] }
        }
        blackHole(map)
        return time / Double(run.n)
      }
    )
  }

  func lookUp(missing: Bool) {
    let map = makeMap(shuffled())
    let missed = missing ? shuffled(from: run.n) : []
    var random = SplitMix64(seed: 43)
    let probes = (0..<min(run.n, 1_000_000)).map { _ in
      let number = random.below(run.n)
      return missing ? missed[number] : Elements.key(number)
    }
    run.record(
      type,
      missing ? "miss ns" : "get ns",
      run.median {
        var found = 0
        let rounds = max(1, 100_000 / probes.count)
        let time = nanoseconds {
          for _ in 0..<rounds {
            for key in probes where map[key] != nil { found += 1 }
          }
        }
        precondition(found == (missing ? 0 : probes.count * rounds))
        return time / Double(probes.count * rounds)
      }
    )
  }

  /// How many versions are kept: a dictionary copies everything for each of them.
  var steps: Int {
    if run.isQuick { return 100 }
    return Map.isPersistent ? 10_000 : max(5, min(10_000, 5_000_000 / run.n))
  }

  func updateKeepingAll(footprint: (([Map]) -> Footprint)? = nil) {
    var random = SplitMix64(seed: 44)
    let keys = (0..<steps).map { _ in Elements.key(random.below(run.n)) }
    let values = (0..<steps).map { Elements.value(run.n + $0) }
    keepAll(footprint: footprint) { map, step in
      map[keys[step]] = values[step]
    }
  }

  func insertAndRemoveKeepingAll(footprint: (([Map]) -> Footprint)? = nil) {
    var random = SplitMix64(seed: 45)
    let inserted = (0..<steps).map { Elements.key(run.n + $0) }
    var present = shuffled()
    let removed = (0..<steps / 2).map { step in
      present.append(inserted[2 * step])
      present.swapAt(random.below(present.count), present.count - 1)
      return present.removeLast()
    }
    let value = Elements.value(0)
    keepAll(footprint: footprint) { map, step in
      if step.isMultiple(of: 2) {
        map[inserted[step]] = value
      } else {
        _ = map.removeValue(forKey: removed[step / 2])
      }
    }
  }

  private func keepAll(footprint: (([Map]) -> Footprint)?, change: (inout Map, Int) -> Void) {
    run.keepVersions(
      of: type,
      steps: steps,
      from: makeMap(shuffled()),
      empty: Map(),
      footprint: footprint,
      change: change
    )
  }

  func iterate() {
    let map = makeMap(shuffled())
    run.record(
      type,
      "ns/element",
      run.median {
        var count = 0
        let rounds = max(1, 100_000 / run.n)
        let time = nanoseconds {
          for _ in 0..<rounds {
            for element in map where element.value != element.value { count += 1 }
          }
        }
        precondition(count == 0)
        return time / Double(run.n * rounds)
      }
    )
  }

  /// Compares versions that are one update apart; each pair is one that no other comparison has just touched.
  func compareNeighbours(finding changes: ((Map, Map) -> Int)? = nil) {
    var random = SplitMix64(seed: 46)
    let pairs = Map.isPersistent ? min(steps, 2_000) : 5
    var versions = [makeMap(shuffled())]
    for step in 0..<pairs {
      var map = versions[step]
      map[Elements.key(random.below(run.n))] = Elements.value(run.n + step)
      versions.append(map)
    }
    run.record(
      type,
      "eq ns",
      run.median {
        var equal = 0
        let time = nanoseconds {
          for index in 0..<pairs where versions[index] == versions[index + 1] { equal += 1 }
        }
        precondition(equal == 0)
        return time / Double(pairs)
      }
    )
    guard let changes else { return }
    run.record(
      type,
      "diff ns",
      run.median {
        var found = 0
        let time = nanoseconds {
          for index in 0..<pairs { found += changes(versions[index], versions[index + 1]) }
        }
        precondition(found == pairs)
        return time / Double(pairs)
      }
    )
  }
}
