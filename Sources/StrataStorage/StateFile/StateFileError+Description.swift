extension StateFileError {
  /// The file that it is about, as it was named.
  public var path: String {
    switch self {
    case .inaccessible(let path, _, _), .notAFile(let path, _), .tooLarge(let path, _, _),
      .overMemory(let path, _),
      .blank(let path, _), .corrupt(let path, _, _), .newer(let path, _, _, _), .notMigrated(let path, _, _),
      .unencodable(let path, _), .notSaved(let path, _, _), .notYetDurable(let path, _),
      .unknownField(let path, _, _, _), .undescribed(let path, _), .conflict(let path, _), .locked(let path),
      .overLimit(let path, _, _), .lockLost(let path), .logChanged(let path), .logReplaced(let path),
      .closed(let path), .refused(let path, _),
      .onlyPrevious(let path, _), .noPreviousVersion(let path):
      path
    }
  }
}

extension StateFileError: CustomStringConvertible {
  /// A description of the failure and its place, and of the steps that an app can take.
  public var description: String { sentences }
}

extension StateFileError: AdvisedError {
  package var happening: String {
    switch self {
    case .inaccessible(let path, let step, let cause):
      "\(path) cannot be read: \(step.rawValue) failed: \(cause). It was left as it is."
    case .notAFile(let path, let kind):
      "\(path) is a \(kind.rawValue), not a file, and was not opened. Name another path."
    case .tooLarge(let path, let size, let limit):
      "\(path) has \(size) bytes, and the limit is \(limit). It was not read."
    case .overMemory(let path, let limit):
      """
      \(path) takes more than \(limit) bytes of memory to be read, beyond itself and the state. It was left as it is.
      """
    case .blank(let path, size: 0): "\(path) is empty, which no saved state is. It was left as it is."
    case .blank(let path, let size):
      """
      \(path) has \(size) zero bytes and nothing else, as after a crash of the system. It was left as it is.
      """
    case .corrupt(let path, let reason, let place):
      """
      \(path) is not a state that can be loaded: \(place.map { "\($0): " } ?? "")\(reason). It was left as it is.
      """
    case .unknownField(let path, _, let reason, let place):
      """
      \(path) has a field that this version does not know: \(place.map { "\($0): " } ?? "")\(reason). It was left as it \
      is: open it with the version that wrote it, or tell its description what became of the field, by formerly: or \
      removed(_:).
      """
    case .undescribed(let path, let reason):
      "\(path) was neither read nor written, because its state's description cannot be right: \(reason)"
    case .newer(let path, let what, let found, let known):
      "\(path) has \(what.rawValue) \(found), and this version knows up to \(known). Open it with a newer version."
    case .notMigrated(let path, let version, let reason):
      "\(path) has schema \(version) and could not be brought up to date: \(reason). It was left as it is."
    case .unencodable(let path, let reason):
      "\(path) was not saved, because the state cannot be written as JSON: \(reason)"
    case .overLimit(let path, let size, let limit):
      "\(path) was not saved, because the state takes \(size) bytes and the limit is \(limit)."
    case .lockLost(let path):
      """
      \(path) is not saved any more, because its lock was removed or replaced, and another program may own the file by \
      now.
      """
    case .logChanged(let path):
      "Another program cut \(path) off, or wrote to it. What was done is here all the same, and takes a new log to be kept."
    case .logReplaced(let path):
      "Another program removed or replaced \(path). What was done is here all the same, and takes a new log to be kept."
    case .closed(let path): "\(path) was closed and is not saved any more."
    case .notSaved(let path, let step, let cause):
      "\(path) was not saved and is as it was: \(step.rawValue) failed: \(cause)"
    case .notYetDurable(let path, let cause):
      "\(path) was saved, but the disk has not confirmed it: \(cause). Save again before relying on it."
    case .conflict(let path, let conflict):
      "\(path) was not saved, because \(conflict.sentence). It was left as it is."
    case .locked(let path):
      "\(path) was not saved, because another writer has it locked. Try again when that one is done."
    case .refused(let path, let reason):
      "\(path) is not saved over what could not be loaded (\(reason.happening))"
    case .onlyPrevious(let path, let previous):
      "\(path) and its log are gone, and the version before it is left: \(previous). Nothing new was begun over it."
    case .noPreviousVersion(let path): "\(path) has no previous version."
    }
  }

  package var advice: String? {
    switch self {
    case .tooLarge: "Raise sizeLimit if it is yours."
    case .overMemory: "Raise memoryLimit if it is yours."
    case .blank, .corrupt:
      """
      Call restorePreviousVersion() on a StateFile at this path. Or begin anew: call quarantine() or discard(), and move a \
      log beside the file away.
      """
    case .onlyPrevious: "Call restorePreviousVersion(), or removePreviousVersion() to begin afresh."
    case .notMigrated:
      """
      Tell the description what became of a field: formerly: is its old name, missing: what it is where it was not yet, \
      and removed(_:) tells of one that is gone. Where types have changed, give a Migration that leads from the old ones \
      to the new. Or call quarantine(), restorePreviousVersion() or discard(); or, where the state file can be read and a \
      later change in the log cannot, open with damagedLog: .setAside to go on with what came before that change.
      """
    case .overLimit: "Raise sizeLimit."
    case .lockLost: "Save the state beside it with save(to:), and open the file again."
    case .logChanged, .logReplaced: "The log is written anew by flush(), and by itself after a while."
    case .closed: "Save the state elsewhere with save(to:)."
    case .conflict:
      """
      Call load() again or discard() what is there; or, of a store that has it open, save(to:) another path what it holds, \
      close() it, and open it again.
      """
    case .refused(_, let reason): reason.advice
    case .inaccessible(_, .openFolder, .notFound): "Make the folder first."
    case .inaccessible, .notAFile, .unknownField, .undescribed, .newer, .unencodable, .notSaved,
      .notYetDurable,
      .locked, .noPreviousVersion:
      nil
    }
  }
}

extension StateFileError.Conflict {
  fileprivate var sentence: String {
    switch self {
    case .changed: "another program has changed it since it was loaded"
    case .removed: "it was removed since it was loaded"
    case .appeared: "another program has made it since it was looked for"
    case .neverLoaded: "there is one already that was never loaded"
    }
  }
}
