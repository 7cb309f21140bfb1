import Foundation
import TestSupport
import Testing

/// The built program, with a workspace that belongs to one test.
struct Program {
  static let path = RunningProgram.path(of: "strata")

  let folder: TemporaryFolder
  var file: String { folder.file("workspace.json") }

  init() throws {
    folder = try TemporaryFolder()
  }

  // As long as `Patience.limit`.
  private static let waiting = "wait_for() { for i in $(seq 15000); do \"$@\" && return; sleep 0.02; done; }"

  /// The status and the texts of a run, with the words DAY and TIME in place of days and times on the clock.
  struct End: Equatable {
    var status: Int32
    var output: String
    var errors: String

    init(_ end: (status: Int32, output: String, errors: String)) {
      (status, output, errors) = (end.status, alike(end.output), alike(end.errors))
    }

    var lines: [String] { output.split(separator: "\n").map(String.init) }
  }

  var environment: [String: String] {
    ["PATH": "/usr/bin:/bin", "HOME": folder.path, "STRATA": Self.path, "FILE": file]
  }

  /// Runs lines from a pipe.
  func run(_ lines: String..., options: [String] = []) throws -> End {
    try run(bytes: lines.joined(separator: "\n").utf8, options)
  }

  func run(bytes: some Sequence<UInt8>, _ options: [String] = []) throws -> End {
    try folder.write(bytes: bytes, to: "input")
    return try shell("exec \"$STRATA\" \"$FILE\" \(options.joined(separator: " ")) < input")
  }

  /// Runs lines of the shell in the folder.
  ///
  /// `$STRATA` is the program and `$FILE` the workspace. `wait_for` waits until a command succeeds, at most five minutes.
  func shell(_ script: String) throws -> End {
    End(try start(script).finish())
  }

  func start(_ script: String, input: Pipe? = nil) throws -> RunningProgram {
    try RunningProgram(
      "/bin/sh",
      ["-c", "cd \"$HOME\"; \(Self.waiting); \(script)"],
      input: input,
      environment: environment
    )
  }
}

/// A text with words in place of the days and times on the clock.
func alike(_ text: String) -> String {
  text.replacing(/\d{4}-\d\d-\d\d/, with: "DAY").replacing(/\d\d:\d\d(:\d\d(\.\d+)?)?/, with: "TIME")
    .replacing(/DAYTTIME/, with: "NOW")
}

/// A form of JSON from a page of help, on one line.
///
/// - Parameter start: The beginning of the form.
func documentedForm(_ start: String, in help: String) throws -> String {
  let place = try #require(help.range(of: start)).lowerBound
  let end = try #require(help[place...].firstIndex(of: "}"))
  let lines = help[place...end].split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
  return lines.joined(separator: " ")
}
