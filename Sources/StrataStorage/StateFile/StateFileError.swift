/// Why a state could not be saved or loaded.
///
/// Loading never changes the file, whatever it finds there.
public enum StateFileError: Error, Equatable, Sendable {
  /// The state has something that JSON cannot say, such as a number that is not finite; nothing was written.
  case unencodable(path: String, reason: String)
  /// Saving failed at `step`; the file is as it was before.
  case notSaved(path: String, step: String, cause: SystemError)
  /// The new state is in the file, but a power cut may still bring the old one back.
  case notYetDurable(path: String, cause: SystemError)
  /// The file is there and could not be read.
  case unreadable(path: String, cause: SystemError)
  /// The file was read and is not a state of this app.
  case corrupt(path: String, reason: String)
  /// The file was written by a newer version than this one.
  case newer(path: String, format: Int, known: Int)
}

extension StateFileError: CustomStringConvertible {
  /// What happened, where, and what can be done about it.
  public var description: String {
    switch self {
    case .unencodable(let path, let reason):
      "\(path) was not saved, because the state cannot be written as JSON: \(reason)"
    case .notSaved(let path, let step, let cause):
      "\(path) was not saved and is as it was: \(step) failed: \(cause)"
    case .notYetDurable(let path, let cause):
      "\(path) was saved, but the disk has not confirmed it: \(cause). Save again before relying on it."
    case .unreadable(let path, let cause):
      "\(path) cannot be read: \(cause)"
    case .corrupt(let path, let reason):
      "\(path) is not a state file that can be loaded: \(reason). It was left as it is; move it aside to start anew."
    case .newer(let path, let format, let known):
      "\(path) has format \(format), and this version knows up to \(known). Open it with a newer version."
    }
  }
}
