import Foundation
import Measuring
import StrataCore
import TestSupport
import Testing

/// The promises of patches, on seeded random pairs and triples of nested states. Values are compared by their plain forms,
/// which tell apart equal values with different spellings.
@Suite("Laws of patches")
struct PatchLawTests {
  /// Three versions of a state, some edits apart; some share no storage.
  struct Versions {
    var a = Sample()
    var b: Sample
    var c: Sample

    init(seed: UInt64) throws {
      var random = SplitMix64(seed: seed)
      a.edit(using: &random, times: Int.random(in: 0..<60, using: &random))
      b = a
      b.edit(using: &random, times: Int.random(in: 0..<6, using: &random))
      if seed.isMultiple(of: 3) { b = try PlainValue(of: b).value() }
      c = b
      c.edit(using: &random, times: Int.random(in: 0..<8, using: &random))
    }
  }

  static let seeds = 0..<UInt64(Soak.times(200))

  @Test(
    "A patch leads from one value to the other, to the representation, and is empty exactly when nothing changed"
  )
  func leads() throws {
    for seed in Self.seeds {
      let versions = try Versions(seed: seed)
      let patch = try Patch(from: versions.a, to: versions.b)
      let (a, b) = (try PlainValue(of: versions.a), try PlainValue(of: versions.b))
      let reached = try PlainValue(of: versions.a.applying(patch))
      try #require(reached == b, "seed \(seed): \(patch)")
      try #require(patch.isEmpty == (a == b), "seed \(seed)")
      let plainly = try a.applying(patch)
      try #require(plainly == b, "seed \(seed), on plain values")
    }
  }

  @Test("An inverted patch leads back, and inverting twice changes nothing")
  func inverts() throws {
    for seed in Self.seeds {
      let versions = try Versions(seed: seed)
      let patch = try Patch(from: versions.a, to: versions.b)
      let back = try PlainValue(of: versions.b.applying(patch.inverted))
      let start = try PlainValue(of: versions.a)
      try #require(back == start, "seed \(seed): \(patch)")
      try #require(patch.inverted.inverted == patch, "seed \(seed)")
    }
  }

  @Test("Two patches make one that does both, and a patch and its inverse make an empty one")
  func composes() throws {
    for seed in Self.seeds {
      let versions = try Versions(seed: seed)
      let first = try Patch(from: versions.a, to: versions.b)
      let second = try Patch(from: versions.b, to: versions.c)
      let both = try first.followed(by: second)
      let reached = try PlainValue(of: versions.a.applying(both))
      let (start, end) = (try PlainValue(of: versions.a), try PlainValue(of: versions.c))
      try #require(reached == end, "seed \(seed): \(first) then \(second)")
      let back = try PlainValue(of: versions.c.applying(both.inverted))
      try #require(back == start, "seed \(seed), back")
      let nothing = try first.followed(by: first.inverted)
      try #require(nothing.isEmpty, "seed \(seed): \(first)")
    }
  }

  @Test("Packed bytes and JSON give the same patch back")
  func encodes() throws {
    for seed in Self.seeds {
      let versions = try Versions(seed: seed)
      let patch = try Patch(from: versions.a, to: versions.b)
      let (unpacked, read) = (try Patch(packed: patch.packed), try Patch(json: patch.json))
      try #require(unpacked == patch, "seed \(seed): \(patch)")
      try #require(read == patch, "seed \(seed): \(patch)")
      try #require(patch.packed.isEmpty == patch.isEmpty)
      _ = try JSONSerialization.jsonObject(with: Data(patch.json))
    }
  }

  @Test(
    "A patch on a value that it was not made from gives an error, or what another path gives, never half of it"
  )
  func misfits() throws {
    var misfits = 0
    for seed in Self.seeds {
      let versions = try Versions(seed: seed)
      let patch = try Patch(from: versions.b, to: versions.c)
      var other = versions.a
      let before = try PlainValue(of: other)
      do {
        try other.apply(patch)
        let (reached, plainly) = (try PlainValue(of: other), try before.applying(patch))
        try #require(reached == plainly, "seed \(seed)")
      } catch let error as PatchError {
        misfits += 1
        let after = try PlainValue(of: other)
        try #require(after == before, "seed \(seed): half changed by \(patch): \(error)")
        #expect(throws: PatchError.self, "seed \(seed)") { try before.applying(patch) }
      }
    }
    #expect(misfits > Self.seeds.count / 10, "the misfits did happen")
  }

  @Test("A plain value becomes the value that it was made of")
  func plainValues() throws {
    for seed in Self.seeds {
      let versions = try Versions(seed: seed)
      let plain = try PlainValue(of: versions.b)
      let again = try PlainValue(of: plain.value(as: Sample.self))
      try #require(again == plain, "seed \(seed)")
    }
  }
}
