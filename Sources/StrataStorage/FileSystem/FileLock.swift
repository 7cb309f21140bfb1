#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Keeps other writers of a file out, in this process and in others.
///
/// What is locked is a file of its own: a lock on the file that is saved would be left behind with the old version
/// when the new one is renamed over it. The system frees the lock when the process ends, however it ends.
struct FileLock {
  let fileSystem: any FileSystem
  private let file: Descriptor

  /// Waits for the lock beside `place`, but not longer than `patience`.
  ///
  /// - Throws: `StepFailure`, with the cause "would block" when somebody else still has the lock.
  init(beside place: FilePlace, patience: Duration) throws(StepFailure) {
    fileSystem = place.fileSystem
    let fileSystem = place.fileSystem
    file = try performing(.lock) { () throws(SystemError) in
      let file = try fileSystem.open(SideNames(beside: place.name).lock, in: place.directory, for: .locking)
      do throws(SystemError) {
        // Something else that was put in its place cannot be trusted to be everybody's lock.
        guard try fileSystem.status(of: file).kind == .file else { throw .invalidArgument }
        try Self.wait(for: file, in: fileSystem, patience: patience)
        return file
      } catch {
        try? fileSystem.close(file)  // The first error is the one to report.
        throw error
      }
    }
  }

  /// Lets others in.
  func release() {
    // A program that is just being started has every descriptor for an instant, whatever its flags, and with them the
    // lock: closing alone would leave it there.
    fileSystem.unlock(file)
    try? fileSystem.close(file)  // Nothing was written, and the lock is gone whatever the answer.
  }

  private static func wait(
    for file: Descriptor,
    in fileSystem: any FileSystem,
    patience: Duration
  ) throws(SystemError) {
    // Asked again and again rather than waited for in the system: that wait would have no end.
    let deadline = ContinuousClock.now.advanced(by: patience)
    var pause: UInt32 = 100
    while try !fileSystem.lock(file) {
      guard ContinuousClock.now < deadline else { throw .wouldBlock }
      usleep(pause)
      pause = min(pause * 2, 10_000)
    }
  }
}
