import Dispatch
import Strata
import Testing

@testable import StrataStorage

@Suite("A disk that takes its time")
struct SlowDiskTests {
  @Test("A sender waits once the oldest change that is not on the disk is older than the interval")
  func interval() async throws {
    let disk = SimulatedDisk()
    let wait = Duration.milliseconds(100)
    let durable = try openShelf(on: disk) { $0.sync = .interval(wait) }
    try durable.store.send(.add("A"))
    try durable.sync()
    // The log is not synced before the test lets it be.
    let gate = DispatchSemaphore(value: 0)
    let isHeld = Guarded(true)
    disk.beforeSync.withLock { hook in
      hook = { role in
        guard role == "log", isHeld.withLock({ $0 }) else { return }
        gate.wait()
        gate.signal()
      }
    }
    let (acknowledged, isDone) = (Guarded(0), Guarded(false))
    let store = durable.store
    DispatchQueue(label: "a writer").async {
      while !isDone.withLock({ $0 }) {
        guard (try? store.send(.weigh(1, .random(in: 0..<1)))) != nil else { return }
        acknowledged.withLock { $0 += 1 }
      }
    }
    /// Looks again and again, and returns what was acknowledged when that satisfies.
    func looking(every pause: Duration, _ satisfies: (Int) -> Bool) async throws -> Int? {
      for _ in 0..<1_000 {
        let count = acknowledged.withLock { $0 }
        if satisfies(count) { return count }
        try await Task.sleep(for: pause)
      }
      return nil
    }
    _ = try #require(try await looking(every: wait / 20) { $0 > 0 })
    // It begins no change when the interval has passed, long before the disk is done: from then on all stands still.
    var before = 0
    let still = try await looking(every: wait * 5) { count in
      defer { before = count }
      return count == before
    }
    #expect(still != nil)
    isHeld.withLock { $0 = false }
    gate.signal()
    #expect(try await looking(every: wait / 20) { $0 > before } != nil)
    isDone.withLock { $0 = true }
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
    let (failure, isDone) = (Guarded<LogError?>(nil), DispatchSemaphore(value: 0))
    let hasBegun = DispatchSemaphore(value: 0)
    disk.beforeSync.withLock { hook in
      hook = { role in
        // The new file has the name by now, and the store does not know of it.
        guard role == "folder", disk.operations.contains("rename temp to log") else { return }
        disk.beforeSync.withLock { $0 = nil }
        DispatchQueue(label: "another thread").async {
          hasBegun.signal()
          do throws(LogError) {
            try durable.sync()
          } catch {
            failure.withLock { $0 = error }
          }
          isDone.signal()
        }
        hasBegun.wait()
        if isDone.wait(timeout: .now() + .milliseconds(100)) == .success { isDone.signal() }
      }
    }
    disk.restart()
    _ = try durable.keeping?.saving.renew(durable.store)
    isDone.wait()
    #expect(failure.withLock { $0 } == nil)
    try durable.store.send(.add("B"))
    try durable.close()
  }

  @Test("When the sync that a sender waits for fails, its change is not made")
  func failing() async throws {
    let disk = SimulatedDisk()
    let durable = try openShelf(on: disk) { $0.sync = .interval(.milliseconds(1)) }
    disk.fail("sync log")
    try durable.store.send(.add("A"))
    try await Task.sleep(for: .milliseconds(30))
    let state = durable.store.state
    #expect(throws: LogError.self) { try durable.store.send(.add("B")) }
    #expect(durable.store.state == state)
    disk.fail()
    try durable.flush()
    try durable.store.send(.add("C"))
    try durable.close()
    #expect(try openShelf(on: disk).store.state.books.values.map(\.title) == ["A", "C"])
  }

  @Test("What comes while the log is synced is not on the disk, and is synced the next time")
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
