import Strata
import StrataInspection
import StrataStorage

/// What the program was doing with a workspace, outside of a sitting, when an error came.
enum Undertaking: CaseIterable {
  case opening, repairing, inspecting, following
  /// The sitting has ended.
  case closing

  /// What a person can do about an error, as a shell takes it; nil where that is none of this.
  func wayOut(of error: any Error, at path: String) -> String? {
    let file = typed(path)
    let check = "To see what is whole: strata check \(file)"
    switch (self, Trouble(error)) {
    case (.inspecting, .limit): return "To read it whatever that takes: strata inspect \(file) --no-limits"
    case (.following, .limit): return "To read it whatever that takes: strata follow \(file) --no-limits"
    case (.repairing, .limit): return "To repair it whatever that takes: strata repair \(file) --no-limits"
    case (_, .limit): return "To open it whatever that takes: strata --no-limits \(file)"
    case (.closing, _): return "To see what of it is there: strata check \(file)"
    // It may be any app's.
    case (.inspecting, .damage), (.inspecting, .damagedLog), (.following, .damage), (.following, .damagedLog):
      return "If it is a workspace of strata, to see what is whole: strata check \(file)"
    case (_, .damagedLog):
      return """
        \(check)  To keep all that can be kept: strata repair \(file)  To go on without the rest: strata --set-aside \(file)
        """
    case (_, .onlyPrevious):
      return """
        \(check)  To go on from the version before: strata repair \(file)  To begin afresh, move that version away.
        """
    case (_, .damage): return "\(check)  To keep all that can be kept: strata repair \(file)"
    case (.repairing, .meddling): return "To repair what is there now: strata repair \(file)"
    case (_, .meddling): return "To open what is there now: strata \(file)"
    case (_, .inUse): return "To look at it meanwhile: strata --read-only \(file)"
    case (_, nil): return nil
    }
  }
}

/// The kinds of trouble that there are ways out of.
private enum Trouble {
  case damagedLog, onlyPrevious, damage, inUse, limit
  /// Another program does something to the files.
  case meddling

  init?(_ error: any Error) {
    switch error {
    case LogError.corrupt, LogError.otherState, LogError.editedOutside: self = .damagedLog
    case StateFileError.onlyPrevious: self = .onlyPrevious
    case InspectionError.noState, LogError.stateMissing, StateFileError.blank, StateFileError.corrupt,
      StateFileError.notMigrated:
      self = .damage
    case LogError.inUse: self = .inUse
    case StateFileError.tooLarge, StateFileError.overMemory, StateFileError.overLimit, LogError.overMemory,
      LogError.overLimit, LogError.unreadable, InspectionError.overMemory:
      self = .limit
    case let error as PatchError:
      guard case .overMemory = error.reason else { return nil }
      self = .limit
    case StateFileError.conflict, StateFileError.lockLost, LogError.lockLost: self = .meddling
    default: return nil
    }
  }
}
