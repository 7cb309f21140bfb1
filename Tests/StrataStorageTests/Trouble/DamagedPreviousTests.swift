import StrataCore
import Testing

@testable import StrataStorage

@Suite("A version before the state that is damaged, beside files that are whole")
struct DamagedPreviousTests {
  private static let (path, previous) = (RescueTests.path, ".shelf.json.previous")
  private let disk = SimulatedDisk()

  init() throws {
    try RescueTests.keepFourBooks(on: disk)
    disk.put(Array("hello".utf8), at: Self.previous)
  }

  private var bytes: [UInt8]? { disk.image.bytes(of: "/d/" + Self.previous) }

  @Test(
    "Opening needs none, so nothing is said, and it stays as it is until the next save puts a whole one there"
  )
  func opening() throws {
    for access in [OpeningOptions.Access.reading, .writing] {
      for damagedLog in [OpeningOptions.DamagedLog.refuse, .setAside] {
        let opened = try openShelf(on: disk) { ($0.access, $0.damagedLog) = (access, damagedLog) }
        #expect(opened.report.history == .kept(moments: 5) && opened.report.damage == nil)
        opened.abandon()
        #expect(bytes == Array("hello".utf8))
      }
    }
    let before = try #require(disk.image.bytes(of: Self.path))
    let opened = try openShelf(on: disk)
    try opened.store.send(.add("Five"))
    try opened.close()
    #expect(bytes == before, "the state as it was before that save")
    #expect(disk.image.names(in: "/d").filter { $0.contains("quarantined") } == [])
    let undone = try UndonePart(\Shelf.books, with: \.session.selected)
    let found = Rescue(Self.path, undoing: undone, startingWith: Shelf(), in: disk).check()
    #expect(found.allSatisfy { $0.condition == .whole })
  }

  @Test("It is damage to whoever checks, and a repair puts it aside where no save would")
  func repair() throws {
    try openShelf(on: disk).close()
    let undone = try UndonePart(\Shelf.books, with: \.session.selected)
    let rescue = Rescue(Self.path, undoing: undone, startingWith: Shelf(), in: disk)
    disk.put(Array("hello".utf8), at: Self.previous)
    #expect(
      rescue.check().contains { $0.condition == .damaged && $0.path.hasSuffix(Self.previous) && $0.isSpare }
    )
    let told = try rescue.repair()
    #expect(
      told == [
        "The history goes on, with 5 moments.",
        "The version before the state could not be read; it is kept in /d/shelf.json.quarantined-1.",
      ]
    )
    #expect(bytes == nil && rescue.check().allSatisfy { $0.condition == .whole || $0.condition == .kept })
  }

  @Test("restorePreviousVersion() throws for a damaged previous version, and both files stay")
  func wanted() throws {
    let file = StateFile<Shelf>(at: Self.path, in: disk)
    let state = disk.image.bytes(of: Self.path)
    #expect(throws: StateFileError.self) { try file.restorePreviousVersion() }
    #expect(disk.image.bytes(of: Self.path) == state && bytes == Array("hello".utf8))
  }
}
