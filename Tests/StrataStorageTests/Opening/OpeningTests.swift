import Foundation
import PersistentCollections
import StrataCore
import TestSupport
import Testing

@testable import StrataStorage

@Suite("Opening a store")
struct OpeningTests {
  @Test("A second one is refused, or only reads; when the first is closed, or let go, it can be opened")
  func second() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("shelf.json")
    var first: DurableStore<Shelf>? = try DurableStore(at: path, undoing: \.books, startingWith: Shelf())
    try first?.store.send(.add("A"))
    #expect(throws: LogError.inUse(path: path)) {
      try DurableStore(at: path, undoing: \Shelf.books, startingWith: Shelf())
    }
    // Nor does a bare state file save under it.
    let bare = StateFile<Shelf>(at: path, in: POSIXFileSystem(), patience: .zero)
    let state = try #require(try bare.load())
    #expect(throws: StateFileError.locked(path: path)) { try bare.save(state) }

    var reading = OpeningOptions()
    reading.access = .reading
    let reader = try DurableStore(at: path, undoing: \Shelf.books, startingWith: Shelf(), options: reading)
    #expect(reader.isReadOnly && reader.store.state.books.count == 1 && reader.store.canUndo)
    #expect(reader.report.history == .kept(moments: 2))
    #expect(throws: LogError.readOnly(path: path)) { try reader.store.send(.add("B")) }
    #expect(throws: LogError.readOnly(path: path)) { try reader.store.undo() }
    try reader.close()
    let names = folder.names
    first = nil
    let second = try DurableStore(at: path, undoing: \.books, startingWith: Shelf())
    #expect(second.store.state.books.count == 1)
    try second.close()
    #expect(names == [".shelf.json.lock", "shelf.json", "shelf.json.log"])
  }

  @Test("A reader finds nothing where nothing is, and makes nothing")
  func readingNothing() throws {
    let folder = try TemporaryFolder()
    var reading = OpeningOptions()
    reading.access = .reading
    for path in [folder.file("shelf.json"), folder.file("no/shelf.json")] {
      let reader = try DurableStore(at: path, undoing: \Shelf.books, startingWith: Shelf(), options: reading)
      #expect(reader.report.history == .begun && reader.store.state == Shelf())
    }
    #expect(folder.names == [])
  }

  @Test("A state file that was saved by itself is taken up, with a new history")
  func bareFile() throws {
    let disk = SimulatedDisk()
    var shelf = Shelf()
    try shelf.reduce(.add("A"))
    try StateFile<Shelf>(at: "/d/shelf.json", in: disk).save(shelf)
    let durable = try openShelf(on: disk)
    #expect(durable.report.history == .begun && durable.store.state == shelf && !durable.store.canUndo)
    try durable.store.send(.add("B"))
    #expect(durable.store.state.books.keys.max() == 2)
  }

  @Test("Each state that cannot be loaded is refused, and nothing is touched")
  func refused() throws {
    for text in ["", "{}", "{\"format\":\"strata-state-1\",\"schema\":9,\n\"state\":{}}"] {
      let disk = SimulatedDisk()
      disk.put(Array(text.utf8), at: "shelf.json")
      let names = disk.image.names(in: "/d")
      #expect(throws: StateFileError.self) { try openShelf(on: disk) }
      #expect(disk.image.bytes(of: "/d/shelf.json") == Array(text.utf8))
      #expect(
        disk.image.names(in: "/d") == names + [] || disk.image.names(in: "/d") == [".shelf.json.lock"] + names
      )
      // The lock is free again.
      #expect(throws: StateFileError.self) { try openShelf(on: disk) }
      #expect(disk.openCount == 0)
    }
  }

  @Test(
    "Numbers that JSON has no word for, and both zeroes, are there again, with every step to and from them"
  )
  func strangeNumbers() throws {
    let disk = SimulatedDisk()
    var durable = try openShelf(on: disk)
    try durable.store.send(.add("A"))
    let numbers = [3, Double.nan, -.nan, .infinity, -.infinity, 0, -0.0, -1]
    for number in numbers { try durable.store.send(.weigh(1, number)) }
    let moments = durable.store.timeline.count
    for _ in 0..<2 {
      let before = durable.store.state
      try durable.close()
      durable = try openShelf(on: disk)
      #expect(durable.store.state.isWritten(as: before))
      #expect(durable.report.history == .kept(moments: moments))
      while durable.store.canUndo { try durable.store.undo() }
      while durable.store.canRedo { try durable.store.redo() }
      #expect(durable.store.state.isWritten(as: before))
    }
    try durable.close()
  }

  @Test("Syncs as the policy says: each change, when asked, or after a while; saving the state always")
  func policies() async throws {
    for (policy, expected) in [(SyncPolicy.everyChange, 3), (.onFlush, 0)] {
      let disk = SimulatedDisk()
      let durable = try openShelf(on: disk) { $0.sync = policy }
      disk.restart()
      for title in ["A", "B", "C"] { try durable.store.send(.add(title)) }
      #expect(disk.operations.filter { $0 == "sync log" }.count == expected)
      #expect(disk.operations.filter { $0 == "write log" }.count == 3)
      try durable.sync()
      #expect(disk.operations.filter { $0 == "sync log" }.count == max(expected, 1))
      try durable.store.send(.add("D"))
      disk.restart()
      try durable.flush()
      // The log first: a state that is ahead of its log would belong to none.
      let log = disk.operations.firstIndex(of: "sync log") ?? -1
      let file = try #require(disk.operations.firstIndex(of: "rename temp to file"))
      #expect(log < file && (log >= 0) == (policy == .onFlush))
    }
    let disk = SimulatedDisk()
    let durable = try openShelf(on: disk) { $0.sync = .interval(.milliseconds(5)) }
    disk.restart()
    // One change: the sender of a second one might sync the first.
    try durable.store.send(.add("A"))
    try await Patience.until("the log is synced after the interval") { disk.operations.contains("sync log") }
    try durable.close()
  }

  @Test("A power cut loses only unsynced changes, and only from the end of the log")
  func lostEnd() throws {
    let disk = SimulatedDisk(remembering: true)
    let durable = try openShelf(on: disk) { $0.sync = .onFlush }
    var states = [durable.store.state]
    for number in 0..<6 {
      try durable.store.send(.add("\(number)"))
      states.append(durable.store.state)
      if number == 2 {
        try durable.sync()
        disk.mark()
      }
    }
    var cuts = PowerCuts()
    cuts.cut(disk) { crash, marks in
      do {
        let found = try openShelf(on: SimulatedDisk(crash))
        guard let index = states.firstIndex(of: found.store.state) else { return "a state that never was" }
        return index >= (marks == 0 ? 0 : 3) ? nil : "only \(index) changes after \(marks) syncs"
      } catch {
        return "\(error)"
      }
    }
    #expect(cuts.complaints == [] && cuts.states > 40)
    Soak.count(.cut, cuts.states)
  }

  @Test("An upgrade: the state of an older schema with all its changes, a new history, ids that go on")
  func upgrade() throws {
    struct Old: Reducible, Described {
      var names: [Int: String] = [:]
      var lastID = 0

      static func describe(_ field: inout Fields<Old>) {
        field("names", \.names)
        field("lastID", \.lastID)
      }

      mutating func reduce(_ action: String) {
        lastID += 1
        names[lastID] = action
      }
    }
    let disk = SimulatedDisk()
    let old = try DurableStore(
      at: "/d/shelf.json",
      undoing: try UndonePart(\.self),
      startingWith: Old(),
      in: disk
    )
    try old.store.send("A")
    try old.flush()
    try old.store.send("B")
    try old.store.send("C")
    try old.store.undo()
    withExtendedLifetime(old) {}
    let migration = Migration { plain in
      guard let names = plain["names"], case .record(let record) = names, let last = plain["lastID"] else {
        return
      }
      var books: PlainValue = [:]
      for member in record.members {
        let id = PlainValue.integer(Int64(member.name) ?? 0)
        books[member.name] = ["id": id, "title": member.value, "weight": .integer(1)]
      }
      plain = ["books": books, "session": ["lastID": last, "selected": .list([])]]
    }
    let crashed = SimulatedDisk(disk.image, remembering: true)
    crashed.contents.withLock { $0.open = [:] }
    let durable = try openShelf(on: crashed) { $0.migrations = [migration] }
    #expect(durable.report.history == .dropped(.olderSchema) && durable.report.migratedFrom == 1)
    #expect(durable.report.replayedChanges == 3 && !durable.store.canUndo)
    #expect(durable.store.state.books.values.map(\.title) == ["A", "B"])
    try durable.store.send(.add("D"))
    crashed.mark()
    #expect(durable.store.state.books.keys.max() == 3)
    #expect(crashed.image.names(in: "/d").contains("shelf.json.log.aside-1"))
    var cuts = PowerCuts()
    cuts.cut(crashed) { crash, marks in
      do {
        let found = try openShelf(on: SimulatedDisk(crash)) { $0.migrations = [migration] }
        let titles = found.store.state.books.values.map(\.title)
        return titles == ["A", "B", "D"] || marks == 0 && titles == ["A", "B"] ? nil : "\(titles)"
      } catch {
        return "\(error)"
      }
    }
    #expect(cuts.complaints == [] && cuts.states > 20)
    Soak.count(.cut, cuts.states)
  }

  @Test("A log that is mostly about what is gone is written anew in the background, and nothing else changes")
  func renewal() throws {
    let disk = SimulatedDisk()
    let clock = ManualClock()
    let durable = try openShelf(on: disk, clock: clock) {
      $0.keeping = .steps(20)
      $0.sync = .onFlush
    }
    try durable.store.send(.add("A"))
    for number in 0..<1_300 {
      try durable.store.send(.weigh(1, Double(number)))
      clock.pass(.seconds(1))
    }
    let long = try #require(disk.image.bytes(of: "/d/shelf.json.log"))
    let before = Remembered(durable.store)
    try durable.flush()
    let short = try #require(disk.image.bytes(of: "/d/shelf.json.log"))
    #expect(short.count < long.count / 20 && Remembered(durable.store) == before)
    try durable.store.undo()
    try durable.store.send(.add("B"))
    let after = Remembered(durable.store)
    try durable.close()
    #expect(disk.openCount == 0 || disk.openCount == 1)
    let again = try openShelf(on: disk, clock: clock) { $0.keeping = .steps(20) }
    #expect(Remembered(again.store) == after)
    #expect(!disk.image.names(in: "/d").contains { $0.hasSuffix(".tmp") })
  }

  @Test("Renewed while others send: no change is lost")
  func renewedMeanwhile() throws {
    let disk = SimulatedDisk()
    let durable = try openShelf(on: disk) {
      $0.keeping = .steps(5)
      $0.sync = .onFlush
    }
    try durable.store.send(.add("A"))
    let saving = try #require(durable.keeping?.saving)
    let isDone = Guarded(false)
    let store = durable.store
    DispatchQueue.global().async {
      for number in 0..<2_000 { try? store.send(.weigh(1, Double(number))) }
      isDone.withLock { $0 = true }
    }
    var renewals = 0
    while !isDone.withLock({ $0 }) {
      _ = try saving.renew(store)
      renewals += 1
      // At every moment, the files have all that was in the log by then.
      let crashed = SimulatedDisk(disk.image)
      let found = try openShelf(on: crashed)
      guard case .kept = found.report.history else {
        Issue.record("\(found.report)")
        return
      }
    }
    #expect(renewals > 1)
    let state = durable.store.state
    try durable.sync()
    #expect(try openShelf(on: SimulatedDisk(disk.image)).store.state == state)
  }

  @Test("A forgotten history is in no file any more, and a power cut in between leaves the state whole")
  func forgetting() throws {
    let disk = SimulatedDisk(remembering: true)
    disk.put(Array("SECRET".utf8), at: "shelf.json.quarantined-1")
    disk.put(Array("SECRET".utf8), at: "shelf.json.log.aside-3")
    disk.put(Array("another's".utf8), at: "other.json.quarantined-1")
    let durable = try openShelf(on: disk)
    try durable.store.send(.add("SECRET"))
    try durable.flush()
    try durable.store.send(.rename(1, "public"))
    try durable.flush()
    try durable.store.markSaved()
    let state = durable.store.state
    disk.restart()
    try durable.forgetHistory()
    disk.mark()
    #expect(durable.store.state == state && !durable.store.canUndo && !durable.store.hasUnsavedChanges)
    var cuts = PowerCuts()
    cuts.cut(disk) { crash, marks in
      if marks > 0 {
        for name in crash.names(in: "/d") {
          let bytes = crash.bytes(of: "/d/" + name) ?? []
          if String(decoding: bytes, as: UTF8.self).contains("SECRET") { return "\(name) has it still" }
        }
      }
      do {
        return try openShelf(on: SimulatedDisk(crash)).store.state == state ? nil : "another state"
      } catch {
        return "\(error)"
      }
    }
    #expect(cuts.complaints == [] && cuts.states > 30)
    Soak.count(.cut, cuts.states)
    #expect(disk.image.bytes(of: "/d/other.json.quarantined-1") != nil)
    try durable.store.send(.add("B"))
    try durable.store.undo()
    let before = Remembered(durable.store)
    try durable.close()
    #expect(Remembered(try openShelf(on: disk).store) == before)
  }

  @Test("History that forgetHistory() dropped from memory is also gone when the files are opened again")
  func forgottenInMemory() throws {
    let disk = SimulatedDisk()
    let durable = try openShelf(on: disk)
    for title in ["A", "B", "C"] { try durable.store.send(.add(title)) }
    try durable.store.undo()
    try durable.store.forgetHistory()
    try durable.store.send(.add("D"))
    let before = Remembered(durable.store)
    #expect(before.tree.count == 2)
    #expect(Remembered(try openShelf(on: SimulatedDisk(disk.image)).store) == before)
  }

  @Test("Moments ahead that were forgotten do not come back")
  func forgottenAhead() throws {
    let disk = SimulatedDisk()
    let durable = try openShelf(on: disk)
    for title in ["A", "B", "C"] { try durable.store.send(.add(title)) }
    try durable.store.undo()
    try durable.store.undo()
    try durable.store.send(.add("D"))
    try durable.store.undo()
    try durable.store.forgetAhead()
    var before = Remembered(durable.store)
    #expect(before.tree.count == 2)
    #expect(Remembered(try openShelf(on: SimulatedDisk(disk.image)).store) == before)
    try durable.store.send(.add("E"))
    before = Remembered(durable.store)
    try durable.close()
    #expect(Remembered(try openShelf(on: disk).store) == before)
  }

  @Test("Evicted moments do not come back, even when the next opening would keep more moments")
  func evictedForGood() throws {
    let disk = SimulatedDisk()
    for isFlushed in [false, true] {
      let durable = try openShelf(on: disk) { $0.keeping = .steps(3) }
      for number in 0..<6 { try durable.store.send(.add("\(isFlushed) \(number)")) }
      if isFlushed { try durable.flush() }
      let ids = durable.store.timeline.ids
      #expect(ids.count == 4)
      try durable.close()
      let reopened = try openShelf(on: disk)
      #expect(reopened.store.timeline.ids == ids)
      #expect(reopened.store.state == durable.store.state)
      try reopened.close()
      #expect(try openShelf(on: disk).store.timeline.ids == ids)
    }
  }

  /// A state in which undo is asked to cover something that is computed.
  private struct Computing: Reducible, Described, Equatable {
    var titles: [String] = []
    var first: [String] {
      get { Array(titles.prefix(1)) }
      set { titles.replaceSubrange(..<min(1, titles.count), with: newValue) }
    }

    static func describe(_ field: inout Fields<Computing>) { field("titles", \.titles) }
    mutating func reduce(_ title: String) { titles.append(title) }
  }

  @Test("Undo of something computed is refused with what to do, and nothing is made")
  func computedDomain() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("state.json")
    let error = #expect(throws: DescriptionError.self) {
      try DurableStore(at: path, undoing: \Computing.first, startingWith: Computing())
    }
    #expect("\(try #require(error))".contains("Computing does not describe \\Computing."))
    #expect(folder.names.isEmpty)
    try DurableStore(at: path, undoing: \Computing.titles, startingWith: Computing()).close()
  }
}
