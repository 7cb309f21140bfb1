import Dispatch
import StrataCore
import TestSupport
import Testing

@testable import StrataStorage

@Suite("A disk that takes its time")
struct SlowDiskTests {
  @Test("A sender waits once the oldest change that is not on the disk is older than the interval")
  func interval() throws {
    let disk = SimulatedDisk()
    let durable = try openShelf(on: disk) { $0.sync = .interval(.zero) }
    // The log is not synced before the test lets it be.
    let (isReached, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let isHeld = Guarded(true)
    disk.beforeSync.withLock { hook in
      hook = { role in
        guard role == "log", isHeld.withLock({ $0 }) else { return }
        isReached.signal()
        gate.wait()
      }
    }
    let (store, isAcknowledged) = (durable.store, DispatchSemaphore(value: 0))
    try store.send(.add("A"))
    // The background syncs "A", and the disk takes its time.
    try #require(Patience.wait(for: isReached))
    DispatchQueue(label: "a writer").async {
      #expect(throws: Never.self) { try store.send(.add("B")) }
      isAcknowledged.signal()
    }
    // The writer waits for the disk, too, before it begins its change.
    try #require(Patience.wait(for: isReached))
    #expect(isAcknowledged.wait(timeout: .now()) == .timedOut && store.state.books.count == 1)
    isHeld.withLock { $0 = false }
    for _ in 0..<2 { gate.signal() }
    try #require(Patience.wait(for: isAcknowledged))
    #expect(store.state.books.count == 2)
    try durable.close()
  }

  @Test("A change is old when the interval has passed since it was written, and not before")
  func age() throws {
    let (disk, wait) = (SimulatedDisk(), Duration.seconds(5))
    let durable = try openShelf(on: disk) { $0.sync = .onFlush }
    let file = try #require(durable.keeping).log.file
    let before = ContinuousClock.now
    try durable.store.send(.add("A"))
    let after = ContinuousClock.now
    disk.restart()
    try file.sync(after: wait, at: before + wait - .nanoseconds(1))
    #expect(disk.operations == [])
    try file.sync(after: wait, at: after + wait)
    #expect(disk.operations == ["sync log"])
    try file.sync(after: wait, at: after + wait * 2)
    #expect(disk.operations == ["sync log"], "no change waits")
    try durable.close()
  }

  @Test(
    "A sync while the log is written anew meets the old file or the new one, and never a log that was replaced"
  )
  func syncWhileRenewing() throws {
    let disk = SimulatedDisk()
    let durable = try openShelf(on: disk) { $0.sync = .onFlush }
    try durable.store.send(.add("A"))
    try durable.flush()
    let log = try #require(durable.keeping).log
    let (failure, isDone) = (Guarded<LogError?>(nil), DispatchSemaphore(value: 0))
    disk.beforeSync.withLock { hook in
      hook = { role in
        // The new file has the name by now, and the store does not know of it.
        guard role == "folder", disk.operations.contains("rename temp to log") else { return }
        disk.beforeSync.withLock { $0 = nil }
        #expect(log.naming.isTaken, "another thread could look at the name meanwhile")
        DispatchQueue(label: "another thread").async {
          do throws(LogError) {
            try durable.sync()
          } catch {
            failure.withLock { $0 = error }
          }
          isDone.signal()
        }
      }
    }
    disk.restart()
    _ = try durable.keeping?.saving.renew(durable.store)
    try #require(Patience.wait(for: isDone))
    #expect(failure.withLock { $0 } == nil)
    // A look at the name waits for whoever holds the lock that the new file's name is given under.
    let isTaken = Guarded<[Bool]>([])
    disk.beforeCall.withLock { $0 = { isTaken.withLock { $0.append(log.naming.isTaken) } } }
    // After a change in the folder, the store looks its names up again.
    disk.put([], at: "another.json")
    disk.restart()
    try durable.store.send(.add("B"))
    disk.beforeCall.withLock { $0 = nil }
    let look = try #require(disk.operations.firstIndex(of: "status log"))
    #expect(isTaken.withLock { $0[look] })
    try durable.close()
  }

  @Test("A sender waits for the disk itself where the system gives no thread")
  func noThread() throws {
    let (disk, threads) = (SimulatedDisk(), Threads())
    let durable = try openShelf(on: disk) { $0.sync = .onFlush }
    let saving = try #require(durable.keeping?.saving)
    let log = Log(
      saving.log.file,
      id: saving.log.id,
      sealedBytes: 0,
      growth: saving.log.growth,
      .interval(.seconds(1_000)),
      fields: saving.log.fields,
      restoredValues: saving.log.restoredValues,
      beside: durable.file,
      at: saving.place,
      alarm: threads.alarm
    )
    try durable.store.setRecorder(CommitRecorder { try log.record($0) }, from: log.file.end.sequence)
    threads.refusal.withLock { $0 = .wouldBlock }
    for title in ["A", "B"] {
      disk.restart()
      try durable.store.send(.add(title))
      #expect(disk.operations.last == "sync log")
    }
    threads.refusal.withLock { $0 = nil }
    disk.restart()
    for title in ["C", "D"] { try durable.store.send(.add(title)) }
    #expect(threads.count == 1 && !disk.operations.contains("sync log"))
    try durable.close()
  }

  @Test("When the sync that a sender waits for fails, its change is not made")
  func failing() throws {
    let disk = SimulatedDisk()
    let durable = try openShelf(on: disk) { $0.sync = .interval(.zero) }
    disk.fail("sync log")
    try durable.store.send(.add("A"))
    let state = durable.store.state
    #expect(throws: LogError.self) { try durable.store.send(.add("B")) }
    #expect(durable.store.state == state)
    disk.fail()
    try durable.flush()
    try durable.store.send(.add("C"))
    try durable.close()
    #expect(try openShelf(on: disk).store.state.books.values.map(\.title) == ["A", "C"])
  }

  @Test("A change that is appended during a sync is synced by the next sync")
  func meanwhile() throws {
    let disk = SimulatedDisk()
    let durable = try openShelf(on: disk) { $0.sync = .onFlush }
    let (store, file) = (durable.store, try #require(durable.keeping).log.file)
    try store.send(.add("A"))
    let isFirst = Guarded(true)
    disk.beforeSync.withLock { hook in
      hook = { _ in
        guard
          isFirst.withLock({ isFirst in
            defer { isFirst = false }
            return isFirst
          })
        else { return }
        try? store.send(.add("B"))
      }
    }
    for expected in [["sync log"], []] {
      if expected != [] { try durable.sync() }
      disk.restart()
      try file.sync(after: .zero)
      #expect(disk.operations == expected)
    }
    try durable.close()
  }
}
