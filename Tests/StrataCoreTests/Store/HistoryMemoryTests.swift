import Measuring
import PersistentCollections
import TestSupport
import Testing

@testable import StrataCore

@Suite("Memory that a history keeps")
struct HistoryMemoryTests {
  static let commands = Soak.times(50)

  /// A store under random commands, and what its history keeps as measured from outside.
  struct Run {
    let store: Store<Shelf>
    var random: SplitMix64
    var number = 0
    /// The most that a single step has made.
    var largestStep = 0

    init(seed: UInt64, keeping: Keeping = .all, books: Int) {
      random = SplitMix64(seed: seed)
      let shelf = Shelf.filled(books)
      store = Store(shelf, undoing: \.books, keeping: keeping.limited(toBytes: keeping.bytes ?? .max))
    }

    mutating func next() throws {
      number += 1
      let id = random.below(40)
      let before = store.state.books
      switch random.below(24) {
      case 0..<9: try store.send(.put(id, "A title of more than fifteen bytes, \(number)"))
      case 9..<12: try store.send(.take(id))
      case 12..<15: try store.send(.type(number / 4, "What a user is typing, \(number)"))
      case 15..<19: if store.canUndo { try store.undo() }
      case 19..<21: if store.canRedo { try store.redo() }
      case 21: try store.send(.turn(number))
      case 22:
        let ids = store.timeline.ids
        try store.jump(to: ids[random.below(ids.count)])
      default: try store.keep(steps: [5, 20, 60, .max][random.below(4)])
      }
      largestStep = max(largestStep, store.state.books.heapFootprint(notIn: [before]).bytes)
    }

    /// The bytes that the kept snapshots hold and the present state does not, counted node by node.
    var nodes: Int {
      store.keptBooks.combinedHeapFootprint.bytes - store.state.books.heapFootprint.bytes
    }

    /// The bytes of the moments themselves, without the present moment.
    var own: Int {
      let pages = store.timeline.pages
      let (snapshots, entryBytes) = pages.snapshots
      let entry = MemoryLayout<MomentPages.Entry>.stride
      let blocks = snapshots.filter { $0.id != store.timeline.presentID }
        .map { _, snapshot in
          // The class, the count of references and the layout, the books, and the length of a step and its bytes.
          let step = snapshot.step.isEmpty ? 0 : MemoryLayout<UInt32>.size + snapshot.step.count
          let size = 3 * MemoryLayout<Int>.size + MemoryLayout<Shelf.Books>.size + step
          return Footprint.block(of: (size + 7) & ~7)
        }
      return store.timeline.tree.heapBytes + pages.packedBytes + entryBytes - entry + blocks.reduce(0, +)
    }

    var bytes: Int { store.historyBytes ?? -1 }
  }

  static let attics = [0, 7].map { Keeping(snapshots: $0, pageSize: 8) }

