import Measuring
import PersistentCollections
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("A persistent array")
struct PersistentArrayTests {
  static let sizes = [0, 1, 2, 15, 16, 17, 31, 33, 127, 129, 200, 1_000, 2_500]

  @Test("keeps the laws of collections, forwards and backwards", arguments: sizes)
  func laws(size: Int) {
    let model = (0..<size).map { $0 * 3 }
    let array = PersistentArray(model)
    #expect(array.startIndex == 0 && array.endIndex == size && array.indices == 0..<size)
    #expect(array.distance(from: array.startIndex, to: array.endIndex) == array.count)
    #expect(Array(array) == model)
    #expect(array.reversed() == model.reversed())
    var forwards: [Int] = []
    var index = array.startIndex
    while index != array.endIndex {
      forwards.append(array[index])
      #expect(array.index(before: array.index(after: index)) == index)
      array.formIndex(after: &index)
    }
    #expect(forwards == model)
    var backwards: [Int] = []
    while index != array.startIndex {
      array.formIndex(before: &index)
      backwards.append(array[index])
    }
    #expect(backwards == model.reversed())
    for distance in [0, 1, size / 2, size] where distance <= size {
      #expect(array.index(array.startIndex, offsetBy: distance) == distance)
      #expect(array.index(0, offsetBy: size + 1, limitedBy: size) == nil)
      #expect(Array(array.prefix(distance)) == Array(model.prefix(distance)))
      #expect(Array(array.suffix(distance)) == Array(model.suffix(distance)))
      #expect(Array(array.dropFirst(distance)) == Array(model.dropFirst(distance)))
    }
    #expect(array.first == model.first && array.last == model.last)
    #expect(array.map { $0 + 1 } == model.map { $0 + 1 })
    #expect(array.reduce(0, +) == model.reduce(0, +))
    #expect(array.firstIndex(of: 30) == model.firstIndex(of: 30))
    #expect(array.sorted(by: >) == model.sorted(by: >))
  }

  @Test(
    "grows behind a leaf that is not full, at the end of the tree or shared with a copy",
    arguments: sizes
  )
  func behindShortLeaf(size: Int) {
    // Some arrays lose elements, some are joined with others, and some do nothing but grow: they stay regular.
    for habit in 0..<3 {
      var (array, model) = (PersistentArray(0..<size), Array(0..<size))
      for round in 0..<40 {
        if habit == 0 && round.isMultiple(of: 2) {
          // Far enough from the end to lie in the tree, and near enough to lie in its last leaf.
          let position = max(0, array.count - 20)
          for _ in position..<min(position + 3, array.count) { array.remove(at: position) }
          model.removeSubrange(position..<min(position + 3, model.count))
        } else if habit == 1 && round % 3 == 1 {
          array += PersistentArray(0..<round)
          model += 0..<round
        }
        // The array is not shared with a copy in two rounds of four.
        let copy = round % 4 < 2 ? array : []
        let before = copy.isEmpty ? [] : model
        for number in 0..<round {
          array.append(number)
          model.append(number)
        }
        #expect(array.tree.brokenInvariant() == nil && array.elementsEqual(model), "\(habit) at \(round)")
        #expect(copy.tree.brokenInvariant() == nil && copy.elementsEqual(before), "\(habit) at \(round)")
      }
    }
  }

