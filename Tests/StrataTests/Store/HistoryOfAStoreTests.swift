import Strata
import Testing

@Suite("The history of a store")
struct HistoryOfAStoreTests {
  let time = Heard<Timestamp>([Timestamp(secondsSince1970: 0)])
  let store: Store<Ledger>

  init() {
    let time = time
    store = Store(Ledger(), undoing: \.book, restoring: \.page, clock: { time.all.last ?? .now })
  }

  func at(_ second: Double) { time.add(Timestamp(secondsSince1970: second)) }

  @Test("Typing becomes one step, until it pauses, is saved, or is gone back to")
  func merging() throws {
    for (second, text) in [(0.0, "H"), (0.5, "He"), (1.4, "Hel")] {
      at(second)
      try store.send(.type(text))
    }
    #expect(store.timeline.undoCount == 1)
    at(3)
    try store.send(.type("Hell"))
    #expect(store.timeline.undoCount == 2)
    try store.markSaved()
    try store.send(.type("Hello"))
    #expect(store.timeline.undoCount == 3)
    try store.undo()
    #expect(store.state.book.remarks == ["Hell"])
    #expect(!store.hasUnsavedChanges)
    try store.send(.type("Help"))
    #expect(store.timeline.undoCount == 3, "a moment that was gone back to is not added to")
  }

  @Test("The companion comes back from before an undone step, and from after a redone one")
  func companion() throws {
    try store.send(.turn(to: 1))
    try store.send(.enter(1))
    try store.send(.turn(to: 2))
    try store.send(.enter(2))
    try store.send(.turn(to: 9))
    try store.undo()
    #expect(store.state.page == 2)
    try store.undo()
    #expect(store.state.page == 1)
    try store.send(.turn(to: 8))
    try store.redo()
    #expect(store.state.page == 1)
    try store.jump(to: store.timeline.oldest.id)
    #expect(store.state.page == 0)
  }

  @Test("Jumps reach every branch, and evicted moments are an error")
  func jumps() throws {
    try store.send(.enter(1))
    let one = store.timeline.present.id
    try store.undo()
    try store.send(.enter(2))
    try store.jump(to: one)
    #expect(store.entries == [1])
    #expect(store.state(at: store.timeline.oldest.id)?.book.entries == [])
    try store.setLimit(.steps(0))
    let gone = store.timeline.branches(after: one).first?.id ?? Moment.ID?.none
    #expect(gone == nil)
    try store.send(.enter(3))
    #expect(throws: StoreError.noSuchMoment(one)) { try store.jump(to: one) }
    #expect(store.state(at: one) == nil)
    #expect(store.entries == [1, 3])
  }

  @Test("Earlier and later go by the clock")
  func timeTravel() throws {
    for second in [10.0, 20, 30] {
      at(second)
      try store.send(.enter(Int(second)))
    }
    try store.earlier(by: .seconds(15))
    #expect(store.entries == [10])
    try store.later(by: .seconds(10))
    #expect(store.entries == [10, 20])
    try store.earlier(by: .seconds(100_000))
    #expect(store.entries == [])
    try store.later(by: .seconds(100_000))
    #expect(store.entries == [10, 20, 30])
  }

  @Test("A limit holds from the moment it is set, and undo stops there with an error")
  func limit() throws {
    for number in 1...5 { try store.send(.enter(number)) }
    try store.setLimit(.steps(2))
    try store.undo()
    try store.undo()
    #expect(throws: StoreError.nothingToUndo) { try store.undo() }
    #expect(store.entries == [1, 2, 3])
    try store.redo()
    for number in 6...9 { try store.send(.enter(number)) }
    #expect(store.timeline.undoCount == 2)
    try store.setLimit(.steps(-5))
    #expect(store.timeline.count == 1)
  }

  @Test("Labels say what undo and redo would do")
  func labels() throws {
    try store.send(.enter(7))
    try store.send(.remark("fine"))
    #expect(store.historyStatus.undoLabel == "Remark")
    try store.undo()
    #expect(store.historyStatus.undoLabel == "Enter 7")
    #expect(store.historyStatus.redoLabel == "Remark")
    #expect(store.historyStatus.canUndo && store.historyStatus.canRedo)
  }

  @Test("A change to NaN is a change, and NaN stays a change")
  func nan() throws {
    struct Weight: Reducible {
      var value = 0.0
      mutating func reduce(_ action: Double) { value = action }
    }
    let store = Store(Weight())
    try store.send(.nan)
    #expect(store.state.value.isNaN)
    try store.undo()
    #expect(store.state.value == 0)
  }
}
