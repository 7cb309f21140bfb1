import Platform

/// Keeps other writers of a file out, in this process and in others.
///
/// The lock is on a file of its own: a lock on the file that is saved would be left behind with the old version when the
/// new one is renamed over it. The system frees the lock when the process ends, however it ends. Every user who may open
/// the state may open the lock: it has the state's owner and mode, so that a sitting as another user locks none out.
struct FileLock {
  private let place: FilePlace
  private let file: Descriptor
  private let identity: FileIdentity
  /// Whether there was no file to lock before.
  let isNew: Bool

  private var fileSystem: any FileSystem { place.fileSystem }
  private static func name(beside place: FilePlace) -> String { place.sideNames.lock }

  /// Waits for the lock beside `place`, but not longer than `patience`.
  ///
  /// - Parameter state: The file that it is for; nil when there is none yet.
  /// - Throws: `StepFailure`, with the cause "would block" when another writer still has the lock.
  init(beside place: FilePlace, for state: FileStatus?, patience: Duration) throws(StepFailure) {
    self.place = place
    (file, identity, isNew) = try performing(.lock) { () throws(SystemError) in
      // Asked again and again rather than waited for in the system: that wait would have no end.
      let deadline = ContinuousClock.now.advanced(by: patience)
      var pause: UInt32 = 100
      while true {
        if let taken = try Self.take(at: place, for: state) { return taken }
        guard ContinuousClock.now < deadline else { throw .wouldBlock }
        usleep(pause)
        pause = min(pause * 2, 10_000)
      }
    }
  }

  /// Takes the lock if no other writer has it.
  private static func take(
    at place: FilePlace,
    for state: FileStatus?
  ) throws(SystemError) -> (Descriptor, FileIdentity, isNew: Bool)? {
    let fileSystem = place.fileSystem
    let (file, isNew) = try open(at: place)
    do throws(SystemError) {
      let status = try fileSystem.status(of: file)
      // Something else that was put in its place cannot be trusted to be the lock of all.
      guard status.kind == .file else { throw .invalidArgument }
      if try fileSystem.lock(file) {
        // The process that had the lock may have removed the file meanwhile: then no other writer meets this lock.
        if let named = try named(status.identity, at: place) {
          share(file, named, with: state, in: fileSystem)
          return (file, status.identity, isNew)
        }
        fileSystem.unlock(file)
      }
    } catch {
      try? fileSystem.close(file)  // The first error is the one to report.
      throw error
    }
    try? fileSystem.close(file)  // Nothing was written.
    return nil
  }

  private static func open(at place: FilePlace) throws(SystemError) -> (Descriptor, isNew: Bool) {
    let name = name(beside: place)
    do throws(SystemError) {
      return (try place.fileSystem.open(name, in: place.directory, for: .reading), false)
    } catch {
      guard error == .notFound else { throw error }
      return (try place.fileSystem.open(name, in: place.directory, for: .locking), true)
    }
  }

  /// The status of the file that has the lock's name, if that is the file with `identity`.
  private static func named(
    _ identity: FileIdentity,
    at place: FilePlace
  ) throws(SystemError) -> FileStatus? {
    do throws(SystemError) {
      let found = try place.fileSystem.status(of: name(beside: place), in: place.directory)
      return found.identity.isSameFile(as: identity) ? found : nil
    } catch {
      if error == .notFound { return nil }
      throw error
    }
  }

  /// Whether a file was made as a lock: it is empty, has no name but the lock's, and belongs to this user or to the
  /// state's.
  ///
  /// Another user of the folder can plant a hard link to any file at the lock's name. To give that file the owner and
  /// the mode of the state would open it to the user.
  private static func isMadeAsLock(
    _ found: FileStatus,
    for state: FileStatus?,
    in fileSystem: any FileSystem
  ) -> Bool {
    found.identity.size == 0 && found.nameCount == 1
      && [fileSystem.user, state?.owner.user].contains(found.owner.user)
  }

  /// Gives the lock the owner and the mode of the state, as far as this user may.
  ///
  /// Any other file at the lock's name is used as it is: a copy of the folder may have hard links to all of its files.
  private static func share(
    _ file: Descriptor,
    _ found: FileStatus,
    with state: FileStatus?,
    in fileSystem: any FileSystem
  ) {
    guard isMadeAsLock(found, for: state, in: fileSystem) else { return }
    let owner = state?.owner ?? found.owner
    // Its owner has to be able to open it whatever the process's mask takes away; no one runs it.
    let mode = (state?.mode ?? found.mode) & 0o666 | 0o600
    // A lock file whose owner and mode cannot be changed belongs to another user, and stays that user's.
    if owner != found.owner { try? fileSystem.setOwner(owner, of: file) }
    if mode != found.mode { try? fileSystem.setMode(mode, of: file) }
  }

  /// Whether the name still leads to the file that is locked; if not, another process may hold the lock of that name.
  func isNamed() throws(StepFailure) -> Bool {
    try performing(.inspect) { () throws(SystemError) in try Self.named(identity, at: place) != nil }
  }

  /// Lets others in.
  func release() {
    // A program that is just being started has every descriptor for an instant, whatever its flags, and with them the
    // lock: closing alone would leave it there.
    fileSystem.unlock(file)
    try? fileSystem.close(file)  // Nothing was written, and the lock is gone whatever the answer.
  }

  /// Lets others in, and leaves nothing behind where nothing was before.
  func releaseUnused() {
    // Those who wait for it see that it has gone, and make another one.
    if isNew { try? fileSystem.remove(Self.name(beside: place), in: place.directory) }
    release()
  }
}
