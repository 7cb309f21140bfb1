import Strata
import StrataInspection

/// The event of an error, without advice for an app's code.
func happening(of error: any Error) -> String {
  if let error = error as? PatchError, case .overMemory(let limit) = error.reason {
    return "Reading the step takes more than \(limit) bytes of memory."
  }
  return (error as? any AdvisedError)?.happening ?? "\(error)"
}

/// Ends the program with an error and the command that helps.
func fail(_ status: ExitStatus, _ error: any Error, _ task: Options.Task, at path: String) -> ExitStatus {
  complain("strata: \(happening(of: error))")
  if let advice = advice(for: error, task, at: path) { complain("strata: \(advice)") }
  return status
}

/// The shell command that helps after an error; nil when there is none.
func advice(for error: any Error, _ task: Options.Task, at path: String) -> String? {
  let file = shellWord(path)
  let strata = task == .session ? "strata" : "strata \(task.rawValue)"
  let check = "To see what is whole: strata check \(file)"
  guard let trouble = ErrorKind(error) else { return nil }
  switch (task, trouble) {
  case (_, .limit): return "To read it whatever its size: \(strata) --no-limits \(file)"
  // The file may belong to another app.
  case (.inspect, .damage), (.inspect, .damagedLog), (.follow, .damage), (.follow, .damagedLog):
    return "If it is a workspace of strata: strata check \(file)"
  case (_, .damagedLog):
    return """
      \(check)  To keep what can be kept: strata repair \(file)  To continue without the rest: strata --set-aside \(file)
      """
  case (_, .onlyPrevious):
    return
      "\(check)  To continue from the previous version: strata repair \(file)  To begin anew, move that version away."
  case (_, .damage): return "\(check)  To keep what can be kept: strata repair \(file)"
  case (.repair, .interference): return "To repair the present files: strata repair \(file)"
  case (_, .interference): return "To open the present files: strata \(file)"
  case (_, .inUse): return "To read it meanwhile: strata --read-only \(file)"
  }
}

/// The sentences for an error in a session: the event, and the line to type next.
func explained(_ error: any Error) -> String {
  let next: String? =
    switch error {
    case LogError.stopped, LogError.replaced, LogError.changed:
      "The log is about to be written anew: try again in a few seconds."
    case LogError.lockLost, StateFileError.lockLost, StateFileError.conflict:
      "To keep the workspace as it is here: export copy.json"
    default:
      ErrorKind(error) == .limit
        ? "To continue without limits: quit, then strata --no-limits, and the file" : nil
    }
  return [happening(of: error), next].compactMap { $0 }.joined(separator: " ")
}

/// The kinds of errors that a command of the shell helps against.
private enum ErrorKind {
  case damagedLog, onlyPrevious, damage, inUse, limit
  /// Another program changes the files.
  case interference

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
    case StateFileError.conflict, StateFileError.lockLost, LogError.lockLost: self = .interference
    default: return nil
    }
  }
}

/// A path as a word of a shell's command line.
func shellWord(_ path: String) -> String {
  let isPlain = path.utf8.allSatisfy { byte in
    byte < 128 && Unicode.Scalar(byte).properties.isAlphabetic || (0x30...0x39).contains(byte)
      || "/._-".utf8.contains(byte)
  }
  // A path that begins like an option names its folder.
  let path = path.hasPrefix("-") ? "./\(path)" : path
  if isPlain { return path }
  if printable(path) == path { return "'\(path.replacing("'", with: "'\\''"))'" }
  // Hidden characters are written as octal bytes, which every shell reads.
  let bytes = path.utf8.map { byte in
    let isPlain = (0x20..<0x7F).contains(byte) && !"'\\%".utf8.contains(byte)
    let digits = String(byte, radix: 8)
    return isPlain
      ? String(Unicode.Scalar(byte)) : "\\" + String(repeating: "0", count: 3 - digits.count) + digits
  }
  return "\"$(printf '\(bytes.joined())')\""
}

/// A file to read does not exist.
struct MissingFile: Error, Equatable, CustomStringConvertible {
  let path: String

  var description: String { "There is no file \(path)." }
}
