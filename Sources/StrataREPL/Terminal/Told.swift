import Strata
import StrataStorage

/// What an error says in the program: what happened, and what a person can type where there is something.
///
/// What an app could call is nothing to be typed.
func told(_ error: any Error) -> String {
  if let error = error as? PatchError, case .overMemory(let limit) = error.reason {
    return "The step takes more than \(limit) bytes of memory to be read. \(withoutLimits)"
  }
  guard let known = error as? any Advising else { return "\(error)" }
  return [known.happening, wayOn(from: error)].compactMap { $0 }.joined(separator: " ")
}

/// What can be typed in a sitting that has run into an error.
private func wayOn(from error: any Error) -> String? {
  switch error {
  case LogError.stopped, LogError.replaced, LogError.changed, StateFileError.logChanged,
    StateFileError.logReplaced:
    "It is written anew after a while. To have it at once: save"
  case LogError.lockLost, StateFileError.lockLost, StateFileError.conflict:
    "To keep what is here: export copy.json"
  case LogError.overLimit, LogError.unreadable, StateFileError.overLimit: withoutLimits
  default: nil
  }
}

private let withoutLimits = "To go on without limits: quit, then strata --no-limits, and the file"
