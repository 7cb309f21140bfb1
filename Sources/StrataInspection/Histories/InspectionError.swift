import StrataCore
import StrataStorage

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Why a question about a history has no answer.
public enum InspectionError: Error, Hashable, Sendable {
  /// The history has no such moment.
  case noMoment(String)
  /// There is nothing where a path leads.
  case noValue(ValuePath)
  /// The state of a moment cannot be made, for a change on the way to it cannot be read, or does not fit.
  case noState(Moment.ID, reason: String)
  /// A change on the way to the state of a moment takes more memory to be read than the limit.
  case overMemory(Moment.ID, limit: Int)
  /// The store does not describe the part that undo covers, so nothing tells the changes of its steps.
  case notDescribed
}

extension InspectionError: AdvisedError {
  package var happening: String {
    switch self {
    case .noMoment(let name): "\(name) is not in the history."
    case .noValue(let path): "There is nothing at \(path)."
    case .noState(let id, let reason): "The state at moment \(id) cannot be shown: \(reason)."
    case .overMemory(let id, let limit):
      "A step on the way to moment \(id) takes more than \(limit) bytes of memory to be read."
    case .notDescribed: "What undo covers is not described, so its steps cannot be shown."
    }
  }

  /// The reason alone, for a message that itself says that there is an obstacle.
  var reason: String { if case .noState(_, let reason) = self { reason } else { happening } }

  package var advice: String? {
    switch self {
    case .noMoment: "See its moments."
    case .noValue: "See the state."
    case .noState: "See the remarks on its files."
    case .overMemory: "Read the files with a higher limit."
    case .notDescribed: "Describe it: see Described."
    }
  }

  /// A step cannot be read.
  ///
  /// - Parameters:
  ///   - step: The moment that it leads to.
  ///   - id: The moment whose state was asked for.
  init(_ error: PatchError, reading step: Moment.ID, for id: Moment.ID) {
    switch error.reason {
    case .overMemory(let limit): self = .overMemory(id, limit: limit)
    case .unreadable(let reason):
      self = .noState(id, reason: "the step to moment \(step) cannot be read: \(reason)")
    default: self = .noState(id, reason: "the step to moment \(step) cannot be read: \(error)")
    }
  }

  /// A step does not fit the state before it; its values, which may be long, or left out by the app, are not told.
  init(_ error: PatchError, applying step: Moment.ID, for id: Moment.ID) {
    let place = ValuePath(along: error.path)
    self = .noState(id, reason: "the step to moment \(step) does not fit what stands at \(place)")
  }
}

extension InspectionError: CustomStringConvertible {
  /// A sentence for a person, with what to do next.
  public var description: String { sentences }
}

extension InspectionError: LocalizedError {
  /// The error as a sentence, for an alert.
  public var errorDescription: String? { "\(self)" }
}
