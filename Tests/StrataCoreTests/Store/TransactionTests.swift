import StrataCore
import Testing

@Suite("A transaction")
struct TransactionTests {
  @Test("A draft is a value: a copy of it is a place to go back to, without an error")
  func goingBack() throws {
    let store = Store(Ledger(), undoing: \.book)
    let heard = Heard<Int>()
    let token = store.observe { heard.add($0.actions.count) }
    try store.transaction("Best of two") { draft in
      try draft.send(.enter(1))
      let before = draft
      for number in [2, 3] { try draft.send(.enter(number)) }
      let first = draft
      draft = before
      try draft.send(.enter(4))
      if draft.state.book.entries.count < first.state.book.entries.count { draft = first }
    }
    #expect(store.entries == [1, 2, 3] && store.timeline.undoCount == 1 && heard.all == [3])
    token.cancel()
  }

  let store = Store(Ledger(), undoing: \.book)

  @Test("Several actions are one step under the transaction's label")
  func oneStep() throws {
    let sum = try store.transaction("Enter all") { draft in
      for number in 1...3 { try draft.send(.enter(number)) }
      try draft.send(.turn(to: 2))
      return draft.state.book.entries.reduce(0, +)
    }
    #expect(sum == 6)
    #expect(store.historyStatus.undoLabel == "Enter all")
    try store.undo()
    #expect(store.state == Ledger(page: 2))
    #expect(!store.canUndo)
    try store.redo()
    #expect(store.entries == [1, 2, 3])
  }

  @Test("Without a label of its own it has that of the first action in it that is recorded and stays")
  func labelOfItsActions() throws {
    let heard = Heard<String>()
    let token = store.observe { transition in
      if case .transaction(let label, let actions) = transition.cause {
        heard.add("\(label), \(actions.count)")
      }
    }
    try store.transaction { draft in
      try draft.send(.turn(to: 2))
      let before = draft
      try draft.send(.enter(7))
      draft = before
      for number in [8, 9] { try draft.send(.enter(number)) }
    }
    #expect(store.historyStatus.undoLabel == "Enter 8" && heard.all == ["Enter 8, 3"])
    // Nothing in it is recorded: no step, and nothing to be called after.
    try store.transaction { draft in try draft.send(.turn(to: 3)) }
    #expect(store.timeline.undoCount == 1 && heard.all.last == "Change, 1")
    token.cancel()
  }

  @Test("When its body throws, nothing has happened")
  func rollback() throws {
    try store.send(.enter(1))
    try store.undo()
    #expect(throws: Ledger.Refused.self) {
      try store.transaction("Fails") { draft in
        try draft.send(.enter(2))
        try draft.send(.turn(to: 5))
        try draft.send(.spoil)
      }
    }
    #expect(store.state == Ledger())
    #expect(store.canRedo && !store.canUndo)
  }

  @Test("An action that failed and was caught leaves the draft as it was")
  func caught() throws {
    try store.transaction("Goes on") { draft in
      try draft.send(.enter(1))
      #expect(throws: Ledger.Refused.self) { try draft.send(.spoil) }
      #expect(throws: StoreError.untrackedChange(action: "sneak(9)")) { try draft.send(.sneak(9)) }
      #expect(draft.state.book.entries == [1])
      try draft.send(.enter(2))
    }
    #expect(store.entries == [1, 2])
  }

  @Test("An inner transaction whose error is caught rolls back to where it began")
  func nested() throws {
    try store.transaction("Outer") { draft in
      try draft.send(.enter(1))
      #expect(throws: Ledger.Refused.self) {
        try draft.transaction { inner in
          try inner.send(.enter(2))
          try inner.transaction { try $0.send(.enter(3)) }
          try inner.send(.spoil)
        }
      }
      try draft.transaction { try $0.send(.enter(4)) }
    }
    #expect(store.entries == [1, 4])
    #expect(store.timeline.undoPath.map(\.label) == ["Outer"])
  }

  @Test("Inside, the store shows what was committed last")
  func reading() throws {
    try store.send(.enter(1))
    try store.transaction("Reads") { draft in
      try draft.send(.enter(2))
      #expect(store.entries == [1])
      #expect(draft.state.book.entries == [1, 2])
    }
  }

  @Test("An empty transaction is no step, and redo stays possible")
  func noChange() throws {
    try store.send(.enter(1))
    try store.undo()
    try store.transaction("Nothing") { _ in }
    #expect(store.canRedo && !store.canUndo)
  }

  @Test("Observers hear of one change, with all its actions")
  func observed() throws {
    let heard = Heard<Store<Ledger>.Transition>()
    let token = store.observe { heard.add($0) }
    try store.transaction("Both") { draft in
      try draft.send(.enter(1))
      try draft.send(.enter(2))
    }
    guard case .transaction("Both", let actions)? = heard.all.first?.cause else {
      Issue.record("\(heard.all)")
      return
    }
    #expect(heard.all.count == 1 && actions.count == 2)
    #expect(heard.all[0].step?.label == "Both")
    token.cancel()
  }
}
