import Measuring
import PersistentCollections
import TestSupport
import Testing

/// The shape of a tree is a function of its keys. Large values make leaves of four, so that ten keys are enough
/// for trees of several levels.
@Suite("The shape of a tree")
struct CanonicalShapeTests {
  typealias Map = PersistentMap<Collider, SIMD8<Int>>

  /// Ten keys that meet in every way: in a part, a slot, a branch far down, and in all bits.
  static let fixture: [Collider] = [
    0x0000_0000_0000_0000, 0x0000_0000_0000_0001, 0x0000_0000_0000_0001, 0x0000_0000_0000_0001,
    0x0000_0000_0000_0001, 0x0000_0000_0000_0001, 0x2000_0000_0000_0000, 0x2400_0000_0000_0000,
    0x8000_0000_0000_0000, 0xE000_0000_0000_0000,
  ].enumerated().map { Collider(number: $0, bits: $1) }

  static func map(_ keys: some Sequence<Collider>) -> Map {
    var map = Map()
    for key in keys { map[key] = SIMD8(repeating: key.number) }
    return map
  }

  @Test("does not depend on the order in which keys come: every subset of a fixture in many orders")
  func everySubset() throws {
    var random = SplitMix64(seed: 7)
    for subset in 0..<1 << Self.fixture.count {
      let keys = Self.fixture.filter { subset >> $0.number & 1 == 1 }
      let map = Self.map(keys)
      try #require(map.tree.brokenInvariant() == nil)
      for _ in 0..<3 {
        let order = keys.shuffled(using: &random)
        let other = Self.map(order)
        try #require(other == map && other.footprint == map.footprint, "keys \(order)")
      }
    }
  }

  @Test("is what it was before keys came and went again, in every order of leaving")
  func insertAndRemove() throws {
    var random = SplitMix64(seed: 8)
    for subset in 0..<1 << Self.fixture.count {
      let keys = Self.fixture.filter { subset >> $0.number & 1 == 1 }
      let others = Self.fixture.filter { subset >> $0.number & 1 == 0 }.shuffled(using: &random)
      let map = Self.map(keys)
      var other = Self.map(Self.fixture.shuffled(using: &random))
      let all = other
      var isSound = true
      for key in others {
        other[key] = nil
        isSound = isSound && other.tree.brokenInvariant() == nil
      }
      isSound = isSound && other == map && other.footprint == map.footprint
      try #require(isSound, "keys \(keys), without \(others)")
      try #require(all.count == Self.fixture.count && all.tree.brokenInvariant() == nil)
    }
  }

  @Test("does not depend on how a set operation arrives at it: every pair of subsets")
  func everyPair() throws {
    let fixture = Self.fixture[1..<10]
    let subsets = (0..<1 << fixture.count).map { subset in
      Self.map(fixture.filter { (subset << 1) >> $0.number & 1 == 1 })
    }
    let stride = Soak.isOn ? 1 : 11
    for left in subsets.indices {
      for right in Swift.stride(from: left % stride, to: subsets.count, by: stride) {
        let (a, b) = (subsets[left].tree, subsets[right].tree)
        let changes = subsets[right].changes(from: subsets[left])
        let isRight =
          a.combined(with: b, .union).isEqual(to: subsets[left | right].tree, by: ==)
          && a.combined(with: b, .intersection).isEqual(to: subsets[left & right].tree, by: ==)
          && a.combined(with: b, .subtraction).isEqual(to: subsets[left & ~right].tree, by: ==)
          && a.combined(with: b, .symmetricDifference).isEqual(to: subsets[left ^ right].tree, by: ==)
          && a.isEqual(to: b, by: ==) == (left == right)
          && a.isSubset(of: b) == (left & ~right == 0)
          && a.isDisjoint(with: b) == (left & right == 0)
          && changes.count == (left ^ right).nonzeroBitCount
          && changes.allSatisfy { ($0.oldValue == nil) == ((left << 1) >> $0.key.number & 1 == 0) }
        try #require(isRight, "subsets \(Array(subsets[left].keys)) and \(Array(subsets[right].keys))")
      }
    }
  }

  @Test("of a tree of strings is the same however it came about")
  func strings() throws {
    var random = SplitMix64(seed: 9)
    let keys = (0..<500).map { "key-\($0)" }
    let map = PersistentMap(uniqueKeysWithValues: keys.map { ($0, 1) })
    var other = PersistentMap(uniqueKeysWithValues: keys.shuffled(using: &random).map { ($0, 1) })
    try #require(other == map && other.footprint == map.footprint)
    for key in 500..<900 { other["key-\(key)"] = 2 }
    for key in 500..<900 { other["key-\(key)"] = nil }
    try #require(other == map && other.footprint == map.footprint)
  }
}
