import PersistentCollections
import Testing

/// The methods that have the same names in both kinds of map, tried with both.
@Suite("A map of either kind")
struct KeyedCollectionTests {
  @Test("is made from pairs, labelled pairs, dictionaries, groups and the other kind")
  func making() {
    func check<Map: KeyedCollection<Int, String>>(_: Map.Type) where Map: Equatable {
      let map = Map(uniqueKeysWithValues: (0..<100).map { ($0, "\($0)") })
      let dictionary = Dictionary(map)
      #expect(dictionary.count == 100 && dictionary[7] == "7")
      #expect(Map(dictionary) == map && Map(uniqueKeysWithValues: dictionary) == map)
      #expect(Map(PersistentMap(map)) == map && Map(PersistentSortedMap(map)) == map)
      #expect(Map(dictionary.map { ($0.key % 3, $0.value) }, uniquingKeysWith: max).count == 3)
      #expect(Map(dictionary.filter { $0.key < 3 }, uniquingKeysWith: max).count == 3)
      #expect(Map(minimumCapacity: 50).isEmpty)
    }
    check(PersistentMap<Int, String>.self)
    check(PersistentSortedMap<Int, String>.self)
    let map: PersistentMap = ["a": 1]
    func remade(_ map: some KeyedCollection<String, Int>) -> PersistentMap<String, Int> { PersistentMap(map) }
    #expect(remade(map).isIdentical(to: map))
    #expect(PersistentSortedMap(grouping: 0..<5, by: { $0 % 2 }) == [0: [0, 2, 4], 1: [1, 3]])
  }

  @Test("is merged with whatever has keys and values")
  func merging() {
    func check<Map: KeyedCollection<String, Int>>(_: Map.Type) where Map: Equatable {
      let expected = Map(["a": 11, "b": 2, "c": 30])
      let start = Map(["a": 1, "b": 2])
      let dictionary = ["a": 10, "c": 30]
      #expect(start.merging(dictionary, uniquingKeysWith: +) == expected)
      #expect(start.merging(Map(dictionary), uniquingKeysWith: +) == expected)
      #expect(start.merging(PersistentMap(dictionary), uniquingKeysWith: +) == expected)
      #expect(start.merging(PersistentSortedMap(dictionary), uniquingKeysWith: +) == expected)
      #expect(start.merging([("a", 10), ("c", 30)], uniquingKeysWith: +) == expected)
      #expect(start.merging([(key: "a", value: 10), (key: "c", value: 30)], uniquingKeysWith: +) == expected)
      #expect(start.merging(start, uniquingKeysWith: +) == Map(["a": 2, "b": 4]))
      var map = start
      #expect(throws: Failure.self) { try map.merge(dictionary) { _, _ in throw Failure() } }
      #expect(map["a"] == 1 && map["b"] == 2)
    }
    check(PersistentMap<String, Int>.self)
    check(PersistentSortedMap<String, Int>.self)
  }

  @Test(
    "keeps the elements of one map where both have a key, and shares what both share",
    arguments: [1, 40, 3_000]
  )
  func keeping(changes: Int) {
    func check<Map: KeyedCollection<Int, Int> & StructureSharing>(_: Map.Type) where Map: Equatable {
      let start = Map(uniqueKeysWithValues: (0..<3_000).map { ($0, $0) })
      var (left, right) = (start, start)
      for number in 0..<changes {
        left[number * 7 % 3_000] = -1
        right[number * 7 % 3_000] = -2
        right[3_000 + number] = -3
        left[number * 11 % 3_000 + 1_500] = nil
      }
      for kept in [KeptElement.current, .new] {
        let merged = left.merging(right, keeping: kept)
        #expect(merged == left.merging(right) { kept == .current ? $0 : $1 })
        #expect(left.merging(left, keeping: kept).isIdentical(to: left))
        #expect(Map().merging(left, keeping: kept).isIdentical(to: left))
        #expect(left.merging(Map(), keeping: kept).isIdentical(to: left))
        if changes == 1 {
          #expect([left, right, merged].footprint.nodes - [left, right].footprint.nodes < 30)
        }
      }
    }
    check(PersistentMap<Int, Int>.self)
    check(PersistentSortedMap<Int, Int>.self)
  }

