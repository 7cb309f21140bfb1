import PersistentCollections
import TestSupport
import Testing

@testable import StrataCore

extension UndoByAuthorTests {
  @Test("A branch is merged as one step with two parents, and no change is made twice")
  func branches() throws {
    let store = store()
    try store.send(.set("a", "1"))
    let fork = store.timeline.present.id
    try store.send(.set("b", "1"))
    try store.send(.type("branch ", at: 0))
    let branch = store.timeline.present.id
    try store.jump(to: fork)
    try store.send(.set("c", "1"))
    try store.send(.type("trunk ", at: 0))
    try store.merge(branch, as: Self.agent)
    #expect(store.state.notes == ["a": "1", "b": "1", "c": "1"] && store.state.text == "branch trunk ")
    #expect(store.timeline.present.merges == branch && store.timeline.present.author == Self.agent)
    #expect(throws: StoreError.nothingToMerge(branch)) { try store.merge(branch) }
    #expect(throws: StoreError.nothingToMerge(fork)) { try store.merge(fork) }
    let merged = store.timeline.present.id
    // The branch goes on, and is merged again; then the other way around.
    try store.jump(to: branch)
    try store.send(.set("d", "1"))
    try store.send(.type("!", at: 7))
    let longer = store.timeline.present.id
    try store.jump(to: merged)
    try store.send(.set("e", "1"))
    try store.merge(longer)
    #expect(store.state.text == "branch !trunk " && store.state.notes.count == 5)
    let all = store.timeline.present.id
    try store.jump(to: longer)
    try store.merge(all)
    #expect(store.state.text == "branch !trunk " && store.state.notes.count == 5)
    try store.undo()
    #expect(store.state.text == "branch !" && store.state.notes.count == 3)
  }

  @Test(
    "merge applies the steps of a branch, not the difference of its two ends",
    arguments: [.unpacked, Keeping(snapshots: 0, pageSize: 4), Keeping.all]
  )
  func stepsOfBranches(keeping: Keeping) throws {
    let store = store(keeping: keeping)
    try store.send(.type("p two p", at: 0))
    let fork = store.timeline.present.id
    // The letters typed in front equal the old letters, so the two ends seem to differ in the letters behind.
    try store.send(.type("o", at: 0))
    try store.send(.type("p two ", at: 0))
    try store.send(.set("a", "1"))
    let branch = store.timeline.present.id
    try store.jump(to: fork)
    try store.send(.type("X", at: 1))
    try store.send(.set("b", "1"))
    try store.merge(branch)
    #expect(store.state.text == "p two opX two p" && store.state.notes == ["a": "1", "b": "1"])
  }

