import Foundation
import Measuring
import StrataCore
import StrataStorage
import TestSupport
import Testing

@Suite("A store that follows another one")
struct FollowingTests {
  private func follower(on disk: SimulatedDisk, _ clock: ManualClock = ManualClock()) throws -> DurableStore<
    Shelf
  > {
    try openShelf(on: disk, clock: clock) { $0.access = .reading }
  }

  @Test("State, history and observers advance as changes are written, one after the other")
  func oneByOne() throws {
    let disk = SimulatedDisk()
    let writer = try openShelf(on: disk)
    try writer.store.send(.add("A"))
    let reader = try follower(on: disk)
    #expect(try reader.catchUp() == .nothing && reader.position == writer.position)
    let heard = Guarded<[String]>([])
    let token = reader.store.observe { transition in
      guard case .followed = transition.cause else { return heard.withLock { $0.append("another cause") } }
      let titles = transition.after.books.values.map(\.title)
      let line = "\(transition.step?.label ?? "no step"): \(titles)"
      heard.withLock { $0.append(line) }
    }
    let hook = try reader.store.willCommit { _ in throw Shelf.Refused() }
    try writer.store.send(.add("B"))
    try writer.store.send(.select([1]))
    try writer.store.send(.rename(2, "b"))
    try writer.store.undo()
    try writer.store.redo()
    try writer.store.markSaved()
    #expect(try reader.catchUp() == .changes(6) && reader.position == writer.position)
    #expect(
      heard.withLock { $0 } == [
        "Add \"B\": [\"A\", \"B\"]", "no step: [\"A\", \"B\"]", "Rename: [\"A\", \"b\"]",
        "Rename: [\"A\", \"B\"]", "Rename: [\"A\", \"b\"]",
      ]
    )
    #expect(Remembered(reader.store) == Remembered(writer.store))
    #expect(try reader.catchUp() == .nothing)
    hook.cancel()
    #expect(throws: LogError.readOnly(path: "/d/shelf.json")) { try reader.store.send(.add("C")) }
    token.cancel()
  }

  @Test(
    "A follower that catches up at any moment has the state and history of the writer",
    arguments: 1...8 as ClosedRange<UInt64>
  )
  func random(seed: UInt64) throws {
    for round in 0..<(Soak.isOn ? 25 : 1) as Range<UInt64> {
      var run = try RandomRestarts(seed: seed &+ round &* 1_000)
      var random = SplitMix64(seed: seed &+ round)
      var reader = try follower(on: run.disk, run.clock)
      // Changes come one by one where an observer watches, and several at once elsewhere.
      var token = seed.isMultiple(of: 2) ? reader.store.observe { _ in } : nil
      var taken = 0
      let count = Soak.pick(80, more: 200)
      for command in 0..<count {
        try run.next()
        guard random.below(3) == 0, let writer = run.durable else { continue }
        // Evictions are logged with the next change, or by this call.
        try writer.store.recordEvictions()
        if case .changes(let count) = try reader.catchUp() { taken += count }
        let (there, here) = (Remembered(writer.store), Remembered(reader.store))
        guard there == here, reader.position == writer.position,
          reader.store.timeline.brokenInvariants.isEmpty
        else {
          Issue.record(
            "seed \(seed), round \(round), command \(command):\n\(here)\n— and the writer —\n\(there)\n\(run.log.suffix(8))"
          )
          return
        }
        if random.below(12) == 0 {
          reader = try follower(on: run.disk, run.clock)
          token = random.below(2) == 0 ? reader.store.observe { _ in } : nil
        }
      }
      withExtendedLifetime(token) {}
      #expect(taken > count / 4)
    }
  }

  @Test(
    "Before every call that the writer makes to the disk, also while it saves and writes its log anew: only what was"
  )
  func everyCall() throws {
    let disk = SimulatedDisk()
    let writer = try openShelf(on: disk) { $0.keeping = .steps(8) }
    let reader = try follower(on: disk)
    let heard = Guarded<[String]>([])
    let known = Guarded<[String]>([])
    let token = reader.store.observe { transition in
      let titles = transition.after.books.values.map(\.title).joined()
      let isKnown = known.withLock { $0.contains(titles) }
      if !isKnown { heard.withLock { $0.append("not acknowledged yet: \(titles)") } }
    }
    let looks = Guarded(0)
    disk.beforeCall.withLock {
      $0 = {
        looks.withLock { $0 += 1 }
        do { try reader.catchUp() } catch { heard.withLock { $0.append("\(error)") } }
      }
    }
    let count = Soak.pick(300, more: 1_200)
    for number in 0..<count {
      let titles = writer.store.state.books.values.map(\.title).joined()
      let next = number % 3 == 2 ? "" : "\(number % 10)"
      known.withLock { $0 = [titles, titles + next, String(titles.dropFirst())] }
      if number % 3 == 2, let first = writer.store.state.books.keys.first {
        known.withLock { $0 = [titles, String(titles.dropFirst())] }
        try writer.store.send(.remove(first))
      } else {
        try writer.store.send(.add(next))
      }
      if number % (count / 3) == count / 3 - 1 { try writer.flush() }
    }
    try writer.close()
    disk.beforeCall.withLock { $0 = nil }
    try reader.catchUp()
    #expect(heard.withLock { $0 } == [] && looks.withLock { $0 } > 3 * count)
    #expect(reader.store.state.isWritten(as: writer.store.state))
    #expect(reader.store.timeline.ids == writer.store.timeline.ids && reader.position == writer.position)
    token.cancel()
  }

  @Test("A writer that dies and comes back, without a log or with another one, is followed on")
  func anotherLog() throws {
    let disk = SimulatedDisk()
    let reader = try follower(on: disk)
    #expect(reader.position == nil)
    #expect(try reader.catchUp() == .nothing)
    var writer: DurableStore<Shelf>? = try openShelf(on: disk)
    try writer?.store.send(.add("A"))
    #expect(try reader.catchUp() == .readAnew && reader.position == writer?.position)
    try writer?.store.send(.add("B"))
    #expect(try reader.catchUp() == .changes(1))
    writer = nil
    #expect(try reader.catchUp() == .nothing)
    disk.lose("shelf.json.log")
    #expect(try reader.catchUp() == .readAnew && reader.position == nil)
    #expect(reader.store.state.books.count == 0)
    writer = try openShelf(on: disk)
    try writer?.store.send(.add("C"))
    #expect(try reader.catchUp() == .readAnew)
    #expect(reader.position == writer?.position && reader.position != nil)
    #expect(reader.store.state.books.values.map(\.title) == ["C"])
  }

  @Test(
    "Before anything is written there is the beginning, and no file is made; it reads anew once the writer comes"
  )
  func beforeTheWriter() throws {
    let disk = SimulatedDisk()
    let reader = try follower(on: disk)
    #expect(reader.report.history == .begun && reader.store.state.books.isEmpty)
    #expect(try reader.catchUp() == .nothing && disk.image.names(in: "/d").isEmpty)
    let writer = try openShelf(on: disk)
    try writer.store.send(.add("A"))
    #expect(try reader.catchUp() == .readAnew)
    #expect(Remembered(reader.store) == Remembered(writer.store))
  }

  @Test("catchUp() takes back followed changes that the log has lost, and reports .rolledBack")
  func rolledBack() throws {
    let disk = SimulatedDisk()
    var writer: DurableStore<Shelf>? = try openShelf(on: disk) { $0.sync = .interval(.seconds(1_000)) }
    try writer?.store.send(.add("A"))
    try writer?.sync()
    let place = disk.image.bytes(of: "/d/shelf.json.log")?.count ?? 0
    try writer?.store.send(.add("B"))
    let reader = try follower(on: disk)
    #expect(reader.store.state.books.count == 2)
    writer = nil
    // As a power cut leaves it, for a follower on another machine.
    disk.overwrite("shelf.json.log") { $0.removeLast($0.count - place) }
    writer = try openShelf(on: disk)
    let position = writer?.position
    #expect(try reader.catchUp() == .rolledBack(to: position))
    #expect(reader.store.state.books.values.map(\.title) == ["A"])
    try writer?.store.send(.add("C"))
    #expect(try reader.catchUp() == .changes(1))
    // The same, where another change of the same length has come in its place meanwhile.
    writer = nil
    disk.overwrite("shelf.json.log") { $0.removeLast($0.count - place) }
    writer = try openShelf(on: disk)
    try writer?.store.send(.add("D"))
    #expect(try reader.catchUp() == .rolledBack(to: writer?.position))
    #expect(reader.store.state.books.values.map(\.title) == ["A", "D"])
  }

  @Test("catchUp(onlySettled: true) syncs the log first, and takes in nothing when the sync fails")
  func onlySettled() throws {
    let disk = SimulatedDisk()
    let writer = try openShelf(on: disk) { $0.sync = .interval(.seconds(1_000)) }
    try writer.store.send(.add("A"))
    let reader = try follower(on: disk)
    try writer.store.send(.add("B"))
    disk.restart()
    #expect(try reader.catchUp(onlySettled: true) == .changes(1))
    #expect(disk.operations.contains("sync log"))
    try writer.store.send(.add("C"))
    disk.fail("sync log")
    #expect(throws: (any Error).self) { try reader.catchUp(onlySettled: true) }
    #expect(reader.store.state.books.count == 2)
    #expect(throws: (any Error).self) { try reader.catchUp(onlySettled: true) }
    disk.fail()
    #expect(try reader.catchUp(onlySettled: true) != .nothing)
    #expect(reader.store.state.books.count == 3 && reader.position == writer.position)
  }

  @Test("It follows by itself until its token goes, and says what cannot be read", .timeLimit(.minutes(30)))
  func byItself() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/shelf.json"
    let writer = try openShelf(on: POSIXFileSystem(), at: path)
    let reader = try openShelf(on: POSIXFileSystem(), at: path) { $0.access = .reading }
    let told = AsyncStream.makeStream(of: FollowOutcome?.self)
    var token: FollowingToken? = reader.follow { told.continuation.yield(try? $0.get()) }
    var heard = told.stream.makeAsyncIterator()
    for number in 0..<100 {
      try writer.store.send(.add("\(number)"))
      #expect(await heard.next() == .changes(1))
      #expect(reader.store.state.books.count == number + 1)
    }
    token?.cancel()
    try writer.store.send(.add("unheard"))
    token = reader.follow(.every(.milliseconds(2))) { told.continuation.yield(try? $0.get()) }
    #expect(await heard.next() == .changes(1))
    #expect(reader.store.state.books.count == 101)
    withExtendedLifetime(token) {}
    token = nil
  }

  @Test(
    "However long the log is, what was added to it is all that is read: the change, and again what goes beside it"
  )
  func cost() throws {
    let disk = SimulatedDisk()
    let writer = try openShelf(on: disk)
    for number in 0..<Soak.times(400) { try writer.store.send(.add("\(number)")) }
    try writer.flush()
    let reader = try follower(on: disk)
    try writer.store.send(.add("one"))
    try reader.catchUp()
    let before = disk.bytesRead
    for number in 0..<100 {
      try writer.store.send(.add("\(number)"))
      #expect(try reader.catchUp() == .changes(1))
    }
    // A change is some three hundred bytes.
    #expect(disk.bytesRead - before < 100 * 1_000)
  }
}
