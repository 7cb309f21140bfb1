#if os(Linux) || os(Android)
  import Dispatch
  import Foundation
  import Strata
  import TestSupport
  import Testing

  @testable import StrataStorage

  @Suite("A folder that is watched")
  struct FolderWatchTests {
    @Test("What happens while it rests is told behind the rest, and in a folder at rest nothing is told")
    func whileResting() throws {
      let folder = try TemporaryFolder()
      let queue = DispatchQueue(label: "watching")
      let told = Guarded(0)
      let heard = DispatchSemaphore(value: 0)
      let path = folder.path
      let watch = FolderWatch(path, on: queue) {
        let count = told.withLock {
          $0 += 1
          return $0
        }
        // In the middle of the rest, and never again.
        if count == 1 {
          queue.asyncAfter(deadline: .now() + .milliseconds(4)) {
            _ = FileManager.default.createFile(atPath: path + "/second", contents: nil)
          }
        }
        if FileManager.default.fileExists(atPath: path + "/second") { heard.signal() }
      }
      _ = FileManager.default.createFile(atPath: path + "/first", contents: nil)
      #expect(heard.wait(timeout: .now() + 20) == .success)
      queue.sync {}
      Thread.sleep(forTimeInterval: 0.1)
      let count = told.withLock { $0 }
      Thread.sleep(forTimeInterval: 0.1)
      #expect(told.withLock { $0 } == count)
      withExtendedLifetime(watch) {}
    }

    @Test("A writer in a hurry is told of a hundred times a second, and its last change is not missed")
    func hurry() throws {
      let folder = try TemporaryFolder()
      let told = Guarded(0)
      let isSeen = DispatchSemaphore(value: 0)
      let path = folder.path
      let watch = FolderWatch(path, on: DispatchQueue(label: "watching")) {
        told.withLock { $0 += 1 }
        if FileManager.default.fileExists(atPath: path + "/last") { isSeen.signal() }
      }
      _ = FileManager.default.createFile(atPath: path + "/file", contents: nil)
      let file = try #require(FileHandle(forWritingAtPath: path + "/file"))
      let start = ContinuousClock.now
      for _ in 0..<20_000 { try file.write(contentsOf: [1]) }
      _ = FileManager.default.createFile(atPath: path + "/last", contents: nil)
      #expect(isSeen.wait(timeout: .now() + 20) == .success)
      // Twice for each rest: when it is told, and when it watches again.
      let rests = Int((ContinuousClock.now - start) / FolderWatch.rest) + 1
      #expect(told.withLock { $0 } <= 2 * rests + 2)
      withExtendedLifetime(watch) {}
    }
  }
#endif
