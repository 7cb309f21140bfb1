import PersistentCollections
import Testing

@testable import StrataCore

@Suite("The end of a merged step, and changes that are no step")
struct SealingTests {
  private struct Page: Reducible {
    var text = ""
    var zoom = 1
    var isLocked = false

    enum Action: Sendable {
      case type(String)
      case zoom(Int)
      case reset
    }

    mutating func reduce(_ action: Action) {
      switch action {
      case .type(let letters): text += letters
      case .zoom(let factor): zoom = factor
      case .reset: self = Page()
      }
    }

    func recording(of action: Action) -> Recording {
      switch action {
      case .type: .merge("Type", key: "typing", within: .seconds(1_000_000))
      case .zoom: .untracked
      case .reset: .step("Reset")
      }
    }
  }

  @Test("A gesture ends without a trace in the state, in the store and in its scopes")
  func endMerging() throws {
    let store = Store(Page(), undoing: \.text)
    let scope = try store.undoScope(\.text)
    let heard = Heard<Int>()
    let token = store.observe { heard.add($0.revision) }
    for letters in ["a", "b"] { try store.send(.type(letters)) }
    try store.endMerging()
    for letters in ["c", "d"] { try store.send(.type(letters)) }
    #expect(heard.all == [1, 2, 3, 4] && store.revision == 4)
    #expect(store.timeline.count == 3 && scope.timeline?.count == 3)
    try store.undo()
    #expect(store.state.text == "ab")
    #expect(throws: StoreError.busy) { try store.transaction("Inside") { _ in try store.endMerging() } }
    token.cancel()
  }

  @Test("A jump to the present is nothing: no commit, nothing to hear, and what is merged goes on")
  func jumpToPresent() throws {
    let store = Store(Page(), undoing: \.text)
    let scope = try store.undoScope(\.text)
    try store.send(.type("a"))
    let heard = Heard<Int>()
    let tokens = [store.observe { heard.add($0.revision) }, store.observeHistory { heard.add($0.revision) }]
    try store.jump(to: store.timeline.present.id)
    try scope.jump(to: #require(scope.timeline?.present.id))
    #expect(heard.all.isEmpty && store.revision == 1)
    try store.send(.type("b"))
    #expect(store.timeline.count == 2)
    tokens.forEach { $0.cancel() }
  }

  @Test("Numbers of moments go on when a state is loaded, so that one from before is none")
  func loading() throws {
    let store = Store(Page(), undoing: \.text)
    let scope = try store.undoScope(\.text)
    for letters in ["a", "b"] {
      try store.send(.type(letters))
      try store.endMerging()
    }
    let (old, oldInScope) = (store.timeline.present.id, try #require(scope.timeline?.present.id))
    try store.load(Page())
    #expect(store.timeline.present.id > old)
    #expect(throws: StoreError.noSuchMoment(old)) { try store.jump(to: old) }
    #expect(throws: StoreError.noSuchMoment(oldInScope)) { try scope.jump(to: oldInScope) }
    #expect(store.state(at: old) == nil && !store.hasUnsavedChanges && !store.canUndo)
  }

  @Test("An untracked change of a scope's part is a step in the scope, and none in the store")
  func untrackedInScope() throws {
    let store = Store(Page(), undoing: \.text)
    let scope = try store.undoScope(\.zoom)
    try store.send(.zoom(2))
    #expect(store.state.zoom == 2 && !store.canUndo)
    #expect(scope.timeline?.present.label == "Change")
    try store.transaction("Both") { draft in
      try draft.send(.zoom(3))
      try draft.send(.type("a"))
    }
    try scope.undo()
    #expect(store.state.zoom == 2 && store.state.text == "a")
    try scope.undo()
    #expect(store.state.zoom == 1 && store.undoLabels == ["Both"])
  }
}

extension Store {
  fileprivate var undoLabels: [String] { timeline.undoPath.map(\.label) }
}
