import Measuring
import PersistentCollections
import TestSupport
import Testing

@testable import StrataCore

/// The laws of patches where texts are long and lists lie in lists.
@Suite("Laws of patches of texts and nests")
struct ManuscriptLawTests {
  static let seeds = 0..<UInt64(Soak.times(150))

  /// Three versions, some edits apart; some share no storage.
  func versions(_ seed: UInt64) -> (Manuscript, Manuscript, Manuscript) {
    var random = SplitMix64(seed: seed)
    var a = Manuscript()
    a.text = String(repeating: "A line of it.\r\n", count: Int.random(in: 0..<6, using: &random))
    a.markdown.rawValue = a.text
    a.draft = PersistentText(a.text)
    a.edit(using: &random, times: Int.random(in: 0..<60, using: &random))
    var b = seed.isMultiple(of: 3) ? a.rebuilt : a
    b.edit(using: &random, times: Int.random(in: 0..<6, using: &random))
    var c = b
    c.edit(using: &random, times: Int.random(in: 0..<6, using: &random))
    return (a, b, c)
  }

  @Test("A patch leads there and back, of values and of their plain forms, and both ways where it is packed")
  func leads() throws {
    var splices = 0
    for seed in Self.seeds {
      let (a, b, _) = versions(seed)
      let patch = try Patch(from: a, to: b)
      if patch.changes.contains(where: { if case .spliced = $0.kind { true } else { false } }) {
        splices += 1
      }
      let (old, new) = (try PlainValue(of: a), try PlainValue(of: b))
      try #require(patch.isEmpty == (old == new), "seed \(seed)")
      let (reached, back) = (
        try PlainValue(of: a.applying(patch)), try PlainValue(of: b.applying(patch.inverted))
      )
      try #require(reached == new, "seed \(seed): \(patch)")
      try #require(back == old, "seed \(seed): \(patch)")
      let (plainly, plainlyBack) = (try old.applying(patch), try new.applying(patch.inverted))
      try #require(plainly == new && plainlyBack == old, "seed \(seed): \(patch)")
      for (direction, start, end) in [(PackedDirection.forward, a, new), (.back, b, old)] {
        var value = start
        try withPlace(of: &value) {
          try Manuscript._shape.apply(direction, packed: patch.packed[...], to: $0)
        }
        let made = try PlainValue(of: value)
        try #require(made == end, "seed \(seed), packed \(direction)")
      }
    }
    #expect(splices > Self.seeds.count / 5, "texts were spliced")
  }

  @Test("Packed bytes and JSON give the patch back, and inverting twice does")
  func encodes() throws {
    for seed in Self.seeds {
      let (a, b, _) = versions(seed)
      let patch = try Patch(from: a, to: b)
      let (unpacked, read) = (try Patch(packed: patch.packed), try Patch(json: patch.json))
      try #require(unpacked == patch, "seed \(seed): \(patch)")
      try #require(read == patch, "seed \(seed): \(patch)")
      try #require(patch.inverted.inverted == patch, "seed \(seed): \(patch)")
    }
  }

  @Test("Two patches make one that does both, which is packed and read; with its inverse it does nothing")
  func composes() throws {
    for seed in Self.seeds {
      let (a, b, c) = versions(seed)
      let first = try Patch(from: a, to: b)
      let both = try first.followed(by: Patch(from: b, to: c))
      let (old, new) = (try PlainValue(of: a), try PlainValue(of: c))
      let (reached, back) = (
        try PlainValue(of: a.applying(both)), try PlainValue(of: c.applying(both.inverted))
      )
      try #require(reached == new && back == old, "seed \(seed): \(both)")
      let (unpacked, read) = (try Patch(packed: both.packed), try Patch(json: both.json))
      try #require(unpacked == both && read == both, "seed \(seed): \(both)")
      let nothing = try both.followed(by: both.inverted)
      try #require(nothing.isEmpty, "seed \(seed): \(both)")
    }
  }

  @Test("A patch that does not fit changes nothing, neither the value nor its plain form where it lies")
  func misfits() throws {
    var misfits = 0
    for seed in Self.seeds {
      let (a, b, c) = versions(seed)
      let patch = try Patch(from: b, to: c)
      let before = try PlainValue(of: a)
      var plain = before
      do {
        let reached = try PlainValue(of: a.applying(patch))
        try plain.apply(patch)
        try #require(plain == reached, "seed \(seed): \(patch)")
      } catch let error as PatchError {
        misfits += 1
        #expect(throws: PatchError.self, "seed \(seed): \(error)") { try plain.apply(patch) }
        try #require(plain == before, "seed \(seed): half changed by \(patch)")
      }
    }
    #expect(misfits > Self.seeds.count / 20, "the misfits did happen")
  }
}