  @Test("Under any commands it is what is held, and little more or less", arguments: attics)
  func random(keeping: Keeping) throws {
    var run = Run(seed: UInt64((keeping.snapshots ?? 0) + 3), keeping: keeping, books: 200)
    for command in 0..<Self.commands {
      try run.next()
      let (found, held) = (run.bytes - run.own, run.nodes)
      let slack = run.largestStep * 16
      try #require(
        found >= 0 && abs(found - held) <= slack,
        "\(keeping), command \(command): \(found), \(held)"
      )
    }
    // Nothing is left of all that once there is only the present.
    try run.store.keep(steps: 0)
    #expect(run.store.timeline.count == 1)
    try run.store.forgetHistory()
    #expect(run.bytes == 0)
    #expect(run.store.timeline.brokenInvariants == [])
  }

  /// The kind of step that is repeated along a line.
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
    [Keeping(snapshots: 0), Keeping(snapshots: 4), Keeping(snapshots: 32)]
  )
  func alongALine(habit: Habit, keeping: Keeping) throws {
    var run = Run(seed: 3, keeping: keeping, books: 2_000)
    for number in 0..<Soak.pick(120, more: Soak.times(200)) {
      try run.store.send(habit.action(number, &run.random))
      guard number % 37 == 0 else { continue }
      try #require(run.bytes == run.nodes + run.own, "\(habit), \(keeping), step \(number)")
    }
    // So it is when moments go, the oldest first.
    for steps in stride(from: run.store.timeline.count - 1, to: 0, by: -41) {
      try run.store.keep(steps: steps)
      try #require(run.bytes == run.nodes + run.own, "\(habit), \(keeping), \(steps) steps left")
    }
  }

  @Test("The counted bytes of moved array elements are within five percent of the held bytes")
  func moving() throws {
    var run = Run(seed: 3, keeping: Keeping(snapshots: 4), books: 2_000)
    for number in 0..<Soak.pick(120, more: Soak.times(200)) {
      let id = number.isMultiple(of: 2) ? run.random.below(2_000) : -number
      try run.store.send(
        number.isMultiple(of: 2) ? .take(id) : .put(id, "A title of fifteen bytes, \(number)")
      )
      guard number % 37 == 36 else { continue }
      let (found, held) = (run.bytes - run.own, run.nodes)
      try #require(abs(found - held) <= held / 20, "\(found) and \(held), step \(number)")
    }
  }

  @Test("Edits that are undone and left behind as branches count what is held, and little more or less")
  func branches() throws {
    var run = Run(seed: 3, keeping: Keeping(snapshots: 8), books: 2_000)
    for number in 0..<Soak.pick(120, more: Soak.times(200)) {
      if number % 3 == 2 { try run.store.undo() }
      try run.store.send(Habit.scattered.action(number, &run.random))
      guard number % 37 == 36 else { continue }
      let (found, held) = (run.bytes - run.own, run.nodes)
      try #require(abs(found - held) <= held / 20, "\(found) and \(held), step \(number)")
    }
  }

  @Test("The starts of branches count as history bytes, and a line without branches has none")
  func beginnings() throws {
    let branched = Store(Shelf.filled(10), undoing: \.books, keeping: Keeping(snapshots: 0))
    let line = Store(Shelf.filled(10), undoing: \.books, keeping: Keeping(snapshots: 0))
    for number in 0..<1_000 {
      for store in [branched, line] { try store.send(.put(number % 10, "A title, \(number)")) }
      if number % 2 == 1 { try branched.undo() }
    }
    #expect(line.timeline.tree.heapBytes == 0)
    let counted = branched.timeline.tree.heapBytes
    // A run of moments is eleven numbers of four bytes, and a moment that is left two.
    #expect((500 * 44..<500 * 80).contains(counted), "\(counted)")
    #expect(branched.timeline.brokenInvariants == [])
    let bytes = try #require(branched.historyBytes)
    #expect(bytes > counted + branched.timeline.pages.packedBytes)
  }

  @Test("The bytes of open scopes count in the store's limit, and of all moments the oldest goes first")
  func scopes() throws {
    let store = Store(Shelf.filled(100), undoing: \.books, keeping: .bytes(.max))
    for number in 0..<20 { try store.send(.put(number, "Before there was a scope, \(number)")) }
    let alone = try #require(store.historyBytes)
    let scope = try store.undoScope(\.books.titles)
    #expect(store.historyBytes == alone)
    for number in 0..<20 { try store.send(.put(number, "With a scope open, \(number)")) }
    let both = try #require(store.historyBytes)
    #expect(both > alone)
    // The moments from before the scope are older than all of its own.
    try store.keep(bytes: both - alone / 2)
    #expect(scope.timeline?.count == 21 && store.timeline.count < 41 && store.timeline.count > 21)
    // Then they go by turns.
    try store.keep(bytes: both / 4)
    #expect(store.historyBytes ?? .max <= both / 4)
    let (left, leftInScope) = (store.timeline.count, try #require(scope.timeline?.count))
    #expect(abs(left - leftInScope) <= 1 && left > 1)
    try store.send(.put(1, "Within the limit"))
    #expect(store.historyBytes ?? .max <= both / 4)
    scope.close()
    #expect(store.historyBytes ?? .max < both / 4)
  }

  @Test("A scope of a part without a description counts nothing")
  func undescribedScope() throws {
    let store = Store(Shelf(), undoing: \.books, keeping: .bytes(.max))
    try store.send(.put(1, "A title"))
    let before = store.historyBytes
    let scope = try store.undoScope(\Shelf.bare)
    #expect(store.historyBytes == before)
    try store.send(.put(1, "Another"))
    #expect(scope.canUndo)
  }

  @Test("A scope's undo, which brings nodes back, counts them once more and not less")
  func scopeUndo() throws {
    let store = Store(Shelf.filled(300), undoing: \.books, keeping: .bytes(.max))
    let scope = try store.undoScope(\.books.titles)
    for number in 0..<10 { try store.send(.put(number, "A title that is long enough, \(number)")) }
    for _ in 0..<10 { try scope.undo() }
    let exact = store.keptBooks.combinedHeapFootprint.bytes - store.state.books.heapFootprint.bytes
    #expect(store.historyBytes ?? 0 >= exact)
    try store.keep(bytes: 0)
    #expect(store.historyBytes == 0)
  }

  @Test("Loading begins to count anew, and a store that cannot be measured says so")
  func loading() throws {
    let store = Store(Shelf(), keeping: .bytes(1_000_000))
    for id in 0..<20 { try store.send(.put(id, "Title")) }
    #expect(store.historyBytes ?? 0 > 0)
    try store.load(Shelf.filled(10))
    #expect(store.historyBytes == 0)
    try store.send(.put(3, "A title that is long enough"))
    #expect(store.historyBytes ?? 0 > 0)
  }

  @Test("A transaction and the hook's preview count as the one step that they are")
  func preview() throws {
    let store = Store(Shelf.filled(20), undoing: \.books, keeping: .bytes(.max))
    let before = Store(Shelf.filled(20), undoing: \.books, keeping: .bytes(.max))
    try store.willCommit { _ in }
    for store in [store, before] {
      try store.transaction("Both") { draft in
        try draft.send(.put(1, "A title that is long enough"))
        try draft.send(.put(2, "Another that is long enough"))
      }
    }
    #expect(store.historyBytes == before.historyBytes)
    #expect(throws: StoreError.busy) {
      try store.transaction("Inside") { _ in try store.keep(bytes: 0) }
    }
  }
}

extension Store<Shelf> {
  /// The books at all moments that are kept as values.
  fileprivate var keptBooks: [Shelf.Books] {
    timeline.pages.snapshots.all.compactMap { $0.snapshot.undone(as: Shelf.Books.self) }
  }
}

extension Shelf {
  /// The books without a description.
  fileprivate struct Bare: Equatable, Sendable { var titles: [String] }

  fileprivate var bare: Bare {
    get { Bare(titles: books.order.compactMap { books.titles[$0] }) }
    set {}
  }
}
