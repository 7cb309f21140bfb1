import Measuring
import PersistentCollections
import TestSupport
import Testing

@testable import StrataCore

/// Many patches in a row on a plain value, whose types are gone, as the log applies them to an older version's state.
@Suite("Patches on plain values, where they lie")
struct PlainReplayTests {
  @Test("Many patches in a row, and all of them as one, lead where they lead the values")
  func inARow() throws {
    var random = SplitMix64(seed: 11)
    var value = Sample()
    value.edit(using: &random, times: 60)
    var plain = try PlainValue(of: value)
    let start = plain
    var all = Patch()
    for step in 0..<Soak.times(300) {
      var next = value
      next.edit(using: &random, times: Int.random(in: 0..<12, using: &random))
      let patch = try Patch(from: value, to: next)
      try plain.apply(patch)
      all = try all.followed(by: patch)
      value = next
      let expected = try PlainValue(of: value)
      try #require(plain == expected, "step \(step)")
    }
    #expect(try start.applying(all) == plain)
  }

  struct Many: Codable, Described {
    var map: PersistentMap<Int, Item> = [:]
    var pairs: PersistentMap<Place, Item> = [:]
    var set: PersistentSet<Int> = []
    var list: PersistentArray<Item> = []

    static func describe(_ field: inout Fields<Many>) {
      field("map", \.map)
      field("pairs", \.pairs)
      field("set", \.set)
      field("list", \.list)
    }

    init() {}

    init(_ count: Int) {
      for id in 0..<count { add(id) }
    }

    mutating func add(_ id: Int) {
      map[id] = Item(id: id)
      pairs[Place(row: id, column: -id)] = Item(id: id)
      set.insert(id)
      list.append(Item(id: id))
    }
  }

  @Test("Many entries, members and elements come and go in one pass")
  func atOnce() throws {
    let (old, new) = (Many(300), Many(0))
    var other = Many(0)
    for id in stride(from: 0, to: 600, by: 2) { other.add(id) }
    for (from, to) in [(old, other), (other, old), (old, new), (new, old)] {
      let patch = try Patch(from: from, to: to)
      #expect(try PlainValue(of: from).applying(patch) == PlainValue(of: to))
    }
  }

  /// The address of a record's members or a list's elements.
  func storage(_ plain: PlainValue?) -> UnsafeRawPointer? {
    switch plain {
    case .record(let record): record.members.withUnsafeBytes { $0.baseAddress }
    case .list(let list): list.withUnsafeBytes { $0.baseAddress }
    default: nil
    }
  }

  @Test(
    "Applying a patch to a plain value changes it in place and copies nothing beside it",
    arguments: [("map", \Many.map), ("pairs", \.pairs), ("list", \.list)]
      as [(String, PartialKeyPath<Many> & Sendable)]
  )
  func inPlace(part: String, path: PartialKeyPath<Many> & Sendable) throws {
    let old = Many(100)
    var new = old
    new.map[50]?.title = "changed"
    new.pairs[Place(row: 50, column: -50)]?.title = "changed"
    new.list[50].title = "changed"
    let fields = try #require(PartFields([path], of: Many.self))
    let patch = fields.whole(of: fields.part(of: try Patch(from: old, to: new)))
    var plain = try PlainValue(of: old)
    let before = (storage(plain), storage(plain[part]))
    try plain.apply(patch)
    #expect(before == (storage(plain), storage(plain[part])))
    #expect(try plain[part] == PlainValue(of: new)[part])
  }

  @Test("A patch whose last part does not fit leaves everything as it was")
  func halfway() throws {
    let old = Many(20)
    var new = old
    for id in 0..<10 {
      new.map[id]?.title = "changed"
      new.pairs[Place(row: id, column: -id)]?.title = "changed"
      new.list[id].title = "changed"
      new.set.remove(id)
    }
    new.map[19]?.title = "last"
    let patch = try Patch(from: old, to: new)
    for part in ["map", "pairs", "list"] {
      var other = old
      switch part {
      case "map": other.map[19]?.title = "other"
      case "pairs": other.pairs[Place(row: 9, column: -9)]?.title = "other"
      default: other.list[9].title = "other"
      }
      let before = try PlainValue(of: other)
      var plain = before
      #expect(throws: PatchError.self) { try plain.apply(patch) }
      #expect(plain == before, "\(part)")
    }
  }

  @Test("Sets and maps that were written in another order are changed all the same")
  func otherOrder() throws {
    let old = Many(20)
    var new = old
    new.set.remove(3)
    new.pairs[Place(row: 4, column: -4)] = nil
    new.pairs[Place(row: 5, column: -5)]?.title = "changed"
    var plain = try PlainValue(of: old)
    guard case .list(let members)? = plain["set"], case .list(let pairs)? = plain["pairs"] else {
      Issue.record("\(plain)")
      return
    }
    plain["set"] = .list(members.reversed())
    plain["pairs"] = .list(
      stride(from: pairs.count - 2, through: 0, by: -2).flatMap { pairs[$0...$0 + 1] }
    )
    #expect(try plain.applying(Patch(from: old, to: new)) == PlainValue(of: new))
  }

  @Test("Applying a patch to a plain value of another kind throws otherKind")
  func kinds() throws {
    let nodes: [Patch.Node] = [
      .fields([.init(name: "a", node: .replaced(old: .null, new: .integer(1)))]),
      .entries([.init(key: .integer(1), change: .inserted(.null))]),
      .members([.init(value: .integer(1), isInserted: true)]), .list([.inserted([.null])]),
      .text([.inserted("a")]),
    ]
    for node in nodes {
      #expect { try PlainValue.integer(7).applying(Patch(root: node)) } throws: {
        guard case .otherKind? = ($0 as? PatchError)?.reason else { return false }
        return true
      }
    }
    #expect(throws: PatchError.self) { try PlainValue.list([.null]).applying(Patch(root: nodes[1])) }
    let twice = Patch.Node.entries([
      .init(key: .integer(5), change: .inserted(.null)), .init(key: .text("5"), change: .inserted(.null)),
    ])
    #expect(throws: PatchError.self) { try PlainValue.record([:]).applying(Patch(root: twice)) }
  }
}
