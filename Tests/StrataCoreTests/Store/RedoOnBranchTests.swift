import PersistentCollections
import Testing

@testable import StrataCore

/// An author's redo of what lies on a branch by then: the author undid it as the last step of all, and others went on.
@Suite("Steps on a branch that redo switches on")
struct RedoOnBranchTests {
  typealias Board = UndoByAuthorTests.Board
  typealias Sheet = UndoneStepsTests.Sheet

  static let agent = UndoByAuthorTests.agent
  static let attics = UndoneStepsTests.attics

  private func board(keeping: Keeping = .unpacked) -> Store<Board> {
    Store(Board(), undoing: \.notes, \.text, keeping: keeping)
  }

  @Test("Another author's step does not end a redo, and the author's own next step does", arguments: attics)
  func goneOn(keeping: Keeping) throws {
    let store = board(keeping: keeping)
    try store.send(.set("a", "1"), as: Self.agent, noting: "first")
    let step = store.timeline.present.id
    try store.undo(by: Self.agent)
    try store.send(.set("b", "1"))
    #expect(store.timeline.redoMoment(by: Self.agent)?.label == "Set a" && !store.timeline.canRedo(by: .user))
    #expect(throws: StoreError.nothingToRedo) { try store.redo() }
    try store.redo(by: Self.agent)
    #expect(store.state.notes == ["a": "1", "b": "1"])
    let again = store.timeline.present
    #expect(again.label == "Redo Set a" && again.author == Self.agent)
    #expect(again.origin == .redo([StepSwitch(step, isOn: true)]))
    #expect(again.remark == "by agent, brings back 1")
    #expect(!store.timeline.canRedo(by: Self.agent))

    // Undone as the last step of all, it lies ahead; and with another author's step behind it, on a branch once more.
    try store.undo(by: Self.agent)
    #expect(store.timeline.redoMoment(by: Self.agent)?.id == step && store.timeline.present.id < again.id)
    try store.send(.set("b", "2"))
    #expect(store.timeline.redoMoment(by: Self.agent)?.id == step)
    try store.redo(by: Self.agent)
    #expect(store.state.notes == ["a": "1", "b": "2"])
    // Undone under another author's step, it is taken back, and that is taken back.
    try store.send(.set("b", "3"))
    try store.undo(by: Self.agent)
    #expect(store.state.notes == ["b": "3"])
    try store.redo(by: Self.agent)
    #expect(store.state.notes == ["a": "1", "b": "3"] && !store.timeline.canRedo(by: Self.agent))

    try store.undo(by: Self.agent)
    try store.send(.set("c", "1"), as: Self.agent)
    #expect(throws: StoreError.nothingToRedo) { try store.redo(by: Self.agent) }
    #expect(store.timeline.brokenInvariants.isEmpty)
  }

  @Test("undoMoment(by:) names no step of another branch after a jump", arguments: attics)
  func elsewhere(keeping: Keeping) throws {
    let store = board(keeping: keeping)
    try store.send(.set("a", "1"), as: Self.agent)
    try store.send(.set("b", "1"))
    #expect(store.timeline.undoMoment(by: Self.agent)?.label == "Set a")
    try store.jump(to: store.timeline.oldest.id)
    try store.send(.set("c", "1"))
    #expect(store.timeline.undoMoment(by: Self.agent) == nil)
    #expect(throws: StoreError.nothingToUndo) { try store.undo(by: Self.agent) }
  }

  @Test(
    "A step that was forgotten is not what redo takes, though it was when it was asked before",
    arguments: attics
  )
  func forgotten(keeping: Keeping) throws {
    let store = board(keeping: keeping.limited(toSteps: 2))
    try store.send(.set("a", "1"), as: Self.agent)
    try store.undo(by: Self.agent)
    try store.send(.set("b", "1"))
    #expect(store.timeline.redoMoment(by: Self.agent)?.label == "Set a")
    try store.send(.set("b", "2"))
    #expect(store.timeline.redoMoment(by: Self.agent) == nil)
    #expect(throws: StoreError.nothingToRedo) { try store.redo(by: Self.agent) }
  }

