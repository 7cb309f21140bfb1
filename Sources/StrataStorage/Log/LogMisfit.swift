import StrataCore

// The reasons for which a log cannot be taken in although it is not damaged: another log, other types, a newer version, a
// limit.

/// Why a log does not belong to a state; the state is whole without it.
enum LogMisfit: Equatable {
  /// They name different logs, or different schemas.
  case otherLog
  /// The log was written by another description than the one that a reader has.
  case otherDescription
  /// A copy of the log has gone on otherwise, and the state is of the one while the log is the other.
  case otherBranch
  /// The log was written anew after the state was saved.
  case laterThanState
  /// The state has changes that the log has not.
  case endsBeforeState

  /// Whether changes that were seen are gone.
  var isRolledBack: Bool { self == .otherBranch || self == .endsBeforeState }
}

/// A change of a log takes more memory to be read than the limit.
struct MemoryLimitExceeded: Error {}

/// A change of a log has a field that the description of the state does not know.
struct UnknownField: Error {
  let name: String
  let reason: String

  /// The field that an error is about; nil where it is about something else.
  init?(_ error: PatchError) {
    guard case .noField(let name, _) = error.reason else { return nil }
    (self.name, reason) = (name, "\(error)")
  }

  /// The error of the log in which it stands.
  func inLog(_ path: String) -> LogError { .unknownField(path: path, field: name, reason: reason) }
}
