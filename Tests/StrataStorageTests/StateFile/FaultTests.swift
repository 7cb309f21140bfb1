import Foundation
import StrataStorage
import TestSupport
import Testing

@Suite("Calls that fail while saving and loading")
struct FaultTests {
  static let errors = [
    EIO, ENOSPC, EDQUOT, EROFS, EACCES, EPERM, ENOENT, EEXIST, ENOTDIR, EISDIR, ELOOP, EMFILE, ENFILE, ENOMEM,
    EBUSY,
    EINVAL, ENAMETOOLONG, ENOTSUP, EFBIG, ESTALE,
  ]

  /// The temporary file that a killed writer has left.
  let stale = ".state.json.0123456789abcdef.tmp"

  /// A disk with an old version that belongs to another user, a previous one, and a file that knows it.
  func prepared() throws -> (SimulatedDisk, StateFile<Note>) {
    let disk = SimulatedDisk(remembering: true)
    disk.put(Note(text: "old").file, at: "state.json", mode: 0o640, owner: FileOwner(user: 8, group: 9))
    disk.put(Note(text: "older").file, at: ".state.json.previous")
    disk.put(Array("left behind".utf8), at: stale)
    let file = noteFile(on: disk)
    _ = try file.load()
    disk.restart()
    return (disk, file)
  }

