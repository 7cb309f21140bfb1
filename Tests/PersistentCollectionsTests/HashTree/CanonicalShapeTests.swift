import Measuring
import PersistentCollections
import TestSupport
import Testing

/// The shape of a tree is a function of its keys. Large values make leaves of four, so that ten keys are enough
/// for trees of several levels.
@Suite("The shape of a tree")
struct CanonicalShapeTests {
  typealias Map = PersistentMap<Collider, SIMD8<Int>>

  static func map(_ keys: some Sequence<Collider>) -> Map {
    var map = Map()
    for key in keys { map[key] = SIMD8(repeating: key.number) }
    return map
  }

  @Test(
    "does not depend on the order in which keys come and go: every subset of ten, meeting in nine ways",
    arguments: Meeting.allCases
  )
  func everySubset(meeting: Meeting) throws {
    var random = SplitMix64(seed: 7)
    let fixture = meeting.keys
    let all = Self.map(fixture)
    for subset in stride(from: 0, to: 1 << fixture.count, by: Soak.stride(5)) {
      let keys = fixture.filter { subset >> $0.number & 1 == 1 }
      let map = Self.map(keys)
      let shuffled = Self.map(keys.shuffled(using: &random))
      var rest = all
      for key in fixture.shuffled(using: &random) where subset >> key.number & 1 == 0 { rest[key] = nil }
      for other in [shuffled, rest] {
        let isSame = other == map && other.footprint == map.footprint
        try #require(isSame && other.tree.brokenInvariant() == nil, "keys \(keys)")
      }
      try #require(all.filter { subset >> $0.key.number & 1 == 1 } == map, "keys \(keys)")
    }
    try #require(all.count == fixture.count && all.tree.brokenInvariant() == nil)
  }

  @Test("keeps a leaf whose entries stay together when one more would not fit into it")
  func keptLeaf() {
    func key(_ number: Int, slot: UInt64) -> Collider {
      Collider(number: number, bits: slot << 61 | UInt64(number) << 56)
    }
    let before = Self.map((0..<4).map { key($0, slot: 0) } + [key(4, slot: 7)])
    var after = before
    after[key(5, slot: 2)] = .zero
    // The root and a leaf of the one entry.
    #expect(([before, after].footprint - before.footprint).nodes == 2)
    #expect(after.tree.brokenInvariant() == nil && after.count == 6)
  }

  @Test("does not depend on how a set operation arrives at it: every pair of subsets")
  func everyPair() throws {
    let fixture = Meeting.mixed.keys[1..<10]
    let subsets = (0..<1 << fixture.count).map { subset in
      Self.map(fixture.filter { (subset << 1) >> $0.number & 1 == 1 })
    }
    let stride = Soak.stride(47)
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

/// How far the hashes of ten keys agree.
enum Meeting: String, CaseIterable, CustomTestStringConvertible {
  case mixed, nowhere, inSlots, inPairs, allButLastBit, inTheMiddle, deeperAndDeeper, inTwoHashes, everywhere

  var testDescription: String { rawValue }

  var keys: [Collider] {
    (0..<10).map { Collider(number: $0, bits: bits(UInt64($0))) }
  }

  private func bits(_ number: UInt64) -> UInt64 {
    switch self {
    // In a part, a slot, a branch far down, and in all bits.
    case .mixed: [0, 1, 1, 1, 1, 1, 0x20 << 56, 0x24 << 56, 0x80 << 56, 0xE0 << 56][Int(number)]
    case .nowhere: number &* 0x1999_9999_9999_9999
    case .inSlots: number % 3 << 61 | number << 50
    case .inPairs: (number / 2) << 60
    case .allButLastBit: 0xFFFF_FFFF_FFFF_FFFE | number & 1
    case .inTheMiddle: 0x7777_7770_0000_0777 | number << 31
    case .deeperAndDeeper: UInt64.max >> (6 * number)
    case .inTwoHashes: number & 1 << 32
    case .everywhere: .max
    }
  }
}
