import PersistentCollections
import Testing

@testable import Strata

extension RejectedStepsTests {
  @Test(
    "Where one of two that are rejected is in the way of what came later, and both together are not, what came later stays",
    arguments: UndoneStepsTests.attics
  )
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
    // That there was an x is what contradicts the z; and without both of them, there was nothing to begin with.
    #expect(throws: MergeError.self) { try store.reject(changes.dropFirst()) }
    try store.reject(changes)
    #expect(String(store.state.text) == "[zabcabc]")
    #expect(try store.review(since: start, by: "agent").changes.isEmpty)
  }
}
