import Foundation
import Measuring
import PersistentCollections
import TestSupport
import Testing

@testable import StrataCore

@Suite("Patches")
struct PatchTests {
  func sample(_ change: (inout Sample) -> Void) -> Sample {
    var sample = Sample()
    sample.items = [42: Item(id: 42, title: "A"), 7: Item(id: 7, title: "Seven")]
    sample.list = [Item(id: 1, title: "one"), Item(id: 2, title: "two"), Item(id: 3, title: "three")]
    change(&sample)
    return sample
  }

  func patch(_ change: (inout Sample) -> Void) throws -> Patch {
    try Patch(from: sample { _ in }, to: sample(change))
  }

  @Test("A key is named by its word, also an infinite number that JSON writes as a text")
  func keyNames() {
    let keys: [PlainValue] = [
      .text("a"), .integer(-3), .number(-.infinity), .text("-Infinity"), .list([.integer(1)]),
    ]
    #expect(keys.map { "\(PathComponent.key($0))" } == ["a", "-3", "-Infinity", "-Infinity", "[1]"])
  }

  @Test("A patch reads as a list of changes, each with its path")
  func changes() throws {
    let patch = try patch {
      $0.items[42]?.title = "B"
      $0.items[7] = nil
      $0.note = "new"
      $0.tags.insert("x")
      $0.list.remove(at: 0)
      $0.list.append(Item(id: 4, title: "four"))
      $0.plainList = ["a"]
      $0.sorted[Place(row: 1, column: 2)] = Item(id: 5)
    }
    #expect(
      patch.description == """
        items / 7: - {"id":7,"marks":[],"title":"Seven"}
        items / 42 / title: "A" → "B"
        list / 0: - {"id":1,"marks":[],"title":"one"}
        list / 2: + {"id":4,"marks":[],"title":"four"}
        note: null → "new"
        plainList / 0: + "a"
        sorted / {"column":2,"row":1}: + {"id":5,"marks":[],"title":""}
        tags: + "x"
        """
    )
    #expect(try Patch(from: sample { _ in }, to: sample { _ in }).description == "no change")
  }

  @Test("A patch made from known differences of some fields equals the patch made without them")
  func knownFields() throws {
    var new = Sample()
    (new.number, new.inner.title, new.inner.x) = (7, "Another", 3)
    let old = Sample()
    let whole = try Patch(from: old, to: new)
    let paths: [[PartialKeyPath<Sample> & Sendable]] = [
      [\Sample.inner], [\Sample.inner.title], [\Sample.self], [\Sample.inner.title, \Sample.number],
      [\Sample.text, \Sample.inner.x, \Sample.inner], [\Sample.list, \Sample.text],
      [\Sample.number, \Sample.self],
    ]
    for paths in paths {
      let fields = try #require(PartFields(paths, of: Sample.self))
      let known = fields.part(of: whole)
      #expect(try Patch(from: old, to: new, knowing: fields.known(known.root)) == whole)
      #expect(try Patch(from: old, to: new, knowing: fields.known(nil)) == whole)
      // A known difference survives the way to the whole patch and back.
      #expect(fields.part(of: fields.whole(of: known)) == known)
      #expect(try old.applying(fields.whole(of: known)).applying(fields.whole(of: known).inverted) == old)
    }
    #expect(PartFields([\Sample.inner, \Sample.inner.title.count], of: Sample.self) == nil)
    // A known difference is not searched for: a wrong one is used as it is.
    let inner = try #require(PartFields([\Sample.inner], of: Sample.self))
    let title = try Patch(from: old.inner.title, to: new.inner.title)
    let other = try Patch(from: old, to: new, knowing: inner.known(title.root))
    #expect(other != whole && !other.isEmpty)
  }

  @Test("Replacing a value by one that is equal and written differently is a change; the same NaN is none")
  func representation() throws {
    let composed = sample { $0.text = "\u{e9}" }
    let decomposed = sample { $0.text = "e\u{301}" }
    #expect(composed == decomposed)
    let patch = try Patch(from: composed, to: decomposed)
    #expect(!patch.isEmpty)
    #expect(try Array(composed.applying(patch).text.utf8) == Array("e\u{301}".utf8))
    #expect(try Patch(from: sample { $0.ratio = .nan }, to: sample { $0.ratio = .nan }).isEmpty)
    #expect(try !Patch(from: sample { $0.ratio = 0 }, to: sample { $0.ratio = -0.0 }).isEmpty)
  }

  @Test("Keys and members that are equal and written differently are replaced, too")
  func keyRepresentation() throws {
    let old = sample {
      $0.named["\u{e9}"] = Item(id: 1)
      $0.tags.insert("\u{e9}")
    }
    let new = sample {
      $0.named["e\u{301}"] = Item(id: 1)
      $0.tags.insert("e\u{301}")
    }
    let patch = try Patch(from: old, to: new)
    let reached = try old.applying(patch)
    #expect(reached.named.keys.map { Array($0.utf8) } == [Array("e\u{301}".utf8)])
    #expect(reached.tags.map { Array($0.utf8) } == [Array("e\u{301}".utf8)])
    #expect(try new.applying(patch.inverted).tags.map { Array($0.utf8) } == [Array("\u{e9}".utf8)])
  }

  @Test("One field of one entity among many is a few dozen bytes, whatever the number of entities")
  func size() throws {
    var before = sample { _ in }
    for id in 0..<10_000 { before.items[id] = Item(id: id, title: "Write report number \(id)") }
    var after = before
    after.items[5_000]?.title = "Rewrite report \(5_000)"
    let patch = try Patch(from: before, to: after)
    #expect(patch.changes.count == 1)
    #expect(patch.packed.count < 120)
    // A history keeps it as it is.
    #expect(patch.packed.capacity < patch.packed.count + 32)
  }

  @Test(
    "Applying a patch to a value that does not fit throws an error with its path",
    arguments: [
      (
        { @Sendable (state: inout Sample) in state.items[42]?.title = "Other" },
        "items / 42 / title: the patch was made from \"A\", but here is \"Other\"; apply it to the value that it was made from"
      ),
      (
        { @Sendable (state: inout Sample) in state.items[42] = nil },
        "items / 42: there is nothing here that could be changed or removed"
      ),
      (
        { @Sendable (state: inout Sample) in state.items[99] = Item() },
        "items / 99: there is something here already, so nothing can be inserted"
      ),
      ({ @Sendable (state: inout Sample) in state.list = [] }, "list: there is no position 0 in a list of 0"),
      (
        { @Sendable (state: inout Sample) in state.tags = ["x"] },
        "tags / x: there is something here already, so nothing can be inserted"
      ),
    ] as [(@Sendable (inout Sample) -> Void, String)]
  )
  func misfit(change: @Sendable (inout Sample) -> Void, message: String) throws {
    let patch = try patch {
      $0.items[42]?.title = "B"
      $0.items[99] = Item(id: 99)
      $0.list[1].title = "zwei"
      $0.tags.insert("x")
    }
    #expect { try sample(change).applying(patch) } throws: { "\($0)" == message }
    let other = try PlainValue(of: sample(change))
    #expect { try other.applying(patch) } throws: { "\($0)" == message }
  }

  @Test("A patch of another type, or of an older one, is an error")
  func otherType() throws {
    let patch = try patch { $0.inner.title = "x" }
    #expect { try Inner().applying(patch) } throws: {
      ($0 as? PatchError)?.reason == .noField("inner", type: "Inner")
    }
    let inner = try Patch(json: #"{"fields":{"x":{"old":0,"new":"text"}}}"#.utf8)
    #expect { try Inner().applying(inner) } throws: {
      guard let error = $0 as? PatchError, case .unmakeable("Int", _) = error.reason else { return false }
      return error.path == [.field("x")]
    }
  }

  @Test("A leaf that refuses to be written is an error with its path")
  func unwritable() throws {
    #expect {
      try Patch(from: Holder(stubborn: Stubborn(number: 1)), to: Holder(stubborn: Stubborn(number: 2)))
    } throws: {
      guard let error = $0 as? PatchError, case .unwritable = error.reason else { return false }
      return error.path == [.field("stubborn")]
    }
  }

  struct Holder: Codable, Described {
    var stubborn = Stubborn()

    static func describe(_ field: inout Fields<Holder>) {
      field("stubborn", \.stubborn)
    }
  }

  struct Stubborn: DescribedLeaf {
    var number = 0

    func encode(to encoder: any Encoder) throws { throw StoreError.busy }
  }

  @Test("A description's names are those in JSON and in patches, whatever coding keys there are")
  func otherNames() throws {
    let (old, new) = (Renamed(done: false, parts: [Renamed.Part(id: 1)]), Renamed(done: true, parts: []))
    let patch = try Patch(from: old, to: new)
    #expect(patch.description == "finished: false → true\nparts / 0: - {\"number\":1}")
    #expect(try old.applying(patch) == new)
    #expect(try new.applying(patch.inverted) == old)
    #expect(try JSONDecoder().decode(Renamed.self, from: JSONEncoder().encode(old)) == old)
    #expect(
      try PlainValue(of: old) == ["finished": .bool(false), "parts": .list([["number": .integer(1)]])]
    )
  }

  struct Renamed: Codable, Equatable, Described {
    var done = false
    var parts: PersistentArray<Part> = []

    static func describe(_ field: inout Fields<Renamed>) {
      field("finished", \.done)
      field("parts", \.parts)
    }

    struct Part: Codable, Equatable, Described {
      var id = 0

      enum CodingKeys: String, CodingKey { case id = "other" }

      static func describe(_ field: inout Fields<Part>) { field("number", \.id) }
    }
  }

  @Test("A type may contain itself, and an optional an optional")
  func recursion() throws {
    let leaf = Branch(name: "leaf")
    let old = Branch(name: "root", children: [Branch(name: "a", children: [leaf]), leaf], maybe: .some(nil))
    var new = old
    new.children[0].children[0].name = "changed"
    new.maybe = .some(3)
    let patch = try Patch(from: old, to: new)
    #expect(patch.description.hasPrefix("children / 0 / children / 0 / name: \"leaf\" → \"changed\""))
    #expect(try old.applying(patch) == new)
    #expect(try new.applying(patch.inverted).maybe == .some(nil))
  }

  struct Branch: Codable, Equatable, Described {
    var name = ""
    var children: PersistentArray<Branch> = []
    var maybe: Int??

    static func describe(_ field: inout Fields<Branch>) {
      field("name", \.name)
      field("children", \.children)
      field("maybe", \.maybe)
    }
  }

  @Test("Hostile packed bytes are an error or a patch that is packed the same")
  func hostileBytes() throws {
    var random = SplitMix64(seed: 17)
    var readable = 0
    for seed in 0..<UInt64(Soak.times(300)) {
      let versions = try PatchLawTests.Versions(seed: seed)
      var bytes = try Patch(from: versions.a, to: versions.b).packed
      for _ in 0..<20 where !bytes.isEmpty {
        var hostile = bytes
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: hostile[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 1: hostile[place] = .random(in: 0...255, using: &random)
        case 2: hostile.removeSubrange(place...)
        default: hostile.insert(.random(in: 0...255, using: &random), at: place)
        }
        guard let patch = try? Patch(packed: hostile) else { continue }
        readable += 1
        try #require(patch.packed == hostile, "seed \(seed)")
        _ = try? versions.a.applying(patch)
        _ = try? PlainValue(of: versions.a).applying(patch)
        bytes = hostile
      }
    }
    #expect(readable > 100)
  }

  @Test("Hostile JSON is an error or a patch that is written the same")
  func hostileJSON() throws {
    var random = SplitMix64(seed: 19)
    let words = [
      "old", "new", "fields", "entries", "members", "runs", "key", "change", "insert", "remove", "keep",
    ]
    for seed in 0..<UInt64(Soak.times(200)) {
      let versions = try PatchLawTests.Versions(seed: seed)
      let patch = try Patch(from: versions.a, to: versions.b)
      for _ in 0..<10 {
        var text = String(decoding: patch.json, as: UTF8.self)
        let (from, to) = (
          words.randomElement(using: &random) ?? "", words.randomElement(using: &random) ?? ""
        )
        text.replace("\"\(from)\"", with: "\"\(to)\"", maxReplacements: 1)
        guard let read = try? Patch(json: text.utf8) else { continue }
        let again = try Patch(json: read.json)
        try #require(again == read)
        _ = try? versions.a.applying(read)
      }
    }
  }

  @Test("Packed changes that are not in their order, or name a key twice, are refused")
  func unordered() throws {
    let patch = try patch {
      $0.items[1] = Item(id: 1)
      $0.items[2] = Item(id: 2)
    }
    guard case .fields(let fields)? = patch.root, case .entries(let entries)? = fields.first?.node else {
      Issue.record("\(patch)")
      return
    }
    for wrong in [Array(entries.reversed()), [entries[0], entries[0]]] {
      let packed = Patch(root: .fields([.init(name: "items", node: .entries(wrong))])).packed
      #expect(throws: PatchError.self) { try Patch(packed: packed) }
    }
  }

  @Test("Finding a patch between neighbours does not depend on what they share")
  func neighbours() throws {
    var state = Sample()
    for id in 0..<20_000 { state.items[id] = Item(id: id, title: "A title of some length, number \(id)") }
    var next = state
    next.number = 1
    next.items[77]?.title = "Another title"
    var touched = state
    touched.number = 2
    let whole = try nanoseconds { _ = try PlainValue(of: state) }
    for other in [next, touched] {
      let found = try (0..<5).map { _ in try nanoseconds { _ = try Patch(from: state, to: other) } }.min()
      #expect((found ?? .infinity) * 50 < whole, "\(found ?? 0) ns for a patch, \(whole) ns for everything")
    }
  }
}
