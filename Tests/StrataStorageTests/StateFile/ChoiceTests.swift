import Foundation
import StrataStorage
import Testing

@Suite("Choices for a file that cannot be loaded")
struct ChoiceTests {
  let disk = SimulatedDisk()
  let file: StateFile<Note>
  let broken = Array("broken".utf8)

  init() throws {
    file = noteFile(on: disk)
    for text in ["a", "b"] { try file.save(Note(text: text)) }
    disk.put(broken, at: "state.json")
    #expect(throws: StateFileError.self) { try file.load() }
  }

  func bytes(_ name: String = "state.json") -> [UInt8]? { disk.image.bytes(of: "/d/" + name) }

  @Test("Saving is refused until a choice is made, and touches nothing")
  func refused() {
    disk.restart()
    for _ in 0..<2 {
      let error = #expect(throws: StateFileError.self) { try file.save(Note(text: "x")) }
      guard case .refused(_, .corrupt)? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
    #expect(disk.operations == [])
    #expect(bytes() == broken)
  }

  @Test("A load that succeeds lifts the refusal: the file has been mended")
  func mended() throws {
    disk.put(Note(text: "mended").file, at: "state.json")
    #expect(try file.load() == Note(text: "mended"))
    try file.save(Note(text: "x"))
  }

  @Test("Quarantine: it is kept beside, loading starts afresh, and saving makes a new file")
  func quarantine() throws {
    #expect(try file.quarantine() == "/d/state.json.quarantined-1")
    #expect(bytes("state.json.quarantined-1") == broken)
    #expect(bytes() == nil)
    try file.save(Note(text: "new"))
    #expect(try noteFile(on: disk).load() == Note(text: "new"))
    #expect(try file.quarantine() == "/d/state.json.quarantined-2")
    #expect(try file.load() == nil)
    #expect(throws: StateFileError.notSaved(path: file.path, step: .rename, cause: .notFound)) {
      try file.quarantine()
    }
  }

  @Test("Restoring brings the version before, keeps the broken one beside, and saving goes on")
  func restore() throws {
    #expect(try file.previousVersion() == Note(text: "a"))
    #expect(try file.restorePreviousVersion() == Note(text: "a"))
    #expect(bytes() == Note(text: "a").file)
    #expect(bytes("state.json.quarantined-1") == broken)
    try file.save(Note(text: "new"))
    #expect(try file.previousVersion() == Note(text: "a"))
  }

  @Test("Restoring also brings back a version whose file was removed")
  func restoreRemoved() throws {
    let folder = try disk.openDirectory("/d", from: nil)
    try disk.remove("state.json", in: folder)
    #expect(try file.restorePreviousVersion() == Note(text: "a"))
    #expect(bytes("state.json.quarantined-1") == nil)
  }

  @Test("A previous version that is missing or broken too is said so, and nothing changes")
  func noPrevious() throws {
    disk.put(broken, at: ".state.json.previous")
    #expect(throws: StateFileError.self) { try file.restorePreviousVersion() }
    #expect(throws: StateFileError.self) { try file.previousVersion() }
    #expect(bytes() == broken)
    try file.removePreviousVersion()
    #expect(throws: StateFileError.noPreviousVersion(path: file.path)) { try file.restorePreviousVersion() }
    #expect(try file.previousVersion() == nil)
    #expect(bytes() == broken)
    #expect(throws: StateFileError.self, "still refused") { try file.save(Note(text: "x")) }
  }

  @Test("Discarding: nothing happens yet; the next save replaces it, and the good previous version stays")
  func discard() throws {
    try file.discard()
    #expect(bytes() == broken)
    try file.save(Note(text: "new"))
    #expect(bytes() == Note(text: "new").file)
    #expect(try file.previousVersion() == Note(text: "a"))
    try file.save(Note(text: "newer"))
    #expect(try file.previousVersion() == Note(text: "new"))
  }

  @Test("A file is protected from saving after a read error, just as after a decoding error")
  func unreadable() throws {
    disk.put(Note(text: "fine").file, at: "state.json")
    let other = noteFile(on: disk)
    disk.restart()
    _ = try noteFile(on: disk).load()
    let read = try #require(disk.operations.firstIndex(of: "read file"))
    disk.restart(failing: .init(call: read, error: SystemError(EIO)))
    let error = StateFileError.inaccessible(path: other.path, step: .read, cause: SystemError(EIO))
    #expect(throws: error) { try other.load() }
    #expect(throws: StateFileError.refused(path: other.path, reason: error)) {
      try other.save(Note(text: "x"))
    }
    #expect(try other.load() == Note(text: "fine"))
    try other.save(Note(text: "x"))
  }

  @Test("The previous version is one save old, also right after a crash between its link and the renaming")
  func previousAfterCrash() throws {
    disk.put(Note(text: "b").file, at: "state.json")
    let folder = try disk.openDirectory("/d", from: nil)
    try disk.remove(".state.json.previous", in: folder)
    try disk.link("state.json", to: ".state.json.previous", in: folder)
    #expect(try file.load() == Note(text: "b"))
    try file.save(Note(text: "c"))
    #expect(try file.previousVersion() == Note(text: "b"))
    #expect(disk.image.names(in: "/d") == [".state.json.lock", ".state.json.previous", "state.json"])
  }
}
