import StrataCore
import TestSupport
import Testing

@testable import StrataStorage

@Suite("A repair that is killed, or finds the files of others")
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
      var lines = try bytes("shelf.json.log").logLines.map { Array($0) + [0x0A] }
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
          Soak.count(.cut)
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
}
