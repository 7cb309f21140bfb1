import Testing

@testable import StrataCore

/// The steps that several authors' undo takes, and the steps undone by name.
@Suite("Several authors with one undo")
struct SeveralAuthorsTests {
  @Test("A person and what acts for them have one undo and one redo", arguments: UndoneStepsTests.attics)
  func several(keeping: Keeping) throws {
    let (store, hands) = (UndoByAuthorTests().store(keeping: keeping), ["ada", UndoByAuthorTests.agent])
    let timeline = { store.timeline }
    try store.send(.set("a", "1"), as: "ada")
    try store.send(.set("b", "1"), as: UndoByAuthorTests.agent)
    try store.send(.set("c", "1"))
    #expect(timeline().undoMoment(byAny: hands)?.label == "Set b")
    try store.undo(byAny: hands)
    #expect(store.state.notes == ["a": "1", "c": "1"] && timeline().present.author == "ada")
    try store.undo(byAny: hands)
    #expect(throws: StoreError.nothingToUndo) { try store.undo(byAny: hands) }
    #expect(
      timeline().undoMoment(byAny: hands) == nil && timeline().redoMoment(byAny: hands)?.label == "Set a"
    )
    try store.redo(byAny: hands)
    try store.redo(byAny: hands)
    #expect(
      store.state.notes == ["a": "1", "b": "1", "c": "1"] && timeline().redoMoment(byAny: hands) == nil
    )

    // At the tip, and others go on: the agent's step lies on a branch, and a step of the person's ends its redo.
    try store.send(.set("d", "1"), as: UndoByAuthorTests.agent)
    try store.undo(byAny: hands)
    try store.send(.set("c", "2"))
    try store.redo(byAny: hands)
    #expect(store.state.notes["d"] == "1" && timeline().present.author == "ada")
    try store.undo(byAny: hands)
    try store.send(.set("e", "1"), as: "ada")
    #expect(throws: StoreError.nothingToRedo) { try store.redo(byAny: hands) }
    #expect(timeline().canRedo(by: UndoByAuthorTests.agent))
    try store.undo(byAny: hands)
    #expect(store.state.notes["e"] == nil && timeline().redoMoment(byAny: hands)?.label == "Set e")
    #expect(throws: StoreError.nothingToUndo) { try store.undo(byAny: []) }
    #expect(throws: StoreError.nothingToRedo) { try store.redo(byAny: []) }
  }

  @Test("takenBack lists the undone steps until they are redone", arguments: UndoneStepsTests.attics)
  func listed(keeping: Keeping) throws {
    let store = UndoByAuthorTests().store(keeping: keeping)
    #expect(store.timeline.takenBack.isEmpty)
    for (number, key) in ["a", "b", "c"].enumerated() {
      try store.send(.set(key, "\(number)"), as: UndoByAuthorTests.agent)
    }
    try store.send(.set("d", "1"))
    try store.undo(by: UndoByAuthorTests.agent)
    try store.undo(by: UndoByAuthorTests.agent)
    try store.undo(only: try #require(Moment.ID(number: 1)), as: UndoByAuthorTests.agent)
    #expect(store.timeline.takenBack.map(\.label) == ["Set c", "Set b", "Set a"])
    try store.undo()
    #expect(store.timeline.takenBack.map(\.label) == ["Set c", "Set b"])
    try store.redo(only: try #require(Moment.ID(number: 2)))
    #expect(store.timeline.takenBack.map(\.label) == ["Set c"])
    for step in store.timeline.takenBack { try store.redo(only: step.id) }
    #expect(store.timeline.takenBack.isEmpty && store.state.notes.count == 4)
  }
}
