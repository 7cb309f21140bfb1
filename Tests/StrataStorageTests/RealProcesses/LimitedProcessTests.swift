import Foundation
import Measuring
import TestSupport
import Testing

@testable import StrataStorage

@Suite("Processes to which the system gives little")
struct LimitedProcessTests {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("state.json")
    // For the other user that the superuser's process becomes.
    chmod(folder.path, 0o777)
  }

  /// Lets a process add three entries, and expects that all it acknowledged are there; returns what it said.
  private func end(_ kind: String, _ limit: Int) throws -> (status: Int32, output: String, errors: String) {
    let arguments = ["limited", path, kind, "\(limit)"]
    let end = try RunningProgram(RunningProgram.path(of: "SavingSubject"), arguments).finish()
    let again = try RunningProgram.savingSubject("sizes", path, 0).finish()
    let acknowledged = end.output.split(separator: "\n").compactMap { Int($0) }.last ?? 0
    #expect(again.output == "\(acknowledged)\n", "\(kind), \(limit): \(end), \(again)")
    return end
  }

  @Test("With few descriptors a store opens and saves, or says that there are too few")
  func descriptors() throws {
    var (refused, saved) = (0, 0)
    for limit in 3...16 {
      for name in folder.names { try FileManager.default.removeItem(atPath: folder.file(name)) }
      let end = try end("descriptors", limit)
      if end.status == 0 {
        saved += 1
        #expect(end.output.hasSuffix("closed\n"), "\(limit): \(end)")
      } else {
        refused += 1
        #expect(end.status == 1 && end.errors.contains("\(SystemError(EMFILE))"), "\(limit): \(end)")
      }
    }
    #expect(refused > 0 && saved > 4, "a store needs a lock, a log, a folder and a temporary file")
  }

  @Test("Without a second thread a store opens, sends and closes, and says that nothing is saved meanwhile")
  func threads() throws {
    let end = try end("threads", 1)
    let failure = StateFileError.notSaved(path: path, step: .startThread, cause: SystemError(EAGAIN))
    #expect(end.status == 0 && end.output == "1\n2\n3\n\(failure)\nclosed\n", "\(end)")
  }

  #if os(Linux)
    @Test(
      "Without memory for a second thread the same",
      .enabled(if: Heap.liveBytes > 0, "the sanitizers need more memory than a stack")
    )
    func memory() throws {
      for megabytes in [2, 4, 80] {
        for name in folder.names { try FileManager.default.removeItem(atPath: folder.file(name)) }
        let end = try end("memory", megabytes << 20)
        #expect(end.status == 0 && end.output.hasSuffix("closed\n"), "\(megabytes): \(end)")
      }
    }
  #endif
}
