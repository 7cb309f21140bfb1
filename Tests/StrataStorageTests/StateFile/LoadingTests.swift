import Foundation
import StrataStorage
import TestSupport
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
    "A file without a valid state is reported as corrupt, and stays as it is",
    arguments: [
      "{", "[]", "null", "7", #"{"format":1}"#, #"{"format":"strata-state-1","schema":1,"state":null}"#,
      #"{"format":"strata-state-1","schema":1}"#,
      #"{"format":"strata-state-1","state":{"text":"a","weight":1}}"#,
      #"{"format":"strata-state-1","schema":1,"state":{"text":7,"weight":1}}"#,
      #"{"format":"strata-state-1","schema":1,"state":{"text":"a"}}"#,
      #"{"format":"strata-state-0","schema":1,"state":{"text":"a","weight":1}}"#,
      #"{"format":"strata-state-1","schema":0,"state":{"text":"a","weight":1}}"#,
      #"{"format":"another-app-1","schema":1,"state":{"text":"a","weight":1}}"#,
      #"{"schema":1,"state":{"text":"a","weight":1}}"#,
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

  @Test(
    "An empty file, and one that a crash filled with zero bytes, are errors of their own",
    arguments: [0, 64]
  )
  func blank(count: Int) throws {
    try folder.write(String(repeating: "\0", count: count), to: "state.json")
    #expect(throws: StateFileError.blank(path: file.path, size: count)) { try file.load() }
    #expect(throws: StateFileError.self) { try file.save(Note(text: "a")) }
    #expect(try folder.text(of: "state.json").utf8.count == count)
  }

  @Test("A state that was cut off at any byte is an error")
  func truncated() throws {
    let bytes = Note(text: "abc").file
    for length in 0..<bytes.count - 2 {
      try folder.write(bytes: bytes.prefix(length), to: "state.json")
      #expect(throws: StateFileError.self, "cut off after \(length) bytes") { try file.load() }
      Soak.count(.damage)
    }
  }

  @Test("A state with any bit flipped is an error or a whole state, never a trap")
  func flipped() throws {
    var bytes = Note(text: "abc").file
    var (errors, states) = (0, 0)
    for position in bytes.indices {
      for bit in 0..<8 {
        bytes[position] ^= 1 << bit
        try folder.write(bytes: bytes, to: "state.json")
        do throws(StateFileError) {
          _ = try file.load()
          states += 1
        } catch {
          errors += 1
        }
        bytes[position] ^= 1 << bit
      }
    }
    #expect(errors > states && states > 0)
    Soak.count(.damage, errors + states)
  }

  @Test("A newer format or schema says so, and is not mistaken for a broken file")
  func newer() throws {
    try folder.write(
      #"{"format":"strata-state-2","schema":1,"state":{"something":"else"}}"#,
      to: "state.json"
    )
    #expect(throws: StateFileError.newer(path: file.path, what: .format, found: 2, known: 1)) {
      try file.load()
    }
    try folder.write(
      #"{"format":"strata-state-1","schema":9,"state":{"something":"else"}}"#,
      to: "state.json"
    )
    #expect(throws: StateFileError.newer(path: file.path, what: .schema, found: 9, known: 1)) {
      try file.load()
    }
    #expect(throws: StateFileError.self) { try file.save(Note(text: "a")) }
  }

  @Test("A bit of the format's number that was flipped makes a damaged file, and no newer one")
  func flippedFormat() throws {
    let saved = String(decoding: Note(text: "abc").file, as: UTF8.self)
    for digit in ["3", "5", "9"] {
      try folder.write(saved.replacing("strata-state-1", with: "strata-state-\(digit)"), to: "state.json")
      let reason = "the number of its format is not as it was saved"
      #expect(throws: StateFileError.corrupt(path: file.path, reason: reason, place: nil)) { try file.load() }
    }
  }

  @Test("A file with more bytes than the limit is not read; one with as many is")
  func sizeLimit() throws {
    try file.save(Note(text: "abc"))
    let size = Note(text: "abc").file.count
    #expect(try StateFile<Note>(at: file.path, sizeLimit: size).load() == Note(text: "abc"))
    let limited = StateFile<Note>(at: file.path, sizeLimit: size - 9)
    let error = StateFileError.tooLarge(path: file.path, size: Int64(size), limit: size - 9)
    #expect(throws: error) { try limited.load() }
  }

  @Test("A file that is larger than any memory is an error at once")
  func huge() throws {
    try folder.write("{", to: "state.json")
    let size = Int64(1) << 42
    try #require(truncate(file.path, off_t(size)) == 0, "the disk keeps files with holes in them")
    let error = StateFileError.tooLarge(path: file.path, size: size, limit: file.sizeLimit)
    #expect(throws: error) { try file.load() }
    #expect(throws: StateFileError.refused(path: file.path, reason: error)) { try file.save(Note(text: "a")) }
  }

  @Test("Messages name the file and say what to do")
  func messages() {
    let cause = SystemError(ENOSPC)
    #expect(
      "\(StateFileError.notSaved(path: "a.json", step: .write, cause: cause))"
        == "a.json was not saved and is as it was: writing failed: \(cause)"
    )
    #expect("\(cause)".hasSuffix("(errno \(ENOSPC))"))
    let place = TextPlace(line: 3, column: 7)
    #expect(
      "\(StateFileError.corrupt(path: "a.json", reason: "a comma is missing", place: place))"
        == "a.json is not a state that can be loaded: line 3, column 7: a comma is missing. It was left as it is. "
        + "Call restorePreviousVersion() on a StateFile at this path. Or begin anew: call quarantine() or discard(), "
        + "and move a log beside the file away."
    )
    #expect(
      "\(StateFileError.newer(path: "a.json", what: .schema, found: 9, known: 1))"
        == "a.json has schema 9, and this version knows up to 1. Open it with a newer version."
    )
    #expect(
      "\(StateFileError.conflict(path: "a.json", .changed))"
        == "a.json was not saved, because another program has changed it since it was loaded. It was left as it is. "
        + "Call load() again or discard() what is there; or, of a store that has it open, save(to:) another path what "
        + "it holds, close() it, and open it again."
    )
  }
}
