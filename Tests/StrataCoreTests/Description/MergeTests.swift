import PersistentCollections
import Testing

@testable import StrataCore

/// Merging of values such as apps have.
@Suite("Merging two changes of one value")
struct MergeTests {
  struct Shop: Described, Equatable {
    struct Item: Described, Identifiable, Equatable {
      var id = 0
      var title = ""
      var count = 0
      var tags: [String] = []

      static func describe(_ field: inout Fields<Item>) {
        field("id", \.id)
        field("title", \.title)
        field("count", \.count)
        field("tags", \.tags)
      }
    }

    var items: PersistentSortedMap<Int, Item> = [:]
    var order: [Item] = []
    var note: PersistentText = ""
    var open: Inner?

    static func describe(_ field: inout Fields<Shop>) {
      field("items", \.items)
      field("order", \.order)
      field("note", \.note)
      field("open", \.open)
    }
  }

  var base: Shop {
    var shop = Shop()
    shop.items[1] = .init(id: 1, title: "Tea", count: 3, tags: ["hot"])
    shop.items[2] = .init(id: 2, title: "Milk")
    shop.note = "one two three"
    return shop
  }

  @Test("Fields of one record, entries, and stretches of a text: what is apart is merged")
  func apart() throws {
    var (mine, theirs) = (base, base)
    mine.items[1]?.title = "Green tea"
    mine.items[3] = .init(id: 3, title: "Mine")
    mine.note.append(contentsOf: " four")
    theirs.items[1]?.count = 5
    theirs.items[1]?.tags.append("green")
    theirs.items[2] = nil
    theirs.note.insert(contentsOf: "zero ", at: theirs.note.startIndex)
    let merge = try Merge(base: base, mine: mine, theirs: theirs)
    #expect(merge.conflicts.isEmpty)
    #expect(merge.merged.items[1] == .init(id: 1, title: "Green tea", count: 5, tags: ["hot", "green"]))
    #expect(merge.merged.items.keys.map { $0 } == [1, 3] && merge.merged.note == "zero one two three four")
    #expect(try mine.applying(merge.patch) == merge.merged)
  }

  @Test("Every kind of conflict has its place, its three values, and a choice for each")
  func conflicts() throws {
    var (mine, theirs) = (base, base)
    mine.items[1]?.count = 4
    theirs.items[1]?.count = 5
    mine.items[2]?.title = "Oat milk"
    theirs.items[2] = nil
    mine.items[7] = .init(id: 7, title: "Mine")
    theirs.items[7] = .init(id: 7, title: "Theirs")
    mine.open = Inner(x: 1)
    theirs.open = Inner(x: 2)
    let merge = try Merge(base: base, mine: mine, theirs: theirs)
    #expect(merge.merged == mine && merge.patch.isEmpty)
    let kinds = Dictionary(uniqueKeysWithValues: merge.conflicts.map { ("\($0.path)", $0.kind) })
    #expect(kinds.count == 4 && merge.conflicts.count == 4)
    #expect(kinds["[items, 1, count]"] == .changedTwice && kinds["[items, 2]"] == .changedAndRemoved)
    #expect(kinds["[items, 7]"] == .insertedTwice && kinds["[open]"] == .insertedTwice)
    let first = try #require(merge.conflicts.first)
    #expect(first.description == "items / 1 / count: was 3, mine 4, theirs 5")

    let chosen = try Merge(base: base, mine: mine, theirs: theirs) { conflict in
      switch conflict.kind {
      case .changedTwice: .value(.integer(9))
      case .changedAndRemoved, .outOfOrder: .theirs
      case .insertedTwice: conflict.path.last == .field("open") ? .value(nil) : .mine
      }
    }
    #expect(chosen.conflicts.isEmpty)
    #expect(chosen.merged.items[1]?.count == 9 && chosen.merged.items[2] == nil)
    #expect(chosen.merged.items[7]?.title == "Mine" && chosen.merged.open == nil)
    #expect(throws: PatchError.self) {
      try Merge(base: base, mine: mine, theirs: theirs) { _ in .value(.text("no number")) }
    }
  }

  @Test("Texts that both sides put at one place stand by rank")
  func texts() throws {
    func merged(_ mine: PersistentText, _ theirs: PersistentText, _ rank: MergeRank) throws -> Merge<
      PersistentText
    > {
      try Merge(base: "one two three", mine: mine, theirs: theirs, rank: rank)
    }
    #expect(try merged("one A two three", "one B two three", .first).merged == "one A B two three")
    #expect(try merged("one A two three", "one B two three", .second).merged == "one B A two three")
    #expect(try merged("one zwei three", "one deux three", .first).merged == "one zweideux three")
    #expect(try merged("one three", "one two! three", .first).conflicts.isEmpty)
  }

  @Test("Two spellings of one text are two, wherever they come")
  func spellings() throws {
    let base = PersistentArray(["a"])
    let merge = try Merge(base: base, mine: ["\u{e9}", "a"], theirs: ["e\u{301}", "a"])
    #expect(merge.merged.map { Array($0.utf8) } == ["\u{e9}", "e\u{301}", "a"].map { Array($0.utf8) })
    let text = try Merge<PersistentText>(base: "a", mine: "\u{e9}a", theirs: "e\u{301}a")
    #expect(Array(text.merged.utf8) == Array("\u{e9}e\u{301}a".utf8))
    let map = try Merge(base: [String: Int](), mine: ["\u{e9}": 1], theirs: ["z": 2])
    #expect(map.merged.count == 2)
  }

  @Test("Patches that were not made from one value are an error with its place, or merge what fits")
  func strangers() throws {
    let (one, two, three) = (base, Shop(), try Patch(from: [1], to: [2]))
    var other = one
    other.items[1]?.count = 8
    let change = try Patch(from: one, to: other)
    other.items[1]?.count = 9
    let stranger = try Patch(from: other, to: two)
    #expect(throws: MergeError.self) { try change.rebased(over: stranger) }
    #expect(throws: MergeError.self) { try change.rebased(over: three) }
    #expect(throws: MergeError.self) { try three.rebased(over: change) }
  }

  @Test("Merge skips shared entries: its cost follows the changes, not the size of the map")
  func shared() throws {
    /// How often a merge asks a key who it is.
    func asked(_ count: Int) throws -> Int {
      var base: PersistentMap<AskedKey, String> = [:]
      for key in 0..<count { base[AskedKey(number: key)] = "\(key)" }
      var (mine, theirs) = (base, base)
      for key in 0..<10 {
        mine[AskedKey(number: 7 * key)] = "mine"
        theirs[AskedKey(number: 7 * key + 1)] = "theirs"
      }
      return try AskedKey.asked {
        let merge = try Merge(base: base, mine: mine, theirs: theirs)
        #expect(merge.merged.count == count && merge.conflicts.isEmpty)
      }
    }
    let (few, many) = (try asked(1_000), try asked(64_000))
    #expect(few > 0 && many < 3 * few, "\(few) and \(many) times")
  }
}
