import PersistentCollections
import TestSupport
import Testing

@testable import StrataCore

/// Several hands change one state: the app's user, an agent, what comes from outside.
@Suite("Undo by author")
struct UndoByAuthorTests {
  struct Board: Reducible, Described, Equatable {
    enum Action: Equatable, Sendable {
      case set(String, String?), fetched(String, String), type(String, at: Int, key: String? = nil)
      case select(Int)
    }

    var notes: PersistentSortedMap<String, String> = [:]
    var text: PersistentText = ""
    var selection = 0

    static func describe(_ field: inout Fields<Board>) {
      field("notes", \.notes)
      field("text", \.text)
      field("selection", \.selection)
    }

    func recording(of action: Action) -> Recording {
      switch action {
      case .set(let key, _): .step("Set \(key)")
      case .fetched(let key, _): .external("Fetch \(key)")
      case .type(_, _, let key?): .merge("Type", key: key, within: .seconds(1_000_000))
      case .type(let letters, _, nil): .step("Type \(letters)")
      case .select: .untracked
      }
    }

    mutating func reduce(_ action: Action) {
      switch action {
      case .set(let key, let value): notes[key] = value
      case .fetched(let key, let value): notes[key] = value
      case .type(let letters, let place, _):
        text.insert(contentsOf: letters, at: text.utf8.index(text.startIndex, offsetBy: place))
      case .select(let number): selection = number
      }
    }
  }

  static let agent: Author = "agent"

  func store(keeping: Keeping = .unpacked) -> Store<Board> {
    Store(Board(), undoing: \.notes, \.text, keeping: keeping)
  }

