import StrataCore
import Testing

@testable import StrataStorage

@Suite("Checks of files that cannot be read")
struct RescueCheckTests {
  private static let (path, previous) = (RescueTests.path, "/d/.shelf.json.previous")
  private let disk = SimulatedDisk()

  init() throws { try RescueTests.keepFourBooks(on: disk) }

  private func rescue(_ disk: SimulatedDisk, at path: String = path) throws -> Rescue<Shelf> {
    let undone = try UndonePart(\Shelf.books, with: \.session.selected)
    return Rescue(path, undoing: undone, startingWith: Shelf(), in: disk)
  }

  @Test("A version before the state that is damaged is named by its own name")
  func names() throws {
    disk.put(Array("hello".utf8), at: ".shelf.json.previous")
    let found = try #require(rescue(disk).check().first { $0.path == Self.previous })
    #expect(found.condition == .damaged && found.sentence.hasPrefix(Self.previous + " is not a state"))
    let file = StateFile<Shelf>(at: Self.path, in: disk)
    #expect(throws: StateFileError.blank(path: Self.previous, size: 0)) {
      disk.put([], at: ".shelf.json.previous")
      _ = try file.restorePreviousVersion()
    }
    disk.fail("open previous")
    let cause = SystemError(5)
    #expect(throws: StateFileError.inaccessible(path: Self.previous, step: .open, cause: cause)) {
      _ = try file.previousVersion()
    }
  }

  @Test("Files that are there and cannot be looked at are not missing; the step that failed is named")
  func unseen() throws {
    let denied = SystemError(13)
    for (call, step) in [
      ("open folder", FileStep.openFolder), ("target file", .followLinks), ("list folder", .inspect),
      ("status file", .inspect), ("open file", .open), ("read file", .read),
    ] {
      let disk = SimulatedDisk(disk.image)
      disk.fail(call, with: denied)
      let found = try #require(rescue(disk).check().first)
      #expect(found.condition == .unusable && found.path == Self.path, "\(call)")
      #expect(found.sentence.contains("\(step.rawValue) failed: \(denied)"), "\(found.sentence)")
    }
    for (call, step) in [
      ("status log", FileStep.inspect), ("open log", .open), ("status open log", .inspect),
      ("read log at a place", .read),
    ] {
      let disk = SimulatedDisk(disk.image)
      disk.fail(call, with: denied)
      let found = try #require(rescue(disk).check().first { $0.path == RescueTests.log })
      #expect(found.condition == .unusable, "\(call)")
      #expect(found.sentence == "it cannot be read: \(step.rawValue) failed: \(denied)", "\(call)")
    }
    disk.put(.link, at: "link.json", target: "nowhere.json")
    let link = try rescue(disk, at: "/d/link.json").check()
    #expect(link.map(\.condition) == [.unusable] && link[0].sentence.contains("following links failed"))
    let folder = try rescue(disk, at: "/d/").check()
    #expect(
      folder.map(\.condition) == [.unusable] && folder[0].sentence.contains("opening the folder failed")
    )
    #expect(try rescue(disk, at: "/d/none.json").check().map(\.condition) == [.missing])
    #expect(try rescue(disk, at: "/nowhere/none.json").check() == [])
  }
}