  @Test("Branches that contradict each other are a conflict with both values, until it is chosen")
  func branchConflicts() throws {
    let store = store()
    try store.send(.set("a", "1"))
    try store.send(.set("a", "theirs"))
    let branch = store.timeline.present.id
    try store.undo()
    try store.send(.set("a", "mine"))
    let error = #expect(throws: MergeError.self) { try store.merge(branch) }
    guard case .conflicts(let conflicts)? = error, let conflict = conflicts.first else {
      throw try #require(error)
    }
    #expect(conflict.path == [.field("notes"), .key(.text("a"))])
    #expect(
      conflict.mine == .text("mine") && conflict.theirs == .text("theirs") && conflict.base == .text("1")
    )
    try store.merge(branch) { _ in .theirs }
    #expect(store.state.notes == ["a": "theirs"])
  }

  @Test(
    "Links to moments that were evicted keep their number, and what they led to stays as it is",
    arguments: UndoneStepsTests.attics
  )
  func evictedLinks(keeping: Keeping) throws {
    let store = store(keeping: keeping)
    try store.send(.set("a", "1"))
    let first = store.timeline.present.id
    try store.send(.set("side", "1"))
    let side = store.timeline.present.id
    try store.jump(to: first)
    try store.send(.set("b", "1"), as: Self.agent)
    try store.merge(side)
    let merge = store.timeline.present.id
    try store.undo(only: first)
    let undo = store.timeline.present.id
    for number in 0..<4 { try store.send(.set("c", "\(number)")) }
    let state = store.state
    try store.keep(steps: 4)
    #expect(store.timeline[first] == nil && store.timeline[side] == nil && store.timeline[merge] == nil)
    #expect(store.timeline.oldest.id == undo && store.timeline[undo]?.switches.map(\.moment) == [first])
    #expect(store.timeline.lines[0].contains("takes back \(first)"))
    #expect(store.state == state && store.timeline.brokenInvariants.isEmpty)
    // An evicted step that was undone cannot be redone.
    #expect(throws: StoreError.noSuchMoment(first)) { try store.redo(only: first) }
    #expect(throws: StoreError.noSuchMoment(side)) { try store.merge(side) }
    #expect(throws: StoreError.nothingToUndo) { try store.undo(by: Self.agent) }
    for _ in 0..<4 { try store.undo(by: .user) }
    #expect(store.state.notes == ["b": "1", "side": "1"] && !store.canUndo)
  }

  @Test("Going back to a checkpoint is a step that can be undone, and nothing after it is lost")
  func checkpoints() throws {
    let store = store()
    try store.send(.set("a", "1"))
    try store.checkpoint("Before")
    #expect(store.timeline.present.checkpoint == "Before")
    try store.send(.set("a", "2"), as: Self.agent)
    try store.send(.set("b", "2"), as: Self.agent)
    let before = try #require(store.timeline.checkpoint("Before"))
    try store.goBack(to: before.id)
    #expect(store.state.notes == ["a": "1"] && store.timeline.present.label == "Back to Before")
    try store.undo()
    #expect(store.state.notes == ["a": "2", "b": "2"])
    try store.goBack(to: store.timeline.present.id)
    #expect(store.timeline.count == 5)
    try store.checkpoint("Before")
    #expect(store.timeline.checkpoints.map(\.id) == [store.timeline.present.id])
    #expect(store.timeline.checkpoint("Other") == nil && store.timeline[before.id]?.checkpoint == nil)
    #expect(throws: StoreError.noSuchMoment(try #require(Moment.ID(number: 77)))) {
      try store.goBack(to: try #require(Moment.ID(number: 77)))
    }
    for name in ["", " ", "\n\t"] {
      #expect(throws: StoreError.namelessCheckpoint) { try store.checkpoint(name) }
    }
    try store.keep(steps: 0)
    #expect(store.timeline.checkpoints.count == 1)
    try store.send(.set("z", "1"))
    #expect(store.timeline.checkpoints.isEmpty && store.timeline.brokenInvariants.isEmpty)
  }

  @Test("review lists one author's changes, and reject undoes the chosen ones in one step")
  func review() throws {
    let store = store()
    try store.send(.set("a", "1"))
    try store.send(.type("plain text", at: 0))
    try store.checkpoint("Before")
    let before = try #require(store.timeline.checkpoint("Before")?.id)
    try store.transaction("Tidy", as: Self.agent) { draft in
      try draft.send(.set("a", "2"))
      try draft.send(.set("b", "2"))
      try draft.send(.type("very ", at: 0))
    }
    try store.send(.type("My ", at: 0))
    try store.send(.set("c", "3"), as: Self.agent)
    try store.send(.set("mine", "4"))
    let review = try store.review(since: before, by: Self.agent)
    #expect(
      review.changes.map(\.description) == [
        "Tidy: notes / a: \"1\" → \"2\"", "Tidy: notes / b: + \"2\"",
        "Tidy: text: + \"very \" at byte 0",
        "Set c: notes / c: + \"3\"",
      ]
    )
    #expect(try store.review(since: before).changes.count == 6)
    let count = store.timeline.count
    try store.reject([review.changes[0], review.changes[2], review.changes[3]])
    #expect(store.state.notes == ["a": "1", "b": "2", "mine": "4"] && store.state.text == "My plain text")
    #expect(store.timeline.count == count + 1 && store.timeline.present.label == "Reject 3 Changes")
    #expect(throws: StoreError.self) { try store.reject([review.changes[0]]) }
    try store.undo()
    #expect(store.state.notes["a"] == "2" && store.state.text == "My very plain text")
    try store.reject([])
    #expect(store.timeline.present.label == "Set mine")
  }
}
