/// Why a log could not be opened, or takes no change.
public enum LogError: Error, Equatable, Sendable {
  /// The log could not be reached or read at `step`; it was left as it is.
  case inaccessible(path: String, step: FileStep, cause: SystemError)
  /// The file with the log's name is a folder, a pipe or the like, and was not opened.
  case notAFile(path: String, kind: FileKind)
  /// Changes that had been promised are damaged; nothing was cut off.
  case corrupt(path: String, offset: Int, reason: String)
  /// Reading a change would take more memory than the limit; the log was left as it is.
  case overMemory(path: String, limit: Int)
  /// The log belongs to another state, or to a later version of this one, and may have changes that the state has not.
  case otherState(path: String)
  /// The state file was edited outside, and later changes of its log do not fit what it has become.
  case editedOutside(path: String, reason: String)
  /// A newer version of this package wrote the log.
  case newer(path: String, what: StateFileError.VersionKind, found: Int, known: Int)
  /// An earlier version of this package wrote the log, in a format that is not read any more.
  case older(path: String)
  /// A step has a field that the description of the state does not know: a newer version of the app wrote it, or the
  /// description has to tell what became of it.
  case unknownField(path: String, field: String, reason: String)
  /// There is a log and no state: the changes are there, and what they change is not.
  case stateMissing(path: String)
  /// Another process has the state open.
  case inUse(path: String)

  /// The change could not be written; it was not made.
  case notAppended(path: String, step: FileStep, cause: SystemError)
  /// The change cannot be said in JSON; it was not made.
  case unwritable(path: String, reason: String)
  /// Reading the change again would take more memory than the limit; it was not made.
  case unreadable(path: String, limit: Int)
  /// With the change, the state would take more bytes than its file may have; the change was not made.
  case overLimit(path: String, size: Int, limit: Int)
  /// The last change has the largest number that there is; the change was not made.
  case full(path: String)
  /// The log takes no changes until it was written anew: after what failed, it cannot be said what is on the disk.
  case stopped(path: String, step: FileStep, cause: SystemError)
  /// Another program removed or replaced the log; it takes no changes until it was written anew.
  case replaced(path: String)
  /// Another program cut the log off, or wrote to it; it takes no changes until it was written anew.
  case changed(path: String)
  /// Another program removed or replaced the lock, and may have the files open by now; nothing is written to them.
  case lockLost(path: String)
  /// The log was opened for reading only.
  case readOnly(path: String)
  /// The log was closed.
  case closed(path: String)
}

extension LogError {
  /// The file that it is about.
  public var path: String {
    switch self {
    case .inaccessible(let path, _, _), .notAFile(let path, _), .corrupt(let path, _, _),
      .overMemory(let path, _),
      .otherState(let path), .editedOutside(let path, _),
      .newer(let path, _, _, _), .older(let path), .unknownField(let path, _, _),
      .stateMissing(let path), .inUse(let path), .notAppended(let path, _, _), .unwritable(let path, _),
      .unreadable(let path, _),
      .overLimit(let path, _, _), .full(let path), .replaced(let path), .changed(let path),
      .lockLost(let path),
      .stopped(let path, _, _),
      .readOnly(let path), .closed(let path):
      path
    }
  }
}

extension LogError {
  /// The error of a log whose format has a number that this version does not read.
  static func otherFormat(_ found: Int, path: String) -> LogError {
    found > LogLine.format
      ? .newer(path: path, what: .format, found: found, known: LogLine.format)
      : .older(path: path)
  }
}
