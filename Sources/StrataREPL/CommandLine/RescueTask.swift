import Strata
import StrataStorage
import Workspace

/// What `strata check` and `strata repair` do and say.
struct RescueTask {
  let path: String
  /// Whether files are read however large they are.
  var isUnlimited = false

  /// How much checking reads: each file for itself, and then what fits together.
  var bytesToCheck: Int { 2 * bytesToRead(at: path) }
  /// How much repairing reads.
  var bytesToRepair: Int { 3 * bytesToRead(at: path) }

  private var rescue: Rescue<AppState> {
    get throws(DescriptionError) {
      Rescue(
        path,
        undoing: try UndonePart(\.document, with: \.session.selection),
        startingWith: AppState(),
        isUnlimited: isUnlimited
      )
    }
  }

  /// Says what there is, a file a line.
  func check() throws -> (lines: [String], status: EndStatus) {
    let findings = try rescue.check()
    let found = findings.filter { $0.condition != .missing && $0.condition != .kept }
    var lines = findings.map { "\($0.condition.rawValue): \($0.path): \($0.sentence)" }
    if findings.contains(where: \.isOverLimit) {
      lines.append("To look at it whatever that takes: \(command("check")) --no-limits")
    }
    if found.isEmpty {
      return (lines.isEmpty ? ["missing: \(path): there is no such file"] : lines, .notOpened)
    }
    let isWhole = findings.allSatisfy { $0.condition != .damaged && $0.condition != .missing }
    // A version before the state that cannot be read is in no repair's way, and none mends it.
    if findings.contains(where: { $0.condition == .unusable && (isWhole || !$0.isSpare) }) {
      return (lines, .commandFailed)
    }
    return (
      isWhole ? lines : lines + ["To keep what can be kept: \(command("repair"))"],
      isWhole ? .fine : .commandFailed
    )
  }

  /// Keeps what can be kept, and says what that is.
  func repair(into other: String?) throws -> [String] {
    let rescue = try rescue
    let before = rescue.check()
    guard before.contains(where: { $0.condition != .missing && $0.condition != .kept }) else {
      throw NoFile(path: path)
    }
    guard let other else { return try rescue.repair() + ["\(path) can be opened."] }
    do {
      return try rescue.repair(into: other) + ["\(path) was left as it is; \(other) can be opened."]
    } catch StateFileError.conflict(let path, .appeared) {
      throw FileThere(path: path)
    }
  }

  private func command(_ name: String) -> String { "strata \(name) \(typed(path))" }
}

/// There is a file where the repaired workspace was to be.
struct FileThere: Error, Equatable, CustomStringConvertible {
  let path: String

  var description: String {
    """
    There is a file \(path) already. Name another one behind --into; or, if a repair that was broken off has left it, \
    remove it and type this again.
    """
  }
}
