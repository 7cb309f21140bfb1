import PersistentCollections
import Testing

@testable import StrataCore

extension RejectedStepsTests {
  @Test("Letters that replaced rejected letters stay at their place", arguments: UndoneStepsTests.attics)
  func notInTheWayTogether(keeping: Keeping) throws {
    let (store, start) = try sheet(keeping: keeping)
    func exchange(_ letter: String, as author: Author) throws {
      try store.transaction("Exchange", as: author) { draft in
        try draft.send(.delete(at: 1, count: 1))
        try draft.send(.type(letter, at: 1))
      }
    }
    try store.send(.type("xw", at: 1), as: "agent")
    try exchange("y", as: "agent")
    try exchange("z", as: .user)
    let changes = try store.review(since: start, by: "agent").changes
    try store.reject(changes.dropFirst())
    #expect(String(store.state.text) == "[xzwabcabc]")
    try store.reject(changes.prefix(1))
    #expect(String(store.state.text) == "[zabcabc]")
    #expect(try store.review(since: start, by: "agent").changes.isEmpty)
  }
  @Test(
    "reject finds no conflict between the chosen changes, whatever else their steps changed",
    arguments: [false, true],
    UndoneStepsTests.attics
  )
  func undoneTogether(isBesideMarks: Bool, keeping: Keeping) throws {
    for othersRejected in 0...2 {
      let (store, start) = try sheet(keeping: keeping)
      for (number, mark) in [3, 1, 3, nil].enumerated() {
        try store.transaction("Edit", as: "agent") { draft in
          if number == 0 || number == 2 {
            try draft.send(isBesideMarks ? .mark("c", number) : .removeRow(at: 1))
          }
          try draft.send(.mark("b", mark))
        }
      }
      let changes = try store.review(since: start, by: "agent").changes
      let marks = changes.filter { "\($0)".contains("marks / b") }
      let others = changes.filter { !"\($0)".contains("marks / b") }
      #expect(marks.count == 4 && others.count == 2)
      // The mark was 3 and then 1: without both it was never there, as it is in the end. So nothing is left of the others.
      let first = Array(marks.prefix(2)) + others.suffix(othersRejected)
      if othersRejected == 0 {
        #expect(throws: StoreError.nothingLeft(of: marks[1].moment.id)) { try store.reject(first) }
      } else {
        try store.reject(first)
        #expect(throws: StoreError.nothingLeft(of: marks[3].moment.id)) { try store.reject(marks.suffix(2)) }
      }
      #expect(store.state.marks["b"] == nil)
      if isBesideMarks {
        #expect(store.state.marks["c"] == [2, 0, nil][othersRejected])
      } else {
        #expect(store.state.rows.count == 2 + othersRejected)
      }
    }
  }

  @Test(
    "A value chosen at reject is there again after undo(only:) of a later change",
    arguments: UndoneStepsTests.attics
  )
  func chosen(keeping: Keeping) throws {
    let (store, start) = try sheet(keeping: keeping)
    try store.send(.mark("a", 1), as: "agent")
    try store.send(.mark("a", 2), as: "agent")
    try store.send(.mark("b", 1), as: "agent")
    let changes = try store.review(since: start, by: "agent").changes
    #expect(throws: MergeError.self) { try store.reject(changes.prefix(1)) }
    try store.reject(changes.prefix(1)) { _ in .value(.integer(5)) }
    #expect(store.state.marks == ["a": 5, "b": 1])
    try store.send(.mark("a", 6))
    let six = store.timeline.present.id
    try store.send(.mark("c", 1))
    try store.undo(only: six)
    #expect(store.state.marks == ["a": 5, "b": 1, "c": 1])
  }
}
