import Measuring
import PersistentCollections
import TestSupport
import Testing

/// The contents of a collection afterwards are not specified, but no freed memory is read, no object leaks, and every
/// operation ends.
@Suite("Keys that break their contract do no harm")
struct BrokenKeyTests {
  @Test("to a map", arguments: Mood.Question.allCases)
  func maps(lyingAbout question: Mood.Question) {
    for seed in 0..<UInt64(Soak.times(3)) {
      let mood = Mood(lyingAbout: question, seed: seed)
      do {
        var map = PersistentMap<BrokenKey, CountedValue>()
        var older = map
        for _ in 0..<300 {
          let (key, other) = (BrokenKey(mood.random.below(40), mood), BrokenKey(mood.random.below(40), mood))
          switch mood.random.below(20) {
          case 0, 1, 2: map[key] = CountedValue(mood)
          case 3: map[key] = nil
          case 4: map.updateValue(CountedValue(mood), forKey: key)
          case 5: map.removeValue(forKey: key)
          case 6: clear(&map[key], changing: map.first?.key ?? key, to: other.id)
          case 7: clear(&map[map.first?.key ?? key], changing: map.first?.key ?? key, to: other.id)
          case 8: map[key, default: CountedValue(mood)] = CountedValue(mood)
          case 9: if !map.isEmpty { map.remove(at: map.index(map.startIndex, offsetBy: map.count / 2)) }
          case 10: _ = map.popFirst()
          case 11: map.merge(older) { $1 }
          case 12: map.merge([(key, CountedValue(mood)), (other, CountedValue(mood))]) { old, _ in old }
          case 13: map = map.filter { $0.key.id != key.id }
          case 14: map = map.mapValues { _ in CountedValue(mood) }
          case 15: map.randomElement(using: &mood.random)?.key.id = other.id
          case 16: map.merge(older, keeping: mood.random.below(2) == 0 ? .current : .new)
          case 17: map.removeAll { $0.key.id == key.id }
          case 18: if !map.isEmpty { map.values[map.startIndex] = CountedValue(mood) }
          default: map = map.compactMapValues { mood.random.below(9) == 0 ? nil : $0 }
          }
          #expect(map.reduce(0) { count, _ in count + 1 } == map.count)
          #expect(map.changes(from: older, by: ===).count >= 0)
          if mood.random.below(5) == 0 { older = map }
        }
        while map.popFirst() != nil {}
        #expect(map.isEmpty)
      }
      #expect(mood.alive == 0, "seed \(seed)")
    }
  }

  @Test("to a set", arguments: Mood.Question.allCases)
  func sets(lyingAbout question: Mood.Question) {
    for seed in 0..<UInt64(Soak.times(3)) {
      let mood = Mood(lyingAbout: question, seed: seed)
      do {
        var set = PersistentSet<BrokenKey>()
        var older = set
        for _ in 0..<300 {
          let (key, other) = (BrokenKey(mood.random.below(40), mood), BrokenKey(mood.random.below(40), mood))
          switch mood.random.below(13) {
          case 0, 1, 2: set.insert(key)
          case 3: set.update(with: key)
          case 4: set.remove(key)
          case 5: if !set.isEmpty { set.remove(at: set.index(set.startIndex, offsetBy: set.count / 2)) }
          case 6: _ = set.popFirst()
          case 7: mood.random.below(2) == 0 ? set.formUnion(older) : set.formUnion([key, other])
          case 8: set.formSymmetricDifference(older)
          case 9: mood.random.below(2) == 0 ? set.subtract(older) : set.subtract([key, other])
          case 10:
            mood.random.below(2) == 0 ? set.formIntersection(older) : set.formIntersection([key, other])
          case 11: set.removeAll { $0.id == key.id }
          default: set.randomElement(using: &mood.random)?.id = other.id
          }
          #expect(set.reduce(0) { count, _ in count + 1 } == set.count)
          _ = (set.isSubset(of: older), set.isDisjoint(with: older), set == older)
          if mood.random.below(5) == 0 { older = set }
        }
        while set.popFirst() != nil {}
        #expect(set.isEmpty)
      }
      #expect(mood.alive == 0, "seed \(seed)")
    }
  }

