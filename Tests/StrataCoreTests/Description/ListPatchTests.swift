import Measuring
import PersistentCollections
import TestSupport
import Testing

@testable import StrataCore

@Suite("Patches of lists in lists, and of long lists")
struct ListPatchTests {
  /// A leaf that counts how often one test writes it, which comparing it takes.
  struct Counted: DescribedLeaf, Equatable {
    @TaskLocal static var written: Guarded<Int>?
    var number: Int

    init(number: Int) { self.number = number }

    init(from decoder: any Decoder) throws { number = try Int(from: decoder) }

    func encode(to encoder: any Encoder) throws {
      Self.written?.withLock { $0 += 1 }
      try number.encode(to: encoder)
    }
  }

  /// A record with a list of its own kind.
  struct Nest: Codable, Equatable, Described {
    var leaf = Counted(number: 0)
    var nests: [Nest] = []

    init() {}

    static func describe(_ field: inout Fields<Nest>) {
      field("leaf", \.leaf)
      field("nests", \.nests)
    }

    /// So many levels of three, in the middle of which lies the next one.
    init(depth: Int, number: Int) {
      leaf = Counted(number: depth == 0 ? number : depth)
      guard depth > 0 else { return }
      let inner = Nest(depth: depth - 1, number: number)
      nests = [Nest(depth: 0, number: 1), inner, Nest(depth: 0, number: 2)]
    }
  }

  @Test("A change in a nest of lists is found in the time of its depth", arguments: [8, 20, 60])
  func depth(depth: Int) throws {
    let (old, new) = (Nest(depth: depth, number: 3), Nest(depth: depth, number: 4))
    let count = Guarded(0)
    let patch = try Counted.$written.withValue(count) { try Patch(from: old, to: new) }
    let written = count.withLock { $0 }
    #expect(patch.changes.count == 1)
    #expect(
      written <= 4,
      "a leaf that differs is written once on either side, and once more to show that it comes back"
    )
    let all = try Patch(from: old, to: Nest(depth: depth, number: 5)).changes.count
    #expect(all == 1)
  }

  @Test(
    "A patch as deep as can be read is found, written, read, turned, put together and applied on a small stack"
  )
  func smallStack() throws {
    let (old, new) = (Nest(depth: 24, number: 3), Nest(depth: 24, number: 4))
    let message = try onSmallStack { () -> String? in
      do {
        let patch = try Patch(from: old, to: new)
        let read = try Patch(json: Patch(packed: patch.packed).json)
        let plain = try PlainValue(of: old).applying(read)
        let isSame =
          try old.applying(read) == new && new.applying(read.inverted) == old && plain == PlainValue(of: new)
        let nothing = try read.followed(by: read.inverted)
        return isSame && nothing.isEmpty && read == patch ? nil : "\(read)"
      } catch {
        return "\(error)"
      }
    }
    #expect(message == nil)
  }

  struct Rows: Codable, Equatable, Described {
    var array: [Item] = []
    var persistent: PersistentArray<Item> = []

    init() {}

    init(_ items: [Item]) {
      array = items
      persistent = PersistentArray(items)
    }

    static func describe(_ field: inout Fields<Rows>) {
      field("array", \.array)
      field("persistent", \.persistent)
    }
  }

  @Test("A long list that was filtered, rotated or added to has what went and came in its patch, and no more")
  func longLists() throws {
    let items = (0..<3_000).map { Item(id: $0, title: "An item with a title, number \($0)") }
    let versions: [(items: [Item], changes: Int)] = [
      (items.filter { $0.id % 10 != 3 }, 300), (Array(items[1...] + items[..<1]), 2),
      (Array(items[2_000...] + items[..<2_000]), 2_000),
      (items.flatMap { $0.id % 30 == 0 ? [$0, Item(id: -$0.id)] : [$0] }, 100),
      (items.map { $0.id % 30 == 0 ? Item(id: $0.id, title: "Another") : $0 }, 100),
    ]
    for (number, version) in versions.enumerated() {
      let (old, new) = (Rows(items), Rows(version.items))
      let patch = try Patch(from: old, to: new)
      #expect(patch.changes.count == 2 * version.changes, "version \(number)")
      try check(patch, old, new)
    }
  }

  @Test("Reversed, shuffled and repeated long lists are led to and back")
  func disorder() throws {
    var random = SplitMix64(seed: 5)
    let items = (0..<1_000).map { Item(id: $0 % 700, title: "\($0 % 700)") }
    for new in [items.reversed(), items.shuffled(using: &random), items + items, Array(items.prefix(10)), []]
    {
      try check(try Patch(from: Rows(items), to: Rows(new)), Rows(items), Rows(new))
    }
  }

  private func check(_ patch: Patch, _ old: Rows, _ new: Rows) throws {
    let (reached, back) = (try old.applying(patch), try new.applying(patch.inverted))
    #expect(reached == new)
    #expect(back == old)
    #expect(try PlainValue(of: old).applying(patch) == PlainValue(of: new))
    #expect(try patch.followed(by: patch.inverted).isEmpty)
    #expect(try Patch(packed: patch.packed) == patch)
  }

  @Test("Elements without a size may come and go")
  func nothing() throws {
    struct Empty: Codable, Equatable, Described {
      static func describe(_ field: inout Fields<Empty>) {}
    }
    let (old, new) = ([Empty()], [Empty(), Empty()])
    let patch = try Patch(from: old, to: new)
    #expect(try old.applying(patch) == new)
    #expect(try new.applying(patch.inverted) == old)
  }

  @Test("Whether parts are the same is said without a difference, and as a difference would say it")
  func sameness() throws {
    func isSame<Value: DescribedValue>(_ old: Value, _ new: Value) throws -> Bool {
      try withPlace(of: old) { old in
        try withPlace(of: new) { new in try Value._shape.areSame(old, new) }
      }
    }
    for seed in 0..<UInt64(Soak.times(60)) {
      let versions = try PatchLawTests.Versions(seed: seed)
      for other in [versions.a, versions.b, versions.c] {
        let same = try isSame(versions.a, other)
        #expect(same == (try Patch(from: versions.a, to: other).isEmpty), "seed \(seed)")
      }
      let again: Sample = try PlainValue(of: versions.a).value()
      #expect(try isSame(versions.a, again), "seed \(seed)")
    }
    #expect(try !isSame(Optional(Optional<Int>.none), nil))
    #expect(try !isSame([1, 0.0], [1, -0.0]))
    #expect(try !isSame("\u{e9}", "e\u{301}"))
  }
}
