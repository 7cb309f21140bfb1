import Measuring
import TestSupport
import Testing

@testable import StrataCore

/// Lists whose elements say which of them are versions of one thing.
@Suite("Lists of things that have an identity")
struct EntityListTests {
  struct Thing: Described, Identifiable, Equatable {
    var id = 0
    var title = ""
    var count = 0

    static func describe(_ field: inout Fields<Thing>) {
      field("id", \.id)
      field("title", \.title)
      field("count", \.count)
    }
  }

  static func things(_ ids: Int...) -> [Thing] { ids.map { Thing(id: $0, title: "thing \($0)") } }

  @Test("An element that goes while another one comes does not become that one")
  func noChangeOfIdentity() throws {
    let old = Self.things(1, 2, 3)
    var new = Self.things(1, 4, 3)
    new[2].count = 5
    let patch = try Patch(from: old, to: new)
    let two = try PlainValue(of: old[1])
    let four = try PlainValue(of: new[1])
    #expect(
      patch.changes.map(\.kind) == [
        .removed(two), .inserted(four), .updated(old: .integer(0), new: .integer(5)),
      ]
    )
    #expect(patch.changes.last?.path == [.position(2), .field("count")])
  }

  @Test("An element that changed is known again where others came in front of it or went")
  func knownAgain() throws {
    let old = Self.things(1, 2, 3)
    var new = Self.things(7, 8, 2, 3)
    new[2].title = "another"
    let changes = try Patch(from: old, to: new).changes
    #expect(changes.last?.path == [.position(2), .field("title")])
    #expect(changes.count == 4)
  }

  @Test("Of a thousand elements, of which some changed, came, went and moved, each is known again")
  func long() throws {
    for count in [20, 1_000] {
      let old = (0..<count).map { Thing(id: $0, title: "thing \($0)") }
      var new = old
      for index in stride(from: 3, to: count, by: 7) { new[index].count = 1 }
      new.removeAll { $0.id % 10 == 5 }
      new.insert(Thing(id: count, title: "new"), at: count / 2)
      new.append(new.remove(at: 1))
      let patch = try Patch(from: old, to: new)
      #expect(try old.applying(patch) == new)
      var updates = 0
      for change in patch.changes {
        switch change.kind {
        case .updated: updates += 1
        case .removed(let value):
          #expect(try value.value(as: Thing.self).id % 10 == 5 || value == PlainValue(of: old[1]))
        case .inserted(let value): #expect(try [1, count].contains(value.value(as: Thing.self).id))
        case .spliced: Issue.record("no text is as long")
        }
      }
      #expect(updates == new.filter { $0.count == 1 }.count)
    }
  }

  @Test("Merge combines changes to different things, also after the things have moved")
  func merged() throws {
    let base = Self.things(1, 2, 3, 4)
    var mine = Self.things(9, 1, 3, 4)
    mine[3].title = "mine"
    var theirs = Self.things(1, 2, 8, 3, 4)
    theirs[4].count = 7
    theirs[0].title = "theirs"
    let merge = try Merge(base: base, mine: mine, theirs: theirs)
    #expect(merge.conflicts.isEmpty)
    #expect(merge.merged.map(\.id) == [9, 1, 8, 3, 4])
    #expect(merge.merged[1].title == "theirs")
    #expect(merge.merged[4] == Thing(id: 4, title: "mine", count: 7))
  }

  @Test("A thing that says another identity each time, and several of one identity, lose nothing")
  func badIdentities() throws {
    struct Restless: Described, Identifiable, Equatable {
      var title = ""
      var id: Int { Int.random(in: 0..<1_000_000) }
      static func describe(_ field: inout Fields<Restless>) { field("title", \.title) }
    }
    for count in [3, 200] {
      let old = (0..<count).map { Restless(title: "\($0)") }
      var new = old
      new[1].title = "changed"
      new.swapAt(0, 2)
      let patch = try Patch(from: old, to: new)
      #expect(try old.applying(patch) == new && new.applying(patch.inverted) == old)
      let twins = (0..<count).map { Thing(id: $0 % 2, title: "\($0)") }
      var others = twins
      others[0].title = "changed"
      others.append(others.remove(at: 1))
      let between = try Patch(from: twins, to: others)
      #expect(try twins.applying(between) == others && others.applying(between.inverted) == twins)
    }
  }

  @Test("Random edits lead there and back, also put together, and keep all laws of merging")
  func laws() throws {
    var met = MergeLawTests.Met()
    for seed in 0..<UInt64(Soak.times(60)) {
      var random = SplitMix64(seed: seed)
      let base = (0..<Int.random(in: 0..<8, using: &random)).map { Thing(id: $0, title: "thing \($0)") }
      func edited(from first: Int, _ random: inout SplitMix64) -> [Thing] {
        var list = base
        for edit in 0..<Int.random(in: 0..<5, using: &random) {
          let place = Int.random(in: 0...list.count, using: &random)
          switch Int.random(in: 0..<5, using: &random) {
          case 0: list.insert(Thing(id: first + edit), at: place)
          case 1 where place < list.count: list.remove(at: place)
          case 2 where place < list.count: list[place].title += "!"
          case 3 where place < list.count: list[place].count = first
          case 4 where place < list.count: list.insert(list.remove(at: place), at: list.count / 2)
          default: break
          }
        }
        return list
      }
      let (mine, theirs) = (edited(from: 100, &random), edited(from: 200, &random))
      try MergeLawTests.check(base, mine, theirs, "seed \(seed)", &met)
      let (there, on) = (try Patch(from: base, to: mine), try Patch(from: mine, to: theirs))
      let both = try there.followed(by: on)
      try #require(
        try base.applying(both) == theirs && theirs.applying(both.inverted) == base,
        "seed \(seed)"
      )
    }
    #expect(met.merged > 0 && met.conflicts > 0)
  }
}
