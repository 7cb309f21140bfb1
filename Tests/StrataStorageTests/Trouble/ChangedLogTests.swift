import StrataCore
import Testing

@testable import StrataStorage

@Suite("A log that another program changes while the store is open")
struct ChangedLogTests {
  static let (path, log) = ("/d/shelf.json", "/d/shelf.json.log")
  let disk = SimulatedDisk()

  /// The ways in which another program changes a file in place.
  private static let changes: [(name: String, change: @Sendable (inout [UInt8]) -> Void)] = [
    ("cut off by a line", { $0.removeLast(1 + $0.dropLast().reversed().prefix { $0 != 0x0A }.count) }),
    ("cut off by a byte", { $0.removeLast() }),
    ("emptied", { $0 = [] }),
    ("made longer", { $0 += Array("hello\n".utf8) }),
    ("written over", { $0[$0.count - 20] ^= 1 }),
  ]

  /// The titles and the number of moments that the files have after a power cut.
  private func found() throws -> (titles: [String], moments: Int) {
    let again = try openShelf(on: SimulatedDisk(disk.image))
    guard case .kept(let moments) = again.report.history else { return ([], 0) }
    return (again.store.state.books.values.map(\.title), moments)
  }

  @Test(
    "It is noticed before the next change; a flush writes it anew, and nothing that was acknowledged is lost"
  )
  func sending() throws {
    for (name, change) in Self.changes {
      let test = ChangedLogTests()
      let durable = try openShelf(on: test.disk)
      try durable.store.send(.add("A"))
      try durable.flush()
      try durable.store.send(.add("B"))
      test.disk.overwrite("shelf.json.log", change)
      let changed = try #require(test.disk.image.bytes(of: Self.log))
      #expect(throws: LogError.changed(path: Self.log), "\(name)") { try durable.store.send(.add("C")) }
      #expect(throws: LogError.changed(path: Self.log), "\(name)") { try durable.sync() }
      #expect(durable.failure == .logChanged(path: Self.log), "\(name)")
      try durable.flush()
      #expect(durable.failure == nil)
      try durable.store.send(.add("D"))
      #expect(try test.found() == (["A", "B", "D"], 4), "\(name)")
      #expect(test.disk.image.bytes(of: Self.log + ".aside-1") == changed, "\(name)")
      try durable.close()
    }
  }

  @Test("A flush and closing notice it, also when the state file has everything")
  func saving() throws {
    for (name, change) in Self.changes {
      for isSaved in [false, true] {
        for isClosed in [false, true] {
          let test = ChangedLogTests()
          let durable = try openShelf(on: test.disk)
          try durable.store.send(.add("A"))
          if isSaved { try durable.flush() }
          test.disk.overwrite("shelf.json.log", change)
          if isClosed { try durable.close() } else { try durable.flush() }
          #expect(try test.found() == (["A"], 2), "\(name), saved \(isSaved), closed \(isClosed)")
        }
      }
    }
  }

  @Test("A changed log is noticed by its length when its status could not be read")
  func unseen() throws {
    let durable = try openShelf(on: disk)
    disk.fail("status open log")
    try durable.store.send(.add("A"))
    disk.fail()
    disk.overwrite("shelf.json.log") { $0.removeLast() }
    #expect(throws: LogError.changed(path: Self.log)) { try durable.store.send(.add("B")) }
  }

  @Test("Touching the log stops no change, and after three touches the log is not read again")
  func touched() throws {
    let durable = try openShelf(on: disk)
    for number in 0..<6 {
      disk.overwrite("shelf.json.log") { _ in }
      let before = disk.bytesRead
      try durable.store.send(.add("\(number)"))
      #expect((disk.bytesRead > before) == (number < 3), "\(number)")
    }
    try durable.sync()
    #expect(durable.failure == nil && disk.image.names(in: "/d").allSatisfy { !$0.contains("aside") })
    disk.overwrite("shelf.json.log") { $0.removeLast() }
    #expect(throws: LogError.changed(path: Self.log)) { try durable.store.send(.add("late")) }
  }

  @Test("Of a log that another program has emptied, the store has state and history, and writes both anew")
  func olderSteps() throws {
    do {
      let durable = try openShelf(on: disk)
      for title in ["A", "B"] { try durable.store.send(.add(title)) }
    }
    let durable = try openShelf(on: disk)
    try durable.store.send(.add("C"))
    let newest = try #require(durable.store.timeline.ids.max())
    disk.overwrite("shelf.json.log") { $0 = [] }
    #expect(throws: LogError.changed(path: Self.log)) { try durable.store.send(.add("D")) }
    try durable.flush()
    #expect(durable.failure == nil && durable.store.timeline.undoCount == 3)
    try durable.store.send(.add("E"))
    #expect(try #require(durable.store.timeline.ids.max()) > newest)
    try durable.store.undo()
    try durable.store.redo()
    #expect(try found() == (["A", "B", "C", "E"], 5))
  }

  @Test(
    "The store's own calls do not count as a change of the log: appending, syncing, cutting back, renewing"
  )
  func ownChanges() throws {
    for policy in [SyncPolicy.everyChange, .onFlush, .interval(.zero)] {
      let disk = SimulatedDisk()
      let durable = try openShelf(on: disk) { $0.sync = policy }
      try durable.store.send(.add("A"))
      disk.contents.withLock { $0.writeLimit = 10 }
      try durable.store.send(.add("B"))
      disk.fail("write log")
      #expect(throws: LogError.self) { try durable.store.send(.add("C")) }
      disk.fail()
      try durable.store.send(.add("C"))
      try durable.sync()
      _ = try durable.keeping?.saving.renew(durable.store)
      try durable.store.send(.add("D"))
      try durable.close()
      let again = try openShelf(on: disk) { $0.sync = policy }
      try again.store.send(.add("E"))
      try again.close()
      #expect(again.store.state.books.count == 5)
    }
  }

  @Test(
    "A new log has the mode of the state, whatever has taken the old one's name: a link, a folder, another file"
  )
  func mode() throws {
    for kind in [FileKind.link, .folder, .file] {
      let disk = SimulatedDisk()
      let durable = try openShelf(on: disk)
      try durable.store.send(.add("A"))
      disk.lose("shelf.json.log")
      // A file with the mode 0755, too.
      disk.put(kind, at: "shelf.json.log", target: "elsewhere")
      try durable.flush()
      let place = try FilePlace(Self.path, in: disk)
      defer { place.close() }
      #expect(try place.status(of: "shelf.json.log")?.mode == 0o600, "\(kind)")
      #expect(try place.status(of: "shelf.json.log")?.kind == .file)
    }
  }
}
