import Strata
import TestSupport
import Testing

@testable import StrataStorage

@Suite("A repair that is killed, fails, or finds the files of others")
struct RescueFaultTests {
  private let disk = SimulatedDisk()

  init() throws { try RescueTests.keepFourBooks(on: disk) }

  private func bytes(_ name: String) throws -> [UInt8] { try #require(disk.image.bytes(of: "/d/" + name)) }

  @Test("A repair that is killed at any moment, or meets a power cut: another one leads to the same")
  func killed() throws {
    func cut(_ name: String, _ count: Int) throws {
      disk.put(Array(try bytes(name).dropLast(count)), at: name)
    }
    func zero(_ line: Int) throws {
      var lines = try bytes("shelf.json.log").split(separator: 0x0A).map { Array($0) + [0x0A] }
      lines[line] = [UInt8](repeating: 0, count: lines[line].count)
      disk.put(lines.flatMap { $0 }, at: "shelf.json.log")
    }
    func edit() throws {
      let text = String(decoding: try bytes("shelf.json"), as: UTF8.self).replacing("Three", with: "Third")
      disk.put(Array(text.utf8), at: "shelf.json")
    }
    let troubles: [(String, () throws -> Void)] = [
      ("the state", { try cut("shelf.json", 3) }),
      ("the log", { try zero(5) }),
      ("the log, in what the state has", { try zero(3) }),
      (
        "the state and the log",
        {
          try cut("shelf.json", 3); try zero(4)
        }
      ),
      (
        "the state and the beginning of the log",
        {
          try cut("shelf.json", 3); try zero(2)
        }
      ),
      (
        "the log, and the state was edited",
        {
          try edit(); try zero(5)
        }
      ),
      (
        "the log in what the state has, and the state was edited",
        {
          try edit(); try zero(3)
        }
      ),
    ]
    let intact = disk.image
    for (name, make) in troubles {
      disk.contents.withLock { $0.image = intact }
      try make()
      let watched = SimulatedDisk(disk.image, remembering: true)
      func repaired(_ disk: SimulatedDisk) throws -> [String] {
        let undone = try UndonePart(\Shelf.books, with: \.session.selected)
        _ = try Rescue(RescueTests.path, undoing: undone, startingWith: Shelf(), in: disk).repair()
        let opened = try openShelf(on: disk)
        defer { opened.abandon() }
        return opened.store.state.books.values.map(\.title)
      }
      let titles = try repaired(watched)
      var asked: Set<[DiskImage.Shown]> = []
      for (number, moment) in watched.moments.enumerated()
      where number % (Soak.isOn ? 1 : Soak.pick(7, more: 2)) == 0 {
        for image in [moment.image] + moment.image.crashes.prefix(Soak.isOn ? 30 : 1) {
          guard asked.insert(image.shown).inserted else { continue }
          #expect(try repaired(SimulatedDisk(image)) == titles, "\(name), in \(moment.operation)")
        }
      }
      #expect(asked.count > 2, "\(name): \(asked.count)")
    }
  }

  @Test(
    "The state and its version before it are of another log, or of none: the log goes on from what it began with"
  )
  func otherPrevious() throws {
    // A first opening that was killed leaves a state whose log was never made.
    let begun = SimulatedDisk(remembering: true)
    try openShelf(on: begun).abandon()
    var images = begun.moments.map { ($0.image, [] as [String]) }
    // An app that kept its state by itself before.
    let plain = SimulatedDisk()
    var shelf = Shelf()
    try shelf.reduce(.add("Plain"))
    try StateFile<Shelf>(at: RescueTests.path, in: plain).save(shelf)
    images.append((plain.image, ["Plain"]))
    let undone = try UndonePart(\Shelf.books, with: \.session.selected)
    for (number, (image, first)) in images.enumerated() {
      let disk = SimulatedDisk(image)
      let durable = try openShelf(on: disk)
      for title in ["A", "B", "C"] { try durable.store.send(.add(title)) }
      durable.abandon()
      disk.overwrite("shelf.json") { $0 = Array($0.dropLast(3)) }
      _ = try Rescue(RescueTests.path, undoing: undone, startingWith: Shelf(), in: disk).repair()
      let titles = try openShelf(on: disk).store.state.books.values.map(\.title)
      #expect(titles == first + ["A", "B", "C"], "\(number)")
    }
  }

  @Test("Each call of a repair fails once: another repair keeps all the same")
  func failingCalls() throws {
    let left = SimulatedDisk()
    let durable = try openShelf(on: left)
    for (number, title) in ["A", "B", "C", "D", "E", "F"].enumerated() {
      try durable.store.send(.add(title))
      if number == 1 || number == 3 { try durable.flush() }
    }
    durable.abandon()
    let lines = try #require(left.image.bytes(of: RescueTests.log)).split(separator: 0x0A).map {
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
        let step = Soak.isOn ? 1 : Soak.pick(80, more: 2)
        for call in stride(from: 1 + line * 7 % step, to: disk.operations.count, by: step) {
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
