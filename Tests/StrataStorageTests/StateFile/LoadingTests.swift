import Foundation
import StrataStorage
import Testing

@Suite("Loading a state")
struct LoadingTests {
  let folder: TemporaryFolder
  let file: StateFile<Note>

  init() throws {
    folder = try TemporaryFolder()
    file = StateFile(at: folder.file("state.json"))
  }

  @Test("A missing file is no state; so is a missing folder")
  func missing() throws {
    #expect(try file.load() == nil)
    #expect(try StateFile<Note>(at: folder.file("none/state.json")).load() == nil)
  }

  @Test(
    "What is no state is an error, and stays as it is",
    arguments: [
      "", "{", "[]", "null", #"{"format":1}"#, #"{"format":1,"state":null}"#,
      #"{"format":1,"state":{"text":7,"weight":1}}"#, #"{"state":{"text":"a","weight":1}}"#,
    ]
  )
  func corrupt(text: String) throws {
    try folder.write(text, to: "state.json")
    let error = #expect(throws: StateFileError.self) { try file.load() }
    guard case .corrupt? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try folder.text(of: "state.json") == text)
  }

  @Test("A file that a crash filled with zero bytes is an error")
  func zeroes() throws {
    try folder.write(String(repeating: "\0", count: 64), to: "state.json")
    #expect(throws: StateFileError.self) { try file.load() }
  }

  @Test("A state that was cut off at any byte is an error")
  func truncated() throws {
    try file.save(Note(text: "abc"))
    let text = try folder.text(of: "state.json")
    for length in 0..<text.utf8.count {
      try folder.write(String(text.prefix(length)), to: "state.json")
      #expect(throws: StateFileError.self, "cut off after \(length) bytes") { try file.load() }
    }
  }

  @Test("A file from a newer version says so, and is not mistaken for a broken one")
  func newer() throws {
    try folder.write(#"{"format":2,"state":{"something":"else"}}"#, to: "state.json")
    let error = #expect(throws: StateFileError.self) { try file.load() }
    guard case .newer(_, format: 2, known: 1)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("Any failing call is an error, never a missing file", arguments: 0..<5)
  func everyCallFails(call: Int) throws {
    try file.save(Note(text: "a"))
    let disk = ScriptedFileSystem()
    let file = StateFile<Note>(at: folder.file("state.json"), in: disk)
    disk.failure = SystemError(EIO)
    disk.failingCall = call
    if call < 4 {
      #expect(throws: StateFileError.self) { try file.load() }
    } else {
      #expect(try file.load() == Note(text: "a"), "a descriptor that was only read loses nothing when closed")
    }
    #expect(disk.didFail)
    #expect(disk.openCount == 0)
  }

  @Test("A folder in the file's place is an error")
  func folderInPlace() throws {
    try FileManager.default.createDirectory(atPath: file.path, withIntermediateDirectories: false)
    #expect(throws: StateFileError.self) { try file.load() }
    #expect(throws: StateFileError.self) { try file.save(Note(text: "a")) }
    #expect(folder.names == ["state.json"])
  }

  @Test("Messages name the file and say what to do")
  func messages() {
    let cause = SystemError(ENOSPC)
    #expect(
      "\(StateFileError.notSaved(path: "a.json", step: "writing", cause: cause))"
        == "a.json was not saved and is as it was: writing failed: \(cause)"
    )
    #expect("\(StateFileError.newer(path: "a.json", format: 2, known: 1))".contains("newer version"))
    #expect("\(cause)".hasSuffix("(errno \(ENOSPC))"))
  }
}
