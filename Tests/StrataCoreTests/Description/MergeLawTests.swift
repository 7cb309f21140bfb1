import Measuring
import PersistentCollections
import TestSupport
import Testing

@testable import StrataCore

/// The promises of merge, on all small values and on seeded random ones.
@Suite("Laws of merging")
struct MergeLawTests {
  struct Small: Described, Equatable {
    var map: PersistentMap<Int, String> = [:]
    var set: PersistentSet<Int> = []
    var note: String?
    var maybe: Inner?

    static func describe(_ field: inout Fields<Small>) {
      field("map", \.map)
      field("set", \.set)
      field("note", \.note)
      field("maybe", \.maybe)
    }
  }

  /// The number of merges and conflicts met: a law that never met a conflict says nothing of conflicts.
  struct Met {
    var merged = 0
    var conflicts = 0
  }

  /// Holds all laws on three versions of a value.
  static func check<Value: DescribedValue>(
    _ base: Value,
    _ mine: Value,
    _ theirs: Value,
    _ note: @autoclosure () -> String,
    _ met: inout Met
  ) throws {
    let (own, other) = (try Patch(from: base, to: mine), try Patch(from: base, to: theirs))
    let (mineThere, theirsThere) = (try PlainValue(of: mine), try PlainValue(of: theirs))
    // Carried over nothing, and nothing carried.
    try #require(try own.rebased(over: Patch()) == own, "\(note())")
    try #require(try Patch().rebased(over: own).isEmpty, "\(note())")
    // A change made on both sides is applied once.
    let twice = try Merge(base: base, mine: mine, theirs: mine)
    try #require(twice.patch.isEmpty && twice.conflicts.isEmpty, "\(note()): \(twice.patch)")
    let alone = try Merge(base: base, mine: base, theirs: theirs)
    try #require(try PlainValue(of: alone.merged) == theirsThere && alone.conflicts.isEmpty, "\(note())")
    for rank in [MergeRank.first, .second] {
      // Both ways around lead to one value.
      let merge = try Merge(base: base, mine: mine, theirs: theirs, rank: rank)
      let mirrored = try Merge(base: base, mine: theirs, theirs: mine, rank: rank.mirrored)
      try #require(
        try PlainValue(of: mine.applying(merge.patch)) == PlainValue(of: merge.merged),
        "\(note())"
      )
      try #require(mirrored.conflicts.count == merge.conflicts.count, "\(note())")
      for (conflict, other) in zip(merge.conflicts, mirrored.conflicts) {
        try #require(conflict.kind == other.kind && conflict.base == other.base, "\(note()): \(conflict)")
        try #require(conflict.mine == other.theirs && conflict.theirs == other.mine, "\(note()): \(conflict)")
        try #require(conflict.mine != conflict.theirs, "\(note()): \(conflict)")
      }
      if merge.conflicts.isEmpty {
        met.merged += 1
        try #require(try PlainValue(of: merge.merged) == PlainValue(of: mirrored.merged), "\(note())")
      } else {
        met.conflicts += 1
        let chosen = try Merge(base: base, mine: mine, theirs: theirs, rank: rank) { _ in .theirs }
        let again = try Merge(base: base, mine: theirs, theirs: mine, rank: rank.mirrored) { _ in .mine }
        try #require(chosen.conflicts.isEmpty)
        try #require(try PlainValue(of: chosen.merged) == PlainValue(of: again.merged), "\(note()), chosen")
        let values = try Merge(base: base, mine: mine, theirs: theirs, rank: rank) { .value($0.theirs) }
        try #require(
          try PlainValue(of: chosen.merged) == PlainValue(of: values.merged),
          "\(note()), as a value"
        )
      }
      // The same of patches whose steps are known.
      let (left, right) = (
        try own.rebased(over: other, from: base, rank: rank, resolving: { _ in .mine }),
        try other.rebased(over: own, from: base, rank: rank.mirrored, resolving: { _ in .theirs })
      )
      let (there, here) = (try theirsThere.applying(left), try mineThere.applying(right))
      try #require(there == here, "\(note()): \(left) and \(right)")
      try #require(try PlainValue(of: theirs.applying(left)) == there, "\(note()): \(left)")
      // Carried there, it can be taken back there.
      try #require(try there.applying(left.inverted) == theirsThere, "\(note())")
    }
  }

  static func checkAll<Value: DescribedValue>(_ versions: [Value]) throws -> Met {
    var met = Met()
    var number = 0
    for base in versions {
      for mine in versions {
        for theirs in versions {
          number += 1
          guard number.isMultiple(of: Soak.stride(7)) else { continue }
          try Self.check(base, mine, theirs, "\(base), \(mine), \(theirs)", &met)
        }
      }
    }
    Soak.count(.merge, met.merged + met.conflicts)
    return met
  }

  static func lists<Letter>(of letters: [Letter], upTo length: Int) -> [[Letter]] {
    guard length > 0 else { return [[]] }
    return [[]] + letters.flatMap { first in lists(of: letters, upTo: length - 1).map { [first] + $0 } }
  }

  @Test("Entries, members and optionals that are not there, are one or another")
  func names() throws {
    let states: [String?] = [nil, "A", "B"]
    let versions = states.flatMap { one in
      states.map { two in
        var small = Small()
        small.map[1] = one
        small.map[2] = two
        if one != nil { small.set.insert(1) }
        small.note = two
        small.maybe = one.map { Inner(x: two == nil ? 0 : 1, title: $0) }
        return small
      }
    }
    let met = try Self.checkAll(versions)
    #expect(met.merged > 0 && met.conflicts > 0)
  }

  /// A key that is another one where its bytes are.
  struct Exact: DescribedLeaf, Hashable {
    var text: String

    init(_ text: String) { self.text = text }
    init(from decoder: any Decoder) throws { text = try decoder.singleValueContainer().decode(String.self) }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(text)
    }

    static func == (left: Exact, right: Exact) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }
    func hash(into hasher: inout Hasher) { Array(text.utf8).hash(into: &hasher) }
  }

  struct Spelled: Described {
    var map: PersistentMap<String, String> = [:]
    var exact: PersistentMap<Exact, Int> = [:]

    static func describe(_ field: inout Fields<Spelled>) {
      field("map", \.map)
      field("exact", \.exact)
    }
  }

  @Test("A key that two sides write differently is an error, and two keys where the type tells them apart")
  func spellings() throws {
    let spellings = ["\u{e9}", "e\u{301}"]
    let versions = [nil, (0, 1), (0, 2), (1, 1), (1, 2)].map { (version: (key: Int, value: Int)?) in
      var spelled = Spelled()
      if let version { spelled.exact[Exact(spellings[version.key])] = version.value }
      return spelled
    }
    var both = versions[0]
    (both.exact[Exact(spellings[0])], both.exact[Exact(spellings[1])]) = (1, 2)
    var met = Met()
    for base in versions + [both] {
      for mine in versions + [both] {
        for theirs in versions { try Self.check(base, mine, theirs, "\(base), \(mine), \(theirs)", &met) }
      }
    }
    #expect(met.merged > 0 && met.conflicts > 0)
    #expect(try Merge(base: versions[0], mine: versions[1], theirs: both).merged.exact.count == 2)
    var (mine, theirs) = (versions[0], versions[0])
    (mine.map[spellings[0]], theirs.map[spellings[1]]) = ("1", "2")
    let error = #expect(throws: PatchError.self) {
      try Merge(base: versions[0], mine: mine, theirs: theirs)
    }
    #expect(error?.path.first == .field("map"))
  }

  enum Seal: String, CaseIterable, DescribedLeaf {
    case first = "the seal of the first of three houses"
    case second = "the seal of the second of three houses"
    case third = "the seal of the third of three houses"
  }

  struct Sealed: Described, Equatable {
    var seal = Seal.first
    var time = Timestamp(nanosecondsSince1970: 0)

    static func describe(_ field: inout Fields<Sealed>) {
      field("seal", \.seal)
      field("time", \.time)
    }
  }

  @Test("A leaf is changed as a whole, however much of the text that it is written as stays")
  func leaves() throws {
    let versions = Seal.allCases.enumerated().map { place, seal in
      Sealed(seal: seal, time: Timestamp(nanosecondsSince1970: Int64(place + 1)))
    }
    _ = try Self.checkAll(versions)
    let merge = try Merge(base: versions[0], mine: versions[1], theirs: versions[2])
    #expect(merge.conflicts.count == 2 && merge.merged == versions[1])
  }

  @Test("All lists of up to three of two letters")
  func lists() throws {
    let met = try Self.checkAll(
      Self.lists(of: ["a", "b"], upTo: 3).map { PersistentArray($0) }
    )
    #expect(met.merged > 0 && met.conflicts > 0)
  }

  @Test("All texts of up to three of two letters, one of them of two bytes")
  func texts() throws {
    let met = try Self.checkAll(
      Self.lists(of: ["a", "é"], upTo: 3).map { PersistentText($0.joined()) }
    )
    #expect(met.merged > 0 && met.conflicts == 0)
  }

  @Test("Lists in lists")
  func rows() throws {
    let met = try Self.checkAll(
      Self.lists(of: [[], [1], [1, 2]], upTo: 2)
    )
    #expect(met.merged > 0 && met.conflicts > 0)
  }

  @Test(
    "States with a field of every kind, some edits apart, sharing storage or none: in the soak, 100,000 of them"
  )
  func samples() throws {
    var met = Met()
    for seed in 0..<UInt64(max(Soak.times(100), Soak.isOn ? 100_000 : 0)) {
      var random = SplitMix64(seed: seed)
      var base = Sample()
      base.edit(using: &random, times: Int.random(in: 0..<60, using: &random))
      var (mine, theirs) = (base, base)
      mine.edit(using: &random, times: Int.random(in: 0..<8, using: &random))
      theirs.edit(using: &random, times: Int.random(in: 0..<8, using: &random))
      if seed.isMultiple(of: 3) { theirs = try PlainValue(of: theirs).value() }
      try Self.check(base, mine, theirs, "seed \(seed)", &met)
    }
    Soak.count(.merge, met.merged + met.conflicts)
    #expect(met.merged > 0 && met.conflicts > 0)
  }

  /// A list whose elements are all different: what is to become of each can be said without looking at places.
  @Test("Of different elements, each is there that was kept or came, once, in the order that both have")
  func differentElements() throws {
    for seed in 0..<UInt64(Soak.times(300)) {
      var random = SplitMix64(seed: seed)
      let base = Array(0..<Int.random(in: 0..<12, using: &random))
      func edited(from first: Int, _ random: inout SplitMix64) -> [Int] {
        var list = base.filter { _ in Int.random(in: 0..<4, using: &random) > 0 }
        for new in 0..<Int.random(in: 0..<4, using: &random) {
          list.insert(first + new, at: Int.random(in: 0...list.count, using: &random))
        }
        return list
      }
      let (mine, theirs) = (edited(from: 100, &random), edited(from: 200, &random))
      let merge = try Merge(base: base, mine: mine, theirs: theirs)
      Soak.count(.merge)
      guard merge.conflicts.isEmpty else { continue }
      let merged = merge.merged
      let kept = base.filter { mine.contains($0) && theirs.contains($0) }
      let expected = kept + mine.filter { $0 >= 100 } + theirs.filter { $0 >= 200 }
      try #require(merged.sorted() == expected.sorted(), "seed \(seed): \(base), \(mine), \(theirs)")
      try #require(merged.filter { $0 < 100 } == kept, "seed \(seed)")
      try #require(merged.filter(mine.contains) == mine.filter(merged.contains), "seed \(seed)")
      try #require(
        merged.filter(theirs.contains) == theirs.filter(merged.contains),
        "seed \(seed): \(base), \(mine), \(theirs): \(merged) by \(merge.patch)"
      )
    }
  }
}
