import Measuring
import PersistentCollections
import TestSupport
import Testing

@testable import StrataCore

/// Elements of lists that are moved by one side, and changed, moved or removed by the other one.
@Suite("Merging lists whose elements move")
struct MovedElementsTests {
  struct Row: Codable, Equatable, Identifiable, Described {
    var id = 0
    var title = ""
    var note = ""

    static func describe(_ field: inout Fields<Row>) {
      field("id", \.id)
      field("title", \.title)
      field("note", \.note)
    }
  }

  /// A row for each letter; a great letter is a row with a title.
  static func rows(_ letters: String) -> [Row] {
    letters.map { Row(id: Int($0.lowercased().utf8.first ?? 0), title: $0.isUppercase ? "changed" : "") }
  }

  static func letters(_ rows: [Row]) -> String {
    rows.map { row in
      let letter = String(UnicodeScalar(UInt8(row.id)))
      return row.title.isEmpty ? letter : letter.uppercased()
    }.joined()
  }

  func merge(_ base: String, _ mine: String, _ theirs: String) throws -> Merge<[Row]> {
    try Merge(base: Self.rows(base), mine: Self.rows(mine), theirs: Self.rows(theirs))
  }

  @Test(
    "Of elements that stand in a list several times, none is taken for one that was moved, and none is lost"
  )
  func repeated() throws {
    #expect(try Merge(base: [0, 0, 0, 1], mine: [0], theirs: [1, 0]).merged == [0])
    #expect(try Merge(base: [0, 0, 0, 1], mine: [0], theirs: [0, 1, 1, 0]).merged == [0, 1, 0])
    #expect(try Merge(base: [0, 0, 0, 1], mine: [0], theirs: [1, 1, 0, 0]).merged == [1, 1, 0])
  }

  @Test(
    "Merge applies one side's change to an element that the other side moved",
    arguments: [
      ("abcd", "dabc", "abcD", "Dabc"), ("abcd", "bcda", "Abcd", "bcdA"), ("abcd", "dabc", "abc", "abc"),
      ("abcd", "dabc", "dabc", "dabc"), ("abcd", "dabc", "abxcd", "dabxc"), ("abcd", "bcda", "dabc", "dbca"),
      ("abcd", "Dabc", "dabc", "Dabc"), ("abcd", "Dabc", "Dabc", "Dabc"), ("ab", "abcd", "dcab", "dcab"),
      ("abc", "xabc", "abcx", "xabc"),
    ]
  )
  func together(base: String, mine: String, theirs: String, merged: String) throws {
    for (one, other) in [(mine, theirs), (theirs, mine)] {
      let merge = try merge(base, one, other)
      let found = Self.letters(merge.merged)
      #expect(found.sorted() == merged.sorted() && merge.conflicts.isEmpty, "\(one), \(other)")
      if mine != "xabc" && mine != "abcd" { #expect(found == merged, "\(one), \(other)") }
    }
  }

  @Test(
    "Moved to two places, changed and removed, made twice, and changed in two ways on the way are conflicts"
  )
  func conflicts() throws {
    let moved = try merge("abcdef", "fabcde", "abcfde")
    #expect(moved.conflicts.map(\.kind) == [.outOfOrder] && Self.letters(moved.merged) == "fabcde")
    #expect(moved.conflicts.first?.description == "0: was 5, mine 0, theirs 3")
    let (base, mine, theirs) = (Self.rows("abcdef"), Self.rows("fabcde"), Self.rows("abcfde"))
    let chosen = try Merge(base: base, mine: mine, theirs: theirs) { _ in .theirs }
    #expect(Self.letters(chosen.merged) == "abcfde")
    let elsewhere = try Merge(base: base, mine: mine, theirs: theirs) { _ in .value(.integer(1)) }
    #expect(Self.letters(elsewhere.merged) == "afbcde")
    #expect(try merge("abcd", "Dabc", "abc").conflicts.map(\.kind) == [.changedAndRemoved])
    #expect(try Self.letters(merge("abcd", "Dabc", "abc").merged) == "Dabc")
    #expect(try Self.letters(merge("abcd", "abc", "Dabc").merged) == "abc")
    let made = try merge("ab", "cab", "abC")
    #expect(
      made.conflicts.map(\.kind) == [.insertedTwice] && Self.letters(made.merged).sorted() == ["a", "b", "c"]
    )
    let nothing = try Merge(base: Self.rows("ab"), mine: Self.rows("cab"), theirs: Self.rows("abC")) { _ in
      .value(nil)
    }
    #expect(Self.letters(nothing.merged) == "ab")

    var (one, other) = (Self.rows("dabc"), Self.rows("abcd"))
    (one[0].title, one[0].note) = ("mine", "note")
    other[3].title = "theirs"
    let changed = try Merge(base: Self.rows("abcd"), mine: one, theirs: other)
    #expect(changed.conflicts.map(\.description) == ["0 / title: was \"\", mine \"mine\", theirs \"theirs\""])
    #expect(changed.merged == one)
    let taken = try Merge(base: Self.rows("abcd"), mine: one, theirs: other) { _ in .theirs }
    #expect(taken.merged.first == Row(id: 100, title: "theirs", note: "note"))
  }

