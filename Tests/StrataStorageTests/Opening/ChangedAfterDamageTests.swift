import Measuring
import StrataCore
import TestSupport
import Testing

@testable import StrataStorage

@Suite("Changes made after a damaged log was opened")
struct ChangedAfterDamageTests {
  private func lines(_ disk: SimulatedDisk) throws -> [[UInt8]] {
    try #require(disk.image.bytes(of: "/d/shelf.json.log")).logLines.map { Array($0) + [0x0A] }
  }

  private func damage(_ disk: SimulatedDisk, _ change: Int, in places: [Int]) throws {
    var all = try lines(disk)
    for place in places { all[change + 1][place] ^= 1 }
    disk.put(all.flatMap { $0 }, at: "shelf.json.log")
  }

  @Test("Whichever call fails meanwhile, what is acknowledged from then on is there the next time")
  func failingCalls() throws {
    for (number, places, isPreviousThere) in [
      (1, [30, 35, 40], true), (2, [30, 35, 40], false), (4, [30, 35, 40], true),
    ] {
      let left = SimulatedDisk()
      do {
        let durable = try openShelf(on: left)
        for title in ["A", "B", "C", "D", "E"] {
          try durable.store.send(.add(title))
          if title == "B" || title == "D" { try durable.flush() }
        }
      }
      try damage(left, number, in: places)
      if !isPreviousThere { left.lose(".shelf.json.previous") }
      let trial = SimulatedDisk(left.image)
      _ = try openShelf(on: trial) { $0.damagedLog = .setAside }
      var opened = 0
      for call in 0..<trial.operations.count {
        let disk = SimulatedDisk(left.image)
        disk.restart(failing: .init(call: call, error: .deviceError, isLasting: false))
        guard let durable = try? openShelf(on: disk, { $0.damagedLog = .setAside }),
          (try? durable.store.send(.add("more"))) != nil
        else { continue }
        opened += 1
        let sent = durable.store.state
        let again = try openShelf(on: SimulatedDisk(disk.image))
        #expect(again.store.state == sent, "change \(number), \(trial.operations[call])")
      }
      #expect(opened > 0)
    }
  }

  @Test("A step takes more memory than it may, where the log has to be written anew: nothing is taken")
  func overMemory() throws {
    let disk = SimulatedDisk()
    do {
      let durable = try openShelf(on: disk)
      for title in ["A", "B", String(repeating: "long ", count: 10_000), "C"] {
        try durable.store.send(.add(title))
      }
      try durable.store.send(.remove(3))
      try durable.close()
    }
    do {
      let durable = try openShelf(on: disk)
      for title in ["D", "E"] { try durable.store.send(.add(title)) }
      try durable.close()
    }
    disk.lose(".shelf.json.previous")
    try damage(disk, 1, in: [30, 35, 40])
    #expect {
      try openShelf(on: disk) { ($0.damagedLog, $0.memoryLimit) = (.setAside, 20_000) }
    } throws: {
      if case LogError.overMemory(_, 20_000) = $0 { true } else { false }
    }
    let durable = try openShelf(on: disk) { $0.damagedLog = .setAside }
    try durable.store.send(.add("more"))
    #expect(try openShelf(on: SimulatedDisk(disk.image)).store.state == durable.store.state)
  }
}
