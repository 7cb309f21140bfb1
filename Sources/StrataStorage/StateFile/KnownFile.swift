/// The knowledge about a file that decides whether saving may replace it.
enum KnownFile: Equatable {
  /// It was never looked at.
  case unknown
  /// There was none.
  case missing
  /// This was loaded or saved last.
  case known(FileIdentity)
  /// The app's user gave up what was there: this, or nothing.
  case discarded(FileIdentity?)
  /// The file could not be loaded, and the app has not chosen yet what to do about it.
  case refused(StateFileError)

  /// Sees to it that replacing `found` loses nothing that this process has not seen.
  func check(_ found: FileIdentity?, path: String) throws(StateFileError) {
    let expected: FileIdentity?
    switch self {
    case .refused(let reason): throw .refused(path: path, reason: reason)
    case .unknown, .missing: expected = nil
    case .known(let identity): expected = identity
    case .discarded(let identity): expected = identity
    }
    switch (expected, found) {
    case (nil, nil): return
    case (nil, .some): throw .conflict(path: path, self == .unknown ? .neverLoaded : .appeared)
    case (.some, nil): throw .conflict(path: path, .removed)
    case (let expected?, let found?):
      if expected != found { throw .conflict(path: path, .changed) }
    }
  }

  /// Whether what is there is worth keeping as the previous version when it is replaced.
  var isWorthKeeping: Bool {
    if case .discarded = self { return false }
    return true
  }
}
