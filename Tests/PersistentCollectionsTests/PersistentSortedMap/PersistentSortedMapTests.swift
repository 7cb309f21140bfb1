import Measuring
import PersistentCollections
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("A persistent sorted map")
struct PersistentSortedMapTests {
  static let sizes = [0, 1, 2, 7, 8, 9, 65, 100, 600, 3_000]

  @Test("keeps the laws of collections, forwards and backwards", arguments: sizes)
  func laws(size: Int) {
    let map = PersistentSortedMap(uniqueKeysWithValues: (0..<size).map { ($0 * 2, "\($0)") })
    #expect(map.count == size && map.isEmpty == (size == 0))
    #expect(map.distance(from: map.startIndex, to: map.endIndex) == size)
    var index = map.startIndex
    var keys: [Int] = []
    while index != map.endIndex {
      keys.append(map[index].key)
      #expect(map.index(forKey: map[index].key) == index)
      #expect(map.index(before: map.index(after: index)) == index)
      index = map.index(after: index)
    }
    #expect(keys == (0..<size).map { $0 * 2 })
    #expect(Array(map.keys) == keys && map.keys.reversed() == keys.reversed())
    #expect(map.values.elementsEqual((0..<size).map { "\($0)" }))
    #expect(map.reversed().map(\.key) == keys.reversed())
    #expect(map.first?.key == keys.first && map.last?.key == keys.last)
    #expect(map.indices.count == size && map.keys.count == size && map.values.count == size)
    #expect(
      map.prefix(3).map(\.key) == Array(keys.prefix(3)) && map.suffix(3).map(\.key) == Array(keys.suffix(3))
    )
    #expect(PersistentSortedMap(map.dropFirst(2)).map(\.key) == Array(keys.dropFirst(2)))
    #expect(map.reduce(0) { $0 + $1.key } == keys.reduce(0, +))
    #expect(map.reduce(into: 0) { $0 += $1.key } == keys.reduce(0, +))
  }

  @Test("is made of elements in any order")
  func making() {
    var random = SplitMix64(seed: 5)
    let shuffled = (0..<1_000).shuffled(using: &random)
    let map = PersistentSortedMap(uniqueKeysWithValues: shuffled.map { ($0, -$0) })
    #expect(map.keys.elementsEqual(0..<1_000) && map[7] == -7)
    let counts = PersistentSortedMap("mississippi".map { ($0, 1) }, uniquingKeysWith: +)
    #expect(counts == ["i": 4, "m": 1, "p": 2, "s": 4])
    let latest = PersistentSortedMap([(1, "a"), (2, "b"), (1, "c")]) { $1 }
    #expect(latest == [1: "c", 2: "b"])
    let grouped = PersistentSortedMap(grouping: [3, 1, 2, 5], by: { $0 % 2 })
    #expect(grouped == [0: [2], 1: [3, 1, 5]])
    #expect(Dictionary(PersistentSortedMap(["b": 2, "a": 1])) == ["a": 1, "b": 2])
    #expect(PersistentSortedMap(PersistentMap(["b": 2, "a": 1])).keys.elementsEqual(["a", "b"]))
  }

  @Test("is transformed as a dictionary is")
  func transforming() {
    let map = PersistentSortedMap(uniqueKeysWithValues: (0..<500).map { ($0, $0 * $0) })
    #expect(map.filter { $0.key.isMultiple(of: 5) }.keys.elementsEqual(stride(from: 0, to: 500, by: 5)))
    #expect(map.filter { _ in true }.isIdentical(to: map))
    #expect(map.mapValues { "\($0)" }[20] == "400")
    #expect(map.compactMapValues { $0.isMultiple(of: 2) ? $0 / 2 : nil }.count == 250)
    #expect(map.mapValues { $0 }.tree.brokenInvariant(separatorsMatch: ==) == nil)
    #expect(map.filter { _ in false }.isEmpty)
  }

  @Test("is merged with sequences and maps, before, behind, between and over it")
  func merging() {
    let map = PersistentSortedMap(uniqueKeysWithValues: (100..<300).map { ($0, 1) })
    for (range, count) in [
      (300..<400, 300), (0..<100, 300), (150..<250, 200), (50..<350, 300), (299..<301, 201),
    ] {
      let other = PersistentSortedMap(uniqueKeysWithValues: range.map { ($0, 10) })
      let merged = map.merging(other, uniquingKeysWith: +)
      #expect(merged.count == count && merged.tree.brokenInvariant(separatorsMatch: ==) == nil)
      #expect(merged == map.merging(range.map { ($0, 10) }, uniquingKeysWith: +))
      #expect(merged.allSatisfy { $0.value == (map[$0.key] ?? 0) + (other[$0.key] ?? 0) })
    }
    #expect(map.merging([:], uniquingKeysWith: +).isIdentical(to: map))
    #expect(PersistentSortedMap<Int, Int>().merging(map, uniquingKeysWith: +).isIdentical(to: map))
  }

  @Test("takes new keys at the end without emptying the nodes it leaves behind")
  func ascending() {
    var map = PersistentSortedMap<Int, Int>()
    for key in 0..<10_000 { map[key] = key }
    #expect(map.tree.brokenInvariant(separatorsMatch: ==) == nil)
    let built = PersistentSortedMap(uniqueKeysWithValues: (0..<10_000).map { ($0, $0) })
    #expect(map == built && map.footprint.nodes <= built.footprint.nodes + 8)
  }

  @Test("changes a value where it lies if it is not shared")
  func inPlace() {
    var map = PersistentSortedMap(uniqueKeysWithValues: (0..<300).map { ($0, [$0]) })
    func address(_ key: Int) -> UnsafePointer<Int>? { map[key]?.withUnsafeBufferPointer { $0.baseAddress } }
    map[150]?.reserveCapacity(10)
    let before = address(150)
    map[150]?.append(1)
    map[150, default: []].append(2)
    #expect(address(150) == before && map[150] == [150, 1, 2])
    map[1_000, default: [5]].append(6)
    #expect(map[1_000] == [5, 6])
    let copy = map
    map[150]?.append(3)
    #expect(copy[150] == [150, 1, 2] && map[150] == [150, 1, 2, 3])
  }

  @Test("does without an element that is set to nil where it lies, and releases it once")
  func endsWithNil() {
    let census = Tallied.Census()
    func clear(_ place: inout Tallied?) { place = nil }
    for isShared in [false, true] {
      for count in [1, 2, 9, 100] {
        var map = PersistentSortedMap(uniqueKeysWithValues: (0..<count).map { ($0, Tallied($0, in: census)) })
        let copy = isShared ? map : [:]
        for key in (0..<count).reversed() where !key.isMultiple(of: 3) || key == 0 { clear(&map[key]) }
        #expect(map.tree.brokenInvariant(separatorsMatch: ==) == nil)
        #expect(map.keys.elementsEqual(stride(from: 3, to: count, by: 3)))
        #expect(census.alive == (isShared ? count : map.count))
        #expect(copy.count == (isShared ? count : 0))
      }
      #expect(census.alive == 0)
    }
  }

  @Test("is equal to another with equal elements, and hashes alike, whatever its history")
  func equality() {
    var random = SplitMix64(seed: 9)
    let map = PersistentSortedMap(uniqueKeysWithValues: (0..<500).map { ($0, $0) })
    var other = PersistentSortedMap<Int, Int>()
    for key in (0..<500).shuffled(using: &random) { other[key] = key }
    #expect(map == other && map.hashValue == other.hashValue && map.keys == other.keys)
    other[3] = 4
    #expect(map != other && map.keys == other.keys)
    other[3] = nil
    #expect(map != other && map.keys != other.keys)
    #expect(PersistentSortedMap<Int, Int>() == [:])
  }

  @Test("says what happened between two versions, in the order of keys")
  func changes() {
    let old = PersistentSortedMap(uniqueKeysWithValues: (0..<5_000).map { ($0 * 2, $0) })
    var new = old
    new[101] = 7
    new[4_000] = nil
    new[6_000] = -1
    #expect(
      new.changes(from: old) == [
        .inserted(key: 101, value: 7), .removed(key: 4_000, value: 2_000),
        .updated(key: 6_000, old: 3_000, new: -1),
      ]
    )
    #expect(old.changes(from: new).map(\.inverse) == new.changes(from: old))
    #expect(new.changes(from: new).isEmpty)
    #expect(old.changes(from: [:]).count == 5_000 && PersistentSortedMap().changes(from: old).count == 5_000)
  }

  @Test("is compared without a look at shared nodes")
  func cheapComparison() {
    let census = Comparisons()
    let old = PersistentSortedMap(
      uniqueKeysWithValues: (0..<20_000).map { ($0, Watched(number: $0, comparisons: census)) }
    )
    var new = old
    new[5_000]?.number = 1
    new[7_000] = nil
    new[12_000] = nil
    #expect(new.changes(from: old).count == 3 && new != old)
    #expect(census.count < 200)
  }

  @Test("is encoded as a dictionary is, in order, and decoded again")
  func coding() throws {
    let byName: PersistentSortedMap = ["b": 2, "a": 1, "c": 3]
    let data = try JSONEncoder().encode(byName)
    #expect(try JSONDecoder().decode([String: Int].self, from: data) == ["a": 1, "b": 2, "c": 3])
    #expect(try JSONDecoder().decode(PersistentSortedMap<String, Int>.self, from: data) == byName)
    let byNumber = PersistentSortedMap(uniqueKeysWithValues: (0..<50).map { ($0, "\($0)") })
    let numbers = try JSONEncoder().encode(byNumber)
    #expect(numbers.first == UInt8(ascii: "{"))
    #expect(try JSONDecoder().decode(PersistentSortedMap<Int, String>.self, from: numbers) == byNumber)
    let byFraction: PersistentSortedMap = [1.5: true, 0.5: false]
    let list = try JSONEncoder().encode(byFraction)
    #expect(String(decoding: list, as: UTF8.self) == "[0.5,false,1.5,true]")
    #expect(try JSONDecoder().decode(PersistentSortedMap<Double, Bool>.self, from: list) == byFraction)
    for text in ["[1.5,true,1.5,false]", "[1.5]", "[1.5,true,2.5]", "{}"] {
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(PersistentSortedMap<Double, Bool>.self, from: Data(text.utf8))
      }
    }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(PersistentSortedMap<Int, Int>.self, from: Data(#"{"one":1}"#.utf8))
    }
  }

  @Test("describes and reflects itself as a dictionary does")
  func descriptions() {
    let map: PersistentSortedMap = ["b": 2, "a": 1]
    #expect(map.description == #"["a": 1, "b": 2]"#)
    #expect(map.debugDescription == #"["a": 1, "b": 2]"#)
    #expect(PersistentSortedMap<Int, Int>().description == "[:]")
    #expect(map.customMirror.displayStyle == .dictionary && map.customMirror.children.count == 2)
  }

  @Test("knows its copies, and what they take together")
  func sharing() {
    let map = PersistentSortedMap(uniqueKeysWithValues: (0..<10_000).map { ($0, $0) })
    var other = map
    #expect(other.isIdentical(to: map) && PersistentSortedMap<Int, Int>().isIdentical(to: [:]))
    other[5_000] = -1
    let together = [map, other].footprint
    #expect(!other.isIdentical(to: map) && together.nodes - map.footprint.nodes < 8)
    let part = map[2_000..<8_000]
    #expect([map, part].footprint.nodes - map.footprint.nodes < 16)
  }

  @Test("survives keys that cannot be compared, though it may not find them")
  func incomparableKeys() {
    var map = PersistentSortedMap<Double, Int>()
    for key in 0..<200 {
      map[Double(key)] = key
      map[.nan] = -key
    }
    #expect(map[.nan] == nil && map.count >= 200)
    #expect(map.reduce(0) { $0 + ($1.key.isNaN ? 0 : 1) } >= 200)
    _ = map[5.0..<100.0]
    while map.popLast() != nil {}
    #expect(map.isEmpty)
  }

  @Test("releases what was made before a transformation threw")
  func throwing() {
    let census = Tallied.Census()
    for limit in [0, 1, 7, 8, 9, 64, 65, 600, 999] {
      let map = PersistentSortedMap(uniqueKeysWithValues: (0..<1_000).map { ($0, Tallied($0, in: census)) })
      #expect(throws: Stop.self) {
        _ = try map.mapValues { value in
          if value.number == limit { throw Stop() }
          return Tallied(value.number, in: census)
        }
      }
      #expect(throws: Stop.self) {
        _ = try map.filter { element in
          if element.key == limit { throw Stop() }
          return true
        }
      }
      #expect(throws: Stop.self) {
        _ = try map.merging(map) { old, new in
          if old.number == limit { throw Stop() }
          return new
        }
      }
      let twice = (0..<1_000).map { ($0 / 2, Tallied($0, in: census)) }
      #expect(throws: Stop.self) {
        _ = try PersistentSortedMap(twice) { old, new in
          if old.number / 2 == limit / 2 { throw Stop() }
          return new
        }
      }
      withExtendedLifetime((map, twice)) { #expect(census.alive == 2_000) }
    }
    #expect(census.alive == 0)
  }

  private struct Stop: Error {}

  @Test("releases its elements once, and works on a stack of 512 KB")
  func lifetimes() throws {
    let census = Tallied.Census()
    do {
      var random = SplitMix64(seed: 73)
      var map = PersistentSortedMap<Int, Tallied>()
      var versions: [PersistentSortedMap<Int, Tallied>] = []
      for step in 0..<Soak.times(3_000) {
        let key = random.below(400)
        switch random.below(8) {
        case 0...3: map[key] = Tallied(step, in: census)
        case 4: map[key] = nil
        case 5: map.removeAll(in: key..<key + 20)
        case 6: versions.append(map)
        default: map.merge(versions.last ?? [:]) { $1 }
        }
        if versions.count > 10 { versions.removeFirst(7) }
        if step.isMultiple(of: 500) {
          #expect(Set((versions + [map]).joined().map { ObjectIdentifier($0.value) }).count == census.alive)
        }
      }
    }
    #expect(census.alive == 0)
    try onSmallStack {
      let size = Soak.isOn ? 1_000_000 : 100_000
      var map = PersistentSortedMap(uniqueKeysWithValues: (0..<size).map { ($0, $0) })
      let versions = (0..<1_000).map { step in
        map[step &* 7_919 % size] = nil
        return map
      }
      #expect(versions[999] == map && map.changes(from: versions[0]).count == 999)
    }
  }
}
