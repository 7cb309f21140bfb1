import Foundation
import Testing
import Workspace

@testable import StrataREPL

/// A suite whose tests each have a workspace of their own.
protocol OnOwnFile {
  var path: String { get }
}

/// A path that no other test has.
func ownPath() -> String {
  FileManager.default.temporaryDirectory.path + "/strata-repl-\(UUID().uuidString).json"
}

extension OnOwnFile {
  var today: Day { Day(year: 2026, month: 11, day: 21)! }  // A day of the calendar.

  func open() throws -> REPL {
    try REPL(opening: path, now: { .noon(of: today) })
  }

  /// Ends the sitting and begins the next one.
  func reopen(_ repl: REPL) throws -> REPL {
    #expect(try repl.close() == [])
    return try open()
  }

  func remove() {
    let url = URL(fileURLWithPath: path)
    let names =
      (try? FileManager.default.contentsOfDirectory(atPath: url.deletingLastPathComponent().path)) ?? []
    for name in names where name.contains(url.lastPathComponent) {
      try? FileManager.default.removeItem(at: url.deletingLastPathComponent().appendingPathComponent(name))
    }
  }
}

extension REPL {
  /// Carries out a line, and returns what it shows.
  @discardableResult
  func lines(_ line: String) throws -> [String] {
    try command(line).map { try answer($0).text() } ?? []
  }
}
