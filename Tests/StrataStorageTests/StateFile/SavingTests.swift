import Foundation
import StrataCore
import StrataStorage
import Testing

@Suite("Saving a state")
struct SavingTests {
  let disk = SimulatedDisk()

  @Test("The bytes are synced before the name points at them, and the name before the caller is told")
  func order() throws {
    let file = noteFile(on: disk)
    try file.save(Note(text: "a"))
    #expect(
      disk.operations == [
        "open folder", "target file", "status file", "open lock", "open lock", "status open lock",
        "lock lock",
        "status lock", "status file", "list folder",
        "create temp", "status open temp", "write temp", "sync temp", "status open temp", "close temp",
        "rename temp to file", "sync folder", "close lock", "close folder",
      ]
    )
    disk.restart()
    try file.save(Note(text: "b"))
    #expect(
      disk.operations.drop { $0 != "close temp" } == [
        "close temp", "status previous", "link file to temp", "rename temp to previous",
        "rename temp to file",
        "sync folder", "close lock", "close folder",
      ]
    )
  }

  @Test("A disk that takes a byte at a time gets them all")
  func shortWrites() throws {
    disk.contents.withLock { $0.writeLimit = 1 }
    let file = noteFile(on: disk)
    try file.save(Note(text: "long enough"))
    #expect(disk.operations.count { $0 == "write temp" } == Note(text: "long enough").file.count)
    #expect(try file.load() == Note(text: "long enough"))
  }

  @Test("A disk that takes nothing and gives no reason is an error, not an endless loop")
  func nothingWritten() throws {
    disk.contents.withLock { $0.writeLimit = 0 }
    #expect(throws: StateFileError.self) { try noteFile(on: disk).save(Note(text: "a")) }
    #expect(disk.image.names(in: "/d") == [])
  }

  @Test(
    "A number that JSON cannot encode is an error before any file is touched",
    arguments: [Double.nan, .infinity]
  )
  func unencodable(weight: Double) throws {
    let error = #expect(throws: StateFileError.self) {
      try noteFile(on: disk).save(Note(text: "a", weight: weight))
    }
    guard case .unencodable? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(disk.operations == [])
  }

  @Test("A folder that is renamed in the middle of a save has all of it, and the one in its place nothing")
  func renamedFolder() throws {
    func prepared() throws -> (SimulatedDisk, StateFile<Note>) {
      let disk = SimulatedDisk()
      let file = noteFile(on: disk)
      try file.save(Note(text: "old"))
      disk.restart()
      return (disk, file)
    }
    let (clean, cleanFile) = try prepared()
    try cleanFile.save(Note(text: "new"))
    #expect(clean.operations.first == "open folder")
    for call in 1..<clean.operations.count {
      let (disk, file) = try prepared()
      disk.contents.withLock { $0.renamesFolderBefore = call }
      try file.save(Note(text: "new"))
      #expect(disk.image.bytes(of: "/moved/state.json") == Note(text: "new").file, "before call \(call)")
      #expect(disk.image.names(in: "/moved") == [".state.json.lock", ".state.json.previous", "state.json"])
      #expect(disk.image.names(in: "/d") == [])
    }
  }

  @Test("A value that refuses to be written is an error with its path, before anything is touched")
  func refusing() {
    func error<State: Codable & Sendable>(_ state: State) -> StateFileError? {
      do throws(StateFileError) {
        try StateFile<State>(at: "/d/state.json", in: disk, patience: .zero).save(state)
        return nil
      } catch {
        return error
      }
    }
    for error in [error(Sealed()), error(["key": Sealed()])] {
      guard case .unencodable(let path, let reason)? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(path == "/d/state.json")
      #expect(reason.contains("it is sealed"))
    }
    guard case .unencodable(_, let reason)? = error(Safe(letters: ["a": Sealed()])) else {
      Issue.record("a described state with a value that refuses was saved")
      return
    }
    #expect(reason.hasPrefix("letters / a: "))
    #expect(disk.operations == [])
  }

  @Test("The same state is the same bytes, with format and schema on a line for people")
  func bytes() throws {
    try noteFile(on: disk).save(Note(text: "a"))
    #expect(disk.image.bytes(of: "/d/state.json") == Note(text: "a").file)
  }

  @Test("Owner and mode of the old file are kept; a new one is its owner's alone")
  func ownerAndMode() throws {
    let owner = FileOwner(user: 8, group: 9)
    disk.put(Note(text: "old").file, at: "state.json", mode: 0o664, owner: owner)
    let file = noteFile(on: disk)
    _ = try file.load()
    try file.save(Note(text: "new"))
    let kept = disk.image.nodes.values.first { $0.bytes == Note(text: "new").file }
    #expect(kept?.owner == owner)
    #expect(kept?.mode == 0o664)
    try noteFile(on: disk, at: "/d/other.json").save(Note(text: "other"))
    #expect(disk.image.nodes.values.first { $0.bytes == Note(text: "other").file }?.mode == 0o600)
  }

  @Test("Saving removes the temporary files of a killed writer, and no other file")
  func staleFiles() throws {
    let others = ["other.json", ".other.json.0123456789abcdef.tmp", ".state.json.tmp", "state.json.tmp"]
    for name in others { disk.put([1], at: name) }
    for number in 0..<9 { disk.put([1], at: ".state.json.000000000000000\(number).tmp") }
    try noteFile(on: disk).save(Note(text: "a"))
    #expect(disk.image.names(in: "/d") == (others + [".state.json.lock", "state.json"]).sorted())
  }

  @Test("A file that others have locked is an error, and nothing is written")
  func locked() throws {
    disk.contents.withLock { $0.lockedByOthers = ["lock"] }
    let file = noteFile(on: disk)
    #expect(throws: StateFileError.locked(path: file.path)) { try file.save(Note(text: "a")) }
    #expect(disk.image.bytes(of: "/d/state.json") == nil)
    disk.contents.withLock { $0.lockedByOthers = [] }
    try file.save(Note(text: "a"))
  }

  @Test("Something else in the lock's place is an error", arguments: [FileKind.link, .folder, .pipe])
  func plantedLock(kind: FileKind) throws {
    disk.put(kind, at: ".state.json.lock", target: "elsewhere")
    let error = #expect(throws: StateFileError.self) { try noteFile(on: disk).save(Note(text: "a")) }
    guard case .notSaved(_, step: .lock, _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(disk.image.names(in: "/d") == [".state.json.lock"])
  }

  @Test(
    "save(_:) and load() refuse a folder, a pipe, a device or a socket in the file's place",
    arguments: [FileKind.folder, .pipe, .device, .socket]
  )
  func noFile(kind: FileKind) throws {
    disk.put(kind, at: "state.json")
    let file = noteFile(on: disk)
    #expect(throws: StateFileError.notAFile(path: file.path, kind: kind)) { try file.save(Note(text: "a")) }
    #expect(throws: StateFileError.notAFile(path: file.path, kind: kind)) { try file.load() }
    #expect(!disk.operations.contains("open file"))
  }

  @Test("On a disk without second names there is no previous version, and saving works")
  func noHardLinks() throws {
    let file = noteFile(on: disk)
    try file.save(Note(text: "a"))
    disk.restart()
    try file.save(Note(text: "b"))
    let link = try #require(disk.operations.firstIndex(of: "link file to temp"))
    disk.restart(failing: .init(call: link, error: SystemError(EPERM)))
    try file.save(Note(text: "c"))
    #expect(try file.load() == Note(text: "c"))
    #expect(try file.previousVersion() == Note(text: "a"))
  }
}

/// A value that does not want to be written.
private struct Sealed: DescribedLeaf {
  struct Refusal: Error, CustomStringConvertible {
    var description: String { "it is sealed" }
  }

  init() {}
  init(from decoder: any Decoder) {}
  func encode(to encoder: any Encoder) throws { throw Refusal() }
}

private struct Safe: Described {
  var letters: [String: Sealed] = [:]

  static func describe(_ field: inout Fields<Safe>) {
    field("letters", \.letters)
  }
}