  @Test(
    "The author's next step ends the redo of all that was undone before, though that step was undone, too"
  )
  func endedByOwn() throws {
    let store = board()
    try store.send(.set("a", "1"), as: Self.agent)
    try store.send(.set("b", "1"))
    try store.undo(by: Self.agent)
    try store.send(.set("c", "1"), as: Self.agent)
    try store.undo(by: Self.agent)
    try store.send(.set("b", "2"))
    try store.redo(by: Self.agent)
    #expect(store.state.notes == ["b": "2", "c": "1"] && !store.timeline.canRedo(by: Self.agent))
    // A branch that was left for another one by a jump is no undone one.
    let tip = store.timeline.present.id
    try store.jump(to: store.timeline.oldest.id)
    try store.send(.set("d", "1"), as: Self.agent)
    try store.jump(to: tip)
    #expect(!store.timeline.canRedo(by: Self.agent) && !store.timeline.canRedo(by: .user))
  }

  @Test("Steps that build on one another come again one by one", arguments: attics)
  func chain(keeping: Keeping) throws {
    let store = Store(Sheet(), keeping: keeping)
    try store.send(.type("[]", at: 0))
    let actions: [Sheet.Action] = [
      .type("a", at: 1), .type("b", at: 2), .row(7, at: 0), .title("B", at: 0), .delete(at: 1, count: 1),
      .insert(1, at: 0), .insert(1, at: 1), .replace(at: 1, 2), .mark("m", 1), .mark("m", 2),
    ]
    for action in actions { try store.send(action, as: "agent") }
    for _ in actions { try store.undo(by: "agent") }
    try store.send(.type("Z", at: 2))
    try store.send(.row(1, at: 0))
    for count in 1...actions.count {
      try store.redo(by: "agent")
      // Another author's steps in between make no difference.
      if count.isMultiple(of: 2) { try store.send(.type("Y", at: store.state.text.utf8.count)) }
    }
    #expect(String(store.state.text) == "[b]ZYYYYY" && store.state.list == [1, 2])
    #expect(store.state.rows.map(\.title).sorted() == ["A", "B"] && store.state.marks == ["m": 2])
    #expect(!store.timeline.canRedo(by: "agent"))
    for _ in actions { try store.undo(by: "agent") }
    #expect(String(store.state.text) == "[]ZYYYYY" && store.state.list.isEmpty && store.state.marks.isEmpty)
    for _ in actions { try store.redo(by: "agent") }
    #expect(String(store.state.text) == "[b]ZYYYYY" && store.state.list == [1, 2])
  }

  @Test("Letters that were typed leftward come again as they stood", arguments: attics)
  func leftward(keeping: Keeping) throws {
    let store = Store(Sheet(), keeping: keeping)
    try store.send(.type("[]", at: 0))
    for letter in ["a", "b", "c"] { try store.send(.type(letter, at: 1), as: "agent") }
    for _ in 0..<3 { try store.undo(by: "agent") }
    try store.send(.type("Z", at: 2))
    for text in ["[a]Z", "[ba]Z", "[cba]Z"] {
      try store.redo(by: "agent")
      #expect(String(store.state.text) == text)
    }
  }

  @Test("A redo that was undone at the tip takes back the same undo, and what was done after it comes next")
  func redoOnBranch() throws {
    let store = board()
    try store.send(.set("a", "1"), as: Self.agent)
    try store.send(.set("b", "1"))
    try store.undo(by: Self.agent)
    try store.redo(by: Self.agent)
    try store.send(.set("c", "1"), as: Self.agent)
    try store.undo(by: Self.agent)
    try store.undo(by: Self.agent)
    #expect(store.state.notes == ["b": "1"])
    try store.send(.set("b", "2"))
    #expect(store.timeline.redoMoment(by: Self.agent)?.label == "Set a")
    try store.redo(by: Self.agent)
    #expect(store.timeline.redoMoment(by: Self.agent)?.label == "Set c")
    try store.redo(by: Self.agent)
    #expect(store.state.notes == ["a": "1", "b": "2", "c": "1"] && !store.timeline.canRedo(by: Self.agent))
  }

