import Measuring
import PersistentCollections
import TestSupport
import Testing

@testable import Strata

@Suite("What a history keeps in memory")
struct HistoryMemoryTests {
  static let commands = Soak.times(140)

  /// A store under random commands, and what its history keeps as measured from outside.
  struct Run {
    let store: Store<Shelf>
    var random: SplitMix64
    var number = 0
    /// The most that a single step has made.
    var largestStep = 0

    init(seed: UInt64, attic: Attic?, books: Int, byteLimit: Int = .max) {
      random = SplitMix64(seed: seed)
      let shelf = Shelf.filled(books)
      store =
        if let attic {
          Store(shelf, undoing: \.books, attic: attic, byteLimit: byteLimit)
        } else {
          Store(shelf, undoing: \.books, byteLimit: byteLimit)
        }
    }

    mutating func next() throws {
      number += 1
      let id = random.below(40)
      let before = store.state.books
      switch random.below(24) {
      case 0..<9: try store.send(.put(id, "A title of more than fifteen bytes, \(number)"))
      case 9..<12: try store.send(.take(id))
      case 12..<15: try store.send(.type(number / 4, "What somebody is typing, \(number)"))
      case 15..<19: if store.canUndo { try store.undo() }
      case 19..<21: if store.canRedo { try store.redo() }
      case 21: try store.send(.turn(number))
      case 22:
        let ids = store.timeline.ids
        try store.jump(to: ids[random.below(ids.count)])
      default: try store.setLimit(.steps([5, 20, 60, .max][random.below(4)]))
      }
      largestStep = max(largestStep, store.state.books.heapFootprint(notIn: [before]).bytes)
    }

    /// What all kept snapshots have and the present has not, counted node by node.
    var nodes: Int {
      let timeline = store.timeline
      let parts = timeline.ids.compactMap { id in
        (timeline.entry(id).kept.snapshot as? Snapshot<Shelf.Books, Void>)?.part
      }
      return parts.combinedHeapFootprint.bytes - store.state.books.heapFootprint.bytes
    }

    /// What moments take themselves, but for the present one.
    var own: Int {
      let timeline = store.timeline
      let entries = timeline.ids.filter { $0 != timeline.presentID }.map { timeline.entry($0) }
      return entries.reduce(0) { $0 + (timeline.tally?.own($1) ?? 0) }
    }

    var bytes: Int { store.historyMemory?.bytes ?? -1 }
    /// Whether the present was brought back from the attic.
    var isVisiting: Bool {
      let timeline = store.timeline
      return timeline.entry(timeline.presentID).kept.snapshot?.weight.isEstimate ?? false
    }
  }

  @Test(
    "It is what the kept snapshots have beyond the present, to the byte",
    arguments: 1...10 as ClosedRange<UInt64>
  )
  func exact(seed: UInt64) throws {
    var run = Run(seed: seed, attic: nil, books: seed.isMultiple(of: 2) ? 0 : 300)
    for command in 0..<Self.commands {
      try run.next()
      try #require(run.bytes == run.nodes + run.own, "seed \(seed), command \(command)")
    }
    #expect(run.store.timeline.brokenInvariants == [])
  }

  static let attics = [0, 1, 2, 7].flatMap { recent in
    [1, 2, 5, 40].map { Attic(recent: recent, spacing: $0) }
  }

  /// The rule: several that were made from one moment may have more in common than their paths do, elements of an array
  /// that moved far are not found, and a present that was brought back counts as what it was brought back from.
  @Test(
    "With an attic it is that much, by the rule that is stated",
    arguments: attics
  )
  func attic(attic: Attic) throws {
    let seed = UInt64(attic.recent * 100 + attic.spacing)
    var run = Run(seed: seed, attic: attic, books: 200)
    for command in 0..<Self.commands {
      try run.next()
      let (found, expected) = (run.bytes - run.own, run.nodes)
      let slack = run.largestStep * (min(attic.spacing, 16) + 4)
      try #require(found >= 0)
      try #require(found <= expected + slack, "\(attic), seed \(seed), command \(command)")
      try #require(found >= expected - slack, "\(attic), seed \(seed), command \(command)")
    }
    // Nothing is left of all that once there is only the present.
    try run.store.setLimit(.steps(0))
    #expect(run.bytes == 0)
    try run.store.forgetHistory()
    #expect(run.bytes == 0)
    #expect(run.store.timeline.brokenInvariants == [])
  }

