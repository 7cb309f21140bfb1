import Measuring
import PersistentCollections
import TestSupport
import Testing

@testable import StrataCore

@Suite("Groups of steps")
struct StepGroupTests {
  typealias Board = UndoByAuthorTests.Board
  static let agent = UndoByAuthorTests.agent
  let ledger = Store(Ledger(), undoing: \.book, restoring: \.page)

  func board(_ keeping: Keeping = .unpacked) -> Store<Board> {
    Store(Board(), undoing: \.notes, restoring: \.selection, keeping: keeping)
  }

  @Test("Actions and transactions in a group become one step, however they are recorded")
  func one() throws {
    try ledger.send(.enter(1))
    let heard = Heard<String>()
    let token = ledger.observe { heard.add("\($0.step?.label ?? "no step") \($0.step?.id.number ?? -1)") }
    let group = try ledger.beginGroup("Several")
    try ledger.send(.enter(2))
    try ledger.send(.turn(to: 7))
    try ledger.send(.remark("a"))
    try ledger.send(.type("b"))
    try ledger.transaction("Both") { draft in
      for number in [3, 4] { try draft.send(.enter(number)) }
    }
    group.end()
    try ledger.send(.enter(5))
    #expect(ledger.timeline.map(\.label) == ["Start", "Enter 1", "Several", "Enter 5"])
    #expect(heard.all == ["Several 2", "no step -1", "Several 2", "Several 2", "Several 2", "Enter 5 3"])
    try ledger.undo(steps: 2)
    #expect(ledger.state.book == Ledger.Book(entries: [1]) && ledger.state.page == 0)
    try ledger.redo()
    #expect(ledger.state.book == Ledger.Book(entries: [1, 2, 3, 4], remarks: ["b"]))
    token.cancel()
  }

  @Test(
    "Given up, all is as it was: state, restored part, what can be undone and redone, also in the attic",
    arguments: [.unpacked, Keeping(snapshots: 2), Keeping(snapshots: 0)] as [Keeping]
  )
  func cancelled(keeping: Keeping) throws {
    let store = board(keeping)
    for number in 0..<40 {
      try store.send(.select(number))
      try store.send(.set("\(number % 7)", "\(number)"))
    }
    try store.undo(steps: 3)
    try store.send(.select(99))
    let (before, state, undo) = (store.timeline.lines, store.state, store.timeline.undoPath.map(\.id))
    let group = try store.beginGroup("Drag")
    for number in 0..<(keeping == .unpacked ? 3 : 70) {
      try store.send(.select(1_000 + number))
      try store.send(.set("\(number % 7)", "group \(number)"))
    }
    #expect(store.timeline.undoCount == undo.count + 1 && !store.canRedo)
    let heard = Heard<Store<Board>.Transition>()
    let token = store.observe { heard.add($0) }
    try group.cancel()
    // The restored part is the one from before the first step.
    #expect(store.state.notes == state.notes && store.state.selection == 1_000)
    #expect(store.timeline.lines == before && store.timeline.undoPath.map(\.id) == undo)
    #expect(heard.all.count == 1 && store.timeline.brokenInvariants == [])
    for _ in 0..<3 { try store.redo() }
    #expect(throws: StoreError.nothingToRedo) { try store.redo() }
    try group.cancel()
    try store.send(.set("x", "y"))
    #expect(heard.all.count == 5 && store.timeline.present.label == "Set x")
    token.cancel()
  }

  @Test("Given up, the line lies ahead that lay ahead before, of several branches", arguments: [false, true])
  func aheadAgain(ends: Bool) throws {
    let store = board()
    try store.send(.set("a", "1"))
    let fork = store.timeline.present.id
    try store.send(.set("older", "1"))
    let older = store.timeline.present.id
    try store.jump(to: fork)
    try store.send(.set("newer", "1"))
    try store.jump(to: older)
    try store.undo()
    #expect(store.timeline.redoPath.map(\.label) == ["Set older"])
    let group = try store.beginGroup("Drag")
    try store.send(.set("b", "1"))
    if ends {
      // A value that comes back to the one before shows nothing in the end.
      try store.send(.set("b", nil))
      group.end()
    } else {
      try group.cancel()
    }
    #expect(store.timeline.redoPath.map(\.label) == ["Set older"] && store.timeline.brokenInvariants == [])
    try store.redo()
    #expect(store.state.notes == ["a": "1", "older": "1"])
  }

