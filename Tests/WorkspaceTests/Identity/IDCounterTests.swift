import Testing

@testable import Workspace

@Suite("The id counter")
struct IDCounterTests {
  @Test("Numbers go on from the greatest that was given out or met elsewhere")
  func raising() throws {
    var ids = IDCounter()
    #expect(try ids.next() == 1)
    ids.raise(above: 41)
    #expect(try ids.next() == 42)
    ids.raise(above: 7)
    #expect(try ids.next() == 43)
  }

  @Test("When all numbers are used up there is a sentence, not a trap")
  func exhausted() throws {
    var ids = IDCounter()
    ids.raise(above: .max - 2)
    #expect(try ids.next() == .max - 1)
    let error = #expect(throws: IDCounter.Exhausted.self) { try ids.next() }
    #expect(error?.description == "This workspace has used up all its numbers; nothing can be added to it.")
    ids.raise(above: .max)
    #expect(throws: IDCounter.Exhausted.self) { try ids.next() }
  }

  @Test("Running out in the middle of a bulk leaves journal and counter as they were")
  func exhaustedInBulk() throws {
    var state = AppState()
    try state.reduce(.journal(.startPage(day("2026-11-21"))))
    state.session.ids.raise(above: .max - 2)
    let before = state
    #expect(throws: IDCounter.Exhausted.self) {
      try state.reduce(.journal(.add([NewTodo("Last"), NewTodo("One too many")])))
    }
    #expect(state == before)
  }
}