  @Test(
    "My undo takes back my last step and leaves what an agent did after it; theirs is taken back as a run"
  )
  func byAuthor() throws {
    let store = store()
    try store.send(.set("mine", "1"))
    try store.send(.set("mine", "2"))
    for number in 1...3 { try store.send(.set("agent's", "\(number)"), as: Self.agent) }
    try store.send(.select(4))
    #expect(store.timeline.present.author == Self.agent && store.timeline.oldest.author == .user)
    #expect(store.timeline.undoMoment(by: .user)?.id.number == 2)
    #expect(store.timeline.undoMoment(by: Self.agent)?.id == store.timeline.present.id)
    try store.undo(by: .user)
    #expect(store.state.notes == ["mine": "1", "agent's": "3"] && store.state.selection == 4)
    #expect(
      store.timeline.undoMoment(by: .user)?.id.number == 1 && store.timeline.undoMoment(by: "sync") == nil
    )
    #expect(
      store.timeline.present.switches.map(\.moment.number) == [2] && store.timeline.present.author == .user
    )
    #expect(store.timeline.present.label == "Undo Set mine")
    try store.undo(by: .user)
    #expect(store.state.notes == ["agent's": "3"])
    #expect(throws: StoreError.nothingToUndo) { try store.undo(by: .user) }
    while store.timeline.canUndo(by: Self.agent) { try store.undo(by: Self.agent) }
    #expect(store.state.notes.isEmpty)
    #expect(store.timeline.redoMoment(by: .user)?.id.number == 1)
    #expect(store.timeline.redoMoment(by: Self.agent)?.id.number == 3)
    try store.redo(by: .user)
    try store.redo(by: Self.agent)
    try store.redo(by: .user)
    #expect(store.state.notes == ["mine": "2", "agent's": "1"])
    // Redo brought it back; it is the step that was sent all the same.
    #expect(store.timeline.undoMoment(by: .user)?.label == "Set mine")
    #expect(store.timeline.undoMoment(by: .user)?.id.number == 2)
    #expect(throws: StoreError.nothingToRedo) { try store.redo(by: .user) }
    // The agent's own next step ends its redo.
    #expect(store.timeline.redoMoment(by: Self.agent)?.label == "Set agent's")
    try store.send(.set("other", "x"), as: Self.agent)
    #expect(!store.timeline.canRedo(by: Self.agent))
    #expect(throws: StoreError.nothingToRedo) { try store.redo(by: Self.agent) }
  }

  @Test("At the tip, an author's undo goes to the moment before and makes none")
  func atTheTip() throws {
    let store = store()
    try store.send(.set("a", "1"), as: Self.agent)
    try store.undo(by: Self.agent)
    #expect(store.timeline.count == 2 && store.timeline.redoMoment(by: Self.agent)?.label == "Set a")
    #expect(
      store.timeline.redoMoment(by: Self.agent)?.id.number == 1 && store.timeline.redoMoment(by: .user) == nil
    )
    #expect(!store.timeline.canRedo(by: .user))
    #expect(throws: StoreError.nothingToRedo) { try store.redo(by: .user) }
    try store.redo(by: Self.agent)
    #expect(store.timeline.count == 2 && store.state.notes == ["a": "1"])
  }

  @Test("An undo that makes a moment makes a branch of what was undone at the tip, which redo takes again")
  func undoneAtTheTip() throws {
    let store = store()
    try store.send(.set("a", "1"))
    try store.send(.set("agent's", "1"), as: Self.agent)
    try store.send(.set("b", "1"))
    let tip = store.timeline.present.id
    try store.undo(by: .user)
    try store.undo(by: .user)
    #expect(store.state.notes == ["agent's": "1"])
    try store.redo(by: .user)
    #expect(store.state.notes == ["a": "1", "agent's": "1"])
    #expect(throws: StoreError.elsewhere(tip)) { try store.redo(only: tip) }
    #expect(store.timeline.redoMoment(by: .user)?.id == tip)
    try store.redo(by: .user)
    #expect(store.state.notes == ["a": "1", "agent's": "1", "b": "1"])
    #expect(store.timeline.present.origin == .redo([StepSwitch(tip, isOn: true)]))
    #expect(throws: StoreError.nothingToRedo) { try store.redo(by: .user) }
    #expect(throws: StoreError.nothingToMerge(tip)) { try store.merge(tip) }
  }

  struct Desk: Reducible, Described, Equatable, Validated {
    enum Action: Sendable { case add(String), remove(String), select([String]) }

    var notes: PersistentSortedMap<String, String> = [:]
    var selection: [String] = []

    static func describe(_ field: inout Fields<Desk>) {
      field("notes", \.notes)
      field("selection", \.selection)
    }

    func recording(of action: Action) -> Recording {
      switch action {
      case .add(let name): .step("Add \(name)")
      case .remove(let name): .step("Remove \(name)")
      case .select: .untracked
      }
    }

    mutating func reduce(_ action: Action) {
      switch action {
      case .add(let name): notes[name] = ""
      case .remove(let name): notes[name] = nil
      case .select(let names): selection = names
      }
    }

    mutating func validate() { selection.removeAll { notes[$0] == nil } }
  }

  @Test(
    "The restored part is carried along: a selection of what is still there, wherever a step is taken back",
    arguments: UndoneStepsTests.attics
  )
  func restored(keeping: Keeping) throws {
    let store = Store(Desk(), undoing: \.notes, restoring: \.selection, keeping: keeping)
    try store.send(.add("a"))
    let step = store.timeline.present.id
    try store.send(.add("b"), as: Self.agent)
    try store.send(.select(["a", "b"]))
    try store.undo(by: .user)
    #expect(store.state == Desk(notes: ["b": ""], selection: ["b"]))
    // redo restores the step, and leaves the selection as it is by then.
    try store.redo(by: .user)
    #expect(store.state == Desk(notes: ["a": "", "b": ""], selection: ["b"]))
    try store.send(.select(["a", "b"]))
    try store.undo(only: step)
    #expect(store.state.selection == ["b"])
    try store.undo()
    #expect(store.state == Desk(notes: ["a": "", "b": ""], selection: ["a", "b"]))
    let before = store.timeline.present.id
    try store.send(.add("c"), as: Self.agent)
    try store.send(.add("d"))
    try store.send(.select(["a", "c", "d"]))
    try store.reject(try store.review(since: before, by: Self.agent).changes)
    #expect(store.state.selection == ["a", "d"] && store.state.notes["c"] == nil)
    try store.undo(only: step)
    #expect(store.state.selection == ["d"])
  }

  @Test("undo and redo go around changes from outside, in a store and in a scope")
  func outside() throws {
    let store = store()
    let scope = try store.undoScope(\.notes)
    try store.send(.set("a", "1"))
    try store.send(.fetched("server", "x"), as: "sync")
    try store.send(.set("b", "2"))
    try store.send(.fetched("server", "y"), as: "sync")
    #expect(store.timeline.present.origin == .external && store.timeline.present.author == "sync")
    #expect(store.timeline.undoPath.map(\.label) == ["Set b", "Set a"])
    #expect(store.historyStatus.undoLabel == "Set b" && store.historyStatus.redoLabel == nil)
    try store.undo()
    #expect(store.state.notes == ["a": "1", "server": "y"])
    try store.undo()
    #expect(store.state.notes == ["server": "y"] && !store.canUndo && store.canRedo)
    #expect(throws: StoreError.nothingToUndo) { try store.undo() }
    #expect(store.timeline.redoPath.map(\.label) == ["Set a", "Set b"])
    try store.send(.fetched("server", "z"), as: "sync")
    try store.redo()
    try store.redo()
    #expect(store.state.notes == ["a": "1", "b": "2", "server": "z"] && !store.canRedo)
    try scope.undo()
    #expect(store.state.notes == ["a": "1", "server": "z"])
    try store.transaction("Fetch", as: "sync") { draft in
      try draft.send(.fetched("p", "1"))
      try draft.send(.select(3))
      try draft.send(.fetched("q", "1"))
    }
    #expect(store.timeline.present.origin == .external)
    try store.transaction("Mixed") { draft in
      try draft.send(.fetched("p", "2"))
      try draft.send(.set("a", "3"))
    }
    #expect(store.timeline.present.origin == .sent)
  }

  @Test("Undo goes on behind a step that was taken back by itself: with it back, and then without it")
  func behindTakingBack() throws {
    let store = store()
    try store.send(.set("a", "1"))
    let step = store.timeline.present.id
    try store.send(.fetched("server", "x"))
    try store.undo(only: step)
    #expect(store.timeline.undoPath.map(\.label) == ["Undo Set a"])
    try store.undo()
    #expect(store.state.notes == ["a": "1", "server": "x"])
    try store.undo()
    #expect(store.state.notes == ["server": "x"])
  }

  @Test("undo keeps an outside change that overwrote a step, and undoes the step before")
  func outsideInTheWay() throws {
    for isScope in [false, true] {
      let store = store()
      let scope = try store.undoScope(\.notes)
      try store.send(.set("b", "1"))
      try store.send(.set("a", "1"))
      try store.send(.fetched("a", "x"))
      if isScope { try scope.undo() } else { try store.undo() }
      #expect(store.state.notes == ["a": "x"] && !(isScope ? scope.canUndo : store.canUndo))
      if isScope { try scope.redo() } else { try store.redo() }
      #expect(store.state.notes == ["a": "x", "b": "1"] && !(isScope ? scope.canRedo : store.canRedo))
    }
  }

  @Test("Steps that others have written over are passed")
  func inTheWay() throws {
    let store = store()
    try store.send(.set("a", "1"))
    try store.send(.set("b", "1"))
    try store.send(.set("b", nil), as: Self.agent)
    try store.undo(by: .user)
    #expect(store.state.notes.isEmpty && !store.timeline.canUndo(by: .user))
    #expect(throws: StoreError.nothingToUndo) { try store.undo(by: .user) }
    try store.send(.set("a", "2"))
    try store.send(.set("a", "3"), as: Self.agent)
    #expect(throws: StoreError.nothingToUndo) { try store.undo(by: .user) }
    #expect(store.state.notes == ["a": "3"])
    try store.undo(by: Self.agent)
    #expect(store.state.notes == ["a": "2"] && store.timeline.canUndo(by: .user))
  }

  @Test("A step taken back by itself is brought back by itself, however often, with repeated letters too")
  func redoOnly() throws {
    let store = store()
    for place in 0..<3 { try store.send(.type("a", at: place)) }
    try store.send(.type("-", at: 1))
    let second = try #require(Moment.ID(number: 2))
    #expect(throws: StoreError.nothingToRedo) { try store.redo(only: second) }
    for _ in 0..<3 {
      try store.undo(only: second)
      #expect(
        store.state.text == "a-a" && store.timeline.present.switches == [StepSwitch(second, isOn: false)]
      )
      #expect(throws: StoreError.nothingLeft(of: second)) { try store.undo(only: second) }
      try store.redo(only: second, as: Self.agent)
      #expect(store.state.text == "a-aa" && store.timeline.present.author == Self.agent)
    }
    // The step that took it back is one like any other.
    try store.undo(only: second)
    try store.undo()
    #expect(store.state.text == "a-aa")
    try store.redo()
    #expect(store.state.text == "a-a")
    #expect(store.timeline.lines.contains { $0.contains("(takes back") })
  }

  @Test(
    "Saved is what has the saved value again by steps that take each other back; the same typed again is not"
  )
  func saved() throws {
    for keeping in [.unpacked, Keeping(snapshots: 0, pageSize: 2)] {
      let store = store(keeping: keeping)
      try store.send(.set("a", "1"))
      try store.markSaved()
      let heard = Guarded<[Bool]>([])
      let token = store.observeHistory { status in heard.withLock { $0.append(status.hasUnsavedChanges) } }
      defer { token.cancel() }
      try store.send(.set("b", "1"))
      try store.send(.set("c", "1"), as: Self.agent)
      try store.undo(by: .user)
      #expect(store.hasUnsavedChanges && store.historyStatus.hasUnsavedChanges)
      try store.undo(by: Self.agent)
      #expect(!store.hasUnsavedChanges && !store.historyStatus.hasUnsavedChanges)
      #expect(heard.withLock { $0.last } == false)
      try store.keep(steps: 1_000)
      #expect(heard.withLock { $0.last } == false)
      try store.redo(by: .user)
      #expect(store.hasUnsavedChanges && heard.withLock { $0.last } == true)
      try store.undo()
      #expect(!store.hasUnsavedChanges)
      try store.send(.set("a", "2"))
      try store.send(.set("a", "1"))
      #expect(store.hasUnsavedChanges)
      try store.undo()
      try store.undo()
      #expect(!store.hasUnsavedChanges)
      // Before what was saved.
      try store.markSaved()
      try store.undo(only: try #require(Moment.ID(number: 1))) { _ in .value(nil) }
      #expect(store.hasUnsavedChanges)
    }
  }
}
