import Measuring
import PersistentCollections
import TestSupport
import Testing

@testable import StrataCore

/// Two changes of one value, merged as two steps that did not see each other.
@Suite("Merging two changes of one value")
struct MergedPatchesTests {
  struct Page: Described, Equatable {
    var text: PersistentText = ""

    static func describe(_ field: inout Fields<Page>) { field("text", \.text) }
  }

  static func merged(_ base: PersistentText, _ mine: PersistentText, _ theirs: PersistentText) throws
    -> PersistentText
  {
    let (base, mine, theirs) = (Page(text: base), Page(text: mine), Page(text: theirs))
    let merge = try MergedPatches(Patch(from: base, to: mine), Patch(from: base, to: theirs), Page._shape)
    #expect(merge.conflicts.isEmpty)
    return try mine.applying(merge.patch).text
  }

  @Test("Brackets stay where the other side removed what they enclose")
  func brackets() throws {
    #expect(try Self.merged("see xy.", "see .", "see (xy).") == "see ().")
    #expect(try Self.merged("see xy.", "see (xy).", "see .") == "see ().")
  }

  @Test("A letter stays behind its word where the other side puts brackets around the word")
  func letterAndBrackets() throws {
    let accepted: [PersistentText] = ["a (cats) here", "a (cat)s here"]
    #expect(accepted.contains(try Self.merged("a cat here", "a cats here", "a (cat) here")))
    #expect(accepted.contains(try Self.merged("a cat here", "a (cat) here", "a cats here")))
  }

  @Test("A row that one side moved and the other side changed is moved and changed")
  func movedAndChanged() throws {
    let base = Notebook(rows: [Notebook.Row(id: 1), Notebook.Row(id: 2), Notebook.Row(id: 3)])
    let mine = try base.patch(of: .moveRow(.rows, from: 2, to: 0))
    let theirs = try base.patch(of: .title(.row(.rows, 2), "new"))
    let merge = try MergedPatches(mine, theirs, Notebook._shape)
    let rows = try base.applying(mine).applying(merge.patch).rows
    #expect(rows == [Notebook.Row(id: 3, title: "new"), Notebook.Row(id: 1), Notebook.Row(id: 2)])
    #expect(merge.conflicts.isEmpty)
  }

  @Test("A row that one side removed and the other side changed is a conflict, and each choice is kept")
  func removedAndChanged() throws {
    let base = Notebook(rows: [Notebook.Row(id: 1), Notebook.Row(id: 2)])
    let mine = try base.patch(of: .removeRow(.rows, at: 0))
    let theirs = try base.patch(of: .title(.row(.rows, 0), "new"))
    let merge = try MergedPatches(mine, theirs, Notebook._shape)
    #expect(merge.patch.isEmpty)
    #expect(merge.conflicts.map(\.kind) == [.changedAndRemoved])
    #expect(merge.conflicts.map(\.path) == [[.field("rows"), .position(0)]])
    let chosen = try MergedPatches(mine, theirs, Notebook._shape) { _ in .other }
    let rows = try base.applying(mine).applying(chosen.patch).rows
    #expect(rows == [Notebook.Row(id: 1, title: "new"), Notebook.Row(id: 2)])
  }

  @Test("A field that both sides wrote is a conflict with both values")
  func writtenTwice() throws {
    let base = Notebook(map: [7: Notebook.Row(id: 7, title: "A")])
    let mine = try base.patch(of: .title(.entry(7), "B"))
    let theirs = try base.patch(of: .title(.entry(7), "C"))
    let merge = try MergedPatches(mine, theirs, Notebook._shape)
    #expect(merge.patch.isEmpty)
    let conflict = try #require(merge.conflicts.first)
    #expect(conflict.kind == .changedTwice)
    #expect([conflict.base, conflict.current, conflict.other] == [.text("A"), .text("B"), .text("C")])
    let chosen = try MergedPatches(mine, theirs, Notebook._shape) { _ in .value(.text("D")) }
    #expect(try base.applying(mine).applying(chosen.patch).map[7]?.title == "D")
  }

