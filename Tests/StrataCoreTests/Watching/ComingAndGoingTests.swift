import Foundation
import TestSupport
import Testing

@testable import StrataCore

/// Worth most under the thread sanitizer, which sees a write where another thread reads.
@Suite("Observers that come and go while others send")
struct ComingAndGoingTests {
  private struct Page: Reducible {
    var count = 0
    var names = ["a", "b"]

    mutating func reduce(_ count: Int) {
      self.count = count
      if count.isMultiple(of: 3) { names[0] = "\(count)" }
    }
  }

  /// How often each kind of thread has done its work: all go on until each has done enough, so that they meet.
  private final class Rounds: Sendable {
    private let enough = Soak.times(300)
    private let counts: Guarded<[String: Int]>

    init(_ kinds: [String]) {
      counts = Guarded(Dictionary(uniqueKeysWithValues: kinds.map { ($0, 0) }))
    }

    /// Counts a round; false where each kind has done enough.
    func goOn(_ kind: String) -> Bool {
      counts.withLock { counts in
        counts[kind, default: 0] += 1
        return counts.values.contains { $0 <= enough }
      }
    }
  }

  private typealias Comer = @Sendable (Store<Page>) -> ObservationToken

  /// An observer of each kind, which reads what it is told.
  private static let comers: [Comer] = [
    { store in store.observe { _ = $0.before.names.count + $0.after.names.count } },
    { store in store.observe(\.names) { old, new in _ = old.count + new.count } },
    { store in store.observe(\.names.count) { old, new in _ = old + new } },
    { store in store.observe(\.count) { old, new in _ = old + new } },
    { store in store.observe({ $0.names.first }) { old, new in _ = old == new } },
    { store in store.observeRevision { _ = $0 } },
    { store in store.observeStates { old, new in _ = old.names == new.names } },
    { store in store.observeHistory { _ = $0 } },
    { store in store.observeEvictions { _ = $0.count } },
  ]

  /// Runs each body on a thread of its own, and waits for all.
  private func together(_ bodies: [@Sendable () -> Void]) throws {
    let ended = DispatchSemaphore(value: 0)
    for body in bodies {
      Thread.detachNewThread {
        body()
        ended.signal()
      }
    }
    for _ in bodies { try #require(Patience.wait(for: ended)) }
  }

  @Test("Those of all kinds come and go on several threads, and one that stays hears of each change in order")
  func allKinds() throws {
    let store = Store(Page(), undoing: \.count, keeping: .steps(5))
    let heard = Guarded<[Int]>([])
    let staying = store.observeRevision { revision in heard.withLock { $0.append(revision) } }
    let rounds = Rounds(["send", "come", "read", "hook"])
    let send: @Sendable () -> Void = {
      var number = 0
      while rounds.goOn("send") {
        number += 1
        #expect(throws: Never.self) {
          if number % 10 == 9, store.canUndo { try store.undo() } else { try store.send(number) }
        }
      }
    }
    let come: @Sendable () -> Void = {
      var (number, tokens) = (0, [ObservationToken]())
      while rounds.goOn("come") {
        number += 1
        tokens.append(Self.comers[number % Self.comers.count](store))
        // Some are cancelled, others released; now and then all are gone.
        if number % 20 == 19 {
          tokens.removeAll()
        } else if number % 3 == 2 {
          tokens.remove(at: number % tokens.count).cancel()
        }
      }
    }
    let read: @Sendable () -> Void = {
      while rounds.goOn("read") { withExtendedLifetime((store.states(), store.transitions())) {} }
    }
    let hook: @Sendable () -> Void = {
      while rounds.goOn("hook") {
        #expect(throws: Never.self) { try store.willCommit { _ = $0.after.names.count }.cancel() }
      }
    }
    try together([send, send, come, come, read, hook])
    let revision = store.revision
    #expect(heard.withLock { $0 } == Array(1...revision))
    staying.cancel()
    #expect(store.core.withLock { $0.audience == .none && !$0.hearsOfEvictions })
  }

  @Test("None is left when all have come and gone")
  func noneStays() throws {
    let store = Store(Page(), undoing: \.count)
    let rounds = Rounds(["send", "come"])
    let come: @Sendable () -> Void = {
      var number = 0
      while rounds.goOn("come") {
        number += 1
        Self.comers[number % Self.comers.count](store).cancel()
      }
    }
    try together([
      { while rounds.goOn("send") { #expect(throws: Never.self) { try store.send(1 + store.state.count) } } },
      come, come,
    ])
    #expect(store.core.withLock { $0.audience == .none && !$0.hearsOfEvictions })
  }
}
