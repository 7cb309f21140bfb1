import Foundation
import StrataStorage
import TestSupport
import Testing

@Suite(
  "Files and folders without permission",
  .enabled(if: geteuid() == 0, "only the superuser's tests can run a process of another user")
)
struct PermissionTests {
  let folder: TemporaryFolder
  let path: String

  /// A file that has the number 5, of the superuser.
  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("state.json")
    try StateFile<Numbered>(at: path).save(Numbered(number: 5))
  }

  /// Lets a user who may do nothing here load the number and save the next one; returns what the error says.
  func complaint() throws -> String {
    let program = try RunningProgram(RunningProgram.path(of: "SavingSubject"), ["count", path, "1", "65534"])
    let end = program.finish()
    #expect(end.status == 1, "\(end)")
    #expect(end.output == "")
    #expect(try StateFile<Numbered>(at: path).load()?.number == 5)
    #expect(folder.names == [".state.json.lock", "state.json"])
    return end.errors
  }

  @Test("A file that may not be read is an error, and no missing file")
  func unreadable() throws {
    #expect(try complaint().contains("cannot be read: opening the file failed"))
  }

  @Test("A folder that may not be entered is an error, and no missing file")
  func closedFolder() throws {
    chmod(folder.path, 0o700)
    #expect(try complaint().contains("cannot be read: opening the folder failed"))
  }

  @Test("In a folder that may not be written to, saving is an error, and the file stays")
  func readOnlyFolder() throws {
    chmod(path, 0o644)
    #expect(try complaint().contains("was not saved and is as it was: locking failed"))
    chmod(folder.file(".state.json.lock"), 0o666)
    #expect(try complaint().contains("was not saved and is as it was: creating a temporary file failed"))
  }
}
