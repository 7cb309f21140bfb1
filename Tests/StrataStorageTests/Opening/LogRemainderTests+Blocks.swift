import Measuring
import StrataCore
import TestSupport
import Testing

@testable import StrataStorage

extension LogRemainderTests {
  @Test(
    "A power cut takes lines of a log that was cut, and the state is behind the cut: it opens, and nothing is lost"
  )
  func cutAndShortened() throws {
    let (disk, remembered) = try kept(closing: true)
    do {
      let durable = try selecting(on: disk)
      // The state was saved where the log may not be on the disk.
      let mark = LogMark(id: try #require(durable.keeping).log.id, sequence: 7, isAhead: true)
      let file = StateFile<Shelf>(at: Self.path, in: disk)
      try file.save(try #require(try file.load()), at: mark, replacesPrevious: false)
    }
    try damage(disk, change: 6)
    let left = SimulatedDisk(disk.image, remembering: true)
    // Of the log, three changes are on the disk.
    let lines = try #require(left.image.bytes(of: Self.log)).logLines
    left.unsync("shelf.json.log", behind: lines[..<5].reduce(0) { $0 + $1.count + 1 })
    try openShelf(on: left, setAside).close()
    var cuts = PowerCuts()
    var short = 0
    cuts.cut(left) { crash, _ in
      let count = crash.bytes(of: Self.log)?.logLines.count ?? 0
      do {
        let found = try openShelf(on: SimulatedDisk(crash), setAside)
        if found.store.state != remembered[5].state { return "\(found.store.state)" }
        found.abandon()
        if count == 5 {
          short += 1
          try openShelf(on: SimulatedDisk(crash)).abandon()
        }
        return nil
      } catch {
        return "\(count): \(error)"
      }
    }
    #expect(cuts.complaints == [] && short > 3, "\(short)")
    Soak.count(.cut, cuts.states)
  }

  @Test("Changes that are no steps follow on damage of what the state has: no power cut takes them")
  func selections() throws {
    let left = SimulatedDisk()
    let durable = try openShelf(on: left)
    for title in ["A", "B"] {
      try durable.store.send(.add(title))
      try durable.flush()
    }
    try durable.store.send(.select([1]))
    durable.abandon()
    try damage(left, change: 2)
    let disk = SimulatedDisk(left.image, remembering: true)
    let opened = try openShelf(on: disk)
    #expect(opened.store.state.session.selected == [1] && opened.report.lostBytes == 0)
    try opened.close()
    var cuts = PowerCuts()
    cuts.cut(disk) { crash, _ in
      do {
        let found = try openShelf(on: SimulatedDisk(crash), setAside)
        return found.store.state.session.selected == [1] ? nil : "\(found.store.state.session)"
      } catch {
        return "\(error)"
      }
    }
    #expect(cuts.complaints == [] && cuts.states > 10)
    Soak.count(.cut, cuts.states)
  }

  @Test(
    "Blocks of removed files behind a line that was begun: with zeroes a torn end, as text refused; never taken"
  )
  func staleBlocks() throws {
    let (disk, remembered) = try kept(closing: false)
    let older = try kept(closing: false).disk
    let log = try #require(disk.image.bytes(of: Self.log))
    let lines = log.logLines.map { Array($0) + [0x0A] }
    // The newest line was begun, and then comes a block of another store's log, of a state, of a program.
    let begun = Array(log.dropLast((lines.last?.count ?? 0) - 50))
    let olderLog = try #require(older.image.bytes(of: Self.log))
    let text = olderLog.suffix(700)
    let state = try #require(older.image.bytes(of: Self.path)).prefix(lines[6].count - 50)
    for (name, stale) in [
      ("a log", Array(text)), ("all of a log", [0x0A] + olderLog), ("a state", Array(state)),
      ("a program", [0x7F, 0x45, 0, 0, 1]),
    ] {
      disk.put(begun + stale, at: "shelf.json.log")
      let copy = SimulatedDisk(disk.image)
      if name == "a program" {
        let opened = try openShelf(on: copy)
        #expect(opened.report.tornEnd != nil && Remembered(opened.store) == remembered[4])
      } else {
        #expect(throws: LogError.self, "\(name)") { try openShelf(on: copy) }
        let opened = try openShelf(on: copy, setAside)
        #expect(opened.report.damage?.kept == .before && Remembered(opened.store) == remembered[4], "\(name)")
      }
    }
  }

  @Test(
    "Whichever call fails while a damaged log is put in order: it is refused or done, and no change is lost"
  )
  func everyFault() throws {
    let step = Soak.pick(8, more: 1)
    for (number, places) in [(2, [40]), (4, [30, 35, 40]), (5, [30, 35, 40])] {
      let (left, remembered) = try kept(closing: false)
      try damage(left, change: number, in: places)
      let titles = Array(remembered[number == 5 ? 4 : 5].state.books.values.map(\.title))
      let trial = SimulatedDisk(left.image)
      _ = try openShelf(on: trial, setAside)
      var refused = 0
      for isLasting in [false, true] {
        for call in stride(from: number % step, to: trial.operations.count, by: step) {
          let disk = SimulatedDisk(left.image)
          disk.restart(failing: .init(call: call, error: .deviceError, isLasting: isLasting))
          do {
            try openShelf(on: disk, setAside).close()
          } catch {
            refused += 1
          }
          disk.restart()
          let found = try openShelf(on: disk, setAside)
          #expect(
            found.store.state.books.values.map(\.title) == titles,
            "\(number): \(trial.operations[call])"
          )
        }
      }
      #expect(refused * step > trial.operations.count, "\(refused * step) of \(2 * trial.operations.count)")
    }
  }
}