  @Test("A row that both sides moved is a conflict of two places")
  func movedTwice() throws {
    let base = Notebook(rows: (1...4).map { Notebook.Row(id: $0) })
    let mine = try base.patch(of: .moveRow(.rows, from: 0, to: 1))
    let theirs = try base.patch(of: .moveRow(.rows, from: 0, to: 3))
    let merge = try MergedPatches(mine, theirs, Notebook._shape)
    #expect(merge.patch.isEmpty)
    #expect(merge.conflicts.map(\.kind) == [.outOfOrder])
    let chosen = try MergedPatches(mine, theirs, Notebook._shape) { _ in .other }
    #expect(try base.applying(mine).applying(chosen.patch).rows.map(\.id) == [2, 3, 4, 1])
  }

  /// Two changes of one random value, declared or found by comparison.
  struct Pair {
    let base: Notebook
    private(set) var mine: (patch: Patch, value: Notebook)
    private(set) var theirs: (patch: Patch, value: Notebook)

    init(seed: UInt64) throws {
      var session = SwitchSession(seed: seed)
      base = session.base
      mine = (Patch(), base)
      theirs = (Patch(), base)
      for _ in 0..<4 {
        if let edit = session.randomEdit(mine.value) { try Self.add(edit, to: &mine) }
        if let edit = session.randomEdit(theirs.value) { try Self.add(edit, to: &theirs) }
      }
      if seed.isMultiple(of: 2) { return }
      mine.patch = try Patch(from: base, to: mine.value)
      theirs.patch = try Patch(from: base, to: theirs.value)
    }

    private static func add(_ edit: Notebook.Edit, to side: inout (patch: Patch, value: Notebook)) throws {
      let patch = try side.value.patch(of: edit)
      side = (try side.patch.followed(by: patch), try side.value.applying(patch))
    }
  }

  @Test("Both ways around make one value, and merging nothing changes nothing", arguments: 0..<4)
  func laws(part: Int) throws {
    var conflicts = 0
    for number in 0..<Soak.times(50) {
      let seed = UInt64(part * 10_000_000 + number)
      let pair = try Pair(seed: seed)
      let (mine, theirs) = (pair.mine, pair.theirs)
      let shape = Notebook._shape
      #expect(try MergedPatches(mine.patch, Patch(), shape).patch.isEmpty, "seed \(seed)")
      let alone = try MergedPatches(Patch(), theirs.patch, shape)
      try #require(
        try pair.base.applying(alone.patch) == theirs.value && alone.conflicts.isEmpty,
        "seed \(seed)"
      )
      let twice = try MergedPatches(mine.patch, mine.patch, shape)
      try #require(twice.patch.isEmpty && twice.conflicts.isEmpty, "seed \(seed): \(twice)")
      for rank in [MergeRank.first, .second] {
        Soak.count(.merge)
        let merge = try MergedPatches(mine.patch, theirs.patch, shape, rank: rank)
        let mirrored = try MergedPatches(theirs.patch, mine.patch, shape, rank: rank.mirrored)
        let (one, other) = (
          try mine.value.applying(merge.patch), try theirs.value.applying(mirrored.patch)
        )
        try #require(merge.conflicts.count == mirrored.conflicts.count, "seed \(seed): \(merge.conflicts)")
        if merge.conflicts.isEmpty { try #require(one == other, "seed \(seed), \(rank)") }
        conflicts += merge.conflicts.count
        let chosen = try MergedPatches(mine.patch, theirs.patch, shape, rank: rank) { _ in .other }
        try #require(
          try mine.value.applying(chosen.patch) == other,
          "seed \(seed), \(rank), \(merge.conflicts)"
        )
      }
    }
    #expect(conflicts > 0)
  }
}
