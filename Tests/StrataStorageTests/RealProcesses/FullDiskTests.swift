import Foundation
import StrataStorage
import TestSupport
import Testing

@Suite(
  "Disks that are full",
  .enabled(if: SmallDisk.mayBeMounted, "mounting a small disk takes the superuser")
)
struct FullDiskTests {
  @Test("An error, the old state, and saving goes on when there is room")
  func state() throws {
    guard let small = try SmallDisk(bytes: 128 << 10) else { return }
    let file = StateFile<Note>(at: small.path + "/state.json")
    let old = Note(text: String(repeating: "o", count: 30_000))
    try file.save(old)
    let error = #expect(throws: StateFileError.self) {
      try file.save(Note(text: String(repeating: "n", count: 200_000)))
    }
    #expect(error == .notSaved(path: file.path, step: .write, cause: SystemError(ENOSPC)))
    #expect(try file.load() == old)
    try file.save(Note(text: "short"))
    #expect(try file.load() == Note(text: "short"))
  }

  /// The last number that a subject has said; 0 when it has said none.
  private func last(_ said: String) -> Int { said.split(separator: "\n").last.flatMap { Int($0) } ?? 0 }

  @Test(
    "A store on a disk of any size: what was acknowledged is there, while it is full and when there is room"
  )
  func store() throws {
    let noRoom = "\(SystemError(ENOSPC))"
    var (full, unopened, opened) = (0, 0, 0)
    for pages in stride(from: 1, through: 60, by: Soak.stride(8)) {
      guard let small = try SmallDisk(bytes: pages << 12) else { return }
      let path = small.path + "/state.json"
      let end = try RunningProgram.savingSubject("log", path, 2_000).finish()
      let acknowledged = last(end.output)
      #expect(end.status == 1 && end.errors.contains(noRoom), "\(pages) pages: \(end)")
      full += acknowledged > 0 ? 1 : 0
      // While there is no room, it opens with all of it, or says why not.
      let still = try RunningProgram.savingSubject("sizes", path, 0).finish()
      if still.status == 0 {
        opened += 1
        #expect(last(still.output) == acknowledged, "\(pages) pages: \(still)")
      } else {
        unopened += 1
        #expect(still.errors.contains(noRoom), "\(pages) pages: \(still)")
      }
      #expect(small.grow())
      let again = try RunningProgram.savingSubject("log", path, 1).finish()
      #expect(again.status == 0 && last(again.output) == acknowledged + 1, "\(pages) pages: \(again)")
      let names = try FileManager.default.contentsOfDirectory(atPath: small.path)
      #expect(!names.contains { $0.hasSuffix(".tmp") }, "\(pages) pages: \(names)")
    }
    #expect(full > 5)
    Soak.count(.fullDisk, opened + unopened)
  }
}
