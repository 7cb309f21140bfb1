import Foundation
import Measuring
import TestSupport
import Testing

@testable import StrataCore

@Suite("Work that actions start")
struct EffectsTests {
  private struct Finder: Reducible {
    var asked: [String] = []
    var found: [String] = []
    var failures = 0

    enum Action: Equatable, Sendable {
      case ask(String)
      case stop
      case found(String)
      case failed
    }

    mutating func reduce(_ action: Action) {
      switch action {
      case .ask(let words): asked.append(words)
      case .stop: break
      case .found(let answer): found.append(answer)
      case .failed: failures += 1
      }
    }

    func recording(of action: Action) -> Recording {
      if case .ask(let words) = action { .step("Ask \(words)") } else { .untracked }
    }
  }

  private struct Refusal: Error {}

  /// A place where work waits until the test lets it go on, cancelled or not.
  private final class Gate: Sendable {
    private let waiting = Guarded((isOpen: false, ones: [CheckedContinuation<Void, Never>]()))

    func pass() async {
      await withCheckedContinuation { one in
        let isOpen = waiting.withLock { waiting in
          if !waiting.isOpen { waiting.ones.append(one) }
          return waiting.isOpen
        }
        if isOpen { one.resume() }
      }
    }

    func open() {
      let ones = waiting.withLock { waiting in
        defer { waiting = (true, []) }
        return waiting.ones
      }
      for one in ones { one.resume() }
    }
  }

  private let store = Store(Finder(), undoing: \.asked)

  @Test(
    "Each action that is sent starts work once, alone or in a transaction; undo, redo, jumps and loading start none"
  )
  func results() async throws {
    let started = Guarded<[String]>([])
    let effects = Effects(of: store) { action, state in
      guard case .ask(let words) = action else { return .none }
      started.withLock { $0.append("\(words) of \(state.asked.count)") }
      return .run { .found("all about \(words)") }
    }
    try store.send(.ask("tea"))
    try store.transaction("Both") { draft in
      try draft.send(.ask("milk"))
      try draft.send(.ask("oats"))
    }
    try await Patience.until("three answers") { store.state.found.count == 3 }
    #expect(started.withLock { $0 } == ["tea of 1", "milk of 3", "oats of 3"])
    #expect(Set(store.state.found) == ["all about tea", "all about milk", "all about oats"])
    try store.undo()
    try store.redo()
    try store.jump(to: store.timeline.oldestID)
    try store.load(Finder())
    try await Patience.until("all has ended") { effects.count == 0 }
    #expect(started.withLock { $0.count } == 3 && store.state.found == [])
  }

  @Test("Work of a key takes the place of the work before it, of which nothing comes any more")
  func replaced() async throws {
    let gate = Gate()
    let effects = Effects(of: store) { action, _ in
      switch action {
      case .ask(let words):
        .run("question") {
          // It does not look whether it was cancelled.
          if words == "slow" { await gate.pass() }
          return .found(words)
        } failing: { _ in
          .failed
        }
      case .stop: .cancel("question")
      default: .none
      }
    }
    try store.send(.ask("slow"))
    try store.send(.ask("tea"))
    try await Patience.until("the second answer") { store.state.found == ["tea"] }
    gate.open()
    try await Patience.until("all has ended") { effects.count == 0 }
    let again = Gate()
    let others = Effects(of: store) { action, _ in
      guard case .ask = action else { return .none }
      return .all(
        .run(1) {
          await again.pass()
          return .found("one")
        },
        .run(2) {
          await again.pass()
          return .found("two")
        },
        .cancel(1)
      )
    }
    try store.send(.ask("both"))
    again.open()
    try await Patience.until("what was not cancelled") {
      store.state.found.contains("two") && store.state.found.contains("both")
    }
    #expect(store.state.found.filter { $0 != "both" } == ["tea", "two"] && store.state.failures == 0)
    withExtendedLifetime((effects, others)) {}
  }

