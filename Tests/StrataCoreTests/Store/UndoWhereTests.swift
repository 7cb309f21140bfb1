import Measuring
import TestSupport
import Testing

@testable import StrataCore

/// The app says by a closure which steps undo may take; an undo by name keeps a note.
@Suite("Undo of what the app wants, and with a note")
struct UndoWhereTests {
  private static func isRename(_ moment: Moment) -> Bool { moment.label.hasPrefix("Set a") }

  @Test("Steps under a label have one undo and redo, whoever took them", arguments: UndoneStepsTests.attics)
  func labels(keeping: Keeping) throws {
    let store = UndoByAuthorTests().store(keeping: keeping)
    try store.send(.set("a", "1"))
    try store.send(.set("b", "1"))
    try store.send(.set("a2", "1"), as: UndoByAuthorTests.agent)
    try store.send(.set("c", "1"))
    try store.undo(where: Self.isRename, as: "ada")
    #expect(store.state.notes == ["a": "1", "b": "1", "c": "1"])
    #expect(store.timeline.present.author == "ada" && store.timeline.present.label == "Undo Set a2")
    try store.undo(where: Self.isRename)
    #expect(throws: StoreError.nothingToUndo) { try store.undo(where: Self.isRename) }
    #expect(store.state.notes == ["b": "1", "c": "1"])
    try store.redo(where: Self.isRename)
    #expect(store.state.notes == ["a": "1", "b": "1", "c": "1"])
    try store.send(.set("d", "1"))
    try store.redo(where: Self.isRename)
    #expect(store.state.notes["a2"] == "1")
    try store.undo(where: Self.isRename)
    try store.send(.set("a3", "1"))
    #expect(throws: StoreError.nothingToRedo) { try store.redo(where: Self.isRename) }
    #expect(throws: StoreError.nothingToUndo) { try store.undo(where: { _ in false }) }
    // The last step of all goes as undo() goes.
    let count = store.timeline.count
    try store.undo(where: Self.isRename)
    #expect(store.timeline.count == count && store.state.notes["a3"] == nil)
    try store.redo(where: Self.isRename)
    #expect(store.timeline.count == count && store.state.notes["a3"] == "1")
    // On a branch, where others have gone on.
    try store.undo(where: Self.isRename)
    try store.send(.set("e", "1"))
    try store.redo(where: Self.isRename)
    #expect(store.state.notes["a3"] == "1" && store.state.notes["e"] == "1")
  }

  @Test(
    "Wanting an author's steps is undo by that author",
    arguments: UndoneStepsTests.attics,
    1...(Soak.isOn ? 200 : 20) as ClosedRange<UInt64>
  )
  func authors(keeping: Keeping, seed: UInt64) throws {
    let stores = (0..<2).map { _ in UndoByAuthorTests().store(keeping: keeping) }
    var random = SplitMix64(seed: seed)
    let authors: [Author] = [.user, UndoByAuthorTests.agent, "ada"]
    for call in 0..<40 {
      let author = authors[random.below(3)]
      let (kind, key, place) = (random.below(6), ["a", "b", "c"][random.below(3)], random.below(4))
      let letter = ["x", "y", "z"][random.below(3)]
      let isWanted: (Moment) -> Bool = { $0.author == author }
      func make(on store: Store<UndoByAuthorTests.Board>, byName: Bool) throws {
        switch kind {
        case 0: try store.send(.set(key, "\(call)"), as: author)
        case 1, 2: try store.send(.type(letter, at: min(place, store.state.text.count)), as: author)
        case 3, 4: try byName ? store.undo(by: author) : store.undo(where: isWanted, as: author)
        default: try byName ? store.redo(by: author) : store.redo(where: isWanted, as: author)
        }
      }
      let results = stores.enumerated().map { number, store in
        Result { try make(on: store, byName: number == 0) }.error.map { "\($0)" }
      }
      #expect(results[0] == results[1], "call \(call)")
      try #require(stores[0].state == stores[1].state, "call \(call)")
      try #require(stores[0].timeline.ids == stores[1].timeline.ids, "call \(call)")
    }
  }

  @Test("A step that was undone at the tip is brought back with a note")
  func notedByAnybody() throws {
    let store = UndoByAuthorTests().store()
    try store.send(.set("a", "1"))
    try store.undo()
    try store.redo(by: nil, noting: "Again")
    #expect(store.state.notes == ["a": "1"] && store.timeline.present.note == .text("Again"))
    try store.undo(by: nil, noting: "No")
    #expect(store.state.notes == [:] && store.timeline.present.note == .text("No"))
    #expect(store.canRedo && !store.canUndo)
  }

  @Test(
    "An undo and a redo with a note are moments of their own, which keep it",
    arguments: UndoneStepsTests.attics
  )
  func notes(keeping: Keeping) throws {
    let store = UndoByAuthorTests().store(keeping: keeping)
    try store.send(.set("a", "1"))
    try store.send(.set("b", "1"), as: UndoByAuthorTests.agent)
    let last = store.timeline.present.id
    try store.undo(by: UndoByAuthorTests.agent, noting: "Asked to")
    #expect(store.state.notes == ["a": "1"] && store.timeline.present.id > last)
    #expect(try store.timeline.present.note(as: String.self) == "Asked to")
    #expect(
      store.timeline.canRedo(by: UndoByAuthorTests.agent)
        && !store.timeline.canUndo(by: UndoByAuthorTests.agent)
    )
    try store.redo(by: UndoByAuthorTests.agent, noting: 7)
    #expect(store.state.notes == ["a": "1", "b": "1"] && store.timeline.present.note == .integer(7))
    // A step ahead is brought back at the present.
    try store.undo(by: UndoByAuthorTests.agent)
    try store.undo()
    #expect(store.state.notes == [:])
    try store.redo(by: .user, noting: "Again")
    #expect(store.state.notes == ["a": "1"] && store.timeline.present.note == .text("Again"))
    try store.undo(only: store.timeline.present.id, as: "ada", noting: [1])
    #expect(store.state.notes == [:] && store.timeline.present.note == .list([.integer(1)]))
    #expect(store.timeline.present.author == "ada")
    try store.undo(where: { $0.author == "ada" }, noting: true)
    #expect(store.state.notes == ["a": "1"] && store.timeline.present.note == .bool(true))
    try store.undo(by: nil, noting: 2)
    try store.redo(by: nil, noting: 3)
    #expect(store.state.notes == ["a": "1"] && store.timeline.present.note == .integer(3))
    let (state, count) = (store.state, store.timeline.count)
    #expect(throws: StoreError.nothingToUndo) { try store.undo(by: "stranger", noting: 1) }
    #expect(store.state == state && store.timeline.count == count)
  }
}

extension Result {
  fileprivate var error: Failure? { if case .failure(let error) = self { error } else { nil } }
}
