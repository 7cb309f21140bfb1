import Measuring
import PersistentCollections
import Testing

/// Results stay right when shared parts are looked into all the same: only the time tells. A hundred times the elements
/// may take a few times as long, and by no means a hundred times.
@Suite("Comparing versions that are one change apart", .serialized)
struct NeighbourTests {
  /// How many times longer a comparison takes among 100,000 elements than among 1,000.
  func growth<Value>(_ make: (Int) -> (Value, Value), _ compare: (Value, Value) -> Void) -> Double {
    func shortest(_ n: Int) -> Double {
      let (older, newer) = make(n)
      return (0..<15).map { _ in nanoseconds { compare(older, newer) } }.min() ?? 0
    }
    return shortest(100_000) / shortest(1_000)
  }

  @Test("costs what changed in a map, not what there is")
  func maps() {
    let pair = { (n: Int) in
      let older = PersistentMap(uniqueKeysWithValues: (0..<n).map { ($0, $0) })
      var newer = older
      newer[n / 2] = -1
      return (older, newer)
    }
    #expect(growth(pair) { blackHole($1.changes(from: $0)) } < 20)
    #expect(growth(pair) { blackHole($0 == $1) } < 20)
  }

  @Test("costs what changed in a sorted map, not what there is")
  func sortedMaps() {
    let pair = { (n: Int) in
      let older = PersistentSortedMap(uniqueKeysWithValues: (0..<n).map { ($0, $0) })
      var newer = older
      newer[n / 2] = nil
      return (older, newer)
    }
    #expect(growth(pair) { blackHole($1.changes(from: $0)) } < 20)
  }

  @Test("costs what changed in an array, not what there is, also where elements have moved")
  func arrays() {
    let pair = { (n: Int) in
      let older = PersistentArray(0..<n)
      var newer = older
      newer.insert(-1, at: n / 2)
      return (older, newer)
    }
    #expect(growth(pair) { blackHole($1.changes(from: $0)) } < 20)
  }

  @Test("costs what changed when sets are united, intersected or subtracted")
  func sets() {
    let pair = { (n: Int) in
      let older = PersistentSet(0..<n)
      return (older, older.union([n + 1]))
    }
    #expect(growth(pair) { blackHole($0.union($1)) } < 20)
    #expect(growth(pair) { blackHole($0.intersection($1)) } < 20)
    #expect(growth(pair) { blackHole($1.subtracting($0)) } < 20)
  }
}
