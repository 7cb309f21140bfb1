import Measuring
import PersistentCollections
import TestSupport
import Testing

@testable import StrataCore

/// Of a thousand steps, most have nothing to do with the one that is taken back: they are passed without a closer look.
@Suite("Changes that have nothing to do with each other")
struct PatchesApartTests {
  /// How often what was looked at was apart, and how often not.
  struct Met {
    var (packed, values, parts, together) = (0, 0, 0, 0)
  }

  static func check<Value: DescribedValue>(_ base: Value, _ mine: Value, _ theirs: Value, _ met: inout Met)
    throws
  {
    let (own, other) = (try Patch(from: base, to: mine), try Patch(from: base, to: theirs))
    guard let root = own.root, !other.isEmpty, other.isReadablePacked else { return }
    let (meets, isRead) = try PackedReader.reading(other.packed[...]) { reader throws(PatchError) in
      (try ChangedPlaces(root).isMet(by: &reader), reader.isAtEnd)
    }
    let stays = try withPlace(of: base) { base in
      try withPlace(of: theirs) { try Value._shape.stays(root, from: base, to: $0) }
    }
    if !meets || stays {
      try #require(try own.rebased(over: other, from: base) == own, "\(own)\n— over —\n\(other)")
    }
    if !meets {
      try #require(isRead)
      met.packed += 1
    }
    if stays { met.values += 1 }
    // A rebase over the related part of the other patch equals a rebase over the whole patch.
    let part = Patch(root: other.root?.part(about: root))
    for choice in [MergeConflict.Choice.mine, .theirs] {
      let whole = try own.rebased(over: other, from: base) { _ in choice }
      try #require(
        try own.rebased(over: part, from: base) { _ in choice } == whole,
        "\(own)\n— over —\n\(other)"
      )
    }
    if part != other { met.parts += 1 }
    if meets && !stays { met.together += 1 }
    let isSkipped = try PackedReader.reading(other.packed[...]) { reader throws(PatchError) in
      try reader.skipNode()
      return reader.isAtEnd
    }
    try #require(isSkipped)
  }

  @Test("rebased(over:) gives the same patch when unrelated changes are skipped")
  func passed() throws {
    var met = Met()
    for seed in 0..<UInt64(Soak.times(600)) {
      var random = SplitMix64(seed: seed)
      var base = Sample()
      base.edit(using: &random, times: 12)
      var (mine, theirs) = (base, base)
      mine.edit(using: &random)
      theirs.edit(using: &random, times: 1 + random.below(3))
      try Self.check(base, mine, theirs, &met)
      // Keys and numbers that differ in their spelling alone.
      let keys = ["é", "e\u{301}", "k", "ß"]
      func texts() -> [String: Double] {
        Dictionary(keys.filter { _ in random.below(2) == 0 }.map { ($0, [0, -0.0, 1][random.below(3)]) }) {
          $1
        }
      }
      let map = (texts(), texts(), texts())
      try Self.check(PersistentMap(map.0), PersistentMap(map.1), PersistentMap(map.2), &met)
      func numbers() -> [Double: [Int]] {
        Dictionary([0, -0.0, 1].map { ($0, [random.below(2)]) }.filter { _ in random.below(2) == 0 }) { $1 }
      }
      let other = (numbers(), numbers(), numbers())
      try Self.check(PersistentMap(other.0), PersistentMap(other.1), PersistentMap(other.2), &met)
    }
    #expect(met.packed > 200 && met.values > 200 && met.parts > 200 && met.together > 200, "\(met)")
  }

  @Test("Many steps put together lead where they lead one after the other, and back")
  func composed() throws {
    for seed in 0..<UInt64(Soak.times(150)) {
      var random = SplitMix64(seed: seed)
      var value = Sample()
      value.edit(using: &random, times: 5)
      let start = value
      var (steps, one) = ([Patch](), Patch())
      for _ in 0..<random.below(12) {
        let before = value
        value.edit(using: &random, times: random.below(3))
        steps.append(try Patch(from: before, to: value))
        if random.below(4) == 0, let last = steps.last {
          steps.append(last.inverted)
          value = before
        }
      }
      for step in steps { one = try one.followed(by: step) }
      // If a whole value came and went again, one of the two patches may say more of the value than the other.
      let all = try Patch(composing: steps)
      let note = "seed \(seed): \(all)\n— or —\n\(one)"
      try #require(all.isEmpty == one.isEmpty, "\(note)")
      let (before, after) = (try PlainValue(of: start), try PlainValue(of: value))
      try #require(try PlainValue(of: start.applying(all)) == after, "\(note)")
      try #require(try PlainValue(of: value.applying(all.inverted)) == before, "\(note)")
    }
  }

  @Test("Steps that do not follow one another are an error with the place")
  func strangers() throws {
    let one = try Patch(from: ["a": 1], to: ["a": 2])
    let other = try Patch(from: ["b": 1], to: ["b": 2])
    let error = #expect(throws: PatchError.self) { try Patch(composing: [other, one, one]) }
    #expect(error?.path.description.contains("a") == true)
  }
}
