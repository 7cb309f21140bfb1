import StrataCore
import Testing

@testable import StrataStorage

@Suite("A repair while others are at the same files")
struct RescueTogetherTests {
  private static let (path, log, other) = (RescueTests.path, RescueTests.log, "/d/other.json")
  private let disk = SimulatedDisk()

  /// Four books, of which the state file has three, and cannot be read.
  init() throws {
    try RescueTests.keepFourBooks(on: disk)
    disk.overwrite("shelf.json") { $0 = Array($0.dropLast(3)) }
  }

  private func rescue(_ path: String = path) throws -> Rescue<Shelf> {
    let undone = try UndonePart(\Shelf.books, with: \.session.selected)
    return Rescue(path, undoing: undone, startingWith: Shelf(), in: disk)
  }

  private func titles(at path: String = path) throws -> [String] {
    let opened = try openShelf(on: disk, at: path)
    defer { opened.abandon() }
    return opened.store.state.books.values.map(\.title)
  }

  /// Runs `body` whenever anything is written to its end while `repair` runs; returns how often.
  private func meanwhile(
    _ body: @escaping @Sendable () -> Void,
    _ repair: () throws -> Void
  ) rethrows -> Int {
    let (count, isInside) = (Guarded(0), Guarded(false))
    disk.beforeSync.withLock { happens in
      happens = { _ in
        // Syncs that `body` itself makes do not count.
        if isInside.withLock({ $0 }) { return }
        isInside.withLock { $0 = true }
        count.withLock { $0 += 1 }
        body()
        isInside.withLock { $0 = false }
      }
    }
    defer { disk.beforeSync.withLock { $0 = nil } }
    try repair()
    return count.withLock { $0 }
  }

  @Test(
    "Another repair, and whoever opens the files, is refused until it is done; nothing is lost, one copy is kept"
  )
  func twice() throws {
    let refusals = Guarded([Bool]())
    let second = try rescue()
    let times = try meanwhile {
      for attempt in [
        { _ = try second.repair() }, { _ = try second.repair(into: Self.other) },
        { try openShelf(on: disk) { $0.damagedLog = .setAside }.abandon() },
      ] {
        let error = #expect(throws: LogError.self) { try attempt() }
        refusals.withLock { $0.append(error == .inUse(path: Self.path)) }
      }
    } _: {
      _ = try rescue().repair()
    }
    #expect(times > 5 && refusals.withLock { $0.count == 3 * times && !$0.contains(false) })
    #expect(disk.image.names(in: "/d").filter { $0.contains("quarantined-") }.count == 2)
    #expect(try titles() == ["One", "Two", "Three", "Four"])
    // And again, when it is done, there is nothing to do.
    #expect(try second.repair() == ["The history goes on, with 5 moments."])
  }

  @Test("Two into one place: the second is refused, and takes nothing away from the first")
  func oneTarget() throws {
    disk.put(Array("hello".utf8), at: "nothing.json")
    let second = try rescue("/d/nothing.json")
    let refusals = Guarded(0)
    let times = try meanwhile {
      do {
        _ = try second.repair(into: Self.other)
      } catch LogError.inUse(path: Self.other) {
        refusals.withLock { $0 += 1 }
      } catch StateFileError.conflict(path: Self.other, .appeared) {
        refusals.withLock { $0 += 1 }
      } catch {
        Issue.record("\(error)")
      }
    } _: {
      _ = try rescue().repair(into: Self.other)
    }
    #expect(times > 5 && refusals.withLock { $0 } == times)
    #expect(try titles(at: Self.other) == ["One", "Two", "Three", "Four"])
    #expect(!disk.image.names(in: "/d").contains(".nothing.json.lock"))
  }

  @Test("A repair does not overwrite another program's change, and a second repair keeps every book")
  func otherProgram() throws {
    let before = disk.image
    for isRemoved in [false, true] {
      for isThere in [true, false] {
        disk.contents.withLock { ($0.image, $0.open) = (before, [:]) }
        if !isThere { disk.lose("shelf.json") }
        let theirs = Array("theirs".utf8)
        let isDone = Guarded(false)
        let conflict = isThere ? (isRemoved ? StateFileError.Conflict.removed : .changed) : .appeared
        if isRemoved && !isThere { continue }
        _ = meanwhile {
          if isDone.withLock({ $0 }) { return }
          isDone.withLock { $0 = true }
          if isRemoved { disk.lose("shelf.json") } else { disk.put(theirs, at: "shelf.json") }
        } _: {
          #expect(throws: StateFileError.conflict(path: Self.path, conflict)) { try rescue().repair() }
        }
        #expect(disk.image.bytes(of: Self.path) == (isRemoved ? nil : theirs))
        _ = try rescue().repair()
        #expect(try titles() == ["One", "Two", "Three", "Four"])
      }
    }
  }

  @Test("Into the very files that are to be repaired: refused, and no one is told to remove them")
  func samePlace() throws {
    for isThere in [true, false] {
      if !isThere { disk.lose("shelf.json") }
      let names = disk.image.names(in: "/d")
      for path in [Self.path, "/d/./shelf.json"] {
        let error = #expect(throws: SamePlace.self) { try rescue().repair(into: path) }
        #expect("\(try #require(error))".contains("leave that out"))
      }
      #expect(disk.image.names(in: "/d") == names)
    }
  }

  @Test("A log that is longer than any file that is read at once is repaired all the same")
  func longLog() throws {
    let disk = SimulatedDisk()
    let durable = try openShelf(on: disk)
    try durable.store.send(.add("One"))
    for number in 1...200 { try durable.store.send(.rename(1, "\(number)")) }
    durable.abandon()
    disk.overwrite("shelf.json.log") { log in
      var lines = log.logLines.map { Array($0) + [0x0A] }
      for place in [30, 35, 40] { lines[180][place] ^= 1 }
      log = lines.flatMap { $0 }
    }
    let log = try #require(disk.image.bytes(of: Self.log))
    let undone = try UndonePart(\Shelf.books, with: \.session.selected)
    var rescue = Rescue(Self.path, undoing: undone, startingWith: Shelf(), in: disk)
    rescue.limit = log.count - 1
    _ = try rescue.repair()
    #expect(disk.image.bytes(of: Self.log + ".aside-1") == log)
    #expect(!disk.image.names(in: "/d").contains("shelf.json.log.aside-2"))
    let opened = try openShelf(on: disk)
    #expect(opened.store.state.books.values.map(\.title) == ["177"])
  }
}