  /// What is done along a line, again and again.
  enum Habit: CaseIterable {
    case scattered, local, typing, append

    func action(_ number: Int, _ random: inout SplitMix64) -> Shelf.Action {
      let title = "A title of more than fifteen bytes, \(number)"
      return switch self {
      case .scattered: .put(random.below(2_000), title)
      case .local: .put(number % 10, title)
      case .typing: .type(number / 5, title)
      case .append: .put(2_000 + number, title)
      }
    }
  }

  @Test(
    "Along a line, with an attic, it is what is held, to the byte",
    arguments: Habit.allCases,
    [Attic(recent: 0, spacing: 5), Attic(recent: 4, spacing: 64), Attic(recent: 32, spacing: 200)]
  )
  func alongALine(habit: Habit, attic: Attic) throws {
    var run = Run(seed: 3, attic: attic, books: 2_000)
    for number in 0..<Soak.times(600) {
      try run.store.send(habit.action(number, &run.random))
      guard number % 37 == 0 else { continue }
      try #require(run.bytes == run.nodes + run.own, "\(habit), \(attic), step \(number)")
    }
    // So it is when moments go, the oldest first.
    for steps in stride(from: run.store.timeline.count - 1, to: 0, by: -41) {
      try run.store.setLimit(.steps(steps))
      try #require(run.bytes == run.nodes + run.own, "\(habit), \(attic), \(steps) steps left")
    }
  }

  @Test("Where elements of an array move, what is held counts, and little more or less")
  func moving() throws {
    var run = Run(seed: 3, attic: Attic(recent: 4, spacing: 200), books: 2_000)
    for number in 0..<Soak.times(600) {
      let id = number.isMultiple(of: 2) ? run.random.below(2_000) : -number
      try run.store.send(
        number.isMultiple(of: 2) ? .take(id) : .put(id, "A title of fifteen bytes, \(number)")
      )
      guard number % 37 == 36 else { continue }
      let (found, held) = (run.bytes - run.own, run.nodes)
      try #require(abs(found - held) <= held / 20, "\(found) and \(held), step \(number)")
    }
  }

  @Test("A moment that is gone back to just as it is put away counts once")
  func backAtOnce() throws {
    var run = Run(seed: 3, attic: Attic(recent: 0, spacing: 50), books: 2_000)
    for number in 0..<100 {
      try run.store.send(Habit.scattered.action(number, &run.random))
      if number % 3 == 2 { try run.store.undo() }
      try #require(run.bytes == run.nodes + run.own, "step \(number)")
      if number % 3 == 2 { try run.store.redo() }
      try #require(run.bytes == run.nodes + run.own, "step \(number), redone")
    }
  }

  @Test("Edits that are undone and left behind as branches count what is held, and little more or less")
  func branches() throws {
    var run = Run(seed: 3, attic: Attic(recent: 8, spacing: 100), books: 2_000)
    for number in 0..<Soak.times(600) {
      if number % 3 == 2 { try run.store.undo() }
      try run.store.send(Habit.scattered.action(number, &run.random))
      guard number % 37 == 36 else { continue }
      let (found, held) = (run.bytes - run.own, run.nodes)
      try #require(abs(found - held) <= held / 20, "\(found) and \(held), step \(number)")
    }
  }

  @Test("Packed steps count their bytes, and an attic keeps many times the steps in as many bytes")
  func packed() throws {
    let plain = Store(Shelf.filled(2_000), undoing: \.books, byteLimit: 60_000)
    let attic = Store(
      Shelf.filled(2_000),
      undoing: \.books,
      attic: Attic(recent: 4, spacing: 1_000),
      byteLimit: 60_000
    )
    for number in 0..<600 {
      for store in [plain, attic] {
        try store.send(.put(number % 10, "A title that is long enough, \(number)"))
        #expect(store.historyMemory?.bytes ?? .max <= 60_000)
      }
    }
    #expect(attic.timeline.undoCount > 2 * plain.timeline.undoCount)
    for store in [plain, attic] {
      while store.canUndo { try store.undo() }
      while store.canRedo { try store.redo() }
      #expect(store.state.books.titles[9] == "A title that is long enough, 599")
    }
  }

