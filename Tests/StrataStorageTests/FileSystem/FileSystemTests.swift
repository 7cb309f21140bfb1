import Foundation
import StrataCore
import TestSupport
import Testing

@testable import StrataStorage

/// The real file system and the simulated one, which the other tests trust to answer alike.
enum Subject: String, CaseIterable {
  case real, simulated

  func withFolder(_ body: (any FileSystem, Descriptor) throws -> Void) throws {
    let fileSystem: any FileSystem = self == .real ? POSIXFileSystem() : SimulatedDisk()
    let folder = try TemporaryFolder()
    let directory = try fileSystem.openDirectory(self == .real ? folder.path : "/d", from: nil)
    try body(fileSystem, directory)
    try fileSystem.close(directory)
    withExtendedLifetime(folder) {}
  }
}

@Suite("The calls to the file system, real and simulated alike")
struct FileSystemTests {
  @Test(
    "readAll(from:expecting:limit:) returns the written bytes, for any expected size",
    arguments: Subject.allCases
  )
  func roundTrip(subject: Subject) throws {
    try subject.withFolder { fileSystem, directory in
      let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0) }
      let file = try fileSystem.open("a", in: directory, for: .creating)
      var text = JSONWriter()
      bytes.withBytes { text.append($0) }
      try fileSystem.writeAll(text.finish(), to: file)
      #expect(try fileSystem.status(of: file).identity.size == 100_000)
      #expect(try fileSystem.status(of: file).mode == 0o600)
      try fileSystem.sync(file)
      try fileSystem.close(file)
      for expected in [0, 10, 100_000, 1_000_000] {
        let again = try fileSystem.open("a", in: directory, for: .reading)
        #expect(try fileSystem.readAll(from: again, expecting: expected, limit: .max) == bytes)
        try fileSystem.close(again)
        let limited = try fileSystem.open("a", in: directory, for: .reading)
        #expect(try fileSystem.readAll(from: limited, expecting: expected, limit: 99).count == 100)
        try fileSystem.close(limited)
      }
    }
  }

  @Test("A name that is taken, or is not there, is an error with its number", arguments: Subject.allCases)
  func names(subject: Subject) throws {
    try subject.withFolder { fileSystem, directory in
      #expect(throws: SystemError(ENOENT)) { try fileSystem.open("a", in: directory, for: .reading) }
      #expect(throws: SystemError(ENOENT)) { try fileSystem.status(of: "a", in: directory) }
      #expect(throws: SystemError(ENOENT)) { try fileSystem.target(of: "a", in: directory) }
      #expect(throws: SystemError(ENOENT)) { try fileSystem.remove("a", in: directory) }
      #expect(throws: SystemError(ENOENT)) { try fileSystem.rename("a", to: "b", in: directory) }
      #expect(throws: SystemError(ENOENT)) { try fileSystem.link("a", to: "b", in: directory) }
      #expect(throws: SystemError(ENOENT)) { try fileSystem.openDirectory("a", from: directory) }
      try fileSystem.close(try fileSystem.open("a", in: directory, for: .creating))
      #expect(throws: SystemError(EEXIST)) { try fileSystem.open("a", in: directory, for: .creating) }
      #expect(throws: SystemError(ENOTDIR)) { try fileSystem.openDirectory("a", from: directory) }
      #expect(try fileSystem.target(of: "a", in: directory) == nil)
      try fileSystem.link("a", to: "b", in: directory)
      #expect(throws: SystemError(EEXIST)) { try fileSystem.link("a", to: "b", in: directory) }
      #expect(try fileSystem.status(of: "a", in: directory) == fileSystem.status(of: "b", in: directory))
      try fileSystem.rename("a", to: "b", in: directory)
      #expect(try fileSystem.names(in: directory).sorted() == ["a", "b"], "two names of one file stay")
      try fileSystem.rename("a", to: "c", in: directory)
      try fileSystem.remove("b", in: directory)
      #expect(try fileSystem.names(in: directory) == ["c"])
    }
  }

  @Test(
    "A lock is held until its descriptor is closed, also against the same process",
    arguments: Subject.allCases
  )
  func locks(subject: Subject) throws {
    try subject.withFolder { fileSystem, directory in
      let (first, second) = (
        try fileSystem.open("a", in: directory, for: .locking),
        try fileSystem.open("a", in: directory, for: .locking)
      )
      #expect(try fileSystem.lock(first))
      #expect(try !fileSystem.lock(second))
      try fileSystem.close(first)
      #expect(try fileSystem.lock(second))
      try fileSystem.close(second)
      #expect(throws: SystemError(EBADF)) { try fileSystem.close(second) }
    }
  }

  @Test("A lock that is given back is free before its descriptor is closed", arguments: Subject.allCases)
  func unlocking(subject: Subject) throws {
    try subject.withFolder { fileSystem, directory in
      let first = try fileSystem.open("a", in: directory, for: .locking)
      let second = try fileSystem.open("a", in: directory, for: .locking)
      #expect(try fileSystem.lock(first))
      fileSystem.unlock(first)
      #expect(try fileSystem.lock(second))
      try fileSystem.close(first)
      #expect(try !fileSystem.lock(try fileSystem.open("a", in: directory, for: .locking)))
      try fileSystem.close(second)
    }
  }

  @Test("A lock that is given back is free, although a program that is being started has the descriptor, too")
  func inheritedLock() throws {
    try Subject.real.withFolder { fileSystem, directory in
      let first = try fileSystem.open("a", in: directory, for: .locking)
      let second = try fileSystem.open("a", in: directory, for: .locking)
      #expect(try fileSystem.lock(first))
      let inherited = dup(first.number)
      fileSystem.unlock(first)
      try fileSystem.close(first)
      #expect(try fileSystem.lock(second))
      try fileSystem.close(second)
      close(inherited)
    }
  }

  @Test("Owner and mode are set on the open file")
  func ownerAndMode() throws {
    try Subject.real.withFolder { fileSystem, directory in
      let file = try fileSystem.open("a", in: directory, for: .creating)
      try fileSystem.setMode(0o640, of: file)
      #expect(try fileSystem.status(of: file).mode == 0o640)
      try fileSystem.setOwner(try fileSystem.status(of: file).owner, of: file)
      try fileSystem.close(file)
    }
  }

  @Test("Pipes, links, folders and devices are reported by kind, and links are not followed")
  func kinds() throws {
    let folder = try TemporaryFolder()
    mkfifo(folder.file("pipe"), 0o600)
    symlink("nowhere", folder.file("link"))
    mkdir(folder.file("folder"), 0o700)
    let fileSystem = POSIXFileSystem()
    let directory = try fileSystem.openDirectory(folder.path, from: nil)
    #expect(try fileSystem.status(of: "pipe", in: directory).kind == .pipe)
    #expect(try fileSystem.status(of: "link", in: directory).kind == .link)
    #expect(try fileSystem.target(of: "link", in: directory) == "nowhere")
    #expect(try fileSystem.status(of: "folder", in: directory).kind == .folder)
    for use in [FileUse.reading, .creating, .locking] {
      #expect(throws: SystemError.self) { try fileSystem.open("link", in: directory, for: use) }
    }
    #expect(folder.names == ["folder", "link", "pipe"], "nothing was made where the link points")
    try fileSystem.close(directory)
    let device = try fileSystem.openDirectory("/dev", from: nil)
    #expect(try fileSystem.status(of: "null", in: device).kind == .device)
    try fileSystem.close(device)
  }
}

