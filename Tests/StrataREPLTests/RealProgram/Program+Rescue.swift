import Foundation
import TestSupport
import Testing

@testable import StrataREPL

// Helpers for the tests of damaged workspaces.

extension Program {
  /// A program with a workspace of three todos. `kept.json` is a state file with the first todo only.
  static func withThreeTodos() throws -> Program {
    let program = try Program()
    _ = try program.run("start today", "add Milk")
    _ = try program.shell("cp workspace.json kept.json")
    _ = try program.run("add Tea", "add Rice")
    return program
  }
}

/// The command that a message names, as a line for the shell.
func typed(_ name: String, in message: String) throws -> String {
  let range = try #require(message.firstRange(of: "strata \(name) "))
  let rest = message[range.lowerBound...].prefix { $0 != "\n" }
  let command = rest.components(separatedBy: "  ").first ?? ""
  return command.replacing("strata", with: "\"$STRATA\"", maxReplacements: 1)
}
