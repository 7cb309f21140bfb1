import StrataCore
import StrataSync
import Testing

@Suite("An engine that tells two machines that each was first")
struct BrokenPromiseTests {
  /// Some machines that have applied two changes of the first one.
  private let stores: [Store<Board>]

  init() throws {
    stores = try (1...3).map { site in
      let store = Store(Board(), undoing: \.notes, \.arrangement, \.tags, \.text, \.record)
      try store.join(as: site, startingWith: Board())
      return store
    }
    for title in ["A", "B"] {
      let change = try Self.addAndPublish(title, stores[0])
      for store in stores.dropFirst() { try store.apply(change, at: store.sharing.position + 1) }
    }
  }

  /// Adds a note; the engine says that the store was first.
  @discardableResult
  private static func addAndPublish(_ title: String, _ store: Store<Board>) throws -> SharedChange {
    try store.send(.add(title))
    let (change, position) = try #require(try store.nextToPublish())
    try store.apply(change, at: position)
    return change
  }

  /// Expects that a store refuses a change at a position, and keeps all that it has.
  private func expectFork(_ store: Store<Board>, _ found: SharedChange, at position: Int) throws {
    let (before, revision) = (store.state, store.revision)
    let applied = try #require(store.sharing.name(at: position))
    #expect(throws: SharingError.forked(position: position, applied: applied, found: found.name)) {
      try store.apply(found, at: position)
    }
    #expect(store.state.isWritten(as: before) && store.revision == revision)
  }

  @Test("Each machine notices the other change at its position, and keeps what it has")
  func both() throws {
    let first = try Self.addAndPublish("mine", stores[0])
    let second = try Self.addAndPublish("theirs", stores[1])
    try stores[2].apply(second, at: 3)
    for store in stores { try store.send(.add("later")) }
    try expectFork(stores[0], second, at: 3)
    try expectFork(stores[1], first, at: 3)
    try expectFork(stores[2], first, at: 3)
    #expect(try stores[2].apply(second, at: 3) == .alreadyApplied)
    #expect(try stores[0].apply(first, at: 3) == .alreadyApplied)
    for store in stores {
      #expect(store.sharing.unpublishedCount == 1 && store.state.notes.values.last?.title == "later")
    }
  }

  @Test("Machines that went on apart notice it at each of the positions")
  func later() throws {
    let own = try (0..<20).map { try Self.addAndPublish("\($0)", stores[0]) }
    let others = try (0..<20).map { try Self.addAndPublish("\($0)", stores[1]) }
    for (index, (own, other)) in zip(own, others).enumerated() {
      try expectFork(stores[0], other, at: index + 3)
      try expectFork(stores[1], own, at: index + 3)
    }
  }

  @Test("The error names the position, both changes and machines, and the way out")
  func message() throws {
    let error = SharingError.forked(
      position: 3,
      applied: try #require(SharedChange.Name("1-5")),
      found: try #require(SharedChange.Name("0-77"))
    )
    for words in [
      "Position 3", "applied 1-5", "has 0-77", "machine 1 and a machine that joins", "Nothing is lost",
      "export", "copy of the files of the chosen machine",
    ] {
      #expect("\(error)".contains(words))
    }
  }

  @Test("A change that the engine keeps twice has both positions")
  func twice() throws {
    let change = try Self.addAndPublish("mine", stores[0])
    let other = try Self.addAndPublish("theirs", stores[1])
    #expect(try stores[0].apply(change, at: 4) == .alreadyApplied)
    #expect(stores[0].sharing.name(at: 3) == change.name && stores[0].sharing.name(at: 4) == change.name)
    try expectFork(stores[0], other, at: 4)
  }

  @Test("A store remembers the names at a bounded number of positions, and passes over older ones")
  func bounded() throws {
    let other = try Self.addAndPublish("theirs", stores[1])
    let first = try Self.addAndPublish("mine", stores[0])
    for number in 1..<Sharing.rememberedPositions { try Self.addAndPublish("\(number)", stores[0]) }
    #expect(stores[0].sharing.position == Sharing.rememberedPositions + 2)
    #expect(stores[0].sharing.name(at: 3) == first.name)
    try expectFork(stores[0], other, at: 3)
    try Self.addAndPublish("one more", stores[0])
    #expect(stores[0].sharing.name(at: 3) == nil)
    #expect(try stores[0].apply(other, at: 3) == .alreadyApplied)
    try expectFork(stores[0], other, at: 4)
    guard case .record(let notes) = try PlainValue(of: stores[0].sharing),
      case .record(let names)? = notes["names"]
    else {
      Issue.record("the names are no record")
      return
    }
    #expect(names.members.count == Sharing.rememberedPositions)
  }
}
