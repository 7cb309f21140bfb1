import Foundation
import StrataStorage
import TestSupport
import Testing

@Suite("State files on the real file system", .serialized)
struct RealFileTests {
  let folder: TemporaryFolder
  let file: StateFile<Note>

  init() throws {
    folder = try TemporaryFolder()
    file = StateFile(at: folder.file("state.json"))
  }

  func mode(of name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: folder.file(name))[.posixPermissions] as? Int
  }

  @Test("Saved, loaded, and readable by its owner alone; later saves keep the mode that it was given")
  func modes() throws {
    try file.save(Note(text: "a"))
    #expect(try file.load() == Note(text: "a"))
    #expect(try mode(of: "state.json") == 0o600)
    for mode in [0o644, 0o400, 0o777] {
      chmod(file.path, mode_t(mode))
      try file.save(Note(text: "\(mode)"))
      #expect(try self.mode(of: "state.json") == mode)
    }
  }

  @Test("A save through links replaces what they lead to, and leaves the links alone")
  func links() throws {
    try FileManager.default.createDirectory(atPath: folder.file("deep"), withIntermediateDirectories: false)
    let real = StateFile<Note>(at: folder.file("deep/real.json"))
    try real.save(Note(text: "a"))
    symlink("deep/middle", folder.file("link"))
    symlink(folder.file("deep/real.json"), folder.file("deep/middle"))
    let linked = StateFile<Note>(at: folder.file("link"))
    #expect(try linked.load() == Note(text: "a"))
    try linked.save(Note(text: "b"))
    #expect(try real.load() == Note(text: "b"))
    #expect(folder.names == ["deep", "link"], "side files stand beside the real one")
    #expect(try linked.quarantine().hasSuffix("/deep/real.json.quarantined-1"))
  }

  @Test("A link that leads nowhere, or in a circle, is an error and no missing file")
  func brokenLinks() throws {
    symlink("nowhere", folder.file("dangling"))
    symlink("no/where", folder.file("lost"))
    symlink("circle", folder.file("circle"))
    symlink("folder/", folder.file("slash"))
    for (name, cause) in [("dangling", ENOENT), ("lost", ENOENT), ("circle", ELOOP), ("slash", EISDIR)] {
      let file = StateFile<Note>(at: folder.file(name))
      let cause = SystemError(cause)
      let error = StateFileError.inaccessible(path: file.path, step: .followLinks, cause: cause)
      #expect(throws: error) { try file.load() }
      #expect(throws: StateFileError.refused(path: file.path, reason: error)) {
        try file.save(Note(text: "a"))
      }
      let failure = StateFileError.notSaved(path: file.path, step: .followLinks, cause: cause)
      #expect(throws: failure) { try StateFile<Note>(at: file.path).save(Note(text: "a")) }
    }
    #expect(folder.names == ["circle", "dangling", "lost", "slash"])
  }

  @Test("Paths that no file can have are errors", arguments: ["", "/", ".", "a/", "a/..", "a\0b"])
  func paths(path: String) {
    let file = StateFile<Note>(at: path)
    #expect(throws: StateFileError.self) { try file.load() }
    #expect(throws: StateFileError.self) { try StateFile<Note>(at: path).save(Note(text: "a")) }
  }

  @Test("A pipe, a device or a folder in the file's place is an error at once, not a wait")
  func noFiles() throws {
    mkfifo(folder.file("pipe"), 0o600)
    #expect(throws: StateFileError.notAFile(path: folder.file("pipe"), kind: .pipe)) {
      try StateFile<Note>(at: folder.file("pipe")).load()
    }
    #expect(throws: StateFileError.notAFile(path: "/dev/zero", kind: .device)) {
      try StateFile<Note>(at: "/dev/zero").load()
    }
    #expect(throws: StateFileError.notAFile(path: folder.path, kind: .folder)) {
      try StateFile<Note>(at: folder.path).load()
    }
  }

  @Test("Planted links at the names beside it are not followed")
  func plantedLinks() throws {
    let victim = folder.file("victim")
    try folder.write("precious", to: "victim")
    symlink(victim, folder.file(".state.json.lock"))
    #expect(throws: StateFileError.self) { try file.save(Note(text: "a")) }
    unlink(folder.file(".state.json.lock"))
    symlink(victim, folder.file(".state.json.previous"))
    symlink(victim, folder.file(".state.json.0123456789abcdef.tmp"))
    for text in ["a", "b"] { try file.save(Note(text: text)) }
    #expect(try folder.text(of: "victim") == "precious")
    #expect(try file.previousVersion() == Note(text: "a"))
    #expect(folder.names == [".state.json.lock", ".state.json.previous", "state.json", "victim"])
  }

  @Test("Names of 255 bytes can be saved, and two that begin alike do not meet")
  func longNames() throws {
    let names = ["x", "y"].map { String(repeating: "é", count: 127) + $0 }
    for round in ["a", "b"] {
      for name in names {
        let file = StateFile<Note>(at: folder.file(name))
        _ = try file.load()
        try file.save(Note(text: name + round))
      }
    }
    for name in names {
      let file = StateFile<Note>(at: folder.file(name))
      #expect(try file.load() == Note(text: name + "b"))
      #expect(try file.restorePreviousVersion() == Note(text: name + "a"))
    }
    let tooLong = StateFile<Note>(at: folder.file(names[0] + "x"))
    #expect(throws: StateFileError.self) { try tooLong.save(Note(text: "a")) }
  }

  @Test("Descriptors and files do not grow with the number of saves")
  func flat() throws {
    try file.save(Note(text: "0"))
    try file.save(Note(text: "1"))
    let before = openDescriptors
    for number in 2..<Soak.times(200) {
      try file.save(Note(text: "\(number)"))
      if number % 7 == 0 { #expect(try file.load() == Note(text: "\(number)")) }
    }
    #expect(folder.names == [".state.json.lock", ".state.json.previous", "state.json"])
    #expect(
      abs(openDescriptors - before) < 20,
      "other tests open files at the same time, but not by the hundred"
    )
  }

  private var openDescriptors: Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/dev/fd").count) ?? 0
  }

  @Test("Threads that save through one value wait for each other; the last one's state is there whole")
  func threads() async throws {
    let file = file
    try await withThrowingTaskGroup(of: Void.self) { group in
      for thread in 0..<4 {
        group.addTask { for number in 0..<10 { try file.save(Note(text: "\(thread) \(number)")) } }
      }
      try await group.waitForAll()
    }
    #expect(try file.load()?.text.hasSuffix(" 9") == true)
  }

  @Test(
    "A folder that cannot be written to is an error, and the file stays",
    .enabled(if: geteuid() != 0, "the superuser may write anywhere")
  )
  func readOnlyFolder() throws {
    try file.save(Note(text: "a"))
    chmod(folder.path, 0o500)
    defer { chmod(folder.path, 0o700) }
    #expect(throws: StateFileError.self) { try file.save(Note(text: "b")) }
    #expect(try file.load() == Note(text: "a"))
  }
}
