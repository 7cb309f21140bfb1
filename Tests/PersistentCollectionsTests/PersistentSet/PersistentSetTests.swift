import Foundation
import PersistentCollections
import Testing

@Suite("A persistent set")
struct PersistentSetTests {
  let numbers = PersistentSet(0..<10_000)

  @Test("takes over what an operation does not change")
  func sharing() {
    var more = numbers
    more.insert(-1)
    more.remove(17)
    #expect(numbers.union(numbers).isIdentical(to: numbers))
    #expect(numbers.intersection(numbers).isIdentical(to: numbers))
    #expect(numbers.subtracting(numbers).isIdentical(to: []))
    #expect(numbers.subtracting([]).isIdentical(to: numbers))
    #expect(numbers.union(PersistentSet(0..<20)).isIdentical(to: numbers))
    #expect(numbers.subtracting(PersistentSet([-1, -2])).isIdentical(to: numbers))
    let union = numbers.union(more)
    #expect(union.count == 10_001)
    #expect([numbers, more, union].footprint.nodes - [numbers, more].footprint.nodes <= 16)
    #expect(numbers.symmetricDifference(more) == [-1, 17])
    #expect(more.subtracting(numbers) == [-1] && numbers.subtracting(more) == [17])
    #expect(more.changes(from: numbers).inserted == [-1] && more.changes(from: numbers).removed == [17])
  }

  @Test("keeps the member it has, unless it is told to update")
  func members() {
    let (first, second) = (Named(id: 1, name: "first"), Named(id: 1, name: "second"))
    var set: PersistentSet = [first]
    #expect(set.insert(second).memberAfterInsert.name == "first")
    #expect(set.union([second]).first?.name == "first")
    #expect(PersistentSet([second]).intersection(set).first?.name == "second")
    #expect(set.update(with: second)?.name == "first" && set.first?.name == "second")
    #expect(set.remove(first)?.name == "second" && set.isEmpty)
  }

  @Test("keeps the left member also where one side has many more elements")
  func membersOfLargeSets() {
    let large = PersistentSet((0..<1_000).map { Named(id: $0, name: "large") })
    let small = PersistentSet((0..<1_000).filter { $0 % 100 == 0 }.map { Named(id: $0, name: "small") })
    #expect(small.union(large).filter { $0.name == "small" }.count == 10)
    #expect(large.union(small).allSatisfy { $0.name == "large" })
    #expect(small.intersection(large).allSatisfy { $0.name == "small" })
    #expect(large.intersection(small).allSatisfy { $0.name == "large" })
  }

  @Test("goes with sequences as well as with sets")
  func sequences() {
    let set: PersistentSet = [1, 2, 3]
    #expect(set.union([3, 4]) == [1, 2, 3, 4] && set.intersection([3, 4]) == [3])
    #expect(set.subtracting([3, 4]) == [1, 2] && set.symmetricDifference([3, 4]) == [1, 2, 4])
    #expect(set.isSubset(of: [1, 2, 3, 4]) && set.isSuperset(of: [1, 2]) && set.isDisjoint(with: [4, 5]))
    var other = set
    other.formUnion([9])
    other.formIntersection([1, 9])
    other.subtract([1])
    other.formSymmetricDifference([9, 8])
    #expect(other == [8])
  }

  @Test("is a collection whose indices count elements")
  func collection() {
    #expect(numbers.count == 10_000 && Array(numbers).count == 10_000 && Set(numbers) == Set(0..<10_000))
    for (rank, element) in numbers.enumerated().prefix(300) {
      let index = numbers.index(numbers.startIndex, offsetBy: rank)
      #expect(numbers[index] == element && numbers.firstIndex(of: element) == index)
    }
    var set: PersistentSet = [1, 2]
    let removed = [set.popFirst(), set.popFirst(), set.popFirst()]
    #expect(Set(removed) == [1, 2, nil] && set.isEmpty)
  }

  @Test("is hashed, described and encoded without regard to where it comes from")
  func faces() throws {
    let other = PersistentSet((0..<10_000).reversed())
    #expect(other == numbers && other.hashValue == numbers.hashValue)
    let small: PersistentSet = ["a"]
    #expect("\(small)" == "[\"a\"]" && String(reflecting: small) == "PersistentSet([\"a\"])")
    #expect(Mirror(reflecting: small).displayStyle == .set)
    let data = try JSONEncoder().encode(numbers)
    #expect(try JSONDecoder().decode(PersistentSet<Int>.self, from: data) == numbers)
    #expect(try JSONDecoder().decode(Set<Int>.self, from: data) == Set(numbers))
    #expect(PersistentSet(PersistentMap(uniqueKeysWithValues: [("a", 1)]).keys) == small)
  }
}

/// An element that is told apart by its number only.
private struct Named: Hashable {
  let id: Int
  let name: String

  static func == (left: Named, right: Named) -> Bool { left.id == right.id }

  func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
