import Foundation
import PersistentCollections
import Testing

@Suite("A persistent map")
struct PersistentMapTests {
  let squares = PersistentMap(uniqueKeysWithValues: (0..<1_000).map { ($0, $0 * $0) })

  @Test("is made from literals, pairs, groups and dictionaries")
  func making() {
    let literal: PersistentMap = ["a": 1, "b": 2]
    #expect(literal == PersistentMap(["a": 1, "b": 2]) && Dictionary(literal) == ["a": 1, "b": 2])
    #expect(PersistentMap([("a", 1), ("b", 2), ("a", 3)], uniquingKeysWith: +) == ["a": 4, "b": 2])
    #expect(PersistentMap(grouping: 0..<5, by: { $0 % 2 }) == [0: [0, 2, 4], 1: [1, 3]])
  }

  @Test("does not take a key twice in a literal", arguments: [0])
  func duplicateKeys(_: Int) async {
    await #expect(processExitsWith: .failure) {
      _ = PersistentMap(uniqueKeysWithValues: [("a", 1), ("a", 2)])
    }
  }

  @Test("does not take an index that is out of bounds")
  func indexOutOfBounds() async {
    await #expect(processExitsWith: .failure) {
      let map: PersistentMap = ["a": 1]
      _ = map[map.endIndex]
    }
  }

  @Test("merges others, asking about keys that both have")
  func merging() {
    var map: PersistentMap = ["a": 1, "b": 2]
    map.merge(["b": 10, "c": 20] as PersistentMap, uniquingKeysWith: +)
    #expect(map == ["a": 1, "b": 12, "c": 20])
    map.merge([("a", 100)], uniquingKeysWith: { old, _ in old })
    #expect(map["a"] == 1)
    #expect(map.merging([("a", 100)], uniquingKeysWith: { _, new in new })["a"] == 100 && map["a"] == 1)
    #expect(map.merging(["z": 0] as PersistentMap, uniquingKeysWith: +).count == 4)
  }

  @Test("maps and filters its values")
  func transforming() {
    #expect(squares.mapValues { "\($0)" }[12] == "144")
    #expect(squares.mapValues { $0 }.footprint == squares.footprint)
    #expect(squares.mapValues { "\($0)" }.tree.brokenInvariant() == nil)
    let halves = squares.compactMapValues { $0.isMultiple(of: 2) ? $0 / 2 : nil }
    #expect(halves.count == 500 && halves[4] == 8 && halves[3] == nil)
    #expect(squares.filter { $0.value < 100 }.count == 10)
    #expect(squares.reduce(into: 0) { $0 += $1.key } == 499_500)
  }

  @Test("is a collection whose indices count elements")
  func collection() {
    #expect(squares.distance(from: squares.startIndex, to: squares.endIndex) == 1_000)
    #expect(Array(squares.keys) == squares.map(\.key) && Array(squares.values) == squares.map(\.value))
    #expect(squares.keys.contains(7) && !squares.keys.contains(-7))
    #expect(
      squares.keys == squares.mapValues { -$0 }.keys && squares.keys != squares.filter { $0.key > 0 }.keys
    )
    for (rank, element) in squares.enumerated() {
      let index = squares.index(squares.startIndex, offsetBy: rank)
      #expect(squares[index] == element && squares.index(forKey: element.key) == index)
      #expect(squares.keys[index] == element.key && squares.values[index] == element.value)
    }
    #expect(squares.index(forKey: -1) == nil)
    var map = squares
    while let (key, value) = map.popFirst() { #expect(squares[key] == value) }
    #expect(map.isEmpty && map.isIdentical(to: [:]))
    map = squares
    map.remove(at: map.startIndex)
    #expect(map.count == 999)
    map.removeAll()
    #expect(map.isEmpty)
  }

  @Test("is equal to and hashed as others with the same elements")
  func equality() {
    let other = PersistentMap(uniqueKeysWithValues: (0..<1_000).reversed().map { ($0, $0 * $0) })
    #expect(other == squares && other.hashValue == squares.hashValue)
    #expect(Set([other, squares, [:]]).count == 2)
    var third = other
    third[500] = 0
    #expect(third != squares && squares != [:])
  }

  @Test("shows itself as a dictionary does")
  func descriptions() {
    let map: PersistentMap = ["a": 1]
    #expect("\(map)" == "[\"a\": 1]" && "\(PersistentMap<Int, Int>())" == "[:]")
    #expect(String(reflecting: map) == "[\"a\": 1]")
    #expect(
      Mirror(reflecting: map).displayStyle == .dictionary && Mirror(reflecting: map).children.count == 1
    )
  }

  @Test("can have keys and values without size")
  func emptyTypes() {
    struct Nothing: Hashable {}
    var map: PersistentMap<Nothing, Void> = [:]
    map[Nothing()] = ()
    #expect(map.count == 1 && map[Nothing()] != nil && map.footprint.nodes == 1)
    var numbers: PersistentMap<Int8, Void> = [:]
    for number in Int8.min...Int8.max { numbers[number] = () }
    #expect(numbers.count == 256 && numbers.tree.brokenInvariant() == nil)
  }

  @Test("has a footprint of exactly the blocks that the allocator hands out")
  func footprint() {
    let one: PersistentMap = [1: 1]
    let header = 24
    #expect(one.footprint == Footprint(nodes: 1, bytes: Footprint.block(of: header + 16)))
    #expect(PersistentMap<Int, Int>().footprint == Footprint())
    #expect([one, one, [:]].footprint == one.footprint)
  }
}
