import Measuring
import StrataCore
import TestSupport
import Testing

@testable import StrataStorage

@Suite("Lines and states of other logs")
struct OtherLogsTests {
  private typealias Left = LogDamageTests.Left

  private func opened(_ left: Left, _ log: [UInt8]) throws -> DurableStore<Shelf> {
    try left.opened(with: log) { $0.damagedLog = .setAside }.0
  }

  @Test(
    "Lines of another log of the same app, with the same numbers: none is taken, however many follow on each other"
  )
  func foreignRuns() throws {
    let (left, other) = (try Left(), try Left(writing: "Other"))
    var logs: [[UInt8]] = []
    for start in left.lines.indices {
      for end in start + 1...left.lines.count {
        var lines = left.lines
        lines[start..<end] = other.lines[start..<end]
        logs.append(lines.flatMap { $0 })
        // With what is no line before it, as where blocks do not end with lines.
        if start > 0 {
          for place in 9..<16 { lines[start - 1][place] = 0 }
          logs.append(lines.flatMap { $0 })
        }
      }
    }
    let size = min(left.log.count, other.log.count)
    for block in [64, 200, 512] {
      for start in stride(from: 0, to: size, by: block) {
        let end = min(start + 2 * block, size)
        logs.append(Array(left.log[..<start]) + other.log[start..<end] + left.log[end...])
      }
    }
    for (number, log) in logs.enumerated() where number % Soak.pick(2, more: 1) == 0 {
      let durable = try opened(left, log)
      // Where the first line is the other log's, all of it is.
      let isOther = durable.report.history == .dropped(.otherLog)
      let store = durable.store
      let state = store.state
      #expect(left.remembered[4...].contains { $0.state == state }, "\(number)")
      #expect(isOther || state == left.remembered[8].state || durable.report.lostBytes > 0, "\(number)")
      for id in store.timeline.ids {
        try store.jump(to: id)
        #expect(!store.state.books.values.contains { $0.title.hasPrefix("Other") }, "\(number)")
      }
    }
    #expect(logs.count > 100)
  }

  @Test(
    "Lines of the same log as it went on from a copy, with the same numbers: none is taken, and none follows on them"
  )
  func forks() throws {
    let disk = SimulatedDisk()
    func send(_ titles: [String], on disk: SimulatedDisk) throws -> [[UInt8]] {
      let durable = try openShelf(on: disk)
      for title in titles { try durable.store.send(.add(title)) }
      durable.abandon()
      let log = try #require(disk.image.bytes(of: LogDamageTests.path + ".log"))
      return log.split(separator: 0x0A).map { $0 + [0x0A] }
    }
    _ = try send(["A", "B"], on: disk)
    let copy = SimulatedDisk(disk.image)
    let own = try send(["C", "D", "E", "F"], on: disk)
    let other = try send(["W", "X", "Y", "Z"], on: copy)
    for start in 4..<8 {
      for end in start + 1...8 {
        var lines = own
        lines[start..<end] = other[start..<end]
        disk.put(lines.flatMap { $0 }, at: "shelf.json.log")
        let titles = try openShelf(on: SimulatedDisk(disk.image)) { $0.damagedLog = .setAside }.store.state
          .books.map(\.value.title)
        // What begins where the copy was made is the copy's.
        let known =
          start == 4 ? ["A", "B"] + ["W", "X", "Y", "Z"].prefix(end - 4) : ["A", "B", "C", "D", "E", "F"]
        let least = start == 4 ? known.count : start - 2
        #expect(known.starts(with: titles) && titles.count >= least, "\(start)..<\(end): \(titles)")
      }
    }
  }