  @Test("A group in which nothing was sent leaves nothing, ended or given up")
  func empty() throws {
    let heard = Heard<Int>()
    let token = ledger.observe { heard.add($0.revision) }
    try ledger.beginGroup("One").end()
    try ledger.beginGroup("Two").cancel()
    let group = try ledger.beginGroup("Three")
    try ledger.send(.turn(to: 1))
    try group.cancel()
    #expect(ledger.timeline.count == 1 && heard.all == [1] && ledger.state.page == 1)
    token.cancel()
  }

  @Test("A group whose changes cancel out is no step, and the restored part keeps its value")
  func nothing() throws {
    try ledger.send(.remark("a"))
    try ledger.send(.enter(1))
    try ledger.undo()
    let before = ledger.timeline.lines
    var group = try ledger.beginGroup("There and back")
    try ledger.send(.remark("b"))
    try ledger.send(.turn(to: 5))
    try ledger.send(.erase)
    group.end()
    #expect(ledger.timeline.lines == before && ledger.state.page == 5)
    group = try ledger.beginGroup("There")
    try ledger.send(.remark("b"))
    group.end()
    #expect(ledger.timeline.present.label == "There")
  }

  @Test("A gesture that ends where it began is no step either")
  func emptyGesture() throws {
    try ledger.send(.remark("a"))
    try ledger.endMerging()
    let before = ledger.timeline.lines
    for text in ["ab", "abc", "ab", "a"] { try ledger.send(.type(text)) }
    #expect(ledger.timeline.count == 3)
    try ledger.endMerging()
    #expect(ledger.timeline.lines == before && !ledger.canRedo && ledger.state.book.remarks == ["a"])
    try ledger.send(.type("b"))
    try ledger.endMerging()
    try ledger.endMerging()
    #expect(ledger.timeline.count == 3)
    #expect(throws: StoreError.busy) { try ledger.transaction("Inside") { _ in try ledger.endMerging() } }
  }

  @Test(
    "Others' steps stand by themselves, and the group goes on behind them; undo by author takes its parts"
  )
  func others() throws {
    let store = board()
    let group = try store.beginGroup("Turn", as: Self.agent)
    try store.send(.set("a", "1"), as: Self.agent)
    try store.send(.set("mine", "1"))
    try store.send(.set("a", "2"), as: Self.agent)
    try store.send(.set("b", "1"), as: Self.agent)
    group.end()
    #expect(store.timeline.dropFirst().map(\.label) == ["Turn", "Set mine", "Turn"])
    try store.undo(by: Self.agent)
    #expect(store.state.notes == ["a": "1", "mine": "1"])
    try store.undo(by: Self.agent)
    #expect(store.state.notes == ["mine": "1"])
  }

  @Test("Given up, what others did meanwhile stays: all of the group goes in one step, which undo takes back")
  func cancelledAmongOthers() throws {
    let store = board()
    let group = try store.beginGroup("Turn", as: Self.agent)
    try store.send(.set("a", "1"), as: Self.agent)
    try store.send(.set("mine", "1"))
    try store.send(.set("b", "1"), as: Self.agent)
    try group.cancel()
    #expect(store.state.notes == ["mine": "1"] && store.timeline.count == 5)
    #expect(store.timeline.present.label == "Undo Turn" && store.timeline.present.author == Self.agent)
    try store.undo()
    #expect(store.state.notes == ["a": "1", "mine": "1", "b": "1"])
    try store.redo()
    #expect(store.state.notes == ["mine": "1"])
  }

