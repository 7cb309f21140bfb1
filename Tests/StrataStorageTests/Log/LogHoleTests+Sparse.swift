import Foundation
import StrataCore
import TestSupport
import Testing

@testable import StrataStorage

extension LogHoleTests {
  @Test(
    "A hole of 20 GB behind a log: it is checked, opened and set aside without being read, and takes no room"
  )
  func sparse() throws {
    let size = 20 << 30
    for isAtEnd in [true, false] {
      let folder = try TemporaryFolder()
      let path = folder.file("shelf.json")
      let disk = CountingFileSystem()
      let opened = try openShelf(on: disk, at: path)
      for title in ["One", "Two", "Three"] { try opened.store.send(.add(title)) }
      opened.abandon()
      let log = try #require(FileHandle(forWritingAtPath: path + ".log"))
      try log.truncate(atOffset: UInt64(size))
      // A settled line that stands behind it is damage, not a torn end.
      if !isAtEnd {
        try log.seekToEnd()
        try log.write(contentsOf: Data("\ns9 2 00000000 {}\n".utf8))
      }
      try log.close()
      guard try isSparse(path + ".log") else {
        print("skipped: files have no holes here")
        return
      }
      let undone = try UndonePart(\Shelf.books, with: \.session.selected)
      let rescue = Rescue(path, undoing: undone, startingWith: Shelf(), in: disk)
      let before = disk.bytes
      #expect(rescue.check().contains { $0.path == path + ".log" && $0.condition == .damaged })
      _ = try openShelf(on: disk, at: path) { ($0.access, $0.damagedLog) = (.reading, .setAside) }
      _ = try rescue.repair()
      #expect(disk.bytes - before < size / 100)
      let again = try openShelf(on: disk, at: path)
      #expect(again.store.state.books.values.map(\.title) == ["One", "Two", "Three"])
      again.abandon()
      let aside = path + ".log.aside-1"
      #expect(try isSparse(aside) && !folder.names.contains("shelf.json.log.aside-2"))
      let kept = try FileManager.default.attributesOfItem(atPath: aside)[.size] as? Int ?? 0
      #expect(kept > size - 10_000 && kept <= size + 10_000)
    }
  }

  /// Whether a file takes much less room than it is long.
  private func isSparse(_ path: String) throws -> Bool {
    var found = stat()
    guard stat(path, &found) == 0 else { return false }
    return Int(found.st_blocks) * 512 < 64 << 20
  }

  @Test("On a file system that cannot report holes, zeroes are read and the result is the same")
  func withoutHoles() throws {
    for isWithoutHoles in [false, true] {
      let disk = SimulatedDisk()
      disk.contents.withLock { $0.isWithoutHoles = isWithoutHoles }
      try RescueTests.keepFourBooks(on: disk)
      disk.overwrite("shelf.json.log") { $0 += [UInt8](repeating: 0, count: 5 << 20) + [0x41] }
      let log = try #require(disk.image.bytes(of: RescueTests.log))
      disk.restart()
      let opened = try openShelf(on: disk)
      #expect(opened.store.state.books.count == 4 && opened.report.tornEnd?.count == (5 << 20) + 1)
      let aside = try #require(disk.image.bytes(of: RescueTests.log + ".aside-1"))
      #expect(log.suffix((5 << 20) + 1) == aside[...])
      let reads = disk.bytesRead
      #expect(isWithoutHoles ? reads > 10 << 20 : reads < 5 << 20, "\(reads)")
    }
  }
}
