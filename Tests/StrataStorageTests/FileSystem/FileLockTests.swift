import Foundation
import TestSupport
import Testing

@testable import StrataStorage

@Suite("The lock beside a file")
struct FileLockTests {
  let disk = SimulatedDisk()

  private func place() throws -> FilePlace { try FilePlace("/d/state.json", in: disk) }
  private func lock(_ patience: Duration = .zero) throws -> FileLock {
    let place = try place()
    return try FileLock(beside: place, for: try place.status(), patience: patience)
  }
  private var status: FileStatus? { try? place().status(of: ".state.json.lock") }

  @Test("It has the owner and the mode of the state, also one that was there before")
  func ownerAndMode() throws {
    let owner = FileOwner(user: 501, group: 20)
    disk.put([], at: "state.json", mode: 0o644, owner: owner)
    let own = FileOwner(user: disk.user, group: 0)
    for (mode, maker) in [(nil, own), (0o600, own), (0o666, own), (0o600, owner)] as [(UInt32?, FileOwner)] {
      disk.lose(".state.json.lock")
      if let mode { disk.put([], at: ".state.json.lock", mode: mode, owner: maker) }
      try lock().release()
      #expect(status?.owner == owner && status?.mode == 0o644)
    }
    // A process that may not change the lock file's owner or mode can lock it all the same.
    disk.lose(".state.json.lock")
    disk.put([], at: ".state.json.lock", mode: 0o600)
    disk.fail("own lock", "mode lock", with: SystemError(EPERM))
    try lock().release()
    #expect(status?.mode == 0o600)
  }

  @Test("A file that was not made as a lock keeps its owner and its mode, and locks all the same")
  func planted() throws {
    disk.put([], at: "state.json", mode: 0o666, owner: FileOwner(user: 501, group: 20))
    let own = FileOwner(user: disk.user, group: 0)
    let third = FileOwner(user: 502, group: 20)
    for (bytes, owner, isLinked) in [([], own, true), ([1], own, false), ([], third, false)]
      as [([UInt8], FileOwner, Bool)]
    {
      disk.lose(".state.json.lock")
      disk.put(bytes, at: ".state.json.lock", owner: owner)
      if isLinked {
        let place = try place()
        try disk.link(".state.json.lock", to: "other", in: place.directory)
      }
      let first = try lock()
      #expect(status?.owner == owner && status?.mode == 0o600)
      #expect(throws: StepFailure(step: .lock, cause: .wouldBlock)) { try self.lock() }
      first.release()
    }
  }

  @Test("A link that is planted while the lock is opened is seen")
  func plantedMeanwhile() throws {
    disk.put([], at: "state.json", mode: 0o666, owner: FileOwner(user: 501, group: 20))
    disk.put([], at: ".state.json.lock")
    let (disk, directory) = (disk, try place().directory)
    disk.beforeLock.withLock { $0 = { try? disk.link(".state.json.lock", to: "other", in: directory) } }
    try lock().release()
    #expect(disk.image.names(in: "/d") == [".state.json.lock", "other", "state.json"])
    #expect(status?.owner.user == disk.user && status?.mode == 0o600)
  }

  @Test("No one can run it, and its owner can open it, whatever the state's mode is")
  func strangeModes() throws {
    for (mode, expected) in [(0, 0o600), (0o755, 0o644), (0o440, 0o640), (0o4777, 0o666)]
      as [(UInt32, UInt32)]
    {
      disk.lose("state.json")
      disk.lose(".state.json.lock")
      disk.put([], at: "state.json", mode: mode)
      try lock().release()
      #expect(status?.mode == expected)
    }
  }

  @Test("One that was removed while a writer waited for it is not taken for the lock of all")
  func removedMeanwhile() async throws {
    let first = try lock()
    #expect(first.isNew)
    let second = Task.detached { try self.lock(.seconds(1_000)) }
    try await Patience.until("the second writer waits") {
      disk.operations.count { $0 == "lock lock" } >= 2
    }
    first.releaseUnused()
    let taken = try await second.value
    #expect(try taken.isNamed() && disk.image.names(in: "/d") == [".state.json.lock"])
    #expect(throws: StepFailure(step: .lock, cause: .wouldBlock)) { try self.lock() }
    taken.release()
    #expect(disk.image.names(in: "/d") == [".state.json.lock"], "what is used stays")
    #expect(disk.openCount <= 6, "only folders are open")
  }

