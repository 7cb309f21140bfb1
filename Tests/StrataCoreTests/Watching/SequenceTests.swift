import StrataCore
import TestSupport
import Testing

@Suite("Sequences of a store's changes")
struct SequenceTests {
  @Test("States begin with the present; a slow reader gets the newest and can tell what it skipped")
  func states() async throws {
    let store = Store(Counter())
    var states = store.states().makeAsyncIterator()
    let first = await states.next()
    #expect(first?.revision == 0 && first?.state.count == 0)
    for _ in 0..<5 { try store.send(1) }
    let next = await states.next()
    #expect(next?.revision == 5 && next?.state.count == 5)
  }

  @Test("A sequence misses no change that is made while it begins")
  func comingInTime() async throws {
    for _ in 0..<Soak.times(2_000) {
      var last = -1
      let states = try await statesOfAStoreThatChanges()
      for await snapshot in states {
        #expect(snapshot.revision > last)
        last = snapshot.revision
      }
      #expect(last == 1)
    }
  }

  /// The states of a store that another thread changes meanwhile, and that is gone afterwards.
  private func statesOfAStoreThatChanges() async throws -> AsyncStream<Store<Counter>.Snapshot> {
    let store = Store(Counter())
    let sender = Task.detached { [weak store] in try store?.send(1) }
    let states = store.states()
    try await sender.value
    withExtendedLifetime(store) {}
    return states
  }

  @Test("Transitions wait for their reader, up to the limit")
  func transitions() async throws {
    let store = Store(Counter())
    var all = store.transitions().makeAsyncIterator()
    var few = store.transitions(buffering: 2).makeAsyncIterator()
    for _ in 0..<5 { try store.send(1) }
    for revision in 1...5 {
      #expect(await all.next()?.revision == revision)
    }
    #expect(await few.next()?.revision == 4)
    #expect(await few.next()?.revision == 5)
  }

  @Test("Sequences end with the store")
  func end() async throws {
    var store: Store<Counter>? = Store(Counter())
    let states = try #require(store).states()
    try store?.send(1)
    store = nil
    var revisions: [Int] = []
    for await snapshot in states { revisions.append(snapshot.revision) }
    #expect(revisions == [1])
  }

  @Test("A reader that stops is not told any more")
  func cancelled() async throws {
    let store = Store(Counter())
    let reader = Task {
      for await snapshot in store.states() where snapshot.revision == 0 { return snapshot.revision }
      return -1
    }
    #expect(await reader.value == 0)
    try store.send(1)
    #expect(store.revision == 1)
  }
}
