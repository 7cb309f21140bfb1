import PersistentCollections
import Testing

@Suite("Indices that count elements")
struct RankedCollectionTests {
  @Test("go wherever those of an array would, within any limit")
  func arithmetic() {
    func check(_ collection: some RankedCollection) {
      let model = Array(collection)
      let places = Array(collection.indices) + [collection.endIndex]
      #expect(places.count == model.count + 1)
      for (start, place) in places.enumerated() {
        for (end, other) in places.enumerated() {
          #expect(collection.distance(from: place, to: other) == end - start)
          #expect(collection.index(place, offsetBy: end - start) == other)
          for (limit, bound) in places.enumerated() {
            let expected = model.index(start, offsetBy: end - start, limitedBy: limit)
            let found = collection.index(place, offsetBy: end - start, limitedBy: bound)
            #expect(found == expected.map { places[$0] })
          }
        }
      }
    }
    for size in 0..<8 {
      let map = PersistentMap(uniqueKeysWithValues: (0..<size).map { ($0, $0) })
      let sorted = PersistentSortedMap(map)
      check(map)
      check(map.keys)
      check(map.values)
      check(sorted)
      check(sorted.keys)
      check(sorted.values)
      check(PersistentSet(0..<size))
    }
  }

  @Test("end the process where they would leave the collection")
  func outOfBounds() async {
    await #expect(processExitsWith: .failure) {
      let map: PersistentMap = [1: 1]
      _ = map.index(after: map.endIndex)
    }
    await #expect(processExitsWith: .failure) {
      let set: PersistentSet = [1]
      _ = set.index(after: set.endIndex)
    }
    await #expect(processExitsWith: .failure) {
      let map: PersistentSortedMap = [1: 1]
      _ = map.keys.index(before: map.startIndex)
    }
    await #expect(processExitsWith: .failure) {
      var set: PersistentSet = [1]
      set.remove(at: set.endIndex)
    }
    await #expect(processExitsWith: .failure) {
      var map: PersistentMap = [1: 1]
      map.values[map.endIndex] = 2
    }
  }

  @Test("find a key with a few comparisons, also where the type of the collection is not known")
  func generic() {
    func comparisons<C: Collection<CountedKey>>(_ collection: C) -> Int {
      let before = CountedKey.comparisons.count
      #expect(collection.contains(CountedKey(number: 777)) && !collection.contains(CountedKey(number: -1)))
      #expect(collection.firstIndex(of: CountedKey(number: 777)).map { collection[$0].number } == 777)
      #expect(collection.firstIndex(of: CountedKey(number: -1)) == nil)
      return CountedKey.comparisons.count - before
    }
    let elements = (0..<2_000).map { (CountedKey(number: $0), $0) }
    let map = PersistentMap(uniqueKeysWithValues: elements)
    #expect(comparisons(map.keys) < 200)
    #expect(comparisons(PersistentSet(map.keys)) < 200)
    let sorted = PersistentSortedMap(uniqueKeysWithValues: elements)
    #expect(comparisons(sorted.keys) < 200)
    let before = CountedKey.comparisons.count
    #expect(sorted.keys.min()?.number == 0 && sorted.keys.max()?.number == 1_999)
    #expect(CountedKey.comparisons.count - before < 10)
  }
}

/// A key that counts how often it is compared.
private struct CountedKey: Hashable, Comparable {
  static let comparisons = Count()
  let number: Int

  static func == (left: CountedKey, right: CountedKey) -> Bool {
    comparisons.count += 1
    return left.number == right.number
  }

  static func < (left: CountedKey, right: CountedKey) -> Bool {
    comparisons.count += 1
    return left.number < right.number
  }

  func hash(into hasher: inout Hasher) { hasher.combine(number) }

  /// Used by one test, on one thread.
  final class Count: @unchecked Sendable {
    var count = 0
  }
}
