import Strata

extension StateFile {
  /// Saves `state`; when this returns, a power cut does not lose it.
  ///
  /// - Throws: `StateFileError`, which says whether the file still has what it had. `notYetDurable` is the one that
  ///   it has not.
  public func save(_ state: State) throws(StateFileError) {
    try save(state, at: nil)
  }

  /// Saves `state` with where it stands in a log.
  func save(_ state: State, at mark: LogMark?) throws(StateFileError) {
    let text = try encoded(state, at: mark)
    try working { standing throws(StateFileError) in
      // Before anything is touched: no lock is left beside a file that is not ours to write.
      if case .refused(let reason) = standing { throw .refused(path: path, reason: reason) }
      try withLockedPlace { place throws(StateFileError) in
        let old = try regularFile(at: place)
        try standing.check(old?.identity, path: path)
        let replacement = AtomicReplacement(
          place: place,
          old: old,
          keepsPrevious: keepsPreviousVersion && standing.isWorthKeeping
        )
        let replaced = try saving { () throws(StepFailure) in try replacement.replace(with: text) }
        standing = .known(replaced.file)
        if let cause = replaced.syncFailure { throw .notYetDurable(path: path, cause: cause) }
      }
    }
  }

  /// The whole file for `state`.
  package func encoded(_ state: State, at mark: LogMark? = nil) throws(StateFileError) -> JSONPieces {
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
    if let place = held.withLock({ $0?.place }) { return try body(place) }
    let place = try saving { () throws(StepFailure) in try FilePlace(path, in: fileSystem) }
    defer { place.close() }
    let lock = try lock(place, patience: patience)
    defer { lock.release() }
    return try body(place)
  }

  private func lock(_ place: FilePlace, patience: Duration) throws(StateFileError) -> FileLock {
    do throws(StepFailure) {
      return try FileLock(beside: place, patience: patience)
    } catch {
      if error.cause == .wouldBlock { throw .locked(path: path) }
      throw .notSaved(path: path, step: error.step, cause: error.cause)
    }
  }

  /// Takes the lock for as long as the file is open: no other writer gets it before ``letGo()``.
  ///
  /// - Throws: `StateFileError.locked` at once when somebody else has it.
  func hold() throws(StateFileError) -> FilePlace {
    let place = try saving { () throws(StepFailure) in try FilePlace(path, in: fileSystem) }
    do throws(StateFileError) {
      let lock = try lock(place, patience: .zero)
      held.withLock { $0 = (place, lock) }
      return place
    } catch {
      place.close()
      throw error
    }
  }

  /// Lets other writers in, and closes the folder.
  func letGo() {
    held.withLock { held in
      held?.lock.release()
      held?.place.close()
      held = nil
    }
  }

  /// What is to be replaced: a file, or nothing.
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
