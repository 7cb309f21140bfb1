import Dispatch
import StrataCore
import Testing

@Suite("Using a store inside its observers")
struct InsideObserversTests {
  let store = Store(Ledger(), undoing: \.book)

  /// Runs `body` once, in an observer that is told of the first change.
  private func inObserver(_ body: @escaping @Sendable (Store<Ledger>) throws -> Void) throws -> [String] {
    let (store, heard) = (store, Heard<String>())
    let first = store.observe { transition in
      guard transition.revision == 1 else { return }
      #expect(throws: Never.self) { try body(store) }
    }
    let second = store.observe { heard.add("\($0.revision) \($0.after.book.entries)") }
    try store.send(.enter(1))
    first.cancel()
    second.cancel()
    return heard.all
  }

  @Test("An undo in an observer happens at once, and is told after the change under way")
  func undoing() throws {
    let heard = try inObserver { store in
      try store.undo()
      #expect(store.entries == [])
    }
    #expect(heard == ["1 [1]", "2 []"])
  }

  @Test("A transaction in an observer happens at once, and is told after the change under way")
  func transactions() throws {
    let heard = try inObserver { store in
      try store.transaction("More") { draft in
        try draft.send(.enter(2))
        try draft.send(.enter(3))
      }
    }
    #expect(heard == ["1 [1]", "2 [1, 2, 3]"])
    #expect(store.historyStatus.undoLabel == "More")
  }

  @Test("A jump, a limit, a saved marker and a load in an observer do no harm")
  func others() throws {
    let heard = try inObserver { store in
      try store.jump(to: store.timeline.oldest.id)
      try store.markSaved()
      try store.keep(steps: 0)
      try store.load(Ledger(page: 5))
    }
    #expect(heard == ["1 [1]", "2 []", "3 []"])
    #expect(store.state == Ledger(page: 5))
  }

  @Test("An observer that blocks keeps no thread from sending or reading, only from being told")
  func blocking() throws {
    let store = store
    let (inside, release, finished) = (
      DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
    )
    let heard = Heard<Int>()
    let token = store.observe { transition in
      if transition.revision == 1 {
        inside.signal()
        release.wait()
      }
      heard.add(transition.revision)
    }
    DispatchQueue.global().async {
      #expect(throws: Never.self) { try store.send(.enter(1)) }
      finished.signal()
    }
    inside.wait()
    for number in 2...5 { try store.send(.enter(number)) }
    #expect(store.entries == [1, 2, 3, 4, 5])
    #expect(heard.all == [])
    release.signal()
    finished.wait()
    #expect(heard.all == [1, 2, 3, 4, 5])
    token.cancel()
  }
}
