import Strata

/// Why a question about a history has no answer.
public enum InspectionError: Error, Hashable, Sendable {
  /// The history has no such moment.
  case noMoment(String)
  /// There is nothing where a path leads.
  case noValue(ValuePath)
  /// The state of a moment cannot be made, for a change on the way to it cannot be read, or does not fit.
  case noState(Moment.ID, reason: String)
  /// What undo covers in a store is not described, so that nothing says what its steps changed.
  case notDescribed
}

extension InspectionError: CustomStringConvertible {
  /// A sentence for a person, with what to do next where something can be done.
  public var description: String {
    switch self {
    case .noMoment(let name): "\(name) is not in the history. See its timeline."
    case .noValue(let path): "There is nothing at \(path)."
    case .noState(let id, let reason):
      "The state at moment \(id) cannot be shown: \(reason). See what the files say of themselves: strata check"
    case .notDescribed:
      "What undo covers is not described, so its steps cannot be shown: describe it, see Described."
    }
  }
}