  @Test(
    "Whichever call of a save fails, once or from then on: old or new, as the error says, also after a power cut"
  )
  func saving() throws {
    let (clean, cleanFile) = try prepared()
    try cleanFile.save(Note(text: "new"))
    let (old, new) = (Note(text: "old").file, Note(text: "new").file)
    var (faults, runs) = (0, 0)
    var cuts = PowerCuts()
    var outcomes: Set<String> = []
    for call in clean.operations.indices {
      for (number, error) in Self.errors.enumerated() {
        for isLasting in [false, true] {
          let (disk, file) = try prepared()
          disk.restart(failing: .init(call: call, error: SystemError(error), isLasting: isLasting))
          let outcome = outcome(of: file)
          outcomes.insert(outcome)
          runs += 1
          faults += disk.faultsFired
          #expect(disk.faultsFired > 0)
          #expect(disk.openCount == 0, "a descriptor was left open")
          let isNew = outcome == "saved" || outcome == "not yet durable"
          let found = disk.image.bytes(of: "/d/state.json")
          #expect(found == (isNew ? new : old), "\(outcome), call \(call), errno \(error)")
          if !isLasting {
            let names = disk.image.names(in: "/d").filter { $0.hasSuffix(".tmp") && $0 != stale }
            #expect(names == [], "a temporary file was left by call \(call)")
          }
          // All errors lead one way through the saving, save for the few that mean something: cut a few.
          guard number < 2 else { continue }
          cuts.cut(disk) { image, _ in
            let found = image.bytes(of: "/d/state.json")
            return found == old || found == new ? nil : "\(outcome): \(String(describing: found))"
          }
        }
      }
    }
    #expect(cuts.complaints == [])
    #expect(faults >= runs)
    #expect(
      outcomes == [
        "following links", "opening the folder", "locking", "looking at the file",
        "creating a temporary file",
        "keeping the owner", "keeping the mode", "writing", "syncing the file", "closing the file",
        "keeping the previous version", "renaming the file", "not yet durable", "saved", "conflict",
        // The lock has lost its name, as when another writer has removed it.
        "locked",
      ]
    )
    Soak.count(.cut, cuts.states)
  }

  /// Saves and says in one word what became of it: the failing step, where one failed.
  func outcome(of file: StateFile<Note>) -> String {
    do throws(StateFileError) {
      try file.save(Note(text: "new"))
      return "saved"
    } catch {
      switch error {
      case .notSaved(_, let step, _): return step.rawValue
      case .notYetDurable: return "not yet durable"
      case .locked: return "locked"
      case .conflict: return "conflict"
      default: return "\(error)"
      }
    }
  }

  @Test("A save that failed can be tried again, and one that was not yet durable too")
  func again() throws {
    let (clean, cleanFile) = try prepared()
    try cleanFile.save(Note(text: "new"))
    for call in clean.operations.indices {
      let (disk, file) = try prepared()
      disk.restart(failing: .init(call: call, error: SystemError(EIO)))
      try? file.save(Note(text: "new"))
      disk.restart()
      try file.save(Note(text: "newer"))
      #expect(disk.image.bytes(of: "/d/state.json") == Note(text: "newer").file)
      let left = disk.image.names(in: "/d")
      #expect(left == [".state.json.lock", ".state.json.previous", "state.json"])
      var cuts = PowerCuts()
      disk.restart()
      cuts.cut(disk) { image, _ in
        image.bytes(of: "/d/state.json") == Note(text: "newer").file ? nil : "an acknowledged save is lost"
      }
      #expect(cuts.complaints == [], "after call \(call) failed")
      Soak.count(.cut, cuts.states)
    }
  }

  @Test("Whichever call of a load fails: an error and never a missing file, and the file is as it was")
  func loading() throws {
    let (clean, _) = try prepared()
    _ = try noteFile(on: clean).load()
    for call in clean.operations.indices {
      for error in Self.errors {
        let (disk, _) = try prepared()
        let before = disk.image
        disk.restart(failing: .init(call: call, error: SystemError(error)))
        let file = noteFile(on: disk)
        let loaded = Swift.Result { try file.load() }
        #expect(disk.faultsFired == 1)
        #expect(disk.openCount == 0)
        #expect(disk.image.nodes == before.nodes)
        switch (clean.operations[call], loaded) {
        case (_, .failure(let error as StateFileError)):
          guard case .inaccessible = error else {
            Issue.record("\(error)")
            continue
          }
          #expect(throws: StateFileError.refused(path: file.path, reason: error)) {
            try file.save(Note(text: "new"))
          }
        case ("close file", .success(let note)), ("close folder", .success(let note)):
          #expect(note == Note(text: "old"), "a descriptor that was only read loses nothing when closed")
        case (_, .success(let note)):
          // The system itself says that there is no such file, or that it is no link.
          #expect(
            error == ENOENT || error == EINVAL && note != nil,
            "\(clean.operations[call]): errno \(error)"
          )
        default: Issue.record("\(loaded)")
        }
      }
    }
  }

  @Test("A full disk is an error that leaves the old version, and saving goes on when there is room")
  func fullDisk() throws {
    let (disk, file) = try prepared()
    let room = disk.image.nodes.values.reduce(0) { $0 + ($1.kind == .file ? $1.bytes.count : 0) }
    for extra in [0, 1, 30] {
      disk.contents.withLock { $0.capacity = room + extra }
      #expect(throws: StateFileError.notSaved(path: file.path, step: .write, cause: SystemError(ENOSPC))) {
        try file.save(Note(text: "new"))
      }
      #expect(disk.image.bytes(of: "/d/state.json") == Note(text: "old").file)
    }
    disk.contents.withLock { $0.capacity = .max }
    try file.save(Note(text: "new"))
    #expect(disk.image.bytes(of: "/d/state.json") == Note(text: "new").file)
  }

  @Test("A failed sync is not repeated: the bytes may be gone although the second one succeeds")
  func syncOnce() throws {
    let (clean, cleanFile) = try prepared()
    try cleanFile.save(Note(text: "new"))
    let sync = try #require(clean.operations.firstIndex(of: "sync temp"))
    let (disk, file) = try prepared()
    disk.restart(failing: .init(call: sync, error: SystemError(EIO)))
    #expect(throws: StateFileError.notSaved(path: file.path, step: .syncFile, cause: SystemError(EIO))) {
      try file.save(Note(text: "new"))
    }
    #expect(disk.operations.count { $0.hasPrefix("sync") } == 1)
  }
}
