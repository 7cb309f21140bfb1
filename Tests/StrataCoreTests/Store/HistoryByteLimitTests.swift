import PersistentCollections
import TestSupport
import Testing

@testable import StrataCore

// The steps that a limit in bytes keeps, and the order in which the limit evicts steps.
@Suite("A limit in bytes for the history")
struct HistoryByteLimitTests {
  @Test(
    "A limit holds after every command, and no more goes than makes room for some steps",
    arguments: [3_000, 20_000, 100_000],
    [.all, Keeping(snapshots: 3, pageSize: 4)]
  )
  func limit(bytes: Int, keeping: Keeping) throws {
    var run = HistoryMemoryTests.Run(seed: 7, keeping: keeping.limited(toBytes: bytes), books: 100)
    var (evictions, count) = (0, 1)
    for number in 0..<Soak.times(960) {
      try run.store.send(.put(run.random.below(40), "A title of more than fifteen bytes, \(number)"))
      #expect(run.bytes <= bytes || run.store.timeline.count == 1)
      if run.store.timeline.count <= count {
        evictions += 1
        // A sixteenth, a page, and what one step takes.
        #expect(run.bytes >= bytes - bytes / 16 - 64 * 100 - run.largestStep - 2_000)
      }
      count = run.store.timeline.count
    }
    #expect(evictions > 2 || bytes == 100_000)
    // Evicted steps make room for as many new steps, again and again.
    #expect(bytes == 3_000 || count > 8, "\(count)")
  }

  /// A map that can be made anew of the same entries: a change that is no step, though no node is the same.
  struct Ledger: Described, Reducible, Equatable {
    var entries: PersistentMap<Int, String> = [:]

    enum Action {
      case write(Int, String)
      case copy
    }

    static func describe(_ field: inout Fields<Ledger>) { field("entries", \.entries) }

    mutating func reduce(_ action: Action) {
      switch action {
      case .write(let place, let text): entries[place] = text
      case .copy: entries = PersistentMap(uniqueKeysWithValues: entries.map { ($0.key, $0.value) })
      }
    }

    func recording(of action: Action) -> Recording { .step("Write") }
  }

  @Test("A limit in bytes holds when untracked changes copy the state into new nodes")
  func copied() throws {
    var ledger = Ledger()
    for place in 0..<1_000 { ledger.entries[place] = "An entry that is long enough, \(place)" }
    let store = Store(ledger, keeping: .bytes(200_000))
    for number in 0..<40 {
      try store.send(.copy)
      try store.send(.write(number, "Another entry that is long enough, \(number)"))
      #expect(store.historyBytes ?? .max <= 200_000)
    }
    #expect(store.timeline.count > 2)
  }

  @Test("Old tips of other branches go first, then the oldest, never the present")
  func order() throws {
    let store = Store(Shelf.filled(50), undoing: \.books, keeping: .bytes(.max))
    for id in 0..<4 { try store.send(.put(id, "On the branch that is left, \(id)")) }
    for _ in 0..<2 { try store.undo() }
    for id in 4..<8 { try store.send(.put(id, "On the line that goes on, \(id)")) }
    try store.undo()
    var gone: [Int] = []
    while store.timeline.count > 1 {
      let before = Set(store.timeline.ids)
      try store.keep(bytes: #require(store.historyBytes) - 1)
      gone += before.subtracting(store.timeline.ids).map(\.number).sorted()
    }
    // 3 and 4 are the branch, from its tip; 8 is what could be redone.
    #expect(gone == [4, 3, 0, 1, 2, 5, 6, 8])
    #expect(store.timeline.present.id.number == 7)
    #expect(store.historyBytes == 0)
    #expect(store.keeping.bytes != nil)
  }

  @Test("Without any bytes to keep, the state goes on without undo")
  func nothing() throws {
    let store = Store(Shelf(), undoing: \.books, keeping: .bytes(-5))
    for id in 0..<20 { try store.send(.put(id, "Title")) }
    #expect(store.state.books.titles.count == 20)
    #expect(throws: StoreError.nothingToUndo) { try store.undo() }
    #expect(store.keeping.bytes == 0 && store.historyBytes == 0)
    #expect(store.hasUnsavedChanges)
  }

  @Test("A limit that is lowered at run time evicts at once, and one that is lifted evicts no more")
  func lowered() throws {
    let store = Store(Shelf.filled(100), undoing: \.books, keeping: .bytes(30_000))
    for number in 0..<400 { try store.send(.put(number % 100, "A title that is long enough, \(number)")) }
    let bytes = try #require(store.historyBytes)
    #expect(bytes > 20_000 && bytes <= 30_000)
    let heard = Heard<Bool>()
    let token = store.observeHistory { heard.add($0.canUndo) }
    try store.keep(bytes: 5_000)
    let fewer = try #require(store.historyBytes)
    #expect(fewer <= 5_000 && fewer > 2_000)
    try store.keep(bytes: 0)
    #expect(heard.all == [false])
    try store.keep(bytes: nil)
    for number in 0..<400 { try store.send(.put(number % 100, "Another title, \(number)")) }
    #expect(store.timeline.count == 401 && store.keeping == .all)
    token.cancel()
  }

  /// A state whose snapshots are whole copies.
  struct Samples: Described, Reducible, Equatable {
    var numbers = [Int](repeating: 0, count: 5_000)

    static func describe(_ field: inout Fields<Samples>) { field("numbers", \.numbers) }

    mutating func reduce(_ number: Int) { numbers[number % numbers.count] += number }
  }

  @Test("Of plain arrays the steps are kept, once the copies take much of the limit")
  func plainArrays() throws {
    let limit = 500_000
    let store = Store(Samples(), keeping: .bytes(limit))
    var (states, largest) = ([store.state], 0)
    for number in 1...256 {
      try store.send(number * 17)
      states.append(store.state)
      largest = max(largest, store.historyBytes ?? .max)
    }
    #expect(largest <= limit)
    #expect(store.timeline.undoCount == 256)
    for state in states.dropLast().reversed() {
      try store.undo()
      #expect(store.state == state)
    }
    #expect(try #require(store.historyBytes) <= limit)
  }

  @Test("Packed steps count their bytes, and an attic keeps many times the steps in as many bytes")
  func packed() throws {
    let values = Store(
      Shelf.filled(2_000),
      undoing: \.books,
      keeping: Keeping(bytes: 48_000, snapshots: 1_000)
    )
    let packed = Store(Shelf.filled(2_000), undoing: \.books, keeping: Keeping(bytes: 48_000, snapshots: 4))
    for number in 0..<260 {
      for store in [values, packed] {
        try store.send(.put(number % 10, "A title that is long enough, \(number)"))
        #expect(store.historyBytes ?? .max <= 48_000)
      }
    }
    #expect(packed.timeline.undoCount > 2 * values.timeline.undoCount)
    for store in [values, packed] {
      while store.canUndo { try store.undo() }
      while store.canRedo { try store.redo() }
      #expect(store.state.books.titles[9] == "A title that is long enough, 259")
    }
  }
}