  @Test("One that is removed between opening and locking it is not taken for the lock of all")
  func removedAtOnce() throws {
    let first = try lock()
    disk.beforeLock.withLock { $0 = { first.releaseUnused() } }
    let second = try lock(.seconds(1_000))
    #expect(try second.isNamed() && disk.image.names(in: "/d") == [".state.json.lock"])
    #expect(throws: StepFailure(step: .lock, cause: .wouldBlock)) { try self.lock() }
    second.release()
  }

  @Test("A refusal leaves no lock where none was, and leaves one that was")
  func refusals() throws {
    for kind in [FileKind.device, .folder, .pipe] {
      let disk = SimulatedDisk()
      disk.put(kind, at: "state.json")
      #expect(throws: StateFileError.notAFile(path: "/d/state.json", kind: kind)) {
        try noteFile(on: disk).save(Note(text: "a"))
      }
      #expect(throws: (any Error).self) { try openShelf(on: disk, at: "/d/state.json") }
      #expect(disk.image.names(in: "/d") == ["state.json"])
    }
    disk.put([], at: "state.json")
    #expect(throws: StateFileError.self) { try noteFile(on: disk).save(Note(text: "a")) }
    #expect(throws: StateFileError.self) { try openShelf(on: disk, at: "/d/state.json") }
    #expect(disk.image.names(in: "/d") == ["state.json"])
    disk.put([], at: ".state.json.lock")
    #expect(throws: StateFileError.self) { try openShelf(on: disk, at: "/d/state.json") }
    #expect(disk.image.names(in: "/d") == [".state.json.lock", "state.json"])
  }

  @Test("Real ones: beside a device nothing is left, and the mask takes nothing from the lock's owner")
  func real() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("state.json")
    mkfifo(path, 0o600)
    #expect(throws: StateFileError.self) { try StateFile<Note>(at: path).save(Note(text: "a")) }
    #expect(folder.names == ["state.json"])
    unlink(path)
    // In a process of its own: the mask is the whole process's.
    let subject = RunningProgram.path(of: "SavingSubject")
    for mask in ["0777", "022"] {
      let end = try RunningProgram(
        "/bin/sh",
        ["-c", "umask \(mask); exec \"$0\" log \"$1\" 1", subject, path]
      ).finish()
      #expect(end.status == 0, "\(end.errors)")
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.file(".state.json.lock"))
      #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
  }

  @Test("A real hard link at its name gives the file behind it no other owner and no other mode")
  func hardLink() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("state.json")
    let file = StateFile<Note>(at: path)
    try file.save(Note(text: "a"))
    // The superuser's process saves a file of another user; any other process can still change a mode of its own.
    chmod(path, 0o666)
    chown(path, geteuid() == 0 ? 65534 : geteuid(), getegid())
    unlink(folder.file(".state.json.lock"))
    for (name, text) in [("empty", ""), ("secret", "precious")] {
      try folder.write(text, to: name)
      chmod(folder.file(name), 0o600)
      #expect(link(folder.file(name), folder.file(".state.json.lock")) == 0)
      try file.save(Note(text: name))
      var found = stat()
      #expect(stat(folder.file(name), &found) == 0)
      #expect(found.st_uid == geteuid() && found.st_mode & 0o7777 == 0o600, "\(name)")
      unlink(folder.file(".state.json.lock"))
    }
  }

  @Test(
    "Opened once as the superuser, a file is not locked for its owner",
    .enabled(if: geteuid() == 0, "only the superuser's tests can run a process of another user")
  )
  func superuser() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("state.json")
    let subject = RunningProgram.path(of: "SavingSubject")
    chmod(folder.path, 0o777)
    for user in [["65534"], [], ["65534"]] {
      let end = try RunningProgram(subject, ["log", path, "1"] + user).finish()
      #expect(end.status == 0, "\(end.errors)")
    }
    for name in folder.names {
      let owner = try FileManager.default.attributesOfItem(atPath: folder.file(name))[.ownerAccountID]
      #expect(owner as? Int == 65534, "\(name)")
    }
  }
}
