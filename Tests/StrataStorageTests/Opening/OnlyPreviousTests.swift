import StrataCore
import Testing

@testable import StrataStorage

@Suite("Only the version before a state is left")
struct OnlyPreviousTests {
  private static let (path, previous) = (RescueTests.path, "/d/.shelf.json.previous")
  private let disk = SimulatedDisk()

  init() throws {
    try RescueTests.keepFourBooks(on: disk)
    disk.lose("shelf.json")
    disk.lose("shelf.json.log")
  }

  @Test("Nothing new is begun over it, whoever opens it, and it stays as it is")
  func refused() throws {
    let bytes = disk.image.bytes(of: Self.previous)
    for access in [OpeningOptions.Access.writing, .reading] {
      #expect(throws: StateFileError.onlyPrevious(path: Self.path, previous: Self.previous)) {
        try openShelf(on: disk) { $0.access = access }
      }
    }
    #expect(disk.image.bytes(of: Self.previous) == bytes)
    #expect(disk.image.bytes(of: Self.path) == nil)
  }

  @Test("A repair goes on from it; restoring it does, too; without it, a new state begins")
  func ways() throws {
    let undone = try UndonePart(\Shelf.books, with: \.session.selected)
    let repaired = SimulatedDisk(disk.image)
    _ = try Rescue(Self.path, undoing: undone, startingWith: Shelf(), in: repaired).repair()
    #expect(try openShelf(on: repaired).store.state.books.values.map(\.title) == ["One", "Two"])
    let restored = SimulatedDisk(disk.image)
    _ = try StateFile<Shelf>(at: Self.path, in: restored).restorePreviousVersion()
    #expect(try openShelf(on: restored).store.state.books.values.map(\.title) == ["One", "Two"])
    let begun = SimulatedDisk(disk.image)
    try StateFile<Shelf>(at: Self.path, in: begun).removePreviousVersion()
    #expect(try openShelf(on: begun).store.state.books.isEmpty)
  }
}
