import Testing

@testable import Strata

// What a limit in bytes keeps and what goes first.
extension HistoryMemoryTests {
  @Test(
    "A limit holds after every command, and goes no further than it has to",
    arguments: [2_000, 20_000],
    [nil, Attic(recent: 3, spacing: 10)]
  )
  func limit(bytes: Int, attic: Attic?) throws {
    var (run, free) = (
      Run(seed: 7, attic: attic, books: 100, byteLimit: bytes),
      Run(seed: 7, attic: attic, books: 100)
    )
    var evictions = 0
    for _ in 0..<Self.commands {
      let id = run.random.below(40)
      let title = "A title of more than fifteen bytes, \(evictions) \(id)"
      try run.store.send(.put(id, title))
      try free.store.send(.put(id, title))
      #expect(run.bytes <= bytes || run.store.timeline.count == 1)
      guard run.store.timeline.count < free.store.timeline.count else { continue }
      evictions += 1
      // One step more would not have been kept.
      try free.store.setLimit(.steps(run.store.timeline.count))
      #expect(free.bytes > bytes || free.store.timeline.count == run.store.timeline.count)
      try free.store.setLimit(.steps(run.store.timeline.count - 1))
      try free.store.setLimit(.unlimited)
      #expect(run.store.timeline.ids == free.store.timeline.ids)
    }
    #expect(evictions > 10)
  }

  @Test("Old tips of other branches go first, then the oldest, never the present")
  func order() throws {
    let store = Store(Shelf.filled(50), undoing: \.books, byteLimit: .max)
    for id in 0..<4 { try store.send(.put(id, "On the branch that is left, \(id)")) }
    for _ in 0..<2 { try store.undo() }
    for id in 4..<8 { try store.send(.put(id, "On the line that goes on, \(id)")) }
    try store.undo()
    var gone: [Int] = []
    let memory = try #require(store.historyMemory)
    while store.timeline.count > 1 {
      let before = Set(store.timeline.ids)
      try memory.setLimit(memory.bytes - 1)
      gone += before.subtracting(store.timeline.ids).map(\.number).sorted()
    }
    // 3 and 4 are the branch, from its tip; 8 is what could be redone.
    #expect(gone == [4, 3, 0, 1, 2, 5, 6, 8])
    #expect(store.timeline.present.id.number == 7)
    #expect(memory.bytes == 0)
    #expect(memory.limit != nil)
  }

  @Test("Without any bytes to keep, the state goes on without undo")
  func nothing() throws {
    let store = Store(Shelf(), undoing: \.books, byteLimit: -5)
    for id in 0..<20 { try store.send(.put(id, "Title")) }
    #expect(store.state.books.titles.count == 20)
    #expect(throws: StoreError.nothingToUndo) { try store.undo() }
    #expect(store.historyMemory?.limit == 0 && store.historyMemory?.bytes == 0)
    #expect(store.hasUnsavedChanges)
  }

  @Test("A limit that is lowered at run time evicts at once, and one that is lifted evicts no more")
  func lowered() throws {
    let store = Store(Shelf.filled(100), undoing: \.books, byteLimit: 100_000)
    let memory = try #require(store.historyMemory)
    for number in 0..<400 { try store.send(.put(number % 100, "A title that is long enough, \(number)")) }
    #expect(memory.bytes > 90_000 && memory.bytes <= 100_000)
    let heard = Heard<Bool>()
    let token = store.observeHistory { heard.add($0.canUndo) }
    try memory.setLimit(5_000)
    #expect(memory.bytes <= 5_000 && memory.bytes > 3_000)
    try memory.setLimit(0)
    #expect(heard.all == [false])
    try memory.setLimit(nil)
    for number in 0..<400 { try store.send(.put(number % 100, "Another title, \(number)")) }
    #expect(store.timeline.count == 401 && memory.limit == nil)
    token.cancel()
  }
}
