import Strata
import StrataStorage

/// What an error says in a sitting: what happened, and what a person can type there where there is something.
func told(_ error: any Error) -> String {
  [happening(of: error), wayOn(from: error)].compactMap { $0 }.joined(separator: " ")
}

/// What happened, without what an app could call: that is nothing to be typed.
func happening(of error: any Error) -> String {
  if let error = error as? PatchError, case .overMemory(let limit) = error.reason {
    return "The step takes more than \(limit) bytes of memory to be read."
  }
  return (error as? any Advising)?.happening ?? "\(error)"
}

/// What can be typed in a sitting that has run into an error.
private func wayOn(from error: any Error) -> String? {
  switch error {
  case LogError.stopped, LogError.replaced, LogError.changed, StateFileError.logChanged,
    StateFileError.logReplaced:
    return "It is written anew after a while. To have it at once: save"
  case LogError.lockLost, StateFileError.lockLost, StateFileError.conflict:
    return "To keep what is here: export copy.json"
  case LogError.overLimit, LogError.unreadable, StateFileError.overLimit: return withoutLimits
  case let error as PatchError:
    guard case .overMemory = error.reason else { return nil }
    return withoutLimits
  default: return nil
  }
}

private let withoutLimits = "To go on without limits: quit, then strata --no-limits, and the file"
