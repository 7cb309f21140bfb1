import StrataCore
import TestSupport
import Testing

@testable import StrataStorage

@Suite("A log that is damaged in several places")
struct SeveralDamagesTests {
  private typealias Left = LogDamageTests.Left

  /// Lines with damage that cannot be mended in some of them.
  private func damaged(_ lines: [[UInt8]], in damaged: [Int]) -> [[UInt8]] {
    var lines = lines
    for index in damaged { for place in [3, 5, 8] { lines[index][lines[index].count - place] ^= 1 } }
    return lines
  }

  @Test("One byte in several lines: all are mended, and nothing is lost")
  func bytes() throws {
    let left = try Left()
    var lines = left.lines
    for index in lines.indices.dropLast(2) { lines[index][lines[index].count / 2] ^= 1 }
    let (durable, disk) = try left.opened(with: lines.flatMap { $0 }) { $0.damagedLog = .setAside }
    #expect(Remembered(durable.store) == left.remembered[8] && durable.report.damage?.kept == .everything)
    try durable.close()
    #expect(Remembered(try openShelf(on: disk).store) == left.remembered[8])
  }

  @Test("One byte, and more further on: what is mended is whole in the file that is left, too")
  func byteAndMore() throws {
    let left = try Left()
    var lines = damaged(left.lines, in: [8])
    lines[3][30] ^= 1
    let (durable, disk) = try left.opened(with: lines.flatMap { $0 }) { $0.damagedLog = .setAside }
    #expect(Remembered(durable.store) == left.remembered[6])
    #expect(durable.report.damage?.kept == .before && durable.report.lostBytes > 0)
    try durable.close()
    let again = try openShelf(on: disk)
    #expect(Remembered(again.store) == left.remembered[6] && again.report.damage == nil)
  }

  @Test("One byte that is mended takes nothing away from what other damage leaves")
  func byteBeside() throws {
    let left = try Left()
    struct Kept: Equatable {
      var moment: Remembered
      var history: OpeningReport.History
      var lostBytes: Int
      var kept: OpeningReport.Kept?
      init(_ durable: DurableStore<Shelf>) {
        (moment, history) = (Remembered(durable.store), durable.report.history)
        (lostBytes, kept) = (durable.report.lostBytes, durable.report.damage?.kept)
      }
    }
    for larger in 2..<left.lines.count {
      for damage in [[larger], Array(larger..<min(larger + 2, left.lines.count))] {
        let lines = damaged(left.lines, in: damage)
        let (expected, expectedDisk) = try left.opened(with: lines.flatMap { $0 }) {
          $0.damagedLog = .setAside
        }
        let kept = Kept(expected)
        func goOn(_ opened: DurableStore<Shelf>) throws {
          try opened.store.send(.add("after"))
          while opened.store.canUndo { try opened.store.undo() }
          opened.abandon()
        }
        try goOn(expected)
        let keptAfter = Kept(try openShelf(on: expectedDisk))
        for byte in 0..<larger {
          var both = lines
          both[byte][both[byte].count / 2] ^= 1
          let (durable, disk) = try left.opened(with: both.flatMap { $0 }) { $0.damagedLog = .setAside }
          #expect(Kept(durable) == kept, "lines \(damage), a byte of line \(byte)")
          try goOn(durable)
          let again = try openShelf(on: disk)
          #expect(Kept(again) == keptAfter, "lines \(damage), a byte of line \(byte)")
          #expect(again.report.damage == nil)
        }
      }
    }
  }

  @Test("A mended byte and a torn end: one copy of the log is kept")
  func byteAndTornEnd() throws {
    let left = try Left()
    var log = Array(left.log.dropLast(5))
    log[left.lines[0].count + left.lines[1].count + 60] ^= 1
    let (durable, disk) = try left.opened(with: log) { $0.damagedLog = .setAside }
    #expect(Remembered(durable.store) == left.remembered[7])
    #expect(durable.report.tornEnd?.path == durable.report.damage?.path && durable.report.tornEnd != nil)
    #expect(disk.image.names(in: "/d").filter { $0.contains("aside") } == ["shelf.json.log.aside-1"])
    #expect(disk.image.bytes(of: LogDamageTests.path + ".log.aside-1") == log)
  }

  @Test("A history behind damage begins behind the last of it: what is missing may have added to a moment")
  func gaps() throws {
    let disk = SimulatedDisk()
    let durable = try openShelf(on: disk)
    for title in ["A", "B"] { try durable.store.send(.add(title)) }
    // The second one becomes part of the first one's moment.
    for title in ["x", "xy"] { try durable.store.send(.rename(1, title)) }
    try durable.store.send(.add("C"))
    try durable.flush()
    disk.lose(".shelf.json.previous")
    let log = try #require(disk.image.bytes(of: "/d/shelf.json.log"))
    let lines = log.split(separator: 0x0A).map { Array($0) + [0x0A] }
    for (indices, moments) in [([2], [1, 2, 3, 4]), ([2, 5], [3, 4])] {
      let copy = SimulatedDisk(disk.image)
      copy.put(damaged(lines, in: indices).flatMap { $0 }, at: "shelf.json.log")
      let opened = try openShelf(on: copy) { ($0.damagedLog, $0.access) = (.setAside, .reading) }
      #expect(opened.report.damage?.kept == .behind && opened.store.state == durable.store.state)
      #expect(opened.store.timeline.ids.map(\.number) == moments)
    }
  }

  @Test("Without its first line, nothing says whose history a log has: the changes that follow are kept")
  func firstLine() throws {
    let left = try Left()
    let log = damaged(left.lines, in: [0]).flatMap { $0 }
    let (durable, disk) = try left.opened(with: log) { $0.damagedLog = .setAside }
    guard case .dropped(.damaged(offset: 0, _)) = durable.report.history else {
      Issue.record("\(durable.report)")
      return
    }
    #expect(durable.store.state == left.remembered[8].state && durable.report.lostBytes == 0)
    #expect(disk.image.bytes(of: "/d/shelf.json.log.aside-1") == log)
  }
}
