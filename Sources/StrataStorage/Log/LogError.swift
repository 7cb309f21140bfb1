/// Why a log could not be opened, or takes no change.
public enum LogError: Error, Equatable, Sendable {
  /// The log could not be reached or read at `step`; it was left as it is.
  case inaccessible(path: String, step: FileStep, cause: SystemError)
  /// What has the log's name is a folder, a pipe or the like, and was not opened.
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
  /// There is a log and no state: the changes are there, and what they change is not.
  case stateMissing(path: String)
  /// Another process has the state open.
  case inUse(path: String)

  /// The change could not be written; it was not made.
  case notAppended(path: String, step: FileStep, cause: SystemError)
  /// The change cannot be said in JSON; it was not made.
  case unwritable(path: String, reason: String)
  /// With the change, the state would take more bytes than its file may have; the change was not made.
  case overLimit(path: String, size: Int, limit: Int)
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
      .newer(let path, _, _, _),
      .stateMissing(let path), .inUse(let path), .notAppended(let path, _, _), .unwritable(let path, _),
      .overLimit(let path, _, _), .replaced(let path), .changed(let path), .lockLost(let path),
      .stopped(let path, _, _),
      .readOnly(let path), .closed(let path):
      path
    }
  }
}

extension LogError: CustomStringConvertible {
  /// What happened, where, and what can be done about it.
  public var description: String {
    switch self {
    case .inaccessible(let path, let step, let cause):
      "\(path) cannot be read: \(step.rawValue) failed: \(cause). It was left as it is."
    case .notAFile(let path, let kind): "\(path) is a \(kind.rawValue), not a log. Move it away."
    case .corrupt(let path, let offset, let reason):
      """
      \(path) is damaged at byte \(offset): \(reason). It was left as it is: restore it from a backup, or open with \
      damagedLog: .setAside to go on with what stands before the damage.
      """
    case .overMemory(let path, let limit):
      """
      \(path) has a change that takes more than \(limit) bytes of memory to be read. It was left as it is: raise \
      memoryLimit if it is yours.
      """
    case .otherState(let path):
      """
      \(path) belongs to another state, or to a later version of this one, and may have changes that the state has not. \
      Both were left as they are: restore the state that belongs to it, or open with damagedLog: .setAside to go on with \
      the state alone.
      """
    case .editedOutside(let path, let reason):
      """
      \(path) was edited outside, and its log has later changes that do not fit: \(reason). Both were left as they are: \
      call restorePreviousVersion(), or open with damagedLog: .setAside to go on with what was edited.
      """
    case .newer(let path, let what, let found, let known):
      "\(path) has \(what.rawValue) \(found), and this version knows up to \(known). Open it with a newer version."
    case .stateMissing(let path):
      """
      \(path) is a log without the state that it belongs to. Call restorePreviousVersion(), or move the \
      log away to begin afresh.
      """
    case .inUse(let path):
      "\(path) is open in another process. Close it there, or open it here with access: .reading."
    case .notAppended(let path, let step, let cause):
      "The change was not made, because it could not be written to \(path): \(step.rawValue) failed: \(cause)"
    case .unwritable(let path, let reason):
      "The change was not made, because it cannot be written to \(path) as JSON: \(reason)"
    case .overLimit(let path, let size, let limit):
      """
      The change was not made, because the state would take \(size) bytes and the limit of \(path) is \(limit). Raise \
      sizeLimit.
      """
    case .stopped(let path, let step, let cause):
      """
      The change was not made: \(path) takes none since \(step.rawValue) failed (\(cause)). It is written anew by \
      flush(), and by itself after a while.
      """
    case .replaced(let path):
      """
      The change was not made: another program removed or replaced \(path). It is written anew by flush(), and by \
      itself after a while.
      """
    case .changed(let path):
      """
      The change was not made: another program cut \(path) off, or wrote to it. It is written anew by flush(), and by \
      itself after a while.
      """
    case .lockLost(let path):
      """
      The change was not made: the lock of \(path) was removed or replaced, and another program may have it open by \
      now. Save the state beside it with save(to:), and open it again.
      """
    case .readOnly(let path): "The change was not made: \(path) was opened for reading only."
    case .closed(let path): "The change was not made: \(path) was closed."
    }
  }
}
