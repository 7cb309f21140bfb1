import Foundation
import StrataCore
import TestSupport
import Testing

@testable import StrataStorage

@Suite("When something in a folder last happened")
struct FolderTimeTests {
  private let second: Int64 = 1_000_000_000

  @Test(
    "A time is over once the steps of the file system's clock are",
    arguments: [(0, 2_050_000_000), (1, 60_000_000), (999_999_999, 60_000_000)]
  )
  func isOver(nanoseconds: Int64, after wait: Int64) {
    let time = FolderTime(seconds: 1_000, nanoseconds: nanoseconds)
    func isOver(_ age: Int64) -> Bool {
      time.isOver(at: Timestamp(nanosecondsSince1970: 1_000 * second + nanoseconds + age))
    }
    #expect(isOver(wait) && isOver(wait + 1) && isOver(1_000_000 * second))
    #expect(!isOver(wait - 1) && !isOver(0) && !isOver(-1) && !isOver(-1_000 * second))
  }

  @Test("Times that no clock shows are never over")
  func odd() {
    let latest = Timestamp(nanosecondsSince1970: .max)
    for seconds in [Int64.max, .max / second, .max / second + 1] {
      #expect(!FolderTime(seconds: seconds, nanoseconds: 0).isOver(at: latest))
    }
    #expect(!FolderTime(seconds: -9_000_000_000, nanoseconds: 0).isOver(at: latest))
  }

  @Test("Adding, renaming or removing a name changes the folder's time, and writing to a file does not")
  func changes() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("state.json")
    let place = try FilePlace(file, in: POSIXFileSystem())
    defer { place.close() }
    func time() throws -> FolderTime { try #require(FolderTime(of: place)) }
    try Data("a".utf8).write(to: URL(filePath: file))
    let others: [() throws -> Void] = [
      { try Data().write(to: URL(filePath: folder.file("lock"))) },
      { try FileManager.default.moveItem(atPath: folder.file("lock"), toPath: folder.file("other")) },
      { #expect(rename(folder.file("other"), file) == 0) },
      { try FileManager.default.removeItem(atPath: file) },
    ]
    for change in others {
      var before = try time()
      #expect(
        try Patience.blocks {
          before = try time()
          return before.isOver(at: .now)
        }
      )
      if let writer = FileHandle(forWritingAtPath: file) {
        try writer.write(contentsOf: Data("b".utf8))
        try writer.close()
      }
      #expect(try time() == before)
      try change()
      #expect(try time() != before)
    }
  }

  @Test("A log or lock that goes between two changes is noticed, however long ago names were looked up")
  func store() throws {
    for gone in ["rack.json.log", ".rack.json.lock"] {
      for isBack in [false, true] {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let durable = try openRack(POSIXFileSystem(), at: 1, folder.file("rack.json"), sync: .onFlush)
        let place = try FilePlace(folder.file("rack.json"), in: POSIXFileSystem())
        defer { place.close() }
        #expect(try Patience.blocks { try #require(FolderTime(of: place)).isOver(at: .now) })
        for title in ["a", "b", "c"] { try durable.store.send(.add(title)) }
        #expect(rename(folder.file(gone), folder.file("elsewhere")) == 0)
        // Another one in its place is not the same.
        if isBack {
          try FileManager.default.copyItem(atPath: folder.file("elsewhere"), toPath: folder.file(gone))
        }
        #expect(throws: LogError.self) { try durable.store.send(.add("d")) }
        #expect(durable.store.state.order == ["a", "b", "c"])
      }
    }
  }
}
