import StrataCore

extension StateFile {
  /// Saves `state`; when this returns, a power cut does not lose it.
  ///
  /// - Throws: `StateFileError`, which says whether the file still has what it had. `notYetDurable` is the one that
  ///   it has not.
  public func save(_ state: State) throws(StateFileError) {
    try save(state, at: nil)
  }

  /// Saves `state` with where it stands in a log, and returns how many bytes it takes.
  ///
  /// - Parameter replacesPrevious: Whether what is there becomes the version before, where one is kept; else the one that
  ///   is that now stays it.
  @discardableResult
  func save(
    _ state: State,
    at mark: LogMark?,
    replacesPrevious: Bool = true
  ) throws(StateFileError) -> Int {
    let text = try encoded(state, at: mark)
    // A state that could not be loaded again is not saved.
    guard text.count <= sizeLimit else { throw .overLimit(path: path, size: text.count, limit: sizeLimit) }
    try working { standing throws(StateFileError) in
      // Before anything is touched: no lock is left beside a file that is not ours to write.
      if case .refused(let reason) = standing { throw .refused(path: path, reason: reason) }
      try withLockedPlace { place throws(StateFileError) in
        let old = try regularFile(at: place)
        try standing.check(old?.identity, path: path)
        let replacement = AtomicReplacement(
          place: place,
          old: old,
          keepsPrevious: keepsPreviousVersion && standing.isWorthKeeping && replacesPrevious
        )
        let replaced = try saving { () throws(StepFailure) in try replacement.replace(with: text) }
        standing = .known(replaced.file)
        if let cause = replaced.syncFailure { throw .notYetDurable(path: path, cause: cause) }
      }
    }
    return text.count
  }

  /// The whole file for `state`.
  package func encoded(_ state: State, at mark: LogMark? = nil) throws(StateFileError) -> BytePieces {
    do {
      return try envelope.encode(state, at: mark)
    } catch let error as DescriptionError {
      throw .undescribed(path: path, reason: error)
    } catch {
      throw .unencodable(path: path, reason: "\(error)")
    }
  }

  /// Hands the file's place to `body` while other writers are kept out.
  func withLockedPlace<Result>(
    _ body: (FilePlace) throws(StateFileError) -> Result
  ) throws(StateFileError) -> Result {
    if let place = try heldPlace() { return try body(place) }
    let place = try saving { () throws(StepFailure) in try FilePlace(path, in: fileSystem) }
    defer { place.close() }
    let lock = try lock(place, patience: patience)
    do throws(StateFileError) {
      let result = try body(place)
      lock.release()
      return result
    } catch {
      lock.releaseUnused()
      throw error
    }
  }

  private func lock(_ place: FilePlace, patience: Duration) throws(StateFileError) -> FileLock {
    // Looked at first: no lock is left beside a device.
    let state = try regularFile(at: place)
    do throws(StepFailure) {
      return try FileLock(beside: place, for: state, patience: patience)
    } catch {
      if error.cause == .wouldBlock { throw .locked(path: path) }
      throw .notSaved(path: path, step: error.step, cause: error.cause)
    }
  }

  /// Takes the lock for as long as the file is open: no other writer gets it before ``releaseLock()``.
  ///
  /// - Parameter keeper: One of the same file that has the lock, and keeps it for longer; nil to take it.
  /// - Throws: `StateFileError.locked` at once when another writer has it.
  func hold(under keeper: StateFile? = nil) throws(StateFileError) -> FilePlace {
    if let keeper, case .open(var hold) = keeper.held.withLock({ $0 }) {
      hold.isLent = true
      held.withLock { $0 = .open(hold) }
      return hold.place
    }
    let place = try saving { () throws(StepFailure) in try FilePlace(path, in: fileSystem) }
    do throws(StateFileError) {
      let lock = try lock(place, patience: .zero)
      held.withLock { $0 = .open(Hold(place: place, lock: lock)) }
      return place
    } catch {
      place.close()
      throw error
    }
  }

  /// The file's place while a store has it open; nil when it is not held.
  ///
  /// - Parameter isNamed: Whether the name of the lock is known to lead where it did.
  /// - Throws: `StateFileError.lockLost` when the lock was removed or replaced: from then on the file may be another's.
  ///   `closed` when it was let go.
  func heldPlace(isNamed: Bool = false) throws(StateFileError) -> FilePlace? {
    try held.withLock { held in
      Swift.Result { () throws(StateFileError) in
        switch held {
        case .free: return nil
        case .closed: throw .closed(path: path)
        case .open(let hold):
          if isNamed { return hold.place }
          if try saving({ () throws(StepFailure) in try hold.lock.isNamed() }) { return hold.place }
          held = .lost(hold)
          throw .lockLost(path: path)
        case .lost: throw .lockLost(path: path)
        }
      }
    }.get()
  }

  /// Lets other writers in, and closes the folder; nothing is written from then on.
  ///
  /// - Parameter isUnused: Whether nothing was made, so that nothing is to be left.
  func releaseLock(isUnused: Bool = false) {
    held.withLock { held in
      switch held {
      case .open(let hold), .lost(let hold):
        held = .closed
        if hold.isLent { return }
        if isUnused { hold.lock.releaseUnused() } else { hold.lock.release() }
        hold.place.close()
      case .free, .closed: break
      }
    }
  }

  /// Returns the status of the file that is to be replaced; nil where there is none.
  func regularFile(at place: FilePlace) throws(StateFileError) -> FileStatus? {
    let found = try saving { () throws(StepFailure) in try place.status() }
    if let found, found.kind != .file { throw .notAFile(path: path, kind: found.kind) }
    return found
  }

  /// Runs steps whose failure leaves the file as it was.
  func saving<Result>(_ steps: () throws(StepFailure) -> Result) throws(StateFileError) -> Result {
    do throws(StepFailure) {
      return try steps()
    } catch {
      throw .notSaved(path: path, step: error.step, cause: error.cause)
    }
  }
}
