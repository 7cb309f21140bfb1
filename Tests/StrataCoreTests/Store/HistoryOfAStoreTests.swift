import StrataCore
import Testing

@Suite("The history of a store")
struct HistoryOfAStoreTests {
  let time = Heard<Timestamp>([Timestamp(secondsSince1970: 0)])
  let store: Store<Ledger>

  init() {
    let time = time
    store = Store(
      Ledger(),
      undoing: \.book,
      restoring: \.page,
      clock: { time.all.last ?? Timestamp(secondsSince1970: 0) }
    )
  }

  func at(_ second: Double) { time.add(Timestamp(secondsSince1970: second)) }

  @Test("Typing becomes one step, until it pauses, is saved, or is gone back to")
  func merging() throws {
    for (second, text) in [(0.0, "H"), (500_000, "He"), (1_400_000, "Hel")] {
      at(second)
      try store.send(.type(text))
    }
    #expect(store.timeline.undoCount == 1)
    at(3_000_000)
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

  @Test("How an action is recorded is decided before it is reduced")
  func recordedBefore() throws {
    struct Door: Reducible {
      var isOpen = false
      mutating func reduce(_ action: Bool) { isOpen = action }
      func recording(of action: Bool) -> Recording { .step(isOpen ? "Close" : "Open") }
    }
    let store = Store(Door())
    try store.send(true)
    #expect(store.timeline.present.label == "Open")
    try store.send(false)
    #expect(store.timeline.present.label == "Close")
  }

  @Test("The restored part comes back from before an undone step, and from after a redone one")
  func restored() throws {
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
    try store.keep(steps: 0)
    let gone = store.timeline.branches(after: one).first?.id ?? Moment.ID?.none
    #expect(gone == nil)
    try store.send(.enter(3))
    #expect(throws: StoreError.noSuchMoment(one)) { try store.jump(to: one) }
    #expect(store.state(at: one) == nil)
    #expect(store.entries == [1, 3])
  }

  @Test("A limit holds from the moment it is set, and undo stops there with an error")
  func limit() throws {
    for number in 1...5 { try store.send(.enter(number)) }
    try store.keep(steps: 2)
    try store.undo()
    try store.undo()
    #expect(throws: StoreError.nothingToUndo) { try store.undo() }
    #expect(store.entries == [1, 2, 3])
    try store.redo()
    for number in 6...9 { try store.send(.enter(number)) }
    #expect(store.timeline.undoCount == 2)
    try store.keep(steps: -5)
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

  @Test("Texts that Unicode calls equal are equal to a state that is not described: replacing one is no step")
  func unicode() throws {
    let (composed, decomposed) = ("\u{e9}", "e\u{301}")
    try store.send(.remark(composed))
    try store.send(.type(decomposed))
    #expect(store.timeline.undoCount == 1)
    #expect(
      store.state.book.remarks.first?.utf8.count == decomposed.utf8.count,
      "it is replaced nevertheless"
    )
  }

  @Test("A step that puts one NaN in the place of another is a step, for they are not equal")
  func nanAgain() throws {
    struct Weight: Reducible {
      var value = 0.0
      mutating func reduce(_ action: Double) { value = action }
    }
    let store = Store(Weight())
    try store.send(.nan)
    try store.send(.nan)
    #expect(store.timeline.undoCount == 2)
    try store.undo()
    #expect(store.state.value.isNaN)
  }

  @Test("A part that is computed from the state is undone through what computes it")
  func computedPart() throws {
    struct Circle: Reducible {
      var radius = 1.0
      var colour = 0
      var diameter: Double {
        get { radius * 2 }
        set { radius = newValue / 2 }
      }
      var hue: Int {
        get { colour }
        set { colour = newValue }
      }
      mutating func reduce(_ action: Double) {
        if action == 0 { colour += 1 } else { radius = action }
      }
    }
    let store = Store(Circle(), undoing: \.diameter, restoring: \.hue)
    try store.send(3)
    try store.send(0)
    try store.send(5)
    try store.undo()
    #expect(store.state == Circle(radius: 3, colour: 1))
    #expect(store.timeline.undoCount == 1)
    #expect(store.state(at: store.timeline.oldest.id)?.radius == 1)
    try store.undo()
    #expect(store.state == Circle(radius: 1, colour: 0))
  }

  @Test("A merged step restores the restored part from before its first part")
  func restoredPartOfMerge() throws {
    try store.send(.turn(to: 1))
    try store.send(.type("H"))
    try store.send(.turn(to: 2))
    try store.send(.type("He"))
    try store.send(.turn(to: 3))
    try store.undo()
    #expect(store.state.page == 1)
    try store.redo()
    #expect(store.state.page == 2)
  }

  @Test("A timeline that is held stays as it is, and keeps what it had")
  func heldTimeline() throws {
    try store.keep(steps: 3)
    for number in 1...3 { try store.send(.enter(number)) }
    let held = store.timeline
    let text = held.description
    for number in 4...40 { try store.send(.enter(number)) }
    #expect(held.description == text)
    #expect(held.brokenInvariants == [])
    #expect(store.timeline.count == 4)
  }
}