  @Test("cancel() throws a conflict where another author changed the field, and the group stays open")
  func conflict() throws {
    let store = board()
    let group = try store.beginGroup("Turn", as: Self.agent)
    try store.send(.set("a", "1"), as: Self.agent)
    try store.send(.set("a", "mine"))
    #expect(throws: MergeError.self) { try group.cancel() }
    #expect(throws: StoreError.groupOpen("Turn")) { try store.beginGroup("Another", as: Self.agent) }
    #expect(store.state.notes == ["a": "mine"] && store.timeline.count == 3)
    try group.cancel { _ in .mine }
    #expect(store.state.notes == [:])
    try store.beginGroup("Another", as: Self.agent).end()
  }

  @Test("Undo in the middle takes back what the group has so far, and the group goes on with a new step")
  func undoInside() throws {
    let store = board()
    try store.send(.set("a", "0"))
    let before = store.timeline.lines
    let group = try store.beginGroup("Drag")
    for number in 1...3 { try store.send(.set("a", "\(number)")) }
    try store.undo()
    #expect(store.state.notes == ["a": "0"])
    for number in 4...5 { try store.send(.set("b", "\(number)")) }
    #expect(store.timeline.undoCount == 2)
    try store.undo()
    try store.redo()
    try store.send(.set("c", "6"))
    #expect(store.timeline.undoCount == 3, "what was gone back to is not added to")
    try group.cancel()
    #expect(store.state.notes == ["a": "0"] && store.timeline.undoCount == 1)
    // A step undone inside the group stays undone, and can be redone.
    try store.redo()
    #expect(store.state.notes == ["a": "3"] && store.timeline.count == before.count + 1)
  }

  @Test("A checkpoint set inside a group is still there after cancel()")
  func marked() throws {
    try ledger.send(.enter(1))
    let group = try ledger.beginGroup("Drag")
    try ledger.send(.enter(2))
    try ledger.checkpoint("Good")
    try ledger.send(.enter(3))
    #expect(ledger.timeline.undoCount == 3)
    try group.cancel()
    #expect(ledger.entries == [1])
    try ledger.redo()
    #expect(ledger.entries == [1, 2] && ledger.timeline.present.checkpoint == "Good" && !ledger.canRedo)
  }