  @Test("gives elements away: the first one, those that a predicate holds for, or all")
  func removing() {
    func check<Map: KeyedCollection<Int, Int> & StructureSharing>(_: Map.Type) {
      var map = Map(uniqueKeysWithValues: (0..<100).map { ($0, $0) })
      let copy = map
      let first = map.first?.key
      #expect(map.removeFirst().key == first && map.count == 99)
      map.removeAll { !$0.key.isMultiple(of: 10) }
      #expect(Set(map.keys).isSubset(of: stride(from: 0, to: 100, by: 10)) && map.count >= 9)
      map.reserveCapacity(10)
      map.removeAll(keepingCapacity: true)
      #expect(map.isEmpty && map.popFirst() == nil && copy.count == 100)
      #expect(copy.filter { _ in true }.isIdentical(to: copy))
      map = copy
      map.removeAll { _ in false }
      #expect(map.isIdentical(to: copy))
    }
    check(PersistentMap<Int, Int>.self)
    check(PersistentSortedMap<Int, Int>.self)
  }

  @Test("has values that are changed where they lie, and not in copies")
  func values() {
    func check<Map: KeyedCollection<Int, [Int]> & StructureSharing>(_: Map.Type) {
      var map = Map(uniqueKeysWithValues: (0..<500).map { ($0, [$0]) })
      let copy = map
      for index in map.values.indices { map.values[index].append(-1) }
      #expect(map.allSatisfy { $0.value == [$0.key, -1] } && copy.allSatisfy { $0.value == [$0.key] })
      let footprint = map.footprint
      let index = map.index(map.startIndex, offsetBy: 250)
      map.values[index].reserveCapacity(100)
      let address = map[valueAt: index].withUnsafeBufferPointer(\.baseAddress)
      for number in 0..<50 { map.values[index].append(number) }
      #expect(map[valueAt: index].withUnsafeBufferPointer(\.baseAddress) == address)
      #expect(map.footprint == footprint && map.count == 500)
      map.values.swapAt(map.startIndex, index)
      #expect(map.values.first?.count == 52)
    }
    check(PersistentMap<Int, [Int]>.self)
    check(PersistentSortedMap<Int, [Int]>.self)
  }

  @Test("describes itself, its keys and its values as the standard library would")
  func descriptions() {
    func check<Map: KeyedCollection<String, Int> & CustomDebugStringConvertible>(_: Map.Type) {
      let (map, model) = (Map(["a": 1]), ["a": 1])
      #expect("\(map)" == "\(model)" && String(reflecting: map) == String(reflecting: model))
      #expect("\(map.keys)" == "\(Array(model.keys))" && "\(map.values)" == "\(Array(model.values))")
      #expect(String(reflecting: map.keys) == #"MapKeys(["a"])"#)
      #expect(String(reflecting: map.values) == "MapValues([1])")
    }
    check(PersistentMap<String, Int>.self)
    check(PersistentSortedMap<String, Int>.self)
    #expect(String(reflecting: PersistentSet([1])) == "PersistentSet([1])")
    #expect(String(reflecting: PersistentArray([1])) == String(reflecting: [1]))
  }

  @Test("has keys that make a set, and a sorted map's smallest and greatest key")
  func keys() {
    let map = PersistentMap(uniqueKeysWithValues: (0..<10).map { ($0, "\($0)") })
    #expect(PersistentSet(map.keys) == PersistentSet(0..<10))
    let sorted = PersistentSortedMap(map)
    #expect(sorted.keys.min() == 0 && sorted.keys.max() == 9)
    #expect(PersistentSortedMap<Int, Int>().keys.min() == nil)
  }

  @Test("has iterators that may be sent to another thread")
  func sendable() {
    func check(_: some Sendable) {}
    let map: PersistentMap = [1: 2]
    let sorted: PersistentSortedMap = [1: 2]
    check((map.makeIterator(), map.keys.makeIterator(), map.values.makeIterator()))
    check((sorted.makeIterator(), sorted.keys.makeIterator(), sorted.values.makeIterator()))
    check((PersistentSet([1]).makeIterator(), PersistentArray([1]).makeIterator()))
  }
}

private struct Failure: Error {}
