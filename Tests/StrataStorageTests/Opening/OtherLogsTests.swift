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
      // A log whose first line is from the other log counts as the other log as a whole.
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
      return log.logLines.map { $0 + [0x0A] }
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
        // Lines put in from the point of the copy on continue the copy's history.
        let known =
          start == 4 ? ["A", "B"] + ["W", "X", "Y", "Z"].prefix(end - 4) : ["A", "B", "C", "D", "E", "F"]
        let least = start == 4 ? known.count : start - 2
        #expect(known.starts(with: titles) && titles.count >= least, "\(start)..<\(end): \(titles)")
      }
    }
  }

  @Test("A log of an earlier format is refused by its number, and left as it is", arguments: 1...3)
  func earlierFormats(format: Int) throws {
    let left = try Left()
    let text = String(decoding: left.log, as: UTF8.self)
    let head = try #require(LogHeader(text.utf8.drop { $0 != 0x7B }.prefix { $0 != 0x0A }))
    // The checksums are right, as of a log that was written so.
    var (old, link) = ([UInt8](), LogLink())
    for line in left.lines {
      let words = String(decoding: line.dropLast(), as: UTF8.self).split(separator: " ", maxSplits: 3)
      let isHead = link == LogLink()
      let start = isHead ? "strata-log-\(format) \(words[1])" : "\(words[0]) \(words[1])"
      var checksum = link.start
      checksum.add(Array((start + words[3]).utf8))
      old += Array("\(start) \(checksum.digits) \(words[3])\n".utf8)
      link = (isHead ? head.link : link).following(checksum)
    }
    let path = LogDamageTests.path + ".log"
    let disk = SimulatedDisk()
    disk.put(left.state, at: "shelf.json")
    disk.put(old, at: "shelf.json.log")
    #expect(throws: LogError.older(path: path)) { try openShelf(on: disk) }
    #expect(disk.image.bytes(of: path) == old)
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
