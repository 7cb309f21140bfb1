extension LogError: CustomStringConvertible {
  /// A description of the failure and its place, and of the steps that an app can take.
  public var description: String { sentences }
}

extension LogError: AdvisedError {
  package var happening: String {
    switch self {
    case .inaccessible(let path, let step, let cause):
      "\(path) cannot be read: \(step.rawValue) failed: \(cause). It was left as it is."
    case .notAFile(let path, let kind): "\(path) is a \(kind.rawValue), not a log. Move it away."
    case .corrupt(let path, let offset, let reason):
      "\(path) is damaged at byte \(offset): \(reason). It was left as it is."
    case .overMemory(let path, let limit):
      "\(path) has a change that takes more than \(limit) bytes of memory to be read. It was left as it is."
    case .otherState(let path):
      """
      \(path) belongs to another state, or to a later version of this one, and may have changes that the state has not. \
      Both were left as they are.
      """
    case .editedOutside(let path, let reason):
      """
      \(path) was edited outside, and its log has later changes that do not fit: \(reason). Both were left as they are.
      """
    case .newer(let path, let what, let found, let known):
      "\(path) has \(what.rawValue) \(found), and this version knows up to \(known). Open it with a newer version."
    case .older(let path):
      "\(path) is a log of an earlier version of this package, which this one does not read. It was left as it is."
    case .unknownField(let path, _, let reason):
      "\(path) has a step that this version does not know: \(reason). State and log were left as they are."
    case .stateMissing(let path): "\(path) is a log without the state that it belongs to."
    case .inUse(let path): "\(path) is open already, in this process or in another one."
    case .notAppended(let path, let step, let cause):
      "The change was not made, because it could not be written to \(path): \(step.rawValue) failed: \(cause)"
    case .unwritable(let path, let reason):
      "The change was not made, because it cannot be written to \(path) as JSON: \(reason)"
    case .unreadable(let path, let limit):
      "The change was not made, because reading it again from \(path) would take more than \(limit) bytes of memory."
    case .overLimit(let path, let size, let limit):
      "The change was not made, because the state would take \(size) bytes and the limit of \(path) is \(limit)."
    case .full(let path): "The change was not made, because \(path) has no number left for it."
    case .stopped(let path, let step, let cause):
      "The change was not made: \(path) takes none since \(step.rawValue) failed (\(cause))."
    case .replaced(let path): "The change was not made: another program removed or replaced \(path)."
    case .changed(let path): "The change was not made: another program cut \(path) off, or wrote to it."
    case .lockLost(let path):
      """
      The change was not made: the lock of \(path) was removed or replaced, and another program may have it open by now.
      """
    case .readOnly(let path): "The change was not made: \(path) was opened for reading only."
    case .closed(let path): "The change was not made: \(path) was closed."
    }
  }

  package var advice: String? {
    switch self {
    case .corrupt:
      "Restore it from a backup, or open with damagedLog: .setAside to go on with what came before."
    case .overMemory: "Raise memoryLimit if it is yours."
    case .otherState:
      """
      Restore the state that belongs to it, or open with damagedLog: .setAside to go on with the state alone.
      """
    case .editedOutside:
      "Call restorePreviousVersion() on a StateFile at this path, or open with damagedLog: .setAside to keep the edit."
    case .unknownField:
      """
      Open them with the version that wrote them, or tell the description what became of the field, by formerly: or \
      removed(_:).
      """
    case .older: "Open it with the version that wrote it, or move it away to go on with the state alone."
    case .stateMissing:
      "Call restorePreviousVersion() on a StateFile at this path, or move the log away to begin afresh."
    case .inUse: "Close it first, or open it with access: .reading."
    case .unreadable: "Raise memoryLimit."
    case .overLimit: "Raise sizeLimit."
    case .full: "Close it, and move the log away: a new one begins with the state."
    case .stopped, .replaced, .changed: "The log is written anew by flush(), and by itself after a while."
    case .lockLost: "Save the state beside it with save(to:), and open it again."
    case .inaccessible, .notAFile, .newer, .notAppended, .unwritable, .readOnly, .closed: nil
    }
  }
}