  @Test("A log of format 1, which does not say whose its lines are: damage is mended, and it is written anew")
  func formatOne() throws {
    var left = try Left()
    let old = try EarlierRevision.log(left.log, inFormat: 1)
    left.state = try EarlierRevision.state(left.state)
    #expect(old.starts(with: "strata-log-1 ".utf8))
    let (durable, disk) = try left.opened(with: old) { $0.damagedLog = .refuse }
    #expect(Remembered(durable.store) == left.remembered[8] && durable.report.isRewritten)
    #expect(durable.report.damage == nil && durable.report.lostBytes == 0)
    #expect(disk.image.bytes(of: LogDamageTests.path + ".log")?.starts(with: "strata-log-4 ".utf8) == true)
    var random = SplitMix64(seed: 5)
    for index in old.indices where Soak.isOn || random.below(Soak.pick(21, more: 7)) == 0 {
      var log = old
      log[index] ^= UInt8(1 + random.below(255))
      do {
        let durable = try opened(left, log)
        #expect(Remembered(durable.store) == left.remembered[8], "byte \(index)")
        #expect(durable.report.lostBytes == 0, "byte \(index)")
      } catch LogError.newer {
        #expect(index < 20)
      }
    }
    // Zeroes over the head: the lines behind it say neither whose they are, nor in which format.
    for log in [old, left.log] {
      let durable = try opened(left, [UInt8](repeating: 0, count: 40) + log[40...])
      #expect(durable.store.state == left.remembered[8].state && durable.report.lostBytes == 0)
    }
  }

  @Test(
    "A log of an earlier format is written anew before it gets a line that those who know no other do not know",
    arguments: [2, 3]
  )
  func earlierFormats(format: Int) throws {
    var left = try Left()
    let old = try EarlierRevision.log(left.log, inFormat: format)
    left.state = try EarlierRevision.state(left.state)
    #expect(old.starts(with: "strata-log-\(format) ".utf8))
    let (durable, disk) = try left.opened(with: old) { $0.damagedLog = .refuse }
    #expect(Remembered(durable.store) == left.remembered[8] && durable.report.damage == nil)
    try durable.store.markSaved()
    try durable.store.markUnsaved()
    let log = try #require(disk.image.bytes(of: LogDamageTests.path + ".log"))
    #expect(log.starts(with: "strata-log-4 ".utf8))
    #expect(String(decoding: log, as: UTF8.self).contains("{\"unsaved\":"))
    let before = Remembered(durable.store)
    try durable.close()
    #expect(try Remembered(openShelf(on: disk).store) == before)
  }

  @Test(
    "A state that was put in the place of a log's own, also one without changes: it is refused, and nothing is touched"
  )
  func otherStates() throws {
    let disk = SimulatedDisk()
    let durable = try openShelf(on: disk)
    let first = try #require(disk.image.bytes(of: LogDamageTests.path))
    for title in ["A", "B", "C"] { try durable.store.send(.add(title)) }
    let early = try #require(disk.image.bytes(of: LogDamageTests.path + ".log"))
    _ = try #require(durable.keeping).saving.renew(durable.store)
    try durable.store.send(.add("D"))
    durable.abandon()
    let left = disk.image
    let other = SimulatedDisk()
    try openShelf(on: other).abandon()
    let plain = SimulatedDisk()
    try StateFile<Shelf>(at: LogDamageTests.path, in: plain).save(Shelf())
    for state in [
      first, try #require(other.image.bytes(of: LogDamageTests.path)),
      try #require(plain.image.bytes(of: LogDamageTests.path)),
    ] {
      let disk = SimulatedDisk(left)
      disk.put(state, at: "shelf.json")
      let before = disk.image
      #expect(throws: LogError.otherState(path: LogDamageTests.path + ".log")) { try openShelf(on: disk) }
      #expect(disk.image.bytes(of: LogDamageTests.path) == before.bytes(of: LogDamageTests.path))
      #expect(try openShelf(on: disk) { $0.damagedLog = .setAside }.store.state.books.isEmpty)
    }
    // Its own log, before it was written anew.
    disk.put(first, at: "shelf.json")
    disk.put(early, at: "shelf.json.log")
    #expect(try openShelf(on: disk).store.state.books.count == 3)
  }
}
