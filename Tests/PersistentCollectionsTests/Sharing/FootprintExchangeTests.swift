import Measuring
import PersistentCollections
import TestSupport
import Testing

@Suite("The footprint that two versions exchange")
struct FootprintExchangeTests {
  static let edits = Soak.times(60)

  /// Edits a value again and again, and compares the exchange with all versions measured as a whole.
  private func check<Value: StructureSharing>(
    _ first: Value,
    seed: UInt64,
    counting count: (Value, Value) -> FootprintExchange = { $1.footprintExchange(from: $0) },
    _ edit: (inout Value, inout SplitMix64) -> Void
  ) {
    var (value, random) = (first, SplitMix64(seed: seed))
    var versions = [value]
    for number in 0..<Self.edits {
      edit(&value, &random)
      // The neighbour, and a version from further back.
      for place in [versions.count - 1, random.below(versions.count)] {
        let older = versions[place]
        let exchange = value.footprintExchange(from: older)
        let both = [older, value].footprint
        #expect(exchange.added == both - older.footprint, "seed \(seed), edit \(number)")
        #expect(exchange.released == both - value.footprint, "seed \(seed), edit \(number)")
        #expect(count(older, value) == exchange, "seed \(seed), edit \(number)")
      }
      versions.append(value)
    }
  }

  /// The exchange as a walk counts it while it looks for differences.
  private static func counted<Key: Hashable>(
    from old: PersistentMap<Key, Int>,
    to new: PersistentMap<Key, Int>
  ) -> FootprintExchange {
    var exchange = FootprintExchange()
    withUnsafeMutablePointer(to: &exchange) {
      new.forEachDifference(from: old, counting: $0, by: { _, _ in true }) { _, _ in }
    }
    return exchange
  }

  @Test("A map's nodes, edited here and there", arguments: 1...4 as ClosedRange<UInt64>)
  func maps(seed: UInt64) {
    for size in [0, 3, 60, 2_000] {
      let map = PersistentMap(uniqueKeysWithValues: (0..<size).map { ($0, $0) })
      check(map, seed: seed, counting: Self.counted) { map, random in
        for _ in 0...random.below(4) {
          let key = random.below(size + 40)
          map[key] = random.below(3) == 0 ? nil : random.below(1_000)
        }
        if random.below(6) == 0 { map = map.filter { $0.key % 7 != random.below(7) } }
      }
    }
  }

  @Test("A map's nodes where hashes collide", arguments: Spread.allCases)
  func collisions(spread: Spread) {
    check(PersistentMap<Collider, Int>(), seed: 5, counting: Self.counted) { map, random in
      let key = spread.key(random.below(60))
      map[key] = random.below(3) == 0 ? nil : random.below(1_000)
    }
  }

  @Test("A set's nodes, with members coming and going", arguments: 1...4 as ClosedRange<UInt64>)
  func sets(seed: UInt64) {
    check(PersistentSet(0..<500), seed: seed) { set, random in
      for _ in 0...random.below(30) {
        let member = random.below(700)
        if set.remove(member) == nil { set.insert(member) }
      }
    }
  }

  @Test("A sorted map's nodes, edited here and there", arguments: 1...4 as ClosedRange<UInt64>)
  func sortedMaps(seed: UInt64) {
    for size in [0, 5, 2_000] {
      let map = PersistentSortedMap(uniqueKeysWithValues: (0..<size).map { ($0 * 2, $0) })
      check(map, seed: seed) { map, random in
        for _ in 0...random.below(4) {
          let key = random.below(2 * size + 40)
          map[key] = random.below(3) == 0 ? nil : random.below(1_000)
        }
      }
    }
  }

  @Test("An array's nodes, cut, joined and edited anywhere", arguments: 1...6 as ClosedRange<UInt64>)
  func arrays(seed: UInt64) {
    for size in [0, 10, 3_000] {
      check(PersistentArray(0..<size), seed: seed) { array, random in
        switch random.below(6) {
        case 0: array.append(random.below(100))
        case 1: array.insert(random.below(100), at: random.below(array.count + 1))
        case 2 where !array.isEmpty: array.remove(at: random.below(array.count))
        case 3 where !array.isEmpty: array[random.below(array.count)] = random.below(100)
        case 4:
          let start = random.below(array.count + 1)
          let end = min(array.count, start + random.below(40))
          array.replaceSubrange(start..<end, with: (0..<random.below(60)).map { $0 })
        default: array.append(contentsOf: 0..<random.below(30))
        }
      }
    }
  }

  @Test("A text's nodes, edited anywhere", arguments: 1...4 as ClosedRange<UInt64>)
  func texts(seed: UInt64) {
    for size in [0, 10, 500] {
      var first = SplitMix64(seed: seed)
      check(PersistentText(TextScraps.some(size, from: &first)), seed: seed) { text, random in
        for _ in 0...random.below(3) {
          let start = random.below(text.unicodeScalars.count + 1)
          let end = min(text.unicodeScalars.count, start + random.below(random.below(8) == 0 ? 300 : 3))
          let added = TextScraps.some(random.below(random.below(8) == 0 ? 100 : 3), from: &random)
          text.replaceSubrange(text.scalarRange(start..<end), with: added)
        }
      }
    }
  }

  @Test("Nothing where both are one and the same, and everything where they have nothing in common")
  func extremes() {
    let map = PersistentSortedMap(uniqueKeysWithValues: (0..<100).map { ($0, $0) })
    #expect(map.footprintExchange(from: map) == FootprintExchange())
    #expect(map.footprintExchange(from: [:]) == FootprintExchange(added: map.footprint))
    #expect(PersistentSortedMap<Int, Int>().footprintExchange(from: map).released == map.footprint)
  }

  /// A type that says no more than the protocol asks of it.
  private struct Pair: StructureSharing {
    var map: PersistentMap<Int, Int>

    func isIdentical(to other: Pair) -> Bool { map.isIdentical(to: other.map) }
    func addFootprint(to meter: inout FootprintMeter) { map.addFootprint(to: &meter) }
  }

  @Test("A type that does not answer is counted as a whole on both sides")
  func unanswered() {
    let old = Pair(map: PersistentMap(uniqueKeysWithValues: (0..<100).map { ($0, $0) }))
    var new = old
    #expect(new.footprintExchange(from: old) == FootprintExchange())
    new.map[7] = 8
    let exchange = new.footprintExchange(from: old)
    #expect(exchange.added == new.footprint && exchange.released == old.footprint)
  }
}
