import Foundation
import TestSupport
import Testing

/// The program as it was built, with a workspace of a test's own.
struct Program {
  static let path = RunningProgram.path(of: "strata")

  let folder: TemporaryFolder
  var file: String { folder.file("workspace.json") }

  init() throws {
    folder = try TemporaryFolder()
  }

  // As long as `Patience.limit`.
  private static let waiting = "wait_for() { for i in $(seq 15000); do \"$@\" && return; sleep 0.02; done; }"

  /// What a sitting came to, with the days and times that the clock showed made alike.
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

  /// Carries out lines that come through a pipe.
  func run(_ lines: String..., options: [String] = []) throws -> End {
    try run(bytes: lines.joined(separator: "\n").utf8, options)
  }

  func run(bytes: some Sequence<UInt8>, _ options: [String] = []) throws -> End {
    try folder.write(bytes: bytes, to: "input")
    return try shell("exec \"$STRATA\" \"$FILE\" \(options.joined(separator: " ")) < input")
  }

  /// Carries out lines of the shell in the folder; `$STRATA` is the program, `$FILE` the workspace, and `wait_for` waits until
  /// a command succeeds, five minutes at most.
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

/// A text without what the clock has put into it.
func alike(_ text: String) -> String {
  text.replacing(/\d{4}-\d\d-\d\d/, with: "DAY").replacing(/\d\d:\d\d(:\d\d(\.\d+)?)?/, with: "TIME")
    .replacing(/DAYTTIME/, with: "NOW")
}
