import Foundation
import StrataStorage
import Testing

@Suite("A file that another process has changed")
struct ConflictTests {
  let disk = SimulatedDisk()
  let file: StateFile<Note>

  init() throws {
    file = noteFile(on: disk)
    try file.save(Note(text: "mine"))
  }

  func expectConflict(_ conflict: StateFileError.Conflict, _ file: StateFile<Note>) {
    let before = disk.image.bytes(of: "/d/state.json")
    #expect(throws: StateFileError.conflict(path: file.path, conflict)) { try file.save(Note(text: "x")) }
    #expect(disk.image.bytes(of: "/d/state.json") == before)
  }

  @Test("Replaced by another writer: a conflict until it is loaded")
  func replaced() throws {
    let other = noteFile(on: disk)
    #expect(try other.load() == Note(text: "mine"))
    try other.save(Note(text: "theirs"))
    expectConflict(.changed, file)
    #expect(try file.load() == Note(text: "theirs"))
    try file.save(Note(text: "both"))
    expectConflict(.changed, other)
  }

  @Test("Written to in place, same size: a conflict")
  func writtenTo() throws {
    let folder = try disk.openDirectory("/d", from: nil)
    let descriptor = try disk.open("state.json", in: folder, for: .locking)
    try [UInt8](" ".utf8).withBytes { _ = try disk.write($0, to: descriptor) }
    expectConflict(.changed, file)
  }

  @Test("Removed: a conflict until it is given up")
  func removed() throws {
    let folder = try disk.openDirectory("/d", from: nil)
    try disk.remove("state.json", in: folder)
    expectConflict(.removed, file)
    try file.discard()
    try file.save(Note(text: "again"))
    #expect(try file.load() == Note(text: "again"))
  }

  @Test("One that was never loaded, or came since it was looked for: a conflict")
  func appeared() throws {
    expectConflict(.neverLoaded, noteFile(on: disk))
    let late = noteFile(on: disk, at: "/d/other.json")
    #expect(try late.load() == nil)
    try noteFile(on: disk, at: "/d/other.json").save(Note(text: "theirs"))
    expectConflict(.appeared, late)
  }

  @Test("Discarding allows one known file to be replaced, not whatever comes after it")
  func discarding() throws {
    let other = noteFile(on: disk)
    try other.discard()
    try file.save(Note(text: "meanwhile"))
    expectConflict(.changed, other)
    try other.discard()
    try other.save(Note(text: "theirs"))
    #expect(try other.load() == Note(text: "theirs"))
  }

  @Test("load() reports a conflict when the file is written to during the read")
  func changedWhileReading() throws {
    disk.contents.withLock { $0.isWrittenToWhileRead = true }
    #expect(throws: StateFileError.conflict(path: file.path, .changed)) { try file.load() }
  }
}