  @Test("is iterated once and again, in part, and in runs", arguments: sizes)
  func iteration(size: Int) {
    let array = PersistentArray(0..<size)
    var iterator = array.makeIterator()
    var other = iterator
    for expected in 0..<size { #expect(iterator.next() == expected) }
    #expect(iterator.next() == nil && iterator.next() == nil)
    #expect(other.next() == array.first)
    var runs: [Int] = []
    array.forEachRun { run in
      #expect(!run.isEmpty)
      runs += run
    }
    #expect(runs == Array(0..<size))
    #expect(ContiguousArray(array) == ContiguousArray(0..<size))
    let half = UnsafeMutableBufferPointer<Int>.allocate(capacity: size / 2)
    defer { half.deallocate() }
    var (rest, filled) = half.initialize(from: array)
    #expect(filled == size / 2 && Array(half) == Array(0..<size / 2))
    #expect(rest.next() == (size == 0 ? nil : size / 2))
  }

  @Test("behaves as an array where one is mutated through a protocol", arguments: sizes)
  func mutation(size: Int) {
    var random = SplitMix64(seed: UInt64(size))
    var model = (0..<size).map { _ in random.below(50) }
    var array = PersistentArray(model)
    array.sort()
    model.sort()
    #expect(Array(array) == model)
    array.reverse()
    model.reverse()
    #expect(Array(array) == model)
    array.removeAll { $0.isMultiple(of: 3) }
    model.removeAll { $0.isMultiple(of: 3) }
    #expect(Array(array) == model)
    #expect(array.popLast() == model.popLast())
    array.insert(contentsOf: [1, 2, 3], at: array.count / 2)
    model.insert(contentsOf: [1, 2, 3], at: model.count / 2)
    array.swapAt(0, array.count - 1)
    model.swapAt(0, model.count - 1)
    array[1...].reverse()
    model[1...].reverse()
    #expect(Array(array) == model)
    array.removeAll()
    #expect(array.isEmpty && array.popLast() == nil)
  }

  @Test("is equal to another with equal elements, and hashes alike, whatever its history")
  func equality() {
    let array = PersistentArray(0..<1_000)
    var other = array
    other.remove(at: 500)
    #expect(other != array)
    other.insert(500, at: 500)
    #expect(other == array && other.hashValue == array.hashValue && !other.isIdentical(to: array))
    other[0] = -1
    #expect(other != array)
    other[0] = 0
    #expect(other == array)
    #expect(PersistentArray<Int>() == [] && PersistentArray([1]) != [2])
    let equal = PersistentArray(Array(0..<300)) + PersistentArray(Array(300..<1_000))
    #expect(equal == array && Set([equal, array, other]).count == 1)
    #expect(PersistentArray([1, 2]) != PersistentArray([1, 2, 3]))
  }

  @Test("is compared without a look at shared nodes")
  func cheapEquality() {
    let census = Comparisons()
    let array = PersistentArray((0..<10_000).map { Watched(number: $0, comparisons: census) })
    var other = array
    other[5_000].number = 5_001
    #expect(array != other)
    #expect(census.count < 100)
    other[5_000].number = 5_000
    #expect(array == other)
    #expect(census.count < 200)
  }

  @Test("is encoded and decoded as an array is")
  func coding() throws {
    let array = PersistentArray((0..<100).map { "Element \($0)" })
    let data = try JSONEncoder().encode(array)
    #expect(try JSONEncoder().encode(Array(array)) == data)
    #expect(try JSONDecoder().decode(PersistentArray<String>.self, from: data) == array)
    #expect(try JSONDecoder().decode([String].self, from: data) == Array(array))
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(PersistentArray<Int>.self, from: data)
    }
    for count in [1, 15, 16, 17, 200] {
      let spoiled = Array(repeating: "\"A title that is an object on the heap\"", count: count) + ["1"]
      #expect(throws: DecodingError.self) {
        let text = "[\(spoiled.joined(separator: ","))]"
        return try JSONDecoder().decode(PersistentArray<String>.self, from: Data(text.utf8))
      }
    }
  }

  @Test("describes and reflects itself as an array does")
  func descriptions() {
    let array: PersistentArray = ["a", "b"]
    #expect(array.description == "[\"a\", \"b\"]")
    #expect(array.debugDescription == "[\"a\", \"b\"]")
    #expect(array.customMirror.displayStyle == .collection)
    #expect(array.customMirror.children.map { "\($0.value)" } == ["a", "b"])
  }

  @Test("changes an element where it lies if it is not shared")
  func inPlace() {
    var array = PersistentArray((0..<500).map { [$0] })
    let addresses = array.map { $0.withUnsafeBufferPointer { $0.baseAddress } }
    for index in [0, 250, 499] {
      array[index].reserveCapacity(10)
      let before = array[index].withUnsafeBufferPointer { $0.baseAddress }
      array[index].append(7)
      #expect(array[index].withUnsafeBufferPointer { $0.baseAddress } == before)
    }
    #expect(array[1].withUnsafeBufferPointer { $0.baseAddress } == addresses[1])
  }

  @Test("knows its copies, and what they take together")
  func sharing() {
    let array = PersistentArray(0..<10_000)
    var other = array
    #expect(other.isIdentical(to: array) && PersistentArray<Int>().isIdentical(to: []))
    other[5_000] = -1
    #expect(!other.isIdentical(to: array))
    let together = [array, other].footprint
    #expect(together.nodes - array.footprint.nodes < 8)
    #expect(together.bytes - array.footprint.bytes < 700)
    #expect(PersistentArray<Int>().footprint == Footprint())
  }

  @Test("takes elements in place without new nodes")
  func noNewNodes() {
    var array = PersistentArray(0..<5_000)
    let before = array.footprint
    for index in 0..<5_000 { array[index] += 1 }
    #expect(array.footprint == before)
    #expect(array.elementsEqual(1...5_000))
  }
}

final class Comparisons {
  var count = 0
}

struct Watched: Equatable {
  var number: Int
  let comparisons: Comparisons

  static func == (left: Watched, right: Watched) -> Bool {
    left.comparisons.count += 1
    return left.number == right.number
  }
}
