import StrataCore
import TestSupport
import Testing

@testable import StrataStorage

@Suite("A log with a hole that is larger than what is read at once")
struct LogHoleTests {
  /// The most that is read at once of what is damaged.
  private let mostRead = 1 << 20

  @Test(
    "Behind all changes, and behind the head of a line that says that it is as long: no room is made for it"
  )
  func holes() throws {
    let size = 48 << 20
    for head in ["", "s9 \(size - 50) 00000000 {", "s5 \(size - 50) 00000000 {"] {
      for hasState in Soak.isOn ? [true, false] : [head.hasPrefix("s")] {
        let disk = SimulatedDisk()
        try RescueTests.keepFourBooks(on: disk)
        if !hasState { disk.overwrite("shelf.json") { $0 = [] } }
        disk.overwrite("shelf.json.log") { log in
          log += Array(head.utf8) + [UInt8](repeating: 0, count: size - head.utf8.count)
        }
        let undone = try UndonePart(\Shelf.books, with: \.session.selected)
        let findings = Rescue(RescueTests.path, undoing: undone, startingWith: Shelf(), in: disk).check()
        #expect(findings.contains { $0.path == RescueTests.log && $0.condition == .damaged })
        let opened = try? openShelf(on: disk) { ($0.damagedLog, $0.access) = (.setAside, .reading) }
        if hasState { #expect(opened?.store.state.books.count == 4) }
        #expect(disk.largestRead <= mostRead)
      }
    }
  }

  @Test("A state that is larger than the limit is not read by a check, and that is said")
  func state() throws {
    let disk = SimulatedDisk()
    try RescueTests.keepFourBooks(on: disk)
    let file = StateFile<Shelf>(at: RescueTests.path, sizeLimit: 10, in: disk)
    #expect(throws: StateFileError.self) { try file.load() }
    let undone = try UndonePart(\Shelf.books, with: \.session.selected)
    var rescue = Rescue(RescueTests.path, undoing: undone, startingWith: Shelf(), in: disk)
    #expect(rescue.limit == OpeningOptions().sizeLimit)
    rescue.limit = 10
    let found = try #require(rescue.check().first { $0.path == RescueTests.path })
    #expect(found.condition != .whole && "\(found)".contains("10"), "\(found)")
    #expect(disk.largestRead <= mostRead)
  }
}
