import PersistentCollections
import Testing

@testable import StrataCore

/// All triples of small values: whatever happens to a key, a member or a neighbour, twice in a row.
@Suite("Patches of all small values")
struct PatchExhaustiveTests {
  struct Small: Codable, Equatable, Described {
    var map: PersistentMap<Int, String> = [:]
    var set: PersistentSet<Int> = []
    var list: PersistentArray<String> = []

    static func describe(_ field: inout Fields<Small>) {
      field("map", \.map)
      field("set", \.set)
      field("list", \.list)
    }
  }

  func check(_ versions: [Small]) throws {
    for a in versions {
      for b in versions {
        let first = try Patch(from: a, to: b)
        try #require(first.isEmpty == (a == b))
        try #require(try first.followed(by: first.inverted).isEmpty, "\(first)")
        for c in versions {
          let both = try first.followed(by: Patch(from: b, to: c))
          let (reached, back) = (try a.applying(both), try c.applying(both.inverted))
          try #require(reached == c, "\(a) to \(b) to \(c)")
          try #require(back == a, "\(a) to \(b) to \(c), and back")
          try #require(try PlainValue(of: a).applying(both) == PlainValue(of: c), "\(a) to \(b) to \(c)")
        }
      }
    }
  }

  @Test("An entry that is not there, is one or another, three times")
  func maps() throws {
    let states: [String?] = [nil, "A", "B"]
    let versions = states.flatMap { one in
      states.map { two in
        var small = Small()
        small.map[1] = one
        small.map[2] = two
        if one != nil { small.set.insert(1) }
        if two == "A" { small.set.insert(2) }
        return small
      }
    }
    try check(versions)
  }

  @Test("All lists of up to three of two letters, three times")
  func lists() throws {
    func lists(_ length: Int) -> [[String]] {
      length == 0 ? [[]] : lists(length - 1).flatMap { [["a"] + $0, ["b"] + $0] }
    }
    let versions = (0...3).flatMap(lists).map { letters in
      var small = Small()
      small.list = PersistentArray(letters)
      return small
    }
    try check(versions)
  }

  @Test("Runs have one normal form: what went before what came, and nothing that both begin or end with")
  func normalForm() {
    func texts(_ letters: String) -> [PlainValue] { letters.map { .text(String($0)) } }
    func runs(_ runs: Patch.Node.Run...) -> [Patch.Node.Run] { NormalRuns(runs).runs }
    #expect(
      runs(.inserted(texts("ac")), .removed(texts("ab"))) == [
        .kept(1), .removed(texts("b")), .inserted(texts("c")),
      ]
    )
    #expect(
      runs(.removed(texts("xa")), .inserted(texts("ya")), .kept(2), .removed(texts("z")))
        == [.removed(texts("x")), .inserted(texts("y")), .kept(3), .removed(texts("z"))]
    )
    #expect(runs(.kept(1), .kept(2), .removed(texts("a")), .inserted(texts("a")), .kept(1)) == [])
    #expect(runs(.removed(texts("a")), .removed(texts("b"))) == [.removed(texts("ab"))])
  }
}
