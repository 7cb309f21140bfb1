import Foundation

/// Measures a group in a process of its own: what it keeps resident is its own, and when it asks for more memory
/// than it may have, only it ends.
struct GroupProcess {
  let bounds: (Combination) -> Bounds
  let isQuick: Bool

  /// The bytes of addresses that a process may have; a history may keep much less.
  static let memory = 8 << 30
  /// How processes of groups hash: the same every time, unless the environment says otherwise.
  static var hashing: String {
    let own = ProcessInfo.processInfo.environment["SWIFT_DETERMINISTIC_HASHING"]
    return own ?? "1" == "1" ? Circumstances.deterministic : "seeded"
  }
  /// The seconds after which a process is stopped that should have stopped itself.
  private static let patience = 900.0

  /// Returns the rows of a group; for what a process did not live to measure, rows that say so.
  func rows(of group: Group) throws -> [Row] {
    var (rows, rest): ([Row], [Combination]) = ([], group.combinations)
    while !rest.isEmpty {
      let (lines, end) = try run(rest)
      let found = try lines.map { try JSONDecoder().decode(Row.self, from: Data($0.utf8)) }
      rows += found
      let measured = Set(found.map(\.combination))
      rest.removeAll { measured.contains($0) }
      guard let failed = rest.first else { break }
      // The next process goes on behind the one that ended this one.
      rest.removeFirst()
      rows += bounds(failed).checkpoints.map { steps in
        var row = Row(failed, steps: steps)
        row.reason = "the process that measured it \(end)"
        return row
      }
    }
    return rows
  }

  private func run(_ combinations: [Combination]) throws -> (lines: [Substring], end: String) {
    let process = Process()
    process.executableURL = Bundle.main.executableURL
    let names = combinations.map(\.description).joined(separator: ",")
    process.arguments = ["--one", names] + (isQuick ? ["--quick"] : [])
    // The same hashing in every process: then trees have the same shapes, and counted bytes are the same every time.
    process.environment = ProcessInfo.processInfo.environment
      .merging(["SWIFT_DETERMINISTIC_HASHING": "1"]) { own, _ in own }
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let end = DispatchWorkItem { process.terminate() }
    DispatchQueue.global().asyncAfter(deadline: .now() + Self.patience, execute: end)
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    end.cancel()
    let reason =
      process.terminationReason == .uncaughtSignal
      ? "was ended by signal \(process.terminationStatus), as for want of memory"
      : "ended with status \(process.terminationStatus)"
    // A line that a process has not finished writing does not count.
    let lines = String(decoding: output, as: UTF8.self).split(separator: "\n").filter { $0.hasSuffix("}") }
    return (lines, reason)
  }
}
