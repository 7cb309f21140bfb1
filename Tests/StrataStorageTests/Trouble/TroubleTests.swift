import StrataCore
import TestSupport
import Testing

@testable import StrataStorage

// The table of the page about the log, cell by cell.

@Suite("Trouble with the files of an open store")
struct TroubleTests {
  static let (path, log) = ("/d/shelf.json", "/d/shelf.json.log")
  let disk: SimulatedDisk

  init() { disk = SimulatedDisk() }
  private init(on disk: SimulatedDisk) { self.disk = disk }

  /// A store with a change that is saved and one that is not.
  private func opened(_ sync: SyncPolicy = .everyChange) throws -> DurableStore<Shelf> {
    let durable = try openShelf(on: disk) { $0.sync = sync }
    try durable.store.send(.add("A"))
    try durable.flush()
    try durable.store.send(.add("B"))
    return durable
  }

  /// The titles in the files after the store has released them, and whether the history goes on.
  private func found() throws -> (titles: [String], isKept: Bool) {
    let again = try openShelf(on: disk)
    defer { try? again.close() }
    let isKept = if case .kept = again.report.history { true } else { false }
    return (again.store.state.books.values.map(\.title), isKept)
  }

  /// Checks after every trouble that changes are refused, and that the state can be read and saved elsewhere.
  private func checkAfterwards(_ durable: DurableStore<Shelf>, _ titles: [String]) throws {
    #expect(durable.store.state.books.values.map(\.title) == titles)
    #expect(throws: LogError.closed(path: Self.log)) { try durable.store.send(.add("late")) }
    try durable.close()
    disk.restart()
    try durable.save(to: "/d/elsewhere.json")
    #expect(try StateFile<Shelf>(at: "/d/elsewhere.json", in: disk).load() == durable.store.state)
    #expect(throws: StateFileError.conflict(path: "/d/elsewhere.json", .neverLoaded)) {
      try durable.save(to: "/d/elsewhere.json")
    }
  }

  @Test("The log could not be synced: no change is taken; a flush writes it anew, and all goes on")
  func poisoned() throws {
    let durable = try opened()
    disk.fail("sync log")
    #expect(throws: LogError.notAppended(path: Self.log, step: .syncFile, cause: .deviceError)) {
      try durable.store.send(.add("C"))
    }
    disk.fail()
    let stopped = LogError.stopped(path: Self.log, step: .syncFile, cause: .deviceError)
    #expect(throws: stopped) { try durable.store.send(.add("C")) }
    #expect(throws: stopped) { try durable.sync() }
    #expect(durable.failure == .notSaved(path: Self.log, step: .syncFile, cause: .deviceError))
    try durable.flush()
    #expect(durable.failure == nil)
    try durable.sync()
    try durable.store.send(.add("D"))
    try durable.store.undo()
    try durable.store.redo()
    try durable.close()
    #expect(try found() == (["A", "B", "D"], true))
    try checkAfterwards(durable, ["A", "B", "D"])
  }

  @Test("The log could not be synced: closing writes it anew, and lets go")
  func poisonedAndClosed() throws {
    for policy in [SyncPolicy.everyChange, .onFlush] {
      let disk = SimulatedDisk()
      let durable = try openShelf(on: disk) { $0.sync = policy }
      try durable.store.send(.add("A"))
      disk.fail("sync log")
      if policy == .onFlush {
        #expect(throws: LogError.self) { try durable.sync() }
      } else {
        #expect(throws: LogError.self) { try durable.store.send(.add("B")) }
      }
      try durable.close()
      disk.fail()
      let again = try openShelf(on: SimulatedDisk(disk.image))
      #expect(again.report.history == .kept(moments: 2) && again.store.state == durable.store.state)
    }
  }

  @Test("Nor can a new log be written: the state is saved, what was not is told, and the lock is free")
  func poisonedForGood() throws {
    let durable = try opened()
    disk.fail("sync log")
    #expect(throws: LogError.self) { try durable.store.send(.add("C")) }
    disk.fail("sync log", "rename temp to log")
    let lost = StateFileError.notSaved(path: Self.log, step: .rename, cause: .deviceError)
    #expect(throws: lost) { try durable.flush() }
    #expect(durable.failure == lost)
    #expect(throws: lost) { try durable.close() }
    disk.fail()
    // No acknowledged change is lost, even when the log has lost its end.
    #expect(try found().titles == ["A", "B"])
    disk.put(Array((disk.image.bytes(of: Self.log) ?? []).dropLast(200)), at: "shelf.json.log")
    #expect(try found().titles == ["A", "B"])
    try checkAfterwards(durable, ["A", "B"])
  }

  @Test("A full disk: each change is refused until there is room, and closing lets go with nothing lost")
  func full() throws {
    let durable = try opened()
    let used = disk.image.nodes.values.reduce(0) { $0 + ($1.kind == .file ? $1.bytes.count : 0) }
    disk.contents.withLock { $0.capacity = used + 10 }
    let noSpace = SystemError(28)
    #expect(throws: LogError.notAppended(path: Self.log, step: .write, cause: noSpace)) {
      try durable.store.send(.add("C"))
    }
    try durable.sync()
    #expect(durable.failure == nil)
    let refused = StateFileError.notSaved(path: Self.path, step: .write, cause: noSpace)
    #expect(throws: refused) { try durable.flush() }
    #expect(durable.failure == refused)
    #expect(throws: refused) { try durable.close() }
    disk.contents.withLock { $0.capacity = .max }
    #expect(try found() == (["A", "B"], true))
    try checkAfterwards(durable, ["A", "B"])
  }

  @Test("A disk that became read-only: as a full one, and nothing is lost")
  func readOnly() throws {
    let durable = try opened()
    let readOnly = SystemError(30)
    disk.fail("write log", "create temp", with: readOnly)
    #expect(throws: LogError.notAppended(path: Self.log, step: .write, cause: readOnly)) {
      try durable.store.send(.add("C"))
    }
    try durable.sync()
    #expect(durable.failure == nil)
    let refused = StateFileError.notSaved(path: Self.path, step: .createTemporary, cause: readOnly)
    #expect(throws: refused) { try durable.flush() }
    #expect(durable.failure == refused)
    #expect(throws: refused) { try durable.close() }
    disk.fail()
    #expect(try found() == (["A", "B"], true))
    try checkAfterwards(durable, ["A", "B"])
  }

  @Test("The log was removed, or another file has its place: a flush writes it anew, with its history")
  func logGone() throws {
    for isReplaced in [false, true] {
      for isFlushed in [true, false] {
        let disk = SimulatedDisk()
        let trouble = TroubleTests(on: disk)
        let durable = try trouble.opened()
        disk.lose("shelf.json.log")
        if isReplaced { disk.put(Array("another's".utf8), at: "shelf.json.log") }
        #expect(throws: LogError.replaced(path: Self.log)) { try durable.store.send(.add("C")) }
        #expect(throws: LogError.replaced(path: Self.log)) { try durable.sync() }
        #expect(durable.failure == .logReplaced(path: Self.log))
        if isFlushed {
          try durable.flush()
          #expect(durable.failure == nil)
          try durable.store.send(.add("D"))
        }
        try durable.close()
        let titles = isFlushed ? ["A", "B", "D"] : ["A", "B"]
        #expect(try trouble.found() == (titles, true))
        let aside = disk.image.bytes(of: Self.log + ".aside-1")
        #expect(aside == (isReplaced ? Array("another's".utf8) : nil))
        try trouble.checkAfterwards(durable, titles)
      }
    }
  }

  @Test("The lock was removed, or another process has made one: nothing is written there any more")
  func lockGone() throws {
    for isReplaced in [false, true] {
      let disk = SimulatedDisk()
      let trouble = TroubleTests(on: disk)
      let durable = try trouble.opened()
      disk.lose(".shelf.json.lock")
      if isReplaced { disk.put([], at: ".shelf.json.lock") }
      let names = disk.image.names(in: "/d")
      let bytes = [Self.path, Self.log].map { disk.image.bytes(of: $0) }
      #expect(throws: LogError.lockLost(path: Self.log)) { try durable.store.send(.add("C")) }
      #expect(throws: LogError.lockLost(path: Self.log)) { try durable.sync() }
      #expect(durable.failure == .lockLost(path: Self.path))
      #expect(throws: StateFileError.lockLost(path: Self.path)) { try durable.flush() }
      // Also when the name is there again: what happened meanwhile is not known.
      #expect(throws: StateFileError.lockLost(path: Self.path)) { try durable.close() }
      #expect(disk.image.names(in: "/d") == names)
      #expect([Self.path, Self.log].map { disk.image.bytes(of: $0) } == bytes)
      #expect(try trouble.found() == (["A", "B"], true))
      try trouble.checkAfterwards(durable, ["A", "B"])
    }
  }

  @Test("The lock is noticed to be gone by a flush, too, and before a new log takes its place")
  func lockGoneWhileSaving() throws {
    let durable = try opened()
    disk.lose(".shelf.json.lock")
    let before = disk.image.bytes(of: Self.path)
    #expect(throws: StateFileError.lockLost(path: Self.path)) { try durable.flush() }
    #expect(disk.image.bytes(of: Self.path) == before)
  }

  @Test("The state file was removed or changed: a conflict; the log goes on, and closing lets go")
  func stateGone() throws {
    for isReplaced in [false, true] {
      let disk = SimulatedDisk()
      let durable = try TroubleTests(on: disk).opened()
      let before = try #require(disk.image.bytes(of: Self.path))
      disk.lose("shelf.json")
      if isReplaced { disk.put(before, at: "shelf.json") }
      try durable.store.send(.add("C"))
      try durable.sync()
      let conflict = StateFileError.conflict(path: Self.path, isReplaced ? .changed : .removed)
      #expect(durable.failure == nil)
      #expect(throws: conflict) { try durable.flush() }
      #expect(durable.failure == conflict)
      #expect(throws: conflict) { try durable.close() }
      let trouble = TroubleTests(on: disk)
      if isReplaced {
        #expect(try trouble.found() == (["A", "B", "C"], true))
      } else {
        #expect(throws: LogError.stateMissing(path: Self.log)) { try trouble.found() }
      }
      try trouble.checkAfterwards(durable, ["A", "B", "C"])
    }
  }

  @Test("A log that takes no changes is written anew in the background, too")
  func healing() async throws {
    let durable = try openShelf(on: disk) { $0.pacing = AutosavePacing(delay: .milliseconds(5)) }
    try durable.store.send(.add("A"))
    try durable.flush()
    disk.lose("shelf.json.log")
    #expect(throws: LogError.replaced(path: Self.log)) { try durable.store.send(.add("B")) }
    try await Patience.until("the log is written anew") { durable.failure == nil }
    try durable.store.send(.add("C"))
    try durable.close()
    #expect(try found() == (["A", "C"], true))
  }

  @Test("After closing, nothing is saved any more, whoever insists")
  func closed() throws {
    let durable = try opened()
    disk.fail("create temp")
    #expect(throws: StateFileError.self) { try durable.close() }
    disk.fail()
    #expect(throws: StateFileError.closed(path: Self.path)) { try durable.flush() }
    #expect(throws: StateFileError.closed(path: Self.path)) { try durable.file.save(Shelf()) }
    #expect(try found() == (["A", "B"], true))
  }
}
