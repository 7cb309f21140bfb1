import Foundation
import StrataStorage
import Testing

struct Note: Codable, Equatable, Sendable {
  var text: String
  var weight = 1.0
}

@Suite("Saving a state")
struct SavingTests {
  let folder: TemporaryFolder
  let disk = ScriptedFileSystem()
  let file: StateFile<Note>

  init() throws {
    folder = try TemporaryFolder()
    file = StateFile(at: folder.file("state.json"), in: disk)
  }

  @Test("The bytes are synced before the name points at them, and the name before the caller is told")
  func order() throws {
    try file.save(Note(text: "a"))
    #expect(
      disk.calls == [
        "open folder", "create temp", "write temp", "sync temp", "close temp", "rename temp to file",
        "sync folder", "close folder",
      ]
    )
  }

  @Test("Whichever call fails, the file has the old state or the new one, and the error says which")
  func everyCallFails() throws {
    try file.save(Note(text: "old"))
    var outcomes: [String] = []
    for call in disk.calls.indices {
      try StateFile(at: file.path).save(Note(text: "old"))
      let disk = ScriptedFileSystem()
      disk.failingCall = call
      let outcome = outcomeOfSaving(Note(text: "new"), on: disk)
      outcomes.append(outcome)
      let isNew = outcome == "saved" || outcome == "not yet durable"
      #expect(try StateFile<Note>(at: file.path).load()?.text == (isNew ? "new" : "old"))
      #expect(disk.didFail)
      #expect(disk.openCount == 0, "a descriptor was left open")
      #expect(folder.names == ["state.json"], "a temporary file was left behind")
    }
    #expect(
      outcomes == [
        "opening the folder", "creating a temporary file", "writing", "syncing the file", "closing the file",
        "renaming the temporary file", "not yet durable", "saved",
      ]
    )
  }

  /// Saves and says in one word what became of it: the failing step, where one failed.
  func outcomeOfSaving(_ note: Note, on disk: ScriptedFileSystem) -> String {
    do {
      try StateFile(at: file.path, in: disk).save(note)
      return "saved"
    } catch StateFileError.notSaved(_, let step, let cause) {
      #expect(cause == disk.failure)
      return step
    } catch StateFileError.notYetDurable(_, let cause) {
      #expect(cause == disk.failure)
      return "not yet durable"
    } catch {
      return "\(error)"
    }
  }

  @Test("A disk that takes a byte at a time gets them all")
  func shortWrites() throws {
    disk.writeLimit = 1
    try file.save(Note(text: "long enough"))
    #expect(disk.calls.count { $0 == "write temp" } > 20)
    #expect(try file.load() == Note(text: "long enough"))
  }

  @Test("A disk that takes nothing and gives no reason is an error, not an endless loop")
  func nothingWritten() throws {
    disk.writeLimit = 0
    #expect(throws: StateFileError.self) { try file.save(Note(text: "a")) }
    #expect(folder.names == [])
  }

  @Test("What JSON cannot say is an error before anything is touched")
  func unencodable() throws {
    #expect(throws: StateFileError.self) { try file.save(Note(text: "a", weight: .nan)) }
    #expect(disk.calls == [])
  }

  @Test("The same state is the same bytes, readable by its owner alone")
  func bytes() throws {
    try file.save(Note(text: "a"))
    #expect(try folder.text(of: "state.json") == #"{"format":1,"state":{"text":"a","weight":1}}"#)
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test("A name of 255 bytes can be saved")
  func longName() throws {
    let name = String(repeating: "é", count: 127) + "x"
    let file = StateFile<Note>(at: folder.file(name))
    try file.save(Note(text: "a"))
    #expect(try file.load() == Note(text: "a"))
  }
}
