import StrataCore
import TestSupport
import Testing

@testable import StrataStorage

@Suite("Disks that give little at a time, and clocks that stand still or go back")
struct OddDiskTests {
  private static let titles = ["One", "Two", "Three", "Four"]

  private func rescue(_ disk: SimulatedDisk) throws -> Rescue<Shelf> {
    let undone = try UndonePart(\Shelf.books, with: \.session.selected)
    return Rescue(RescueTests.path, undoing: undone, startingWith: Shelf(), in: disk)
  }

  /// Files that are whole, and such as are damaged in one way or another.
  private func images() throws -> [(name: String, image: DiskImage)] {
    let disk = SimulatedDisk()
    try RescueTests.keepFourBooks(on: disk)
    func changed(_ name: String, _ change: (inout [UInt8]) -> Void) -> DiskImage {
      let copy = SimulatedDisk(disk.image)
      copy.overwrite(name, change)
      return copy.image
    }
    return [
      ("whole", disk.image),
      ("torn", changed("shelf.json.log") { $0.removeLast(5) }),
      ("one byte", changed("shelf.json.log") { $0[400] ^= 1 }),
      ("the newest change", changed("shelf.json.log") { $0[$0.count - 20] ^= 1 }),
      ("a hole behind", changed("shelf.json.log") { $0 += [UInt8](repeating: 0, count: 5_000) }),
      ("the first line", changed("shelf.json.log") { $0[3] ^= 1 }),
      ("no state", changed("shelf.json") { $0 = Array($0.dropLast(3)) }),
      (
        "edited",
        changed("shelf.json") {
          $0 = Array(String(decoding: $0, as: UTF8.self).replacing("One", with: "Uno").utf8)
        }
      ),
    ]
  }

  /// The results of opening, reading, checking and repairing the files, as texts.
  private func outcome(of image: DiskImage, reading limit: Int) throws -> [String] {
    func disk() -> SimulatedDisk {
      let disk = SimulatedDisk(image)
      disk.contents.withLock { $0.readLimit = limit }
      return disk
    }
    var told: [String] = []
    for access in [OpeningOptions.Access.reading, .writing] {
      for damagedLog in [OpeningOptions.DamagedLog.refuse, .setAside] {
        do {
          let opened = try openShelf(on: disk()) { ($0.access, $0.damagedLog) = (access, damagedLog) }
          told.append("\(Remembered(opened.store)) \(opened.report)")
          opened.abandon()
        } catch {
          told.append("\(error)")
        }
      }
    }
    told += try rescue(disk()).check().map { "\($0)" }
    let repaired = disk()
    told += (try? rescue(repaired).repair()) ?? ["not repaired"]
    told += repaired.image.names(in: "/d")
    let copied = disk()
    told += (try? rescue(copied).repair(into: "/d/other.json")) ?? ["not repaired"]
    return told + copied.image.names(in: "/d")
  }

  @Test("Opening, checking and repairing give the same result with short reads as with whole reads")
  func shortReads() throws {
    var different: Set<[String]> = []
    for (name, image) in try images() {
      let whole = try outcome(of: image, reading: .max)
      different.insert(whole)
      for limit in Soak.isOn ? [1, 2, 7, 100, 4_095] : [7, 4_095] {
        #expect(try outcome(of: image, reading: limit) == whole, "\(name), \(limit)")
      }
    }
    #expect(different.count == 8, "each of the files is a case of its own")
  }

  @Test(
    "With a clock that stands still or goes back, all is kept, and another program's file is not written over",
    arguments: [0, -1, -100_000]
  )
  func clocks(pace: Int64) throws {
    let disk = SimulatedDisk()
    disk.contents.withLock { $0.image.pace = pace }
    let clock = ManualClock()
    var remembered: Remembered?
    for round in 0..<4 {
      let opened = try openShelf(on: disk, clock: clock)
      #expect(remembered.map { $0 == Remembered(opened.store) } ?? true, "round \(round)")
      #expect(opened.report.damage == nil && opened.report.tornEnd == nil && !opened.report.isEditedOutside)
      for title in Self.titles {
        try opened.store.send(.add("\(title) \(round)"))
        // The app's clock goes back, too.
        clock.pass(.seconds(-3_600))
      }
      try opened.store.undo()
      try opened.flush()
      _ = try opened.keeping?.saving.renew(opened.store)
      try opened.store.redo()
      try opened.store.send(.rename(1, "Renamed in round \(round)"))
      #expect(opened.failure == nil)
      remembered = Remembered(opened.store)
      if round.isMultiple(of: 2) { try opened.close() } else { opened.abandon() }
    }
    // A state that another program puts there is noticed, as long as it is another file, or of another length.
    for isOther in [true, false] {
      let opened = try openShelf(on: disk, clock: clock)
      try opened.store.send(.add("More"))
      if isOther {
        disk.put(try #require(disk.image.bytes(of: RescueTests.path)), at: "shelf.json")
      } else {
        disk.overwrite("shelf.json") { $0.append(0x0A) }
      }
      #expect(throws: StateFileError.conflict(path: RescueTests.path, .changed)) { try opened.flush() }
      opened.abandon()
      let again = try openShelf(on: disk, clock: clock)
      #expect(again.store.state.books.values.map(\.title).last == "More")
      try again.close()
    }
    // Damaged, it is repaired.
    disk.overwrite("shelf.json") { $0 = Array($0.dropLast(9)) }
    _ = try rescue(disk).repair()
    #expect(try openShelf(on: disk, clock: clock).store.state.books.values.map(\.title).last == "More")
  }
}
