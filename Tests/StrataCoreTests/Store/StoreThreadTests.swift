import Foundation
import TestSupport
import Testing

@testable import StrataCore

@Suite("A store that several threads use")
struct StoreThreadTests {
  @Test("A reader returns while a reducer is held")
  func readersDoNotWait() throws {
    let store = Store(Ledger(), undoing: \.book)
    try store.send(.enter(1))
    let (inside, release, finished) = (
      DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
    )
    DispatchQueue.global().async {
      try? store.send(
        .meanwhile {
          inside.signal()
          release.wait()
        }
      )
      finished.signal()
    }
    inside.wait()
    let answered = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
      #expect(store.entries == [1])
      #expect(store.canUndo && !store.canRedo)
      answered.signal()
    }
    #expect(Patience.wait(for: answered), "the readers waited for the reducer")
    release.signal()
    finished.wait()
  }

  @Test("Other threads wait while a transaction runs, and what they send comes after it")
  func writersWait() throws {
    let store = Store(Ledger(), undoing: \.book)
    let (inside, release, finished) = (
      DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
    )
    DispatchQueue.global().async {
      #expect(throws: Never.self) {
        try store.transaction("Both") { draft in
          try draft.send(.enter(1))
          inside.signal()
          release.wait()
          try draft.send(.enter(2))
        }
      }
      finished.signal()
    }
    inside.wait()
    let uses: [@Sendable () throws -> Void] = [
      { try store.send(.enter(3)) }, { try store.transaction("Other") { try $0.send(.enter(3)) } },
      { try store.markSaved() }, { _ = try store.undoScope(\.book) },
    ]
    let waiting = uses.map { use in
      let ended = DispatchSemaphore(value: 0)
      DispatchQueue.global().async {
        #expect(throws: Never.self) { try use() }
        ended.signal()
      }
      return ended
    }
    // Each writer waits in the line or, wrongly, has ended.
    var ended = 0
    let isSettled = Patience.blocks {
      ended += waiting.count { $0.wait(timeout: .now()) == .success }
      return store.core.waitingCount + ended == uses.count
    }
    #expect(isSettled && ended == 0, "\(ended) writers did not wait for the transaction")
    #expect(store.entries == [] && !store.canUndo)
    release.signal()
    finished.wait()
    for ended in waiting { try #require(Patience.wait(for: ended)) }
    #expect(store.entries == [1, 2, 3, 3])
    #expect(store.timeline.undoCount == 3)
  }

  @Test("Every send of every writer is a step, and taking all back gives the beginning")
  func writersAndReaders() throws {
    let store = Store(Ledger(), undoing: \.book, keeping: .all)
    let (threads, sends) = (8, 100)
    DispatchQueue.concurrentPerform(iterations: 2 * threads) { thread in
      for number in 0..<sends {
        if thread < threads {
          #expect(throws: Never.self) { try store.send(.enter(thread * sends + number)) }
        } else {
          let state = store.state
          #expect(Set(state.book.entries).count == state.book.entries.count)
        }
      }
    }
    let entries = store.entries
    #expect(entries.sorted() == Array(0..<threads * sends))
    for thread in 0..<threads {
      let own = entries.filter { $0 / sends == thread }
      #expect(own == own.sorted(), "one thread's sends stay in their order")
    }
    for count in (0..<entries.count).reversed() {
      try store.undo()
      #expect(store.entries.count == count)
    }
    #expect(!store.canUndo)
  }

  @Test("Observers come and go while others write and read, and those who stay hear of every change in order")
  func observersComingAndGoing() throws {
    let store = Store(Ledger(), undoing: \.book, keeping: .steps(10))
    let (threads, rounds) = (8, 60)
    let heard = Heard<Int>()
    let staying = store.observe { heard.add($0.revision) }
    DispatchQueue.concurrentPerform(iterations: 3 * threads) { thread in
      for round in 0..<rounds {
        switch thread % 3 {
        case 0:
          #expect(throws: Never.self) { try store.send(.enter(round)) }
          // Whether there is a step to take back depends on the other writers.
          if round.isMultiple(of: 3) { try? store.undo() }
        case 1:
          #expect(store.timeline.undoCount <= 10)
          _ = store.historyStatus
        default:
          let token = store.observe(\.book.entries) { old, new in #expect(old != new) }
          _ = store.state
          token.cancel()
        }
      }
    }
    // Another thread may still be telling the last changes.
    #expect(Patience.blocks { heard.all.count >= store.revision })
    #expect(heard.all == Array(1...store.revision))
    staying.cancel()
  }
}
