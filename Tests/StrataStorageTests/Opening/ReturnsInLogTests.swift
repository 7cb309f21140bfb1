import StrataCore
import TestSupport
import Testing

@testable import StrataStorage

@Suite("A log whose lines another program has ended with CR LF")
struct ReturnsInLogTests {
  private func log(of disk: SimulatedDisk) throws -> [UInt8] {
    try #require(disk.image.bytes(of: RescueTests.log))
  }

  @Test("All of it is kept, it is said, and the log is written anew; a copy stays beside it")
  func whole() throws {
    let disk = SimulatedDisk()
    try RescueTests.keepFourBooks(on: disk)
    disk.overwrite("shelf.json.log") { log in log = log.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] } }
    let changed = try log(of: disk)
    let opened = try openShelf(on: disk)
    #expect(opened.store.state.books.values.map(\.title) == ["One", "Two", "Three", "Four"])
    #expect(opened.report.damage?.kept == .everything && opened.report.lostBytes == 0)
    #expect(try #require(disk.image.bytes(of: RescueTests.log + ".aside-1")) == changed)
    try opened.store.send(.add("Five"))
    let remembered = Remembered(opened.store)
    opened.abandon()
    #expect(try !log(of: disk).contains(0x0D))
    let again = try openShelf(on: disk)
    #expect(Remembered(again.store) == remembered && again.report.damage == nil)
  }

  @Test("With further damage: once it was set aside, no later opening says that nothing is lost")
  func furtherDamage() throws {
    let whole = SimulatedDisk()
    try RescueTests.keepFourBooks(on: whole)
    let lines = try log(of: whole).split(separator: 0x0A).map { Array($0) + [0x0D, 0x0A] }
    var cut = 0
    for index in 1..<lines.count {
      var damaged = lines
      for place in [30, 35, 40] { damaged[index][place] ^= 1 }
      let disk = SimulatedDisk(whole.image)
      disk.put(damaged.flatMap { $0 }, at: "shelf.json.log")
      let opened = try openShelf(on: disk) { $0.damagedLog = .setAside }
      #expect(opened.report.damage?.kept != .everything, "line \(index): \(opened.report)")
      cut += opened.report.damage?.kept == .before ? 1 : 0
      try opened.store.send(.add("Five"))
      let remembered = Remembered(opened.store)
      opened.abandon()
      #expect(try !log(of: disk).contains(0x0D), "line \(index)")
      let again = try openShelf(on: disk)
      #expect(Remembered(again.store) == remembered && again.report.damage == nil, "line \(index)")
    }
    #expect(cut > 0)
  }

  @Test("Where it is cut off at any byte, what the state has stays, or opening is refused")
  func cut() throws {
    let disk = SimulatedDisk()
    try RescueTests.keepFourBooks(on: disk)
    let returns = try log(of: disk).flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] as [UInt8] }
    for end in stride(from: 0, to: returns.count, by: Soak.stride(7)) {
      let disk = SimulatedDisk(disk.image)
      disk.put(Array(returns[..<end]), at: "shelf.json.log")
      guard let opened = try? openShelf(on: disk) else { continue }
      #expect(opened.store.state.books.values.map(\.title).starts(with: ["One", "Two", "Three"]), "\(end)")
      opened.abandon()
    }
  }
}