  struct Shelf: Described, Equatable {
    enum Content: DescribedCases, Equatable {
      case rows([Row])

      static func describe(_ oneOf: inout Cases<Content>) {
        oneOf("rows", "of", as: Content.rows) { if case .rows(let rows) = $0 { rows } else { nil } }
      }
    }

    struct Box: Described, Equatable {
      var rows: [Row] = []
      static func describe(_ field: inout Fields<Box>) { field("rows", \.rows) }
    }

    var rows: PersistentArray<Row>
    var named: PersistentMap<String, [Row]>
    var maybe: [Row]?
    var box: Box?
    var rooms: [[Row]]
    var content: Content

    init(_ rows: [Row]) {
      (self.rows, named, maybe) = (PersistentArray(rows), ["one": rows], rows)
      box = Box(rows: rows)
      (rooms, content) = ([[], rows], .rows(rows))
    }

    static func describe(_ field: inout Fields<Shelf>) {
      field("rows", \.rows)
      field("named", \.named)
      field("maybe", \.maybe)
      field("box", \.box)
      field("rooms", \.rooms)
      field("content", \.content)
    }

    init() { self.init([]) }
  }

  @Test("They are known wherever a list may be, with and without the value that both began with")
  func places() throws {
    let (base, mine, theirs) = (Shelf(Self.rows("abcd")), Shelf(Self.rows("Dabc")), Shelf(Self.rows("abDc")))
    let choose = { (conflict: MergeConflict) -> MergeConflict.Choice? in
      conflict.kind == .outOfOrder ? .mine : nil
    }
    let merge = try Merge(base: base, mine: mine, theirs: theirs, resolving: choose)
    #expect(merge.conflicts.isEmpty && merge.merged == mine)
    let (own, other) = (try Patch(from: base, to: mine), try Patch(from: base, to: theirs))
    #expect(try theirs.applying(own.rebased(over: other, from: base, resolving: choose)) == mine)
  }

  static func orders<Element>(of elements: [Element]) -> [[Element]] {
    guard let last = elements.last else { return [[]] }
    return orders(of: elements.dropLast()).flatMap { order in
      (0...order.count).map { Array(order[..<$0]) + [last] + Array(order[$0...]) }
    }
  }

  @Test("Every order of up to three elements, one of which may be changed: none is there twice, none is lost")
  func orders() throws {
    let versions = ["abc", "Abc", "ab", "Ac", "b", "B"].flatMap { Self.orders(of: Self.rows($0)) }
    let met = try MergeLawTests.checkAll(versions)
    #expect(met.merged > 0 && met.conflicts > 0)
    var number = 0
    for base in versions {
      for mine in versions {
        for theirs in versions {
          number += 1
          guard number.isMultiple(of: Soak.stride(3)) else { continue }
          let merge = try Merge(base: base, mine: mine, theirs: theirs)
          let (before, own, other) = (Set(base.map(\.id)), Set(mine.map(\.id)), Set(theirs.map(\.id)))
          let merged = merge.merged.map(\.id)
          func note() -> Comment {
            "\(Self.letters(base)), \(Self.letters(mine)), \(Self.letters(theirs)): \(Self.letters(merge.merged))"
          }
          try #require(Set(merged).count == merged.count, note())
          guard merge.conflicts.isEmpty else { continue }
          let expected = own.intersection(other).union(own.subtracting(before)).union(
            other.subtracting(before)
          )
          try #require(Set(merged) == expected, note())
        }
      }
    }
  }

  @Test(
    "Long lists that both put in another order, with elements that changed, went and came: every one is there once"
  )
  func longLists() throws {
    var met = MergeLawTests.Met()
    for seed in 0..<UInt64(Soak.times(60)) {
      var random = SplitMix64(seed: seed)
      let base = (0..<Int.random(in: 0..<12, using: &random)).map { Row(id: $0) }
      func edited(_ random: inout SplitMix64) -> [Row] {
        var rows = base
        for _ in 0..<Int.random(in: 0..<5, using: &random) {
          let place = Int.random(in: 0...rows.count, using: &random)
          switch Int.random(in: 0..<6, using: &random) {
          case 0: rows.insert(Row(id: Int.random(in: 20..<24, using: &random)), at: place)
          case 1 where place < rows.count: rows.remove(at: place)
          case 2 where place < rows.count: rows[place].title = "\(seed)"
          case 3 where place < rows.count: rows[place].note = Sample.texts[Int(seed % 6)]
          case _ where place < rows.count:
            let row = rows.remove(at: place)
            rows.insert(row, at: Int.random(in: 0...rows.count, using: &random))
          default: break
          }
        }
        // An identity is there once.
        var known: Set<Int> = []
        return rows.filter { known.insert($0.id).inserted }
      }
      let (mine, theirs) = (edited(&random), edited(&random))
      try MergeLawTests.check(base, mine, theirs, "seed \(seed)", &met)
      let merged = try Merge(base: base, mine: mine, theirs: theirs).merged.map(\.id)
      try #require(Set(merged).count == merged.count, "seed \(seed)")
    }
    #expect(met.merged > 0 && met.conflicts > 0)
  }
}
