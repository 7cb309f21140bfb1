import PersistentCollections
import Testing

/// A map that is not shared is changed where it lies.
@Suite("Changing a value of a map that is not shared")
struct PersistentMapInPlaceTests {
  @Test("through an optional subscript copies neither the value nor a node")
  func optionalSubscript() {
    var map = Self.lists()
    let address = Self.address(map[500])
    let footprint = map.footprint
    for number in 0..<90 { map[500]?.append(number) }
    #expect(Self.address(map[500]) == address)
    #expect(map[500]?.count == 90 && map.footprint == footprint)
  }

  @Test("through a subscript with a default copies neither the value nor a node")
  func defaultSubscript() {
    var map = Self.lists()
    let address = Self.address(map[7])
    for number in 0..<90 { map[7, default: []].append(number) }
    map[-1, default: [3]].append(4)
    #expect(Self.address(map[7]) == address)
    #expect(map[-1] == [3, 4] && map.count == 1_001)
  }

  @Test("leaves copies as they are")
  func copies() {
    var map = Self.lists()
    let copy = map
    map[500]?.append(1)
    map[501, default: []].append(2)
    map[502] = nil
    #expect(copy[500] == [] && copy[501] == [] && copy[502] == [])
    #expect(map[500] == [1] && map[501] == [2] && map[502] == nil)
  }

  @Test("by an access that ends with nil removes it, shared or not")
  func endsWithNil() {
    for isShared in [false, true] {
      var map = Self.lists()
      let copy = isShared ? map : [:]
      clear(&map[500])
      clear(&map[500])
      clear(&map[-1])
      #expect(map.count == 999 && map[500] == nil)
      #expect(map.tree.brokenInvariant() == nil)
      #expect(!isShared || copy.count == 1_000 && copy[500] == [])
    }
  }

  @Test("by an access that throws keeps what was done until then")
  func throwing() {
    var map = Self.lists()
    #expect(throws: Failure.self) { try fail(&map[1]) }
    #expect(throws: Failure.self) { try fail(&map[-1]) }
    #expect(map[1] == [9] && map[-1] == [9] && map.count == 1_001)
    #expect(map.tree.brokenInvariant() == nil)
  }

  private static func lists() -> PersistentMap<Int, [Int]> {
    var map = PersistentMap<Int, [Int]>()
    for key in 0..<1_000 {
      var list: [Int] = []
      list.reserveCapacity(100)
      map[key] = list
    }
    return map
  }

  private static func address(_ list: [Int]?) -> UnsafeRawPointer? {
    list?.withUnsafeBufferPointer { UnsafeRawPointer($0.baseAddress) }
  }

  private func clear(_ place: inout [Int]?) { place = nil }

  private struct Failure: Error {}

  private func fail(_ place: inout [Int]?) throws {
    place = [9]
    throw Failure()
  }
}