  @Test("to a sorted map", arguments: Mood.Question.allCases)
  func sortedMaps(lyingAbout question: Mood.Question) {
    for seed in 0..<UInt64(Soak.times(3)) {
      let mood = Mood(lyingAbout: question, seed: seed)
      do {
        var map = PersistentSortedMap<BrokenKey, CountedValue>()
        var older = map
        for _ in 0..<300 {
          let (key, other) = (BrokenKey(mood.random.below(40), mood), BrokenKey(mood.random.below(40), mood))
          switch mood.random.below(21) {
          case 0, 1, 2: map[key] = CountedValue(mood)
          case 3: map[key] = nil
          case 4: map.updateValue(CountedValue(mood), forKey: key)
          case 5: map.removeValue(forKey: key)
          case 6: clear(&map[key], changing: map.first?.key ?? key, to: other.id)
          case 7: clear(&map[map.first?.key ?? key], changing: map.first?.key ?? key, to: other.id)
          case 8: map[key, default: CountedValue(mood)] = CountedValue(mood)
          case 9: if !map.isEmpty { map.remove(at: map.index(map.startIndex, offsetBy: map.count / 2)) }
          case 10: _ = mood.random.below(2) == 0 ? map.popFirst() : map.popLast()
          case 11: map.merge(older) { $1 }
          case 12: map.merge([(key, CountedValue(mood)), (other, CountedValue(mood))]) { old, _ in old }
          case 13: map = map.filter { $0.key.id != key.id }
          case 14: map = map.mapValues { _ in CountedValue(mood) }
          case 15: map.randomElement(using: &mood.random)?.key.id = other.id
          case 16: map.removeAll(in: Self.range(from: key, to: other))
          case 17: map.merge(older, keeping: mood.random.below(2) == 0 ? .current : .new)
          case 18: map.removeAll { $0.key.id == key.id }
          case 19: if !map.isEmpty { map.values[map.startIndex] = CountedValue(mood) }
          default: older = older[PartialRangeUpTo(other)]
          }
          #expect(map.reduce(0) { count, _ in count + 1 } == map.count)
          #expect(map.changes(from: older, by: ===).count >= 0)
          _ = (map.rank(of: key), map.element(before: key)?.key, map.element(atOrAfter: key)?.key)
          if mood.random.below(5) == 0 { older = map }
        }
        while map.popFirst() != nil {}
        #expect(map.isEmpty)
      }
      #expect(mood.alive == 0, "seed \(seed)")
    }
  }

  /// A range whose bounds change after it was made, or one without a second bound where the two would make none.
  private static func range(from key: BrokenKey, to other: BrokenKey) -> any KeyRange<BrokenKey> {
    guard key.mood.lyingAbout == .nothing else { return PartialRangeFrom(key) }
    let ids = (key.id, other.id)
    (key.id, other.id) = (0, 1)
    let range = key..<other
    (key.id, other.id) = ids
    return range
  }

  @Test("when they are not equal to themselves, as NaN is not")
  func notANumber() {
    var set: PersistentSet<Double> = [.nan, 1, .nan, -.nan]
    #expect(set.count == 4)
    set.remove(at: set.startIndex)
    #expect(set.count == 3)
    while set.popFirst() != nil {}
    #expect(set.isEmpty)
    var map: PersistentMap<Double, String> = [:]
    for value in ["a", "b", "c"] { map[.nan] = value }
    let element = map.remove(at: map.startIndex)
    #expect(element.key.isNaN && map.count == 2 && !map.contains { $0.value == element.value })
    while map.popFirst() != nil {}
    #expect(map.isEmpty)
  }
}