  @Test("The bytes of open scopes count in the store's limit, and of all moments the oldest goes first")
  func scopes() throws {
    let store = Store(Shelf.filled(100), undoing: \.books, byteLimit: .max)
    let memory = try #require(store.historyMemory)
    for number in 0..<20 { try store.send(.put(number, "Before there was a scope, \(number)")) }
    let alone = memory.bytes
    let scope = try store.undoScope(\.books.titles)
    #expect(memory.bytes == alone)
    for number in 0..<20 { try store.send(.put(number, "With a scope open, \(number)")) }
    let both = memory.bytes
    let (main, inScope) = (store.timeline.bytes, try #require(scope.timeline?.bytes))
    #expect(both == main + inScope && inScope > 0)
    // The moments from before the scope are older than all of its own.
    try memory.setLimit(both - alone / 2)
    #expect(scope.timeline?.count == 21 && store.timeline.count < 41 && store.timeline.count > 21)
    // Then they go by turns.
    try memory.setLimit(both / 4)
    #expect(memory.bytes <= both / 4)
    let (left, leftInScope) = (store.timeline.count, try #require(scope.timeline?.count))
    #expect(abs(left - leftInScope) <= 1 && left > 1)
    try store.send(.put(1, "Within the limit"))
    #expect(memory.bytes <= both / 4)
    scope.close()
    #expect(memory.bytes < both / 4)
  }

  @Test("A scope of a part without a description counts its moments")
  func undescribedScope() throws {
    let store = Store(Shelf(), undoing: \.books, byteLimit: .max)
    let scope = try store.undoScope(\Shelf.bare)
    try store.send(.put(1, "A title"))
    #expect(scope.timeline?.bytes ?? 0 > MemoryLayout<Timeline.Entry>.stride)
  }

  @Test("A scope's undo, which brings nodes back, counts them once more and not less")
  func scopeUndo() throws {
    let store = Store(Shelf.filled(300), undoing: \.books, byteLimit: .max)
    let scope = try store.undoScope(\.books.titles)
    for number in 0..<10 { try store.send(.put(number, "A title that is long enough, \(number)")) }
    for _ in 0..<10 { try scope.undo() }
    let parts = store.timeline.ids.compactMap { id in
      (store.timeline.entry(id).kept.snapshot as? Snapshot<Shelf.Books, Void>)?.part
    }
    let exact = parts.combinedHeapFootprint.bytes - store.state.books.heapFootprint.bytes
    #expect(store.timeline.bytes >= exact)
    try store.historyMemory?.setLimit(0)
    #expect(store.historyMemory?.bytes == 0)
  }

  @Test("Loading begins to count anew, and a store that nobody can measure says so")
  func loading() throws {
    let store = Store(Shelf(), byteLimit: 1_000_000)
    for id in 0..<20 { try store.send(.put(id, "Title")) }
    #expect(store.historyMemory?.bytes ?? 0 > 0)
    try store.load(Shelf.filled(10))
    #expect(store.historyMemory?.bytes == 0)
    try store.send(.put(3, "A title that is long enough"))
    #expect(store.historyMemory?.bytes ?? 0 > 0)
    #expect(Store(Shelf(), undoing: \.books).historyMemory == nil)
  }

  @Test("A companion counts with the snapshot that it is in")
  func companion() throws {
    let store = Store(Shelf(), undoing: \.books, restoring: \.place, byteLimit: .max)
    let bare = Store(Shelf(), undoing: \.books, byteLimit: .max)
    for id in 0..<20 {
      try store.send(.put(id, "Title"))
      try bare.send(.put(id, "Title"))
    }
    let (with, without) = (store.historyMemory?.bytes ?? 0, bare.historyMemory?.bytes ?? 0)
    #expect(with - without >= 20 * 2 * MemoryLayout<Int>.size)
  }

  @Test("A transaction and the hook's preview count as the one step that they are")
  func preview() throws {
    let store = Store(Shelf.filled(20), undoing: \.books, byteLimit: .max)
    let before = Store(Shelf.filled(20), undoing: \.books, byteLimit: .max)
    try store.willCommit { _ in }
    for store in [store, before] {
      try store.transaction("Both") { draft in
        try draft.send(.put(1, "A title that is long enough"))
        try draft.send(.put(2, "Another that is long enough"))
      }
    }
    #expect(store.historyMemory?.bytes == before.historyMemory?.bytes)
    #expect(throws: StoreError.busy) {
      try store.transaction("Inside") { _ in try store.historyMemory?.setLimit(0) }
    }
  }
}

extension Shelf {
  /// The books as somebody sees them who has no description.
  fileprivate struct Bare: Equatable, Sendable { var titles: [String] }

  fileprivate var bare: Bare {
    get { Bare(titles: books.order.compactMap { books.titles[$0] }) }
    set {}
  }
}
