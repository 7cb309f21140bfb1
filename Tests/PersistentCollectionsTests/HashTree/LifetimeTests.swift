import Measuring
import PersistentCollections
import TestSupport
import Testing

/// Everything that goes into a tree comes out of it again, once.
@Suite("Elements of a tree", .serialized)
struct LifetimeTests {
  @Test("are released as often as they were retained, also when a closure throws")
  func leaks() {
    let before = Tracked.alive.count
    var random = SplitMix64(seed: 21)
    for episode in 0..<20 {
      let spread = Spread.allCases[episode % 5]
      var map = PersistentMap<Collider, Tracked>()
      var versions: [PersistentMap<Collider, Tracked>] = []
      for step in 0..<300 {
        let key = spread.key(random.below(60))
        switch random.below(8) {
        case 0, 1, 2: map[key] = Tracked()
        case 3, 4: map[key] = nil
        case 5: map[key, default: Tracked()].touch()
        case 6: clear(&map[key])
        default:
          if let other = versions.last {
            _ = map.tree.combined(with: other.tree, step.isMultiple(of: 2) ? .union : .symmetricDifference)
            _ = map.filter { $0.key.number.isMultiple(of: 2) }
            _ = other.changes(from: map, by: ===)
          }
          let limit = random.below(30)
          var calls = 0
          _ = try? map.mapValues { _ in
            calls += 1
            if calls > limit { throw Failure() }
            return Tracked()
          }
          _ = try? map.filter { _ in
            calls += 1
            if calls > limit { throw Failure() }
            return true
          }
        }
        if step.isMultiple(of: 7) { versions.append(map) }
        if versions.count > 10 { versions.removeFirst(5) }
      }
      #expect(Tracked.alive.count > before)
    }
    #expect(Tracked.alive.count == before)
  }

  @Test("are released on a stack of 512 KB, however many they are and however deep their tree is")
  func smallStack() throws {
    let count = Soak.isOn ? 1_000_000 : 100_000
    let result = try onSmallStack {
      var map = PersistentMap<Int, Int>()
      for key in 0..<count { map[key] = key }
      let versions = (0..<100).map { key in
        map[key] = -1
        return map
      }
      let sum = map.reduce(0) { $0 + $1.value }
      var deep = PersistentSet<Collider>()
      for number in 0..<200 { deep.insert(Spread.fewHashes.key(number)) }
      let union = deep.union(PersistentSet((100..<300).map(Spread.oneHash.key)))
      return versions.count + (sum > 0 ? 1 : 0) + union.count
    }
    #expect(result == 100 + 1 + 400)
  }

  private func clear(_ place: inout Tracked?) { place = nil }
}

private struct Failure: Error {}

/// An object that counts how many of its kind are alive.
private final class Tracked {
  static let alive = Count()

  init() { Tracked.alive.add(1) }
  deinit { Tracked.alive.add(-1) }

  func touch() {}

  /// Used by one test, on one thread.
  final class Count: @unchecked Sendable {
    private(set) var count = 0
    func add(_ number: Int) { count += number }
  }
}