  @Test("redo(by:) leaves another author's earlier step undone", arguments: attics)
  func othersInFront(keeping: Keeping) throws {
    let store = Store(Sheet(), keeping: keeping)
    try store.send(.type("[]", at: 0))
    try store.send(.type("x", at: 1))
    try store.send(.type("a", at: 2), as: "agent")
    try store.send(.type("b", at: 3), as: "agent")
    try store.undo(steps: 3)
    try store.redo(by: "agent")
    #expect(String(store.state.text) == "[a]")
    try store.redo(by: .user)
    #expect(String(store.state.text) == "[xa]")
    try store.redo(by: "agent")
    #expect(String(store.state.text) == "[xab]")
    #expect(!store.timeline.canRedo(by: "agent") && !store.timeline.canRedo(by: .user))
  }

  @Test("Changes from outside do not end redo, and redo(steps:) goes around them", arguments: attics)
  func outside(keeping: Keeping) throws {
    let store = board(keeping: keeping)
    try store.send(.set("a", "1"))
    try store.send(.type("b", at: 0))
    try store.send(.set("a", "2"), as: Self.agent)
    try store.undo(steps: 3)
    try store.send(.fetched("f", "x"), as: "sync")
    #expect(store.canRedo && store.timeline.redoPath.map(\.label) == ["Set a", "Type b", "Set a"])
    #expect(store.historyStatus.redoLabel == "Set a")
    #expect(try store.redo(steps: 2) == 2)
    #expect(store.state.notes == ["a": "1", "f": "x"] && String(store.state.text) == "b")
    try store.redo()
    #expect(store.state.notes == ["a": "2", "f": "x"])
    #expect(!store.canRedo && store.timeline.redoPath.isEmpty)
    try store.undo(steps: 3)
    #expect(store.state.notes == ["f": "x"] && String(store.state.text).isEmpty)
    try store.send(.set("b", "1"))
    #expect(!store.canRedo && store.timeline.redoPath.isEmpty)
  }

  @Test("Of a step that others wrote over nothing is seen, and redo goes on to the next one")
  func writtenOver() throws {
    let store = board()
    try store.send(.set("a", "1"), as: Self.agent)
    try store.send(.set("b", "1"), as: Self.agent)
    try store.undo(by: Self.agent)
    try store.undo(by: Self.agent)
    try store.send(.set("a", "mine"))
    #expect(store.timeline.redoMoment(by: Self.agent)?.label == "Set b")
    try store.redo(by: Self.agent)
    #expect(store.state.notes == ["a": "mine", "b": "1"] && !store.timeline.canRedo(by: Self.agent))
    // Both are on, and come out again one by one.
    try store.undo(by: .user)
    #expect(store.state.notes == ["a": "1", "b": "1"])
  }

