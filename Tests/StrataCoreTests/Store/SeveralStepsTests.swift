import Measuring
import PersistentCollections
import TestSupport
import Testing

@testable import StrataCore

@Suite("Undo and redo of several steps at once")
struct SeveralStepsTests {
  @Test("They are one change, which brings back the restored part from before the last step")
  func one() throws {
    let store = Store(Ledger(), undoing: \.book, restoring: \.page)
    for number in 1...5 {
      try store.send(.turn(to: 10 * number))
      try store.send(.enter(number))
    }
    let heard = Heard<String>()
    let token = store.observe { heard.add("\($0.cause) \($0.step?.label ?? "")") }
    try store.willCommit { heard.add("asked about \($0.revision)") }
    let revision = store.revision
    #expect(try store.undo(steps: 3) == 3)
    #expect(store.entries == [1, 2] && store.state.page == 30 && store.revision == revision + 1)
    #expect(try store.redo(steps: 2) == 2)
    #expect(store.entries == [1, 2, 3, 4] && store.state.page == 40)
    let (first, second) = (revision + 1, revision + 2)
    #expect(heard.all == ["asked about \(first)", "undo Enter 2", "asked about \(second)", "redo Enter 4"])
    token.cancel()
  }

  @Test("As many as there are, and an error where there are none")
  func clamped() throws {
    let store = Store(Ledger(), undoing: \.book)
    #expect(throws: StoreError.nothingToUndo) { try store.undo(steps: 2) }
    #expect(throws: StoreError.nothingToRedo) { try store.redo(steps: 2) }
    for number in 1...3 { try store.send(.enter(number)) }
    #expect(try store.undo(steps: 0) == 0 && store.undo(steps: -4) == 0)
    #expect(try store.undo(steps: .max) == 3 && store.entries == [])
    #expect(try store.redo(steps: 1) == 1 && store.redo(steps: 9) == 2)
    #expect(store.entries == [1, 2, 3])
  }

  @Test("A hook that refuses leaves all of them as they were")
  func refused() throws {
    let store = Store(Ledger(), undoing: \.book)
    for number in 1...3 { try store.send(.enter(number)) }
    try store.willCommit { if $0.after.book.entries.isEmpty { throw Ledger.Refused() } }
    #expect(throws: Ledger.Refused.self) { try store.undo(steps: 3) }
    #expect(store.entries == [1, 2, 3])
  }

  @Test("Around what came from outside, a writer in between ends it, and its step is not taken back")
  func interrupted() throws {
    let store = UndoByAuthorTests().store()
    for number in 1...3 { try store.send(.set("\(number)", "x")) }
    try store.send(.fetched("other", "y"))
    let isDone = Guarded(false)
    let token = store.observe { [weak store] transition in
      guard case .undo = transition.cause, !isDone.withLock({ swap(&$0, to: true) }) else { return }
      try? store?.send(.set("between", "z"), as: UndoByAuthorTests.agent)
    }
    #expect(try store.undo(steps: 3) == 1)
    #expect(store.state.notes == ["1": "x", "2": "x", "other": "y", "between": "z"])
    token.cancel()
  }

  @Test(
    "undo(steps:) and redo(steps:) do the same as single calls, also around outside changes",
    arguments: [.unpacked, Keeping(snapshots: 3), Keeping(snapshots: 0)] as [Keeping],
    1...6 as ClosedRange<UInt64>
  )
  func asSingle(keeping: Keeping, seed: UInt64) throws {
    typealias Board = UndoByAuthorTests.Board
    for seed in (0..<(Soak.isOn ? 100 : 1)).map({ seed &+ $0 << 32 }) {
      var random = SplitMix64(seed: seed)
      let (one, single) = (
        Store(Board(), undoing: \.notes, restoring: \.selection, keeping: keeping),
        Store(Board(), undoing: \.notes, restoring: \.selection, keeping: keeping)
      )
      func both(_ body: (Store<Board>) throws -> Void) throws {
        for store in [one, single] { try body(store) }
      }
      let mayFetch = seed % 2 == 0
      for number in 0..<120 {
        let (key, count) = ("\(random.below(9))", 1 + random.below(6))
        switch random.below(10) {
        case 0 where mayFetch: try both { try $0.send(.fetched("fetched \(key)", "\(number)")) }
        case 0..<2: try both { try $0.send(.select(number)) }
        case 2..<6: try both { try $0.send(.set(key, "\(number)")) }
        case 6, 7:
          let taken = (try? one.undo(steps: count)) ?? 0
          #expect((0..<count).count { _ in (try? single.undo()) != nil } == taken)
        default:
          let taken = (try? one.redo(steps: count)) ?? 0
          #expect((0..<count).count { _ in (try? single.redo()) != nil } == taken)
        }
        try #require(one.state == single.state, "seed \(seed), command \(number)")
        try #require(one.timeline.present.id == single.timeline.present.id, "seed \(seed), command \(number)")
      }
      #expect(one.timeline.lines == single.timeline.lines && one.timeline.brokenInvariants == [])
    }
  }

  @Test("A scope takes several steps of its part at once, as many as there are")
  func scopes() throws {
    let store = Store(UndoByAuthorTests.Board(), undoing: \.notes, restoring: \.selection)
    let scope = try store.undoScope(\.notes)
    for number in 0..<5 { try store.send(.set("\(number)", "A")) }
    let heard = Heard<Int>()
    let token = store.observe { heard.add($0.after.notes.count) }
    #expect(try scope.undo(steps: 3) == 3 && store.state.notes.count == 2)
    #expect(try scope.redo(steps: 2) == 2 && store.state.notes.count == 4)
    #expect(heard.all == [2, 4])
    // The scope's movements are steps of the store, under the labels of the undone steps.
    #expect(try store.undo(steps: 2) == 2 && store.state.notes.count == 5)
    // And what the store did is one of the scope.
    #expect(try scope.undo(steps: 1) == 1 && store.state.notes.count == 4)
    #expect(try scope.undo(steps: 99) == 4 && store.state.notes.isEmpty)
    #expect(throws: StoreError.nothingToUndo) { try scope.undo(steps: 1) }
    #expect(try scope.redo(steps: 0) == 0)
    scope.close()
    #expect(throws: StoreError.scopeClosed) { try scope.redo(steps: 2) }
    token.cancel()
  }
}

/// Puts a value in the place of another one, and returns that.
private func swap<Value>(_ place: inout Value, to value: Value) -> Value {
  let old = place
  place = value
  return old
}
