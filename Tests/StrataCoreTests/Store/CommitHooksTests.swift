import Testing

@testable import StrataCore

@Suite("Hooks that every change passes")
struct CommitHooksTests {
  let store = Store(Ledger(), undoing: \.book)
  let heard = Heard<String>()

  /// Adds a hook that says its name, and refuses what enters a number.
  @discardableResult
  func hook(_ name: String, refusing number: Int? = nil) throws -> CommitHookToken {
    let heard = heard
    return try store.willCommit { transition in
      heard.add(name)
      if let number, transition.after.book.entries.contains(number) { throw Ledger.Refused() }
    }
  }

  @Test("A second hook does not silence the first: all are asked, in the order in which they were added")
  func order() throws {
    for name in ["a", "b", "c"] { try hook(name) }
    try store.send(.enter(1))
    try store.undo()
    #expect(heard.all == ["a", "b", "c", "a", "b", "c"])
  }

  @Test("The first that refuses is the last that is asked, and the log is not asked any more")
  func refusal() throws {
    let heard = heard
    try hook("a")
    try hook("b", refusing: 13)
    try hook("c")
    try store.setRecorder(
      CommitRecorder { _ in
        heard.add("log")
        return 0
      },
      from: 0
    )
    try store.send(.enter(1))
    #expect(heard.all == ["a", "b", "c", "log"])
    #expect(throws: Ledger.Refused.self) { try store.send(.enter(13)) }
    #expect(heard.all.suffix(2) == ["a", "b"])
    #expect(store.entries == [1] && store.revision == 1)
  }

  @Test("All hooks and all observers see one and the same change, whose difference is found once")
  func oneTransition() throws {
    let heard = Heard<Int>()
    for _ in 0..<2 { try store.willCommit { heard.add($0.revision) } }
    let token = store.observe { heard.add($0.revision) }
    try store.send(.enter(1))
    #expect(heard.all == [1, 1, 1])
    token.cancel()
  }

  @Test("Each goes by its own token, and the others stay where they are; a second time is nothing")
  func cancelling() throws {
    let (first, second) = (try hook("a"), try hook("b"))
    try hook("c")
    second.cancel()
    second.cancel()
    try store.send(.enter(1))
    first.cancel()
    try hook("d")
    try store.send(.enter(2))
    #expect(heard.all == ["a", "c", "c", "d"])
  }

  @Test("When the last one is gone, undo is again what it is in a store that never had one")
  func noneLeft() throws {
    let token = try hook("a")
    token.cancel()
    #expect(store.core.withLock { $0.hooks } == nil)
    try store.send(.enter(1))
    try store.undo()
    #expect(heard.all == [])
  }

  @Test("A hook whose token is thrown away goes on guarding")
  func unheld() throws {
    try hook("a", refusing: 13)
    #expect(throws: Ledger.Refused.self) { try store.send(.enter(13)) }
  }

  @Test("A hook may take itself away, and one behind it, which is not asked then")
  func fromInside() throws {
    let (tokens, heard) = (Heard<CommitHookToken>(), heard)
    tokens.add(
      try store.willCommit { _ in
        heard.add("once")
        tokens.all.forEach { $0.cancel() }
      }
    )
    tokens.add(try hook("behind"))
    try store.send(.enter(1))
    try store.send(.enter(2))
    #expect(heard.all == ["once"])
  }

  @Test("A hook that is added while a change is decided on is refused, and so it is inside a reducer")
  func busy() throws {
    let store = store
    try store.willCommit { _ in #expect(throws: StoreError.busy) { try store.willCommit { _ in } } }
    try store.send(.enter(1))
    #expect(throws: StoreError.busy) { try store.send(.meanwhile { try store.willCommit { _ in } }) }
  }

  @Test("A released store releases its hooks' values, and a token does not keep the store alive")
  func release() throws {
    final class Held: Sendable {}
    weak var held: Held?
    weak var gone: Store<Ledger>?
    let token: CommitHookToken
    do {
      let (guarded, store) = (Held(), Store(Ledger()))
      (held, gone) = (guarded, store)
      token = try store.willCommit { _ in withExtendedLifetime(guarded) {} }
    }
    #expect(gone == nil && held == nil)
    token.cancel()
  }
}
