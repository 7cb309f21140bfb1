import Measuring
import PersistentCollections
import Testing

@Suite("Sorting and filtering an array")
struct PersistentArrayOrderTests {
  @Test("leaves it as it is where there is nothing to do")
  func identity() {
    var array = PersistentArray((0..<1_000).map { $0 / 2 })
    let copy = array
    array.sort()
    #expect(array.isIdentical(to: copy))
    #expect(array.filter { _ in true }.isIdentical(to: copy))
    array.removeAll { _ in false }
    #expect(array.isIdentical(to: copy))
    array.sort(by: >)
    #expect(array.elementsEqual(copy.reversed()) && copy.first == 0)
  }

  @Test("does what it does to a standard array, of every size to 200")
  func allSizes() {
    var random = SplitMix64(seed: 71)
    for size in 0...200 {
      let model = (0..<size).map { _ in random.below(20) }
      var array = PersistentArray(model)
      let divisor = 1 + random.below(4)
      #expect(array.filter { $0 % divisor == 0 }.elementsEqual(model.filter { $0 % divisor == 0 }))
      array.sort()
      #expect(array.elementsEqual(model.sorted()) && array.wholeInvariant == nil)
      #expect(array.popFirst() == model.min() && array.count == max(0, size - 1))
    }
  }

  @Test("shares what stays where few elements go", arguments: [0, 1, 5_000, 9_999])
  func sharing(position: Int) {
    let array = PersistentArray(0..<10_000)
    let gone: Set = [position, position + 1, 77, 7_777]
    let filtered = array.filter { !gone.contains($0) }
    #expect(filtered.elementsEqual((0..<10_000).filter { !gone.contains($0) }))
    #expect([array, filtered].footprint.nodes - array.footprint.nodes < 120)
    #expect(filtered.wholeInvariant == nil)
    let map = PersistentSortedMap(uniqueKeysWithValues: (0..<10_000).map { ($0, $0) })
    let rest = map.filter { $0.key != position }
    #expect(rest.keys.elementsEqual((0..<10_000).filter { $0 != position }))
    #expect([map, rest].footprint.nodes - map.footprint.nodes < 40)
    #expect(rest.tree.brokenInvariant(separatorsMatch: ==) == nil)
  }

  @Test("may be given up in the middle")
  func throwing() {
    let array = PersistentArray(0..<500)
    #expect(throws: Failure.self) {
      try array.filter { if $0 == 300 { throw Failure() } else { return true } }
    }
    var other = array
    #expect(throws: Failure.self) { try other.sort { _, _ in throw Failure() } }
    #expect(other == array)
  }
}

private struct Failure: Error {}

extension PersistentArray {
  /// The invariant that the tree breaks; nil if there is none.
  fileprivate var wholeInvariant: String? { tree.brokenInvariant() }
}