  @Test(
    "Cancelled work sends nothing and tells no error, whether by its key, all together, or by releasing the effects"
  )
  func cancelled() async throws {
    let cancellations = Guarded(0)
    func begin() -> Effects<Finder> {
      Effects(of: store) { action, _ in
        guard case .ask(let words) = action else { return .none }
        return .run(words) { send in
          do {
            try await Task.sleep(for: .seconds(600))
          } catch {
            // An action that is sent now comes too late.
            #expect(throws: CancellationError.self) { try send(.found(words)) }
            cancellations.withLock { $0 += 1 }
            throw error
          }
        } failing: { _ in
          .failed
        }
      }
    }
    var effects: Effects<Finder>? = begin()
    for words in ["a", "b", "c", "d"] { try store.send(.ask(words)) }
    #expect(effects?.count == 4)
    effects?.cancel("a")
    effects?.cancel("nothing")
    #expect(effects?.count == 3)
    effects?.cancelAll()
    #expect(effects?.count == 0)
    // While the effects are there.
    try await Patience.until("four were cancelled") { cancellations.withLock { $0 } == 4 }
    try store.send(.ask("e"))
    #expect(effects?.count == 1)
    effects = nil
    try await Patience.until("all were cancelled") { cancellations.withLock { $0 } == 5 }
    #expect(store.state.found == [] && store.state.failures == 0)
  }

  @Test("Work sends as much as it likes; what it throws, and what the store refuses, comes back as an action")
  func streams() async throws {
    let effects = Effects(of: store) { action, _ in
      switch action {
      case .ask("stream"):
        .run(as: "agent") { send in for number in 0..<5 { try send(.found("\(number)")) } }
      case .ask("broken"):
        .run {
          throw Refusal()
        } failing: {
          $0 is Refusal ? .failed : nil
        }
      case .ask("refused"):
        .run {
          .found("no")
        } failing: {
          $0 is Refusal ? .failed : nil
        }
      case .ask("nothing"): .run { nil }
      default: .none
      }
    }
    let refusing = try store.willCommit { if case .action(.found("no")) = $0.cause { throw Refusal() } }
    for words in ["stream", "broken", "refused", "nothing"] { try store.send(.ask(words)) }
    try await Patience.until("all has ended") { effects.count == 0 }
    #expect(store.state.found == ["0", "1", "2", "3", "4"] && store.state.failures == 2)
    refusing.cancel()
  }

  @Test("Work keeps neither the store nor the effects")
  func released() async throws {
    let gate = Gate()
    let isLate = Guarded(false)
    var local: Store<Finder>? = Store(Finder())
    weak let gone = local
    var effects = local.map { store in
      Effects(of: store) { _, _ in
        .run { send in
          await gate.pass()
          #expect(throws: CancellationError.self) { try send(.found("late")) }
          isLate.withLock { $0 = true }
        }
      }
    }
    try local?.send(.ask("tea"))
    local = nil
    #expect(gone == nil)
    gate.open()
    try await Patience.until("the work has ended") { isLate.withLock { $0 } }
    effects = nil
    withExtendedLifetime(effects) {}
  }

  @Test(
    "However many threads start and cancel work of few keys, each answer is of work that was not cancelled before"
  )
  func threads() async throws {
    let effects = Effects(of: store) { action, _ in
      switch action {
      case .ask(let words):
        .run(words.count % 3) {
          await Task.yield()
          return .found(words)
        }
      case .stop: .all(.cancel(0), .cancel(1))
      default: .none
      }
    }
    let store = store
    let count = Soak.times(100)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for thread in 0..<4 {
        group.addTask {
          var random = SplitMix64(seed: UInt64(thread))
          for round in 0..<count {
            if random.below(4) == 0 {
              try store.send(.stop)
            } else {
              try store.send(.ask(String(repeating: "x", count: 1 + random.below(3)) + "-\(thread)-\(round)"))
            }
          }
        }
      }
      try await group.waitForAll()
    }
    try await Patience.until("all has ended") { effects.count == 0 }
    let (asked, found) = (store.state.asked, store.state.found)
    #expect(Set(found).count == found.count && Set(found).isSubset(of: asked))
  }
}
