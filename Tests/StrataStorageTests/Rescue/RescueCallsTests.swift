import StrataCore
import TestSupport
import Testing

@testable import StrataStorage

@Suite("A repair whose calls fail")
struct RescueCallsTests {
  @Test("Each call of a repair fails once: another repair keeps all the same")
  func failingCalls() throws {
    let left = SimulatedDisk()
    let durable = try openShelf(on: left)
    for (number, title) in ["A", "B", "C", "D", "E", "F"].enumerated() {
      try durable.store.send(.add(title))
      if number == 1 || number == 3 { try durable.flush() }
    }
    durable.abandon()
    let lines = try #require(left.image.bytes(of: RescueTests.log)).logLines.map {
      Array($0) + [0x0A]
    }
    let undone = try UndonePart(\Shelf.books, with: \.session.selected)
    for line in [0, 2] {
      // The other two of the four take STRATA_SOAK.
      for isStateCut in Soak.pick([line == 2], more: [false, true]) {
        var lines = lines
        for place in [30, 35, 40] { lines[line][place] ^= 1 }
        let disk = SimulatedDisk(left.image)
        disk.put(lines.flatMap { $0 }, at: "shelf.json.log")
        if isStateCut { disk.overwrite("shelf.json") { $0 = Array($0.dropLast(3)) } }
        func repair(_ disk: SimulatedDisk) throws {
          _ = try Rescue(RescueTests.path, undoing: undone, startingWith: Shelf(), in: disk).repair()
        }
        let files = disk.image
        try repair(disk)
        let kept = try openShelf(on: SimulatedDisk(disk.image)).store.state.books.count
        #expect(kept == 6, "line \(line), \(isStateCut)")
        let step = Soak.isOn ? 1 : Soak.pick(20, more: 2)
        for call in stride(from: step / 2, to: disk.operations.count, by: step) {
          let disk = SimulatedDisk(files)
          disk.restart(failing: .init(call: call, error: .deviceError))
          _ = try? repair(disk)
          disk.restart()
          try repair(disk)
          let books = try openShelf(on: disk).store.state.books.count
          #expect(books == kept, "line \(line), \(isStateCut), call \(call)")
        }
      }
    }
  }
}