  @Test("Of a step that is there by others nothing is left, and redo goes on to the next one")
  func nothingLeft() throws {
    let store = board()
    try store.send(.set("a", "1"), as: Self.agent)
    try store.send(.set("b", "1"), as: Self.agent)
    try store.undo(steps: 2)
    try store.send(.set("a", "1"))
    try store.redo(by: Self.agent)
    #expect(
      store.state.notes == ["a": "1", "b": "1"]
        && store.timeline.present.switches.map(\.moment.number) == [1, 2]
    )
  }

  @Test("A step that undid another one does so again")
  func undoingAgain() throws {
    let store = board()
    try store.send(.set("a", "1"), as: Self.agent)
    try store.send(.set("b", "1"), as: Self.agent)
    let first = try #require(Moment.ID(number: 1))
    try store.undo(only: first, as: Self.agent)
    try store.undo(steps: 1)
    try store.send(.set("c", "1"))
    try store.redo(by: Self.agent)
    #expect(store.state.notes == ["b": "1", "c": "1"])
    #expect(store.timeline.takenBack.map(\.id) == [first])
  }

  @Test(
    "A merge that is taken again merges the branch, and what a merge brought in is taken again by no redo"
  )
  func merges() throws {
    let store = board()
    try store.send(.set("a", "1"))
    let branch = store.timeline.present.id
    try store.undo()
    try store.send(.set("b", "1"))
    try store.merge(branch, as: Self.agent)
    try store.undo(by: Self.agent)
    try store.send(.set("c", "1"))
    try store.redo(by: Self.agent)
    #expect(store.state.notes == ["a": "1", "b": "1", "c": "1"])
    #expect(throws: StoreError.nothingToMerge(branch)) { try store.merge(branch) }

    try store.send(.set("d", "1"), as: Self.agent)
    try store.send(.set("e", "1"), as: Self.agent)
    let tip = store.timeline.present.id
    try store.undo(by: Self.agent)
    try store.undo(by: Self.agent)
    try store.send(.set("c", "2"))
    try store.redo(by: Self.agent)
    // Of a branch whose first step is there again, a merge brings in the rest.
    try store.merge(tip)
    #expect(store.state.notes == ["a": "1", "b": "1", "c": "2", "d": "1", "e": "1"])
    #expect(!store.timeline.canRedo(by: Self.agent))
    #expect(throws: StoreError.nothingToRedo) { try store.redo(by: Self.agent) }
  }

  @Test("A step that was redone is there once, by whichever way its branch is gone then", arguments: attics)
  func onceByEachWay(keeping: Keeping) throws {
    let store = board(keeping: keeping)
    try store.send(.set("x", "1"))
    try store.send(.type("ab", at: 0))
    let step = store.timeline.present.id
    try store.undo(by: .user)
    try store.send(.type("Z", at: 0), as: Self.agent)
    try store.redo(by: .user)
    #expect(String(store.state.text) == "abZ")
    let redone = store.timeline.present.id
    #expect(throws: StoreError.nothingToMerge(step)) { try store.merge(step) }
    try store.jump(to: step)
    #expect(String(store.state.text) == "ab")
    try store.merge(redone)
    #expect(String(store.state.text) == "abZ")
    try store.jump(to: redone)
    try store.undo(by: .user)
    try store.merge(step)
    #expect(String(store.state.text) == "abZ")
  }

  @Test("A branch of which one step is there again, and not the one in front of it, is none that was merged")
  func mergedInPart() throws {
    let store = board()
    try store.send(.set("a", "1"))
    try store.send(.set("b", "1"), as: Self.agent)
    let tip = store.timeline.present.id
    try store.undo(steps: 2)
    try store.redo(by: Self.agent)
    try store.send(.set("c", "1"), as: Self.agent)
    #expect(store.state.notes == ["b": "1", "c": "1"])
    try store.merge(tip)
    #expect(store.state.notes == ["a": "1", "b": "1", "c": "1"] && !store.timeline.canRedo(by: .user))
  }

  @Test("A scope's redo goes over what came from outside, and numbers mean something in one history alone")
  func scope() throws {
    let store = board()
    let scope = try store.undoScope(\.text)
    try store.send(.type("a", at: 0))
    try scope.undo()
    try store.send(.set("b", "1"))
    #expect(scope.timeline?.canRedo == true)
    try scope.redo()
    #expect(String(store.state.text) == "a")

    try store.send(.type("b", at: 1), as: Self.agent)
    try store.undo(by: Self.agent)
    try store.send(.type("c", at: 0))
    try store.redo(by: Self.agent)
    #expect(String(store.state.text) == "cab" && !store.timeline.present.switches.isEmpty)
    let inScope = try #require(scope.timeline?.present)
    #expect(inScope.switches.isEmpty && inScope.author == Self.agent)
  }

  @Test("A step that was evicted is not there to be taken again")
  func evicted() throws {
    let store = board()
    try store.send(.set("a", "1"), as: Self.agent)
    try store.undo(by: Self.agent)
    for number in 0..<4 { try store.send(.set("b", "\(number)")) }
    #expect(store.timeline.canRedo(by: Self.agent))
    try store.keep(steps: 2)
    #expect(throws: StoreError.nothingToRedo) { try store.redo(by: Self.agent) }
    #expect(store.timeline.brokenInvariants.isEmpty)
  }
}
