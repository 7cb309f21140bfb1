import Strata
import TestSupport
import Workspace

@testable import StrataREPL

/// A suite whose tests each have a workspace of their own.
protocol OnOwnFile {
  var folder: TemporaryFolder { get }
}

extension OnOwnFile {
  var path: String { folder.file("workspace.json") }

  func open(readOnly: Bool = false) throws -> WorkspaceSession {
    try WorkspaceSession(opening: path, readOnly: readOnly, now: { .noon(of: day("2026-11-21")) })
  }

  /// Ends the session and begins the next one.
  func reopen(_ session: WorkspaceSession) throws -> WorkspaceSession {
    try session.opened.close()
    return try open()
  }
}

extension WorkspaceSession {
  /// Runs a line; nil for a line that asks for nothing.
  func answer(_ line: String) throws -> Answer? {
    try Self.commands.action(for: line, in: context)?(self)
  }

  /// Runs a line and returns the lines that it shows.
  @discardableResult
  func lines(_ line: String, _ style: Style = Style()) throws -> [String] {
    try answer(line)?.rows(style).all ?? []
  }

  /// Runs lines one after the other.
  func run(_ lines: String...) throws {
    for line in lines { try self.lines(line) }
  }

  /// Runs a line and returns its answer in JSON.
  func json(_ line: String) throws -> PlainValue? { try answer(line)?.json() }
}

/// Reads a day that a test writes, which is a day of the calendar.
func day(_ text: String) -> Day { Day(text)! }
