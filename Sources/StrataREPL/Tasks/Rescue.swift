import Strata
import Workspace

/// `strata check` and `strata repair`.
struct RescueTask {
  let path: String
  var isUnlimited = false

  private var rescue: Rescue<AppState> {
    get throws {
      Rescue(
        path,
        undoing: try UndonePart(\.document, with: \.session.selection),
        startingWith: AppState(),
        isUnlimited: isUnlimited
      )
    }
  }

  /// A line for each file, and the exit status.
  func check() throws -> (lines: [String], status: ExitStatus) {
    let findings = try rescue.check()
    var lines = findings.map { "\($0.condition.rawValue): \($0.path): \($0.sentence)" }
    if findings.contains(where: \.isOverLimit) {
      lines.append("To read it whatever its size: strata check --no-limits \(shellWord(path))")
    }
    guard findings.contains(where: \.isPresent) else {
      return (lines.isEmpty ? ["missing: \(path): there is no such file"] : lines, .notOpened)
    }
    let isWhole = findings.allSatisfy { $0.condition != .damaged && $0.condition != .missing }
    // An unreadable version before the state hinders no repair, and no repair mends it.
    if findings.contains(where: { $0.condition == .unusable && (isWhole || !$0.isSpare) }) {
      return (lines, .commandFailed)
    }
    if isWhole { return (lines, .fine) }
    return (lines + ["To keep what can be kept: strata repair \(shellWord(path))"], .commandFailed)
  }

  /// Repairs the workspace, in place or into another file; returns lines that say what was kept.
  ///
  /// - Throws: `MissingFile`, `FileExists`, and the errors of `Rescue`.
  func repair(into other: String?) throws -> [String] {
    let rescue = try rescue
    guard rescue.check().contains(where: \.isPresent) else { throw MissingFile(path: path) }
    guard let other else { return try rescue.repair() + ["\(path) can be opened."] }
    do {
      return try rescue.repair(into: other) + ["\(path) was left as it is; \(other) can be opened."]
    } catch StateFileError.conflict(let path, .appeared) {
      throw FileExists(path: path)
    }
  }
}

extension Finding {
  fileprivate var isPresent: Bool { condition != .missing && condition != .kept }
}

/// The file for the repaired workspace exists.
struct FileExists: Error, Equatable, CustomStringConvertible {
  let path: String

  var description: String {
    "There is a file \(path) already. Name another one after --into, or remove it if an interrupted repair left it."
  }
}
