import StrataCore

/// Replaces a file's contents so that a reader, also one after a power cut, finds the old or the new bytes whole.
///
///     create temp ─▶ write ─▶ sync file ─▶ close ─▶ link previous ─▶ rename ─▶ sync folder
///
/// The bytes are on the disk before the name points at them, and the name is on the disk before the caller is
/// told so. A failed sync is never repeated: the system may have dropped the bytes and called them clean. Nothing
/// is ever written in place.
///
/// The caller holds the file's lock.
struct AtomicReplacement {
  let place: FilePlace
  /// The status of the file that has the name now; nil where none has it.
  let old: FileStatus?
  /// Whether what has the name now is kept under another one.
  let keepsPrevious: Bool

  private var fileSystem: any FileSystem { place.fileSystem }

  /// A replacement that every reader sees.
  struct Replaced {
    /// The file that has the name from now on.
    let file: FileIdentity
    /// Why the system did not confirm that the name will survive a power cut; nil when it did.
    let syncFailure: SystemError?
  }

  /// Puts `text` in the file's place, or makes it.
  ///
  /// - Throws: `StepFailure` when the file is as it was.
  func replace(with text: BytePieces) throws(StepFailure) -> Replaced {
    removeStaleFiles()
    let temporary = place.sideNames.temporary()
    let file = try performing(.createTemporary) { () throws(SystemError) in
      try fileSystem.open(temporary, in: place.directory, for: .creating)
    }
    let identity: FileIdentity
    do throws(StepFailure) {
      identity = try fill(file, with: text)
      if keepsPrevious { try keepPrevious() }
      try performing(.rename) { () throws(SystemError) in
        try fileSystem.rename(temporary, to: place.name, in: place.directory)
      }
    } catch {
      // The first error is the one to report; a temporary file that stays is clutter, never a wrong state.
      try? fileSystem.remove(temporary, in: place.directory)
      throw error
    }
    do throws(StepFailure) {
      try place.syncFolder()
      return Replaced(file: identity, syncFailure: nil)
    } catch {
      return Replaced(file: identity, syncFailure: error.cause)
    }
  }

  /// Removes what writers that were killed have left behind: no other writer is at work while the lock is held.
  private func removeStaleFiles() {
    // Clutter that cannot be listed or removed is no reason not to save.
    guard let names = try? fileSystem.names(in: place.directory) else { return }
    let sideNames = place.sideNames
    for name in names where sideNames.isTemporary(name) {
      try? fileSystem.remove(name, in: place.directory)
    }
  }

  private func fill(_ file: Descriptor, with text: BytePieces) throws(StepFailure) -> FileIdentity {
    let identity: FileIdentity
    do throws(StepFailure) {
      try place.keepOwnerAndMode(of: file, like: old)
      try performing(.write) { () throws(SystemError) in try fileSystem.writeAll(text, to: file) }
      try performing(.syncFile) { () throws(SystemError) in try fileSystem.sync(file) }
      identity = try performing(.inspect) { () throws(SystemError) in try fileSystem.status(of: file).identity
      }
    } catch {
      try? fileSystem.close(file)  // The first error is the one to report.
      throw error
    }
    try performing(.close) { () throws(SystemError) in try fileSystem.close(file) }
    return identity
  }

  /// Gives the present version a second name, under which it stays when the first is taken away.
  ///
  /// Linked under a name of its own and then renamed, so that there is a previous version at every moment.
  private func keepPrevious() throws(StepFailure) {
    guard let old else { return }
    let sideNames = place.sideNames
    let previous = try place.status(of: sideNames.previous)
    // A crash between this and the rename leaves both names with one file, and renaming between two names of one
    // file does nothing at all.
    guard previous?.identity.isSameFile(as: old.identity) != true else { return }
    // Nothing can take the place of a folder, which is another's: then there is no previous version.
    if previous?.kind == .folder { return }
    let second = sideNames.temporary()
    do throws(SystemError) {
      try fileSystem.link(place.name, to: second, in: place.directory)
      do throws(SystemError) {
        try fileSystem.rename(second, to: sideNames.previous, in: place.directory)
      } catch {
        try? fileSystem.remove(second, in: place.directory)  // The first error is the one to report.
        throw error
      }
    } catch {
      // Memory cards and some network volumes have no second names: then there is no previous version.
      if !error.meansNoHardLinks { throw StepFailure(step: .keepPrevious, cause: error) }
    }
  }
}
