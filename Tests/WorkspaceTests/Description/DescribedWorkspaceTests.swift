import Foundation
import PersistentCollections
import Strata
import StrataTesting
import TestSupport
import Testing

@testable import Workspace

@Suite("The workspace, described")
struct DescribedWorkspaceTests {
  @Test(
    "A patch of any action, sent on as bytes or as JSON, makes of the state before the one after, and back",
    arguments: 21...UInt64(20 + Soak.times(2))
  )
  func patches(seed: UInt64) throws {
    var state = AppState()
    var actions = RandomActions(seed: seed)
    var changed = 0
    for number in 0..<500 {
      var next = state
      let action = actions.next(in: state)
      do {
        try next.reduce(action)
      } catch {
        continue
      }
      let patch = try Patch(from: state, to: next)
      try #require(patch.isEmpty == (state == next), "seed \(seed), \(number), \(action)")
      try #require(try state.applying(patch) == next, "seed \(seed), \(number), \(action)")
      try #require(
        try state.applying(Patch(packed: patch.packed)) == next,
        "seed \(seed), \(number), \(action)"
      )
      let back = try next.applying(Patch(json: patch.inverted.json))
      try #require(back == state, "seed \(seed), \(number), \(action)")
      // Derived values are not in the patch, and are right all the same.
      if number.isMultiple(of: 10) {
        try #require(back.document.journal.todoRows.hasRightIndex, "seed \(seed), \(number), \(action)")
        try #require(back.document.journal.noteRows.hasRightIndex, "seed \(seed), \(number), \(action)")
      }
      if !patch.isEmpty { changed += 1 }
      state = next
    }
    #expect(changed > 200)
    let whole = try Patch(from: AppState(), to: state)
    #expect(try AppState().applying(whole) == state)
  }

  @Test("Every stored field is described, or derived from those that are, and comes back as it is written")
  func complete() throws {
    let desk = try DocumentImportTests.full()
    try desk.journal(.bundle(.create(.init(name: "All", todos: [.init("A", category: 1, url: "urn:x")]))))
    try desk.session(.show(day("2026-11-20")), .select([5]))
    try expectCompleteDescription(of: desk.state)
  }

  @Test("The footprint counts the indices, which no field describes")
  func footprint() throws {
    var state = AppState()
    var actions = RandomActions(seed: 23)
    for _ in 0..<300 { try? state.reduce(actions.next(in: state)) }
    let journal = state.document.journal
    let (todos, notes) = (journal.todoRows.index, journal.noteRows.index)
    let indices =
      todos.migrating.places.footprint + todos.staying.places.footprint + todos.ended.places.footprint
      + todos.categorised.places.footprint + notes.byTime.places.footprint
    #expect(indices.bytes > 0)
    #expect(journal.footprintByField["(derived)"]?.total == indices)
    let fields = journal.footprintByField.fields.reduce(Footprint()) { $0 + $1.total }
    #expect(journal.heapFootprint == fields)
  }

  @Test("A patch names what changed, and only that")
  func readable() throws {
    let desk = try DocumentImportTests.full()
    func changes(_ action: AppState.Action) throws -> [String] {
      let before = desk.state
      try desk.store.send(action)
      return try Patch(from: before, to: desk.state).changes.map(\.description)
    }
    #expect(
      try changes(.journal(.rename([5], "B"))) == [#"document / journal / todos / 5 / title: "Write" → "B""#]
    )
    #expect(
      try changes(.journal(.complete([5], at: time("2026-11-20T09:30:00")))) == [
        #"document / journal / todos / 5 / ending: null → {"kind":"done","time":"2026-11-20T09:30:00"}"#
      ]
    )
    #expect(
      try changes(.journal(.setEnding([5], at: time("2026-11-20T09:31:00")))) == [
        #"document / journal / todos / 5 / ending / time: "2026-11-20T09:30:00" → "2026-11-20T09:31:00""#
      ]
    )
    #expect(
      try changes(.canvas(.recolor([13], .red))) == [
        #"document / canvas / annotations / 13 / color: "teal" → "red""#
      ]
    )
    #expect(try changes(.session(.select([5, 6]))) == ["session / selection: [] → [5,6]"])
  }

  /// A change of every field that is not reached by the paths of others.
  static let edits: [@Sendable (inout AppState) -> Void] = [
    { $0.document.journal.pages.append(day("2026-11-30")) },
    { $0.document.journal.todos[5]?.id = 555 }, { $0.document.journal.todos[5]?.title = "?" },
    { $0.document.journal.todos[5]?.shouldMigrate.toggle() },
    { $0.document.journal.todos[5]?.start = day("2026-11-01") },
    { $0.document.journal.todos[8]?.ending?.time = time("2026-11-20T11:11:11") },
    { $0.document.journal.todos[8]?.ending?.kind = .abandoned },
    { $0.document.journal.todos[5]?.category = 2 },
    { $0.document.journal.todos[5]?.url = "urn:x" }, { $0.document.journal.notes[11]?.id = 111 },
    { $0.document.journal.notes[11]?.time = time("2026-11-20T11:11:11") },
    { $0.document.journal.notes[11]?.text = "?" },
    { $0.document.journal.categories[0].id = 100 }, { $0.document.journal.categories[0].name = "?" },
    { $0.document.journal.categories[0].color = .pink }, { $0.document.journal.bundles[3]?.id = 333 },
    { $0.document.journal.bundles[3]?.name = "?" },
    { $0.document.journal.bundles[3]?.shouldMigrate.toggle() },
    { $0.document.journal.bundles[3]?.todos[0].title = "?" },
    { $0.document.journal.bundles[3]?.todos[0].category = 2 },
    { $0.document.journal.bundles[3]?.todos[0].url = "urn:x" },
    { $0.document.canvas.annotations[13]?.id = 131 }, { $0.document.canvas.annotations[13]?.color = .pink },
    { $0.document.canvas.annotations[13]?.position.x = 7 },
    { $0.document.canvas.annotations[13]?.position.y = 7 },
    { $0.document.canvas.annotations[13]?.text = "?" },
    { $0.document.people.list[0].tag = 141 }, { $0.document.people.list[0].name = "?" },
    { $0.document.people.list[0].face.hairColor = .white },
    { $0.document.people.list[0].face.hairLength = .bald },
    { $0.document.people.list[0].face.eyes = .grey }, { $0.document.people.list[0].face.facialHair = .beard },
    { $0.document.people.list[0].face.glasses = true }, { $0.document.people.list[0].likes = [] },
    { $0.document.people.list[0].dislikes = ["?"] },
    { $0.session.selection = [5] }, { $0.session.page = day("2026-11-20") },
    { $0.session.filter.hidesEnded = true },
    { $0.session.filter.category = 1 }, { $0.session.filter.text = "?" },
    { $0.session.ids.raise(above: 999) },
  ]

  @Test(
    "No field is forgotten: each is compared, in patches, and in the JSON that is read back",
    arguments: edits.indices
  )
  func everyField(index: Int) throws {
    let before = try DocumentImportTests.full().state
    var after = before
    Self.edits[index](&after)
    #expect(after != before)
    let patch = try Patch(from: before, to: after)
    // An element of a list with another id is another one: one goes and one comes.
    let isOtherElement = after.document.hasOtherElements(than: before.document)
    #expect(patch.changes.count == (isOtherElement ? 2 : 1))
    #expect(try before.applying(patch) == after)
    #expect(try JSONEncoder().encode(after) != JSONEncoder().encode(before))
  }
}

extension Document {
  fileprivate func hasOtherElements(than other: Document) -> Bool {
    journal.categories.map(\.id) != other.journal.categories.map(\.id)
      || people.list.map(\.id) != other.people.list.map(\.id)
  }
}
