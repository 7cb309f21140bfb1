import PersistentCollections
import TestSupport
import Testing

@testable import StrataCore

/// Every command of every author is one commit, made in the same way as any other change.
@Suite("Several authors, commit by commit")
struct AuthorsCommitsTests {
  typealias Board = UndoByAuthorTests.Board
  struct Refused: Error {}

  /// A store in which everything can be done: a branch to merge, an agent's steps, and one that was taken back.
  private struct Desk {
    let store: Store<Board>
    var (branch, start, taken, rejected) = (
      Moment.ID?.none, Moment.ID?.none, Moment.ID?.none, [Review.Change]()
    )

    init(_ keeping: Keeping) throws {
      store = UndoByAuthorTests().store(keeping: keeping)
      try store.send(.set("a", "1"))
      start = store.timeline.present.id
      try store.send(.type("branch", at: 0))
      branch = store.timeline.present.id
      try store.undo()
      try store.send(.set("b", "2"), as: UndoByAuthorTests.agent)
      try store.send(.set("c", "3"))
      try store.send(.set("d", "4"), as: UndoByAuthorTests.agent)
      try store.send(.type("trunk", at: 0))
      taken = store.timeline.undoPath.first { $0.label == "Set c" }?.id
      try store.undo(only: try #require(taken))
      rejected = try store.review(since: try #require(start), by: UndoByAuthorTests.agent).changes
      try store.send(.set("e", "5"))
    }

    var calls: [(name: String, call: () throws -> Void)] {
      [
        ("undo by", { try store.undo(by: UndoByAuthorTests.agent) }),
        ("redo by", { try store.redo(only: try #require(taken)) }),
        ("undo only", { try store.undo(only: try #require(start)) }),
        ("merge", { try store.merge(try #require(branch)) }),
        ("reject", { try store.reject(rejected) }),
        ("back", { try store.goBack(to: try #require(start)) }),
      ]
    }
  }

  @Test(
    "Each is one commit: the hook and the observers see one, and who looked at the state before has to look again",
    arguments: AuthorsAgreeTests.attics
  )
  func one(keeping: Keeping) throws {
    for index in try Desk(keeping).calls.indices {
      let desk = try Desk(keeping)
      let (store, (name, call)) = (desk.store, desk.calls[index])
      let (hooked, heard) = (Guarded<[Int]>([]), Guarded<[Int]>([]))
      try store.willCommit { transition in hooked.withLock { $0.append(transition.revision) } }
      let token = store.observe { transition in heard.withLock { $0.append(transition.revision) } }
      defer { token.cancel() }
      let (revision, count, state) = (store.revision, store.timeline.count, store.state)
      try call()
      #expect(store.revision == revision + 1 && store.timeline.count == count + 1, "\(name)")
      #expect(hooked.withLock { $0 } == [revision + 1] && heard.withLock { $0 } == [revision + 1], "\(name)")
      #expect(throws: StoreError.outdated(expected: revision, actual: revision + 1), "\(name)") {
        try store.send(.set("z", "1"), as: .user, ifRevision: revision)
      }
      let after = store.state
      #expect(after != state, "\(name)")
      try store.undo(only: store.timeline.present.id)
      #expect(store.state == state, "\(name)")
      try store.redo()
      #expect(store.state == after && store.timeline.brokenInvariants.isEmpty, "\(name)")
    }
  }

  @Test("A hook that refuses one of them keeps all as it was", arguments: AuthorsAgreeTests.attics)
  func refused(keeping: Keeping) throws {
    let desk = try Desk(keeping)
    let store = desk.store
    let hook = try store.willCommit { _ in throw Refused() }
    let (state, lines, revision) = (store.state, store.timeline.lines, store.revision)
    for (name, call) in desk.calls {
      #expect(throws: (any Error).self, "\(name)") { try call() }
      #expect(store.state == state && store.timeline.lines == lines && store.revision == revision, "\(name)")
    }
    hook.cancel()
    for (name, call) in desk.calls.prefix(4) { #expect(throws: Never.self, "\(name)") { try call() } }
  }

  /// A store in which a branch and the present have named the same in two ways.
  private func contradicted(_ keeping: Keeping) throws -> (store: Store<Board>, branch: Moment.ID) {
    let store = UndoByAuthorTests().store(keeping: keeping)
    try store.send(.set("a", "1"))
    try store.send(.set("a", "theirs"))
    let branch = store.timeline.present.id
    try store.undo()
    try store.send(.set("a", "mine"))
    return (store, branch)
  }

  @Test(
    "A merge that leaves all as it is here is one commit that tells of no change, and the branch is merged",
    arguments: AuthorsAgreeTests.attics
  )
  func keptOwn(keeping: Keeping) throws {
    let (store, branch) = try contradicted(keeping)
    try store.markSaved()
    let (heard, parts) = (Guarded<[Moment.ID?]>([]), Guarded(0))
    let tokens = [
      store.observe { transition in heard.withLock { $0.append(transition.step?.merges) } },
      store.observe(\.notes) { _, _ in parts.withLock { $0 += 1 } },
    ]
    defer { for token in tokens { token.cancel() } }
    let (state, count, revision) = (store.state, store.timeline.count, store.revision)
    try store.merge(branch) { _ in .mine }
    #expect(store.state == state && store.timeline.count == count + 1 && store.revision == revision + 1)
    #expect(store.timeline.present.merges == branch && !store.hasUnsavedChanges)
    #expect(heard.withLock { $0 } == [branch] && parts.withLock { $0 } == 0)
    let error = #expect(throws: StoreError.self) { try store.merge(branch) { _ in .theirs } }
    #expect(error == .nothingToMerge(branch) && error?.description.contains("has all") == true)
    #expect(try store.review(since: store.timeline.oldest.id).changes.count == 3)
    // merge applies the branch's later steps, and keeps the earlier resolution of the conflict.
    let merged = store.timeline.present.id
    try store.jump(to: branch)
    try store.send(.set("b", "1"))
    let longer = store.timeline.present.id
    try store.jump(to: merged)
    try store.merge(longer)
    #expect(store.state.notes == ["a": "mine", "b": "1"] && store.hasUnsavedChanges)
  }

  @Test(
    "A merge that left all as it is is taken back like any other, and then it can be decided otherwise",
    arguments: AuthorsAgreeTests.attics,
    ["undo", "undo only", "both"]
  )
  func keptOwnTakenBack(keeping: Keeping, way: String) throws {
    let (store, branch) = try contradicted(keeping)
    try store.merge(branch) { _ in .mine }
    let (state, merge) = (store.state, store.timeline.present.id)
    if way != "undo" { try store.send(.set("c", "1"), as: UndoByAuthorTests.agent) }
    switch way {
    case "undo": try store.undo()
    default:
      try store.undo(only: merge)
      #expect(throws: StoreError.nothingLeft(of: merge)) { try store.undo(only: merge) }
      if way == "both" {
        try store.redo(only: merge) { _ in .theirs }
        #expect(throws: StoreError.nothingToMerge(branch)) { try store.merge(branch) }
        try store.undo(only: merge)
      }
    }
    #expect(store.state.notes["a"] == "mine" && store.state.text == state.text)
    try store.merge(branch) { _ in .theirs }
    #expect(store.state.notes["a"] == "theirs" && store.timeline.brokenInvariants.isEmpty)
  }

  @Test("A merge of which later steps left nothing is taken back all the same, so that it can be made again")
  func nothingLeftOfMerge() throws {
    for keeping in AuthorsAgreeTests.attics {
      let (store, branch) = try contradicted(keeping)
      try store.merge(branch) { _ in .theirs }
      let merge = store.timeline.present.id
      try store.send(.set("a", "mine"))
      try store.undo(only: merge)
      #expect(store.state.notes == ["a": "mine"])
      try store.merge(branch) { _ in .theirs }
      #expect(store.state.notes == ["a": "theirs"])
    }
  }

  @Test(
    "A branch that left from a moment that is gone is merged while it is there, or is not there to merge",
    arguments: AuthorsAgreeTests.attics
  )
  func evicted(keeping: Keeping) throws {
    for limit in 0..<6 {
      let store = UndoByAuthorTests().store(keeping: keeping)
      try store.send(.set("a", "1"))
      let fork = store.timeline.present.id
      try store.send(.type("branch", at: 0))
      let branch = store.timeline.present.id
      try store.jump(to: fork)
      for letter in ["b", "c", "d"] { try store.send(.set(letter, "1")) }
      try store.keep(steps: limit)
      try store.send(.set("e", "1"))
      let state = store.state
      if store.timeline[branch] == nil {
        #expect(throws: StoreError.noSuchMoment(branch)) { try store.merge(branch) }
        #expect(store.state == state)
      } else {
        try store.merge(branch)
        #expect(store.state.text == "branch" && store.state.notes == state.notes)
      }
      #expect(store.timeline.brokenInvariants.isEmpty)
    }
  }
}