  @Test("Each author has one group at a time, and a group that no one holds has ended")
  func several() throws {
    let mine = try ledger.beginGroup("Mine")
    let theirs = try ledger.beginGroup("Theirs", as: Self.agent)
    let error = #expect(throws: StoreError.self) { try ledger.beginGroup("More") }
    #expect(
      error?.description
        == "The group \"Mine\" of this author is still open: end it, or cancel it, before another one begins."
    )
    try ledger.send(.enter(1))
    try ledger.send(.enter(2), as: Self.agent)
    try ledger.send(.enter(3), as: Self.agent)
    #expect(ledger.timeline.map(\.label) == ["Start", "Mine", "Theirs"])
    #expect(mine.label == "Mine" && theirs.author == Self.agent)
    mine.end()
    try theirs.cancel()
    #expect(ledger.entries == [1] && ledger.core.withLock { $0.groups } == nil)
    _ = try ledger.beginGroup("Released")
    try ledger.send(.enter(4))
    #expect(ledger.timeline.present.label == "Enter 4")
  }

  @Test("A note of the group stands beside its step, and a send with another one is a step by itself")
  func notes() throws {
    let group = try ledger.beginGroup("Turn", as: Self.agent, noting: "Tidy up")
    try ledger.send(.enter(1), as: Self.agent)
    try ledger.send(.enter(2), as: Self.agent)
    try ledger.send(.enter(3), as: Self.agent, noting: "Why not")
    #expect(try ledger.timeline.dropFirst().map { try $0.note(as: String.self) } == ["Tidy up", "Why not"])
    try group.cancel()
    #expect(ledger.entries == [])
  }

  @Test("A clock that goes backward does not end a group")
  func clock() throws {
    let time = Heard<Double>([100])
    let store = Store(Ledger(), undoing: \.book, clock: { Timestamp(secondsSince1970: time.all.last ?? 0) })
    let group = try store.beginGroup("Drag")
    for second in [100.0, 5_000, 3] {
      time.add(second)
      try store.send(.enter(1))
    }
    #expect(store.timeline.count == 2)
    group.end()
  }

  @Test("cancel() throws nothingToUndo after a limit has evicted the moment before the group")
  func evicted() throws {
    try ledger.keep(steps: 0)
    let group = try ledger.beginGroup("Drag")
    try ledger.send(.enter(1))
    #expect(throws: StoreError.nothingToUndo) { try group.cancel() }
    #expect(ledger.entries == [1])
    group.end()
  }

  @Test("A hook decides about giving up as about every change")
  func hook() throws {
    let group = try ledger.beginGroup("Drag")
    try ledger.send(.enter(1))
    let hook = try ledger.willCommit { _ in throw Ledger.Refused() }
    let before = ledger.timeline.lines
    #expect(throws: Ledger.Refused.self) { try group.cancel() }
    #expect(ledger.timeline.lines == before && ledger.entries == [1])
    hook.cancel()
    try ledger.send(.enter(2))
    #expect(ledger.timeline.lines.count == before.count, "it is still open")
    try group.cancel()
    #expect(ledger.entries == [])
  }

  @Test("A group leaves out changes from outside, and goes on after load without its earlier steps")
  func outsideAndLoad() throws {
    let store = board()
    let group = try store.beginGroup("Drag")
    try store.send(.set("a", "1"))
    try store.send(.fetched("b", "1"))
    try store.send(.set("a", "2"))
    #expect(store.timeline.dropFirst().map(\.label) == ["Drag", "Fetch b", "Drag"])
    try store.load(Board())
    try store.send(.set("c", "1"))
    #expect(store.timeline.map(\.label) == ["Start", "Drag"])
    try group.cancel()
    #expect(store.state.notes == [:] && store.timeline.count == 1)
  }

  @Test("A scope sees one step, and giving up as another one")
  func scope() throws {
    let scope = try ledger.undoScope(\.book.entries)
    let group = try ledger.beginGroup("Drag")
    for number in 1...3 { try ledger.send(.enter(number)) }
    #expect(scope.timeline?.count == 2)
    try group.cancel()
    #expect(scope.timeline.map { $0.map(\.label) } == ["Start", "Drag", "Drag"])
    try scope.undo()
    #expect(ledger.entries == [1, 2, 3])
  }

  @Test("Ending inside a reducer ends it, and looks at nothing")
  func inside() throws {
    let ledger = ledger
    let group = try ledger.beginGroup("Drag")
    try ledger.send(.enter(1))
    try ledger.send(.meanwhile { group.end() })
    #expect(throws: StoreError.busy) { try ledger.send(.meanwhile { try group.cancel() }) == () }
    try ledger.send(.enter(2))
    #expect(ledger.timeline.undoCount == 2)
  }

  @Test("Many threads, each with a group of its own: what was ended is there, what was given up is not")
  func threads() async throws {
    let store = board()
    await withTaskGroup(of: Void.self) { tasks in
      for hand in 0..<4 {
        tasks.addTask {
          for round in 0..<10 {
            let author = Author(rawValue: "\(hand)")
            guard let group = try? store.beginGroup("Turn", as: author) else { return }
            for number in 0..<3 { try? store.send(.set("\(hand) \(round) \(number)", "x"), as: author) }
            if round % 2 == 0 { try? group.cancel() } else { group.end() }
          }
        }
      }
    }
    let rounds = Set(store.state.notes.keys.map { $0.split(separator: " ")[1] })
    #expect(store.state.notes.count == 4 * 5 * 3 && rounds == ["1", "3", "5", "7", "9"])
    #expect(store.timeline.brokenInvariants == [] && store.core.withLock { $0.groups } == nil)
  }
}
