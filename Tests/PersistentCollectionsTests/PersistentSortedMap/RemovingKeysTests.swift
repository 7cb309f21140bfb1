import Measuring
import Testing

@testable import PersistentCollections

@Suite("Removing many keys of a sorted map")
struct RemovingKeysTests {
  private static let size = 3_000

  /// Every key is even, and has a value that is it.
  private static let whole = PersistentSortedMap(
    uniqueKeysWithValues: (0..<size).map { ($0 * 2, "\($0 * 2)") }
  )

  /// Keys in stretches of some length, with gaps as long.
  private func keys(inStretchesOf length: Int) -> [Int] {
    (0..<Self.size).filter { $0 / length % 2 == 0 }.map { $0 * 2 }
  }

  @Test(
    "Keys go whether they lie together or apart, and another version keeps them",
    arguments: [1, 2, 9, 40, 700, 3_000]
  )
  func stretches(of length: Int) {
    let (keys, whole) = (keys(inStretchesOf: length), Self.whole)
    for keys in [keys, keys.reversed()] {
      var map = whole
      let isDone = map.removeAll(keys)
      #expect(isDone)
      let left = Set(whole.keys).subtracting(keys).sorted()
      #expect(Array(map.keys) == left && map.values.elementsEqual(left.map { "\($0)" }))
      #expect(map.tree.brokenInvariant(separatorsMatch: ==) == nil)
    }
    #expect(whole.count == Self.size && whole.tree.brokenInvariant(separatorsMatch: ==) == nil)
  }

  @Test("A missing or repeated key is reported, and no other key is removed in its place")
  func missing() {
    for keys in [[1], [0, 2, 3], [0, 2, 4, 7, 8], [6, 6], [5_998, 6_000], [-2, 0]] {
      var map = Self.whole
      let isDone = map.removeAll(keys)
      #expect(!isDone, "\(keys)")
      #expect(Set(Self.whole.keys).subtracting(map.keys).isSubset(of: keys))
      #expect(map.tree.brokenInvariant(separatorsMatch: ==) == nil)
    }
    var (map, empty) = (Self.whole, PersistentSortedMap<Int, String>())
    let areDone = [map.removeAll([]), empty.removeAll([]), empty.removeAll([1])]
    #expect(areDone == [true, true, false] && map == Self.whole)
  }
}
