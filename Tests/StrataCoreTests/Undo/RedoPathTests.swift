import Testing

@testable import StrataCore

@Suite("The path of redo where others have gone on")
struct RedoPathTests {
  private typealias Tables = AuthorsModelTests.Tables

  @Test("A step of which nothing is left is not on the path, and the one behind it is the next")
  func passedOver() throws {
    let store = Store(Tables(), undoing: \.tables)
    for action in [Tables.Action(table: "x", value: 1), .init(table: "y", value: 2)] {
      try store.send(action)
    }
    for _ in 0..<2 { try store.undo() }
    try store.send(.init(table: "x", value: 7, isExternal: true), as: "agent")
    #expect(store.timeline.redoPath.map(\.label) == ["y 2"] && store.historyStatus.redoLabel == "y 2")
    try store.redo()
    #expect(store.state.tables == ["x": 7, "y": 2])
    #expect(store.timeline.redoPath.isEmpty && !store.canRedo)
  }
}
