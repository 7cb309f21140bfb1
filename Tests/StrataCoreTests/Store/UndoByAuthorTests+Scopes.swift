import Testing

@testable import StrataCore

extension UndoByAuthorTests {
  @Test("A scope records undo(only:) on its store as a sent step")
  func numbersOfAnotherHistory() throws {
    let store = store()
    for key in ["a", "b"] { try store.send(.set(key, "1")) }
    let scope = try store.undoScope(\.notes)
    try store.send(.set("c", "1"))
    let first = store.timeline.ids[1]
    try store.undo(only: first, as: Self.agent)
    #expect(store.timeline.present.origin == .switched([StepSwitch(first, isOn: false)]))
    let recorded = try #require(scope.timeline).present
    #expect(recorded.origin == .sent && recorded.author == Self.agent)
    try scope.undo()
    #expect(store.state.notes == ["a": "1", "b": "1", "c": "1"])
    try scope.undo()
    #expect(store.state.notes == ["a": "1", "b": "1"] && !scope.canUndo)
  }
}