@Suite("The names beside a file")
struct SideNamesTests {
  @Test(
    "Every name fits a folder's entry, and no two files share one",
    arguments: [1, 200, 232, 233, 234, 254, 255]
  )
  func lengths(length: Int) {
    let names = ["x", "y"].map { SideNames(beside: String(repeating: "n", count: length - 1) + $0) }
    let all = names.flatMap { [$0.lock, $0.previous, $0.temporary(), $0.quarantine(9_999)] }
    #expect(all.allSatisfy { $0.utf8.count <= 255 })
    #expect(Set(all).count == 8)
    #expect(names[0].isTemporary(names[0].temporary()))
    #expect(!names[0].isTemporary(names[1].temporary()))
  }

  @Test("A temporary file is told from those of files that are called alike, and from anything else")
  func temporary() {
    let names = SideNames(beside: "a")
    for other in [
      "a", ".a.lock", ".a.tmp", ".a.0123456789abcde.tmp", ".a.0123456789abcdef.tmp.tmp",
      ".a.0123456789ABCDEF.tmp",
      SideNames(beside: "a.0123456789abcdef").temporary(), SideNames(beside: "b").temporary(), "",
    ] {
      #expect(!names.isTemporary(other), "\(other)")
    }
    #expect(names.isTemporary(".a.0123456789abcdef.tmp"))
  }
}
