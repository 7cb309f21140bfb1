import Foundation
import TestSupport
import Testing

@testable import StrataREPL

@Suite(
  "The program on a full disk",
  .enabled(if: SmallDisk.mayBeMounted, "mounting a small disk takes the superuser")
)
struct FullDiskProgramTests {
  private let program: Program

  init() throws { program = try Program() }

  @Test("On a disk of any size, every answered change is kept, and a sentence gives the reason for the rest")
  func sizes() throws {
    let title = String(repeating: "x", count: 700)
    try program.folder.write("start today\n" + (1...120).map { "add \(title)\($0)\n" }.joined(), to: "adds")
    var (done, kept) = (Set<Int>(), 0)
    for pages in stride(from: 1, through: 40, by: Soak.stride(5)) {
      guard let small = try SmallDisk(bytes: pages << 12) else { return }
      let file = small.path + "/workspace.json"
      let end = try program.shell("\"$STRATA\" \(file) < adds")
      let answered = end.lines.filter { $0.contains("[ ] \(title)") }.count
      // When the log has room for all changes, only the state file is missing.
      let (isKept, isAll) = (
        end.errors.contains("No change is lost: the log has them"), answered == 120
      )
      #expect(end.errors.contains("No space left"), "\(pages): \(end)")
      #expect(end.status == 0 ? isKept && isAll : [1, 3].contains(end.status), "\(pages): \(end.errors)")
      kept += end.status == 0 ? 1 : 0
      done.insert(answered)
      #expect(small.grow())
      let found = try program.shell("echo list | \"$STRATA\" \(file)")
      let todos = found.lines.filter { $0.contains("[ ] \(title)") }
      #expect(found.status == 0 && todos.count == answered, "\(pages) pages: \(end.errors), \(found)")
      let whole = try program.shell("\"$STRATA\" check \(file)")
      #expect(whole.status == 0, "\(pages) pages: \(whole)")
    }
    #expect(done.count > 4 && kept > 0, "\(done)")
  }
}
