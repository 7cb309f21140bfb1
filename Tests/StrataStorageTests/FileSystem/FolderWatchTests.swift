#if os(Linux) || os(Android)
  import Dispatch
  import Foundation
  import StrataCore
  import TestSupport
  import Testing

  @testable import StrataStorage

  @Suite("A folder that is watched")
  struct FolderWatchTests {
    private let queue = DispatchQueue(label: "watching")
    private let told = Guarded(0)

    private func make(_ path: String) { _ = FileManager.default.createFile(atPath: path, contents: nil) }

    /// A watch whose rests end when the test says so.
    private final class HeldRests: Sendable {
      let ends = Guarded<[@Sendable () -> Void]>([])

      func end(on queue: DispatchQueue) {
        let due = ends.withLock { ends in
          defer { ends = [] }
          return ends
        }
        queue.sync { for end in due { end() } }
      }
    }

    /// Waits until the watch has told what the system has told it.
    private func settle(_ watch: FolderWatch, after count: Int) throws {
      try #require(Patience.blocks { queue.sync { !watch.hasEvents && told.withLock { $0 } > count } })
    }

    @Test("A change that happens while the watch rests is reported after the rest")
    func whileResting() throws {
      let folder = try TemporaryFolder()
      let heard = DispatchSemaphore(value: 0)
      let path = folder.path
      let watch = FolderWatch(path, on: queue) { [told] in
        let count = told.withLock {
          $0 += 1
          return $0
        }
        // The watch is off the folder by now, and nothing happens there ever again.
        if count == 1 { _ = FileManager.default.createFile(atPath: path + "/second", contents: nil) }
        if count > 1, FileManager.default.fileExists(atPath: path + "/second") { heard.signal() }
      }
      make(path + "/first")
      try #require(Patience.wait(for: heard))
      withExtendedLifetime(watch) {}
    }

    @Test("A writer in a hurry is told of once for each rest, and its last change is not missed")
    func hurry() throws {
      let folder = try TemporaryFolder()
      let (path, rests, isSeen) = (folder.path, HeldRests(), Guarded(false))
      let made = FolderWatch(
        path,
        on: queue,
        afterRest: { end in rests.ends.withLock { $0.append(end) } }
      ) { [told] in
        told.withLock { $0 += 1 }
        isSeen.withLock { $0 = FileManager.default.fileExists(atPath: path + "/last") }
      }
      let watch = try #require(made)
      make(path + "/file")
      try settle(watch, after: 0)
      let file = try #require(FileHandle(forWritingAtPath: path + "/file"))
      for _ in 0..<3 {
        let count = told.withLock { $0 }
        for _ in 0..<100 { try file.write(contentsOf: [1]) }
        // The system tells before a write returns: what is not to be read was not told.
        queue.sync { #expect(!watch.hasEvents && told.withLock { $0 } == count) }
        rests.end(on: queue)
        #expect(told.withLock { $0 } > count)
        // The watch is on the folder again: it tells of one write, and rests.
        let before = told.withLock { $0 }
        try file.write(contentsOf: [1])
        try settle(watch, after: before)
      }
      make(path + "/last")
      rests.end(on: queue)
      #expect(isSeen.withLock { $0 })
      // In a folder at rest nothing is told.
      queue.sync { #expect(!watch.hasEvents) }
      #expect(rests.ends.withLock { $0.isEmpty })
    }
  }
#endif
