import Measuring
import StrataCore
import TestSupport
import Testing

@testable import StrataStorage

@Suite("A feed of changes")
struct ChangeFeedTests {
  /// One who takes in a feed, and keeps nothing but a plain state and a position.
  private struct Taker {
    var state = PlainValue.null
    var position: ChangePosition?
    var reasons: [FeedState.Reason] = []
    var numbers: [Int] = []
    var reader: FeedReader

    init(_ disk: SimulatedDisk, after position: ChangePosition? = nil, _ state: PlainValue = .null) {
      (self.state, self.position) = (state, position)
      reader = FeedReader("/d/shelf.json", after: position, limit: 1 << 30, in: disk)
    }

    mutating func takeAll(_ most: Int) throws {
      while case let items = try reader.next(most), !items.isEmpty {
        #expect(items.count <= most)
        for item in items {
          switch item {
          case .state(let plain, let told):
            (state, position) = (plain, told.position)
            reasons.append(told.reason)
          case .change(let change):
            if let position {
              #expect(change.position.log == position.log && change.position.number == position.number + 1)
            }
            try state.apply(change.patch)
            position = change.position
            numbers.append(change.position.number)
          }
        }
      }
    }
  }

  @Test(
    "A feed that is asked at any time delivers each change once, in order, up to the writer's state",
    arguments: 1...6 as ClosedRange<UInt64>
  )
  func random(seed: UInt64) throws {
    for round in 0..<(Soak.isOn ? 25 : 1) as Range<UInt64> {
      var run = try RandomRestarts(seed: seed &+ round &* 1_000)
      var random = SplitMix64(seed: seed &+ round)
      var taker = Taker(run.disk)
      for command in 0..<200 {
        try run.next()
        guard random.below(4) == 0, let writer = run.durable else { continue }
        try taker.takeAll(1 + random.below(5))
        let there = try PlainValue(of: writer.store.state)
        guard taker.state.json == there.json, taker.position == writer.position else {
          Issue.record(
            "seed \(seed), round \(round), command \(command): \(taker.state)\n\(there)\n\(run.log.suffix(8))"
          )
          return
        }
        // One who was away, and kept the position.
        if random.below(6) == 0 { taker.reader = Taker(run.disk, after: taker.position).reader }
      }
      #expect(taker.numbers.count > 50 && taker.reasons.first == .beginning)
    }
  }

  @Test("A change says what it means, who did it, and where it stands")
  func meaning() throws {
    let (disk, clock) = (SimulatedDisk(), ManualClock())
    let writer = try openShelf(on: disk, clock: clock)
    var reader = FeedReader("/d/shelf.json", after: nil, limit: 1 << 30, in: disk)
    _ = try reader.next(9)
    try writer.store.send(.add("A"), as: "agent")
    try writer.store.send(.select([]))
    try writer.store.undo()
    try writer.store.checkpoint("Empty")
    try writer.store.markSaved()
    let first = writer.store.timeline.oldest.id
    let made = try #require(writer.store.timeline.ids.last)
    let changes = try reader.next(9).compactMap { if case .change(let change) = $0 { change } else { nil } }
    let step = FeedChange.Step(
      moment: made,
      parent: first,
      label: "Add \"A\"",
      time: clock.now,
      author: "agent",
      origin: .sent
    )
    #expect(
      changes.map(\.meaning) == [
        .step(step), .nothing, .movement(to: first), .checkpoint(first, "Empty"), .saved(first),
      ]
    )
    #expect(changes.map(\.position.number) == [1, 2, 3, 4, 5] && changes.last?.position == writer.position)
    #expect(changes.map(\.author) == ["agent", nil, nil, nil, nil])
    #expect(try reader.next(9).isEmpty)
    // A position is a text that one keeps.
    let position = try #require(writer.position)
    #expect(ChangePosition(position.description) == position)
    let told = try #require(changes.last?.position)
    #expect(told.shape != nil && ChangePosition(told.description)?.shape == told.shape)
    let (line, shape) = ("00000000", "0123456789abcdef")
    for text in ["a-1", "a-1-\(line)", "a-1-\(shape)", "a-1-\(line)-\(shape)"] {
      #expect(ChangePosition(text)?.description == text)
    }
    let wrong = [
      "", "a", "a-", "a--1", "a-1-", "a-01", "a-1-1234567", "a-1-zzzzzzzz", "-1", "a-1-\(line)-",
      "a-1-\(line)-x", "a-1-\(shape)-\(line)", "a-1-\(line)-\(shape)-\(shape)",
      "a-1-\(line)-0123456789abcdeg",
    ]
    for text in wrong {
      #expect(ChangePosition(text) == nil, "\(text)")
    }
  }

  @Test("A feed that cannot go on from a position delivers the state, with the reason")
  func noWay() throws {
    let disk = SimulatedDisk()
    var writer: DurableStore<Shelf>? = try openShelf(on: disk)
    try writer?.store.send(.add("A"))
    try writer?.sync()
    let place = disk.image.bytes(of: "/d/shelf.json.log")?.count ?? 0
    try writer?.store.send(.add("B"))
    let position = writer?.position
    writer = nil
    disk.overwrite("shelf.json.log") { $0.removeLast($0.count - place) }
    writer = try openShelf(on: disk)
    try writer?.store.send(.add("C"))
    var taker = Taker(disk, after: position)
    try taker.takeAll(9)
    #expect(taker.reasons == [.rolledBack] && taker.position == writer?.position)
    // Another store, under the same name.
    try writer?.close()
    for name in ["shelf.json", "shelf.json.log", ".shelf.json.previous"] { disk.lose(name) }
    try taker.takeAll(9)
    #expect(taker.reasons == [.rolledBack])
    writer = try openShelf(on: disk)
    try writer?.store.send(.add("D"))
    try taker.takeAll(9)
    #expect(taker.reasons == [.rolledBack, .behind] && taker.position == writer?.position)
    // A state without a log, and one that does not fit it: told once.
    try writer?.close()
    writer = nil
    disk.lose("shelf.json.log")
    try taker.takeAll(9)
    #expect(taker.reasons == [.rolledBack, .behind, .behind] && taker.position == nil)
    try taker.takeAll(9)
    #expect(taker.reasons.count == 3)
  }

  @Test("Of a sequence each change comes as it is made, and it ends with its task", .timeLimit(.minutes(30)))
  func sequence() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/shelf.json"
    let writer = try openShelf(on: POSIXFileSystem(), at: path)
    for pace in [FollowingPace.events, .every(.milliseconds(5))] {
      let labels = AsyncStream.makeStream(of: String.self)
      let task = Task {
        for try await item in ChangeFeed(of: path, pace: pace) {
          switch item {
          case .state: labels.continuation.yield("state")
          case .change(let change):
            if case .step(let step) = change.meaning { labels.continuation.yield(step.label) }
          }
        }
        labels.continuation.finish()
      }
      var heard = labels.stream.makeAsyncIterator()
      #expect(await heard.next() == "state")
      // One by one, and many at once.
      for numbers in (0..<20).map({ $0..<$0 + 1 }) + [20..<200] {
        for number in numbers { try writer.store.send(.add("\(number)")) }
        for number in numbers { try #require(await heard.next() == "Add \"\(number)\"") }
      }
      task.cancel()
      #expect(await heard.next() == nil)
      try writer.flush()
    }
  }
}
