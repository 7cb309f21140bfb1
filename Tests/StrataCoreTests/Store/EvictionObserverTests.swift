import Measuring
import TestSupport
import Testing

@testable import StrataCore

@Suite("Observers of evicted moments")
struct EvictionObserverTests {
  let gone = Heard<[Int]>()

  func watch<State>(_ store: Store<State>) -> ObservationToken {
    store.observeEvictions { [gone] in gone.add($0.map(\.number)) }
  }

  @Test("A limit that is reached, or set, tells of each moment once, and after the change")
  func limit() throws {
    let store = Store(Ledger(), undoing: \.book, keeping: .steps(2))
    let heard = Heard<String>()
    let changes = store.observe { heard.add("change \($0.revision)") }
    let token = store.observeEvictions { heard.add("gone \($0.map(\.number))") }
    for number in 1...4 { try store.send(.enter(number)) }
    #expect(heard.all == ["change 1", "change 2", "change 3", "gone [0]", "change 4", "gone [1]"])
    try store.keep(steps: 0)
    #expect(heard.all.last == "gone [2, 3]")
    try store.keep(steps: 9)
    #expect(heard.all.count == 7)
    [changes, token].forEach { $0.cancel() }
    try store.keep(steps: 0)
    try store.send(.enter(5))
    #expect(heard.all.count == 7)
  }

  @Test("It is told without any other observer, and whatever takes moments away")
  func all() throws {
    let store = Store(Ledger(), undoing: \.book)
    let token = watch(store)
    for number in 1...2 { try store.send(.enter(number)) }
    try store.undo()
    try store.forgetHistory()
    #expect(gone.all == [[0, 2]])
    let group = try store.beginGroup("Drag")
    try store.send(.enter(3))
    try group.cancel()
    #expect(gone.all.last == [3])
    try store.load(Ledger())
    #expect(gone.all.last == [1] && gone.all.count == 3)
    token.cancel()
  }

  @Test(
    "Evicted moments and kept moments are together all moments made, under every limit",
    arguments: 1...6 as ClosedRange<UInt64>
  )
  func whole(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let store = Store(Shelf(), undoing: \.books, keeping: seed % 2 == 0 ? .bytes(6_000) : .all)
    let scope = try store.undoScope(\.books, steps: 3)
    let token = watch(store)
    var made: Set<Int> = [0]
    for number in 0..<300 {
      switch random.below(20) {
      case 0..<12: try store.send(.put(random.below(40), "A title, number \(number)"))
      case 12..<15: try? store.undo()
      case 15, 16: try? store.redo()
      case 17: try store.keep(steps: random.below(30))
      case 18: try store.keep(steps: nil)
      default:
        if random.below(3) == 0 { try store.forgetHistory() }
        if random.below(8) == 0 { try store.load(Shelf()) }
      }
      made.formUnion(store.timeline.map(\.id.number))
    }
    let there = Set(store.timeline.map(\.id.number))
    let told = gone.all.joined()
    #expect(Set(told).count == told.count, "each once")
    #expect(Set(told).isDisjoint(with: there) && Set(told).union(there) == made)
    token.cancel()
    scope.close()
  }
}
