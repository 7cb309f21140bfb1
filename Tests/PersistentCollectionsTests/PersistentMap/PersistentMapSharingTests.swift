import Measuring
import PersistentCollections
import Testing

/// Versions of a map share their nodes, and a change copies no more nodes than it must.
@Suite("Versions of a persistent map")
struct PersistentMapSharingTests {
  static func map(_ count: Int) -> PersistentMap<Int, Int> {
    PersistentMap(uniqueKeysWithValues: (0..<count).map { ($0, $0) })
  }

  @Test("are identical until one changes")
  func identity() {
    let map = Self.map(100)
    var copy = map
    #expect(copy.isIdentical(to: map))
    copy[3] = -3
    #expect(!copy.isIdentical(to: map) && copy != map)
    copy[3] = 3
    #expect(!copy.isIdentical(to: map) && copy == map)
    #expect(PersistentMap<Int, Int>().isIdentical(to: [:]))
  }

  @Test("share all nodes but those on the way to a change")
  func newNodes() {
    let map = Self.map(10_000)
    var random = SplitMix64(seed: 11)
    for _ in 0..<200 {
      var copy = map
      copy[random.below(10_000)] = -1
      var meter = FootprintMeter()
      meter.add(map)
      let step = meter.add(copy)
      #expect(step.nodes <= 8, "\(step.nodes) nodes of \(map.footprint.nodes) were copied")
      #expect([map, copy].footprint == map.footprint + step)
      #expect(meter.add(copy) == Footprint())
    }
  }

  @Test("have an entry in common exactly where they share the leaf that it would lie in")
  func sharedEntries() {
    for count in [0, 1, 5, 40, 3_000] {
      let map = Self.map(count)
      for key in [0, count / 2, count - 1, count] where key >= 0 {
        var copy = map
        #expect((0...count).allSatisfy { copy.sharesEntry(of: $0, with: map) })
        copy[key] = key < count / 2 ? nil : -1
        if copy == map { continue }
        #expect(!copy.sharesEntry(of: key, with: map) && !map.sharesEntry(of: key, with: copy))
        let shared = (0..<count).filter { copy.sharesEntry(of: $0, with: map) }
        #expect(shared.allSatisfy { copy[$0] == map[$0] } && shared.count >= count - 8)
      }
    }
  }

  @Test("do not change when nothing is removed")
  func absentKeys() {
    let map = Self.map(1_000)
    var copy = map
    #expect(copy.removeValue(forKey: -1) == nil)
    copy[-2] = nil
    let replaced: Void? = copy[-3].map { _ in }
    #expect(replaced == nil && copy.isIdentical(to: map))
  }

  @Test("are identical after a filter that keeps everything, and share what a filter leaves alone")
  func filters() {
    let map = Self.map(10_000)
    #expect(map.filter { _ in true }.isIdentical(to: map))
    #expect(map.filter { _ in false }.isIdentical(to: [:]))
    let filtered = map.filter { $0.key != 77 }
    #expect([map, filtered].footprint.nodes - map.footprint.nodes <= 8)
  }

  @Test("are compared without a look at what they share")
  func cheapComparison() {
    let map = PersistentMap(uniqueKeysWithValues: (0..<10_000).map { ($0, Counted(number: $0)) })
    var copy = map
    copy[5_000] = Counted(number: -1)
    Counted.comparisons.reset()
    #expect(copy != map)
    #expect(copy.changes(from: map).map(\.key) == [5_000])
    #expect(Counted.comparisons.count <= 20, "\(Counted.comparisons.count) values were compared")
  }

  @Test("differ by exactly the changes that were made")
  func changes() throws {
    var random = SplitMix64(seed: 12)
    for episode in 0..<100 {
      let spread = Spread.allCases[episode % 5]
      let keys = (0..<60).map(spread.key)
      var old = PersistentMap<Collider, Int>()
      for key in keys where random.below(2) == 0 { old[key] = 0 }
      var new = old
      for _ in 0..<random.below(40) {
        let key = keys[random.below(60)]
        new[key] = random.below(3) == 0 ? nil : random.below(2)
      }
      var patched = old
      for change in new.changes(from: old) {
        #expect(change.oldValue == old[change.key] && change.newValue == new[change.key])
        #expect(change.oldValue != change.newValue)
        patched[change.key] = change.newValue
      }
      #expect(patched == new)
      #expect(Set(old.changes(from: new)) == Set(new.changes(from: old).map(\.inverse)))
      #expect(new.changes(from: [:]).count == new.count)
      #expect(PersistentMap().changes(from: old).count == old.count)
    }
  }
}

/// A value that counts how often it is compared.
private struct Counted: Equatable {
  let number: Int

  static let comparisons = Counter()

  static func == (left: Counted, right: Counted) -> Bool {
    comparisons.increment()
    return left.number == right.number
  }

  /// A test runs on one thread at a time, so the count needs no lock; no other test uses this type.
  final class Counter: @unchecked Sendable {
    private(set) var count = 0
    func increment() { count += 1 }
    func reset() { count = 0 }
  }
}
