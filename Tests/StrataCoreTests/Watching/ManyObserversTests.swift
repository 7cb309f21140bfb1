import Measuring
import TestSupport
import Testing

@testable import StrataCore

@Suite("Many observers")
struct ManyObserversTests {
  /// A number that says how often one test compares it.
  private struct Counted: Equatable, Sendable {
    @TaskLocal static var comparisons: Guarded<Int>?
    var value = 0

    static func == (left: Counted, right: Counted) -> Bool {
      comparisons?.withLock { $0 += 1 }
      return left.value == right.value
    }
  }

  private struct Panel: Reducible {
    var count = 0
    var quiet = Counted()
    var labels = ["a", "b"]

    enum Action: Sendable {
      case count(Int)
      case quiet(Int)
      case labels([String])
    }

    mutating func reduce(_ action: Action) {
      switch action {
      case .count(let count): self.count = count
      case .quiet(let value): quiet.value = value
      case .labels(let labels): self.labels = labels
      }
    }

    static func == (left: Panel, right: Panel) -> Bool {
      left.count == right.count && left.labels == right.labels
    }
  }

  @Test(
    "However many observe a part, it is compared once a change, and they are called in the order of their coming"
  )
  func comparedOnce() throws {
    let store = Store(Panel(), undoing: \.count)
    let heard = Heard<String>()
    var tokens: [ObservationToken] = []
    for number in 0..<3 {
      tokens.append(store.observe(\.quiet) { _, new in heard.add("quiet \(number): \(new.value)") })
      tokens.append(store.observe { _ in heard.add("all \(number)") })
      tokens.append(
        store.observe(\.labels.count) { old, new in heard.add("labels \(number): \(old), \(new)") }
      )
    }
    let comparisons = Guarded(0)
    try Counted.$comparisons.withValue(comparisons) { try store.send(.count(1)) }
    #expect(comparisons.withLock { $0 } == 1)
    #expect(heard.all == ["all 0", "all 1", "all 2"])
    try store.send(.quiet(7))
    #expect(
      heard.all.dropFirst(3) == ["quiet 0: 7", "all 0", "quiet 1: 7", "all 1", "quiet 2: 7", "all 2"]
    )
    try store.send(.labels([]))
    #expect(heard.all.dropFirst(9).first == "all 0" && heard.all.dropFirst(10).first == "labels 0: 2, 0")
    tokens.removeAll()
    try store.send(.quiet(8))
    #expect(heard.all.count == 15)
  }

  @Test("Ten thousand come and go in any order, and those that are left hear on")
  func comingAndGoing() throws {
    let store = Store(Panel(), undoing: \.count)
    let (heard, part) = (Guarded(0), Guarded(0))
    var tokens = (0..<10_000).map { number in
      number.isMultiple(of: 2)
        ? store.observe(\.labels) { _, _ in part.withLock { $0 += 1 } }
        : store.observe { _ in heard.withLock { $0 += 1 } }
    }
    try store.send(.count(1))
    #expect(heard.withLock { $0 } == 5_000 && part.withLock { $0 } == 0)
    var random = SplitMix64(seed: 5)
    for _ in 0..<9_000 { tokens.remove(at: random.below(tokens.count)).cancel() }
    try store.send(.labels(["c"]))
    #expect(heard.withLock { $0 } - 5_000 + part.withLock { $0 } == 1_000)
    tokens.removeAll()
    try store.send(.labels(["d"]))
    #expect(heard.withLock { $0 } - 5_000 + part.withLock { $0 } == 1_000)
  }

  @Test("An observer of a part that leaves while a change is told does not hear of it")
  func leaving() throws {
    let store = Store(Panel(), undoing: \.count)
    let heard = Heard<Int>()
    let second = Guarded<ObservationToken?>(nil)
    let first = store.observe(\.labels) { _, _ in second.withLock { $0 }?.cancel() }
    let token = store.observe(\.labels) { _, _ in heard.add(1) }
    second.withLock { $0 = token }
    try store.send(.labels([]))
    #expect(heard.all.isEmpty)
    first.cancel()
  }
  @Test("An observer added while a change is told to part observers hears only the next change")
  func comingBetween() throws {
    let store = Store(Panel(), undoing: \.count)
    let told = Guarded<Watchers.Event?>(nil)
    let watched = Watchers.Part(path: \Panel.labels) { _ in false }
    let watcher = store.watchers.add(of: .part(watched)) { event in told.withLock { $0 = event } }
    try store.send(.labels(["c"]))
    let event = try #require(told.withLock { $0 })
    #expect(event.status == nil && event.change?.commit.step == nil)
    let heard = Heard<Int>()
    let tokens = [
      store.observe { heard.add($0.revision) },
      store.observe({ $0.labels.count }) { _, new in heard.add(new) },
      store.observeHistory { _ in heard.add(-1) },
    ]
    store.watchers.enqueue(event)
    store.watchers.deliver()
    #expect(heard.all.isEmpty)
    try store.send(.labels([]))
    #expect(heard.all == [2, 0] && told.withLock { $0?.status != nil })
    for token in tokens { token.cancel() }
    try store.send(.labels(["d"]))
    #expect(told.withLock { $0?.status == nil && $0?.change?.commit.revision == 3 })
    store.watchers.remove(watcher)
    #expect(store.core.withLock { $0.audience == .none })
  }

  @Test("observeRevision hears each new state in its turn, and no other change")
  func revisions() throws {
    let store = Store(Panel(), undoing: \.count)
    let heard = Heard<String>()
    let others = [
      store.observe(\.labels) { _, _ in heard.add("labels") },
      store.observe(\.count) { _, _ in heard.add("count") },
    ]
    let token = store.observeRevision { heard.add("\($0)") }
    let last = store.observe(\.labels) { _, _ in heard.add("labels again") }
    #expect(store.core.withLock { $0.audience == .states })
    try store.send(.labels(["c"]))
    #expect(heard.all == ["labels", "1", "labels again"])
    others[0].cancel()
    last.cancel()
    try store.send(.labels([]))
    #expect(heard.all.dropFirst(3) == ["2"])
    // A commit that changes no state does not reach observeRevision.
    try store.markSaved()
    let all = store.observe { heard.add("all of \($0.revision)") }
    try store.send(.labels(["d"]))
    #expect(heard.all.dropFirst(4) == ["3", "all of 3"])
    all.cancel()
    token.cancel()
    try store.send(.labels([]))
    #expect(heard.all.count == 6)
    others[1].cancel()
    #expect(store.core.withLock { $0.audience == .none })
  }
}
