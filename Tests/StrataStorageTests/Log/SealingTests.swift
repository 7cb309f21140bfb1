import Measuring
import StrataCore
import TestSupport
import Testing

@testable import StrataStorage

/// Changes stand in the log one by one, until they take so much that they are put into pages.
@Suite("Putting changes into pages")
struct SealingTests {
  private static let log = "/d/shelf.json.log"

  private func kinds(_ disk: SimulatedDisk) throws -> String {
    String(decoding: try #require(disk.image.bytes(of: Self.log)).logLines.compactMap(\.first), as: UTF8.self)
  }

  /// Sends so many changes with labels of ten thousand letters, which differ.
  private func send(_ count: Int, to store: Store<Shelf>, _ random: inout SplitMix64) throws {
    for _ in 0..<count {
      try store.send(.add("\(random.next())" + String(repeating: "and on ", count: 1_500)))
    }
  }

  @Test("Few changes stay as they are, many become pages when the state is saved, and each is as it was")
  func share() throws {
    let (disk, clock) = (SimulatedDisk(), ManualClock())
    var random = SplitMix64(seed: 1)
    let durable = try openShelf(on: disk, clock: clock)
    try send(5, to: durable.store, &random)
    try durable.flush()
    #expect(try kinds(disk) == "spsssss")
    try send(20, to: durable.store, &random)
    try durable.store.undo()
    #expect(try kinds(disk).count == 28)
    try durable.flush()
    #expect(try kinds(disk) == "sp" && disk.image.bytes(of: Self.log)?.count ?? 0 < 30_000)
    try durable.store.send(.add("more"))
    let position = try #require(durable.position)
    #expect(try kinds(disk) == "sps" && position.number == 27)
    let remembered = Remembered(durable.store)
    let killed = SimulatedDisk(disk.image)
    let again = try openShelf(on: killed, clock: clock)
    #expect(Remembered(again.store) == remembered && again.position == position)
    try again.store.undo()
    try again.store.redo()
    #expect(Remembered(again.store) == remembered)
    // A page that was written once is written as it is.
    try send(30, to: again.store, &random)
    try again.flush()
    #expect(try kinds(killed) == "spp")
    let later = Remembered(again.store)
    try again.close()
    #expect(Remembered(try openShelf(on: killed, clock: clock).store) == later)
  }

  @Test("Across twenty sealings, a feed delivers each change once and never repeats the state")
  func feed() throws {
    let (disk, clock) = (SimulatedDisk(), ManualClock())
    var random = SplitMix64(seed: 2)
    let writer = try openShelf(on: disk, clock: clock)
    let reader = try openShelf(on: disk, clock: clock) { $0.access = .reading }
    var feed = FeedReader("/d/shelf.json", after: nil, limit: 1 << 30, in: disk)
    var away = FeedReader("/d/shelf.json", after: nil, limit: 1 << 30, in: disk)
    guard case .state(var plain, _)? = try feed.next(9).first, case .state? = try away.next(9).first else {
      Issue.record("no state")
      return
    }
    var last = 0
    for round in 0..<20 {
      for _ in 0..<3 { try writer.store.send(.add("\(random.next())")) }
      try writer.store.undo()
      if round % 3 == 0 { try writer.store.jump(to: writer.store.timeline.ids[round]) }
      // Before it, after it, and in the middle of what it puts away.
      if round % 2 == 0 { for case .change(let change) in try feed.next(2) { try take(change) } }
      #expect(try reader.catchUp() == .changes(round % 3 == 0 ? 5 : 4))
      try writer.store.send(.add("late"))
      _ = try writer.keeping?.saving.renew(writer.store)
      while case let items = try feed.next(4), !items.isEmpty {
        for item in items {
          guard case .change(let change) = item else {
            Issue.record("round \(round): \(item)")
            return
          }
          try take(change)
        }
      }
      #expect(plain == (try PlainValue(of: writer.store.state)) && last == writer.position?.number)
      #expect(try reader.catchUp() == .changes(1) && Remembered(reader.store) == Remembered(writer.store))
    }
    // One that was far behind is told the state once.
    guard case .state(let state, let told)? = try away.next(9).first else {
      Issue.record("no state")
      return
    }
    #expect(state == plain && told.reason == .behind && told.position?.number == last)
    #expect(try away.next(9).isEmpty)

    func take(_ change: FeedChange) throws {
      last += 1
      #expect(change.position.number == last)
      try plain.apply(change.patch)
    }
  }

  @Test("A change that is sent while pages are written is logged behind the pages")
  func meanwhile() throws {
    let (disk, clock) = (SimulatedDisk(), ManualClock())
    let durable = try openShelf(on: disk, clock: clock)
    for number in 0..<40 { try durable.store.send(.add("\(number)")) }
    // Each wait for the disk is where another thread comes in, as long as none keeps the store for itself.
    let (store, isOver) = (durable.store, Guarded(false))
    disk.beforeSync.withLock { hook in
      hook = { _ in if !isOver.withLock({ $0 }) { try? store.send(.add("meanwhile")) } }
    }
    _ = try durable.keeping?.saving.renew(durable.store)
    isOver.withLock { $0 = true }
    #expect(try kinds(disk).hasPrefix("spps") && durable.store.state.books.count > 41)
    let remembered = Remembered(durable.store)
    #expect(Remembered(try openShelf(on: SimulatedDisk(disk.image), clock: clock).store) == remembered)
  }
}
