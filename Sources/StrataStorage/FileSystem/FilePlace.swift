/// The end of a path once its links have been followed: an open folder, and a name inside it.
struct FilePlace {
  let fileSystem: any FileSystem
  let directory: Descriptor
  let name: String
  /// The folder's path, for people; calls use `directory`.
  let folder: String

  /// Opens the folder of what `path` names; `close` has to follow.
  ///
  /// The last name may be a link, also one to a link: the place is where it leads, so that a save replaces what is
  /// linked to and leaves the link alone.
  ///
  /// - Throws: `StepFailure`; that a link leads nowhere is a failure to follow it, not a missing file.
  init(_ path: String, in fileSystem: any FileSystem) throws(StepFailure) {
    self.fileSystem = fileSystem
    var location = FileLocation(path)
    var directory = try performing(.openFolder) { () throws(SystemError) in
      try location.check()
      return try fileSystem.openDirectory(location.directory, from: nil)
    }
    do throws(StepFailure) {
      // As many links as Linux follows in a path.
      var linksLeft = 40
      while let target = try Self.target(of: location, in: directory, fileSystem, isFirst: linksLeft == 40) {
        let isEndless = linksLeft == 0
        linksLeft -= 1
        let next = try performing(.followLinks) { [location, directory] () throws(SystemError) in
          if isEndless { throw .tooManyLinks }
          let next = FileLocation(target)
          try next.check()
          return (
            directory: try fileSystem.openDirectory(next.directory, from: directory),
            location: next.relative(to: location)
          )
        }
        try? fileSystem.close(directory)  // It was only read.
        (directory, location) = next
      }
    } catch {
      try? fileSystem.close(directory)  // The first error is the one to report.
      throw error
    }
    (self.directory, name, folder) = (directory, location.name, location.directory)
  }

  private static func target(
    of location: FileLocation,
    in directory: Descriptor,
    _ fileSystem: any FileSystem,
    isFirst: Bool
  ) throws(StepFailure) -> String? {
    do throws(SystemError) {
      return try fileSystem.target(of: location.name, in: directory)
    } catch {
      if error == .notFound && isFirst { return nil }
      throw StepFailure(step: .followLinks, cause: error)
    }
  }

  /// Closes the folder.
  func close() {
    // Nothing was written through the descriptor, so there is nothing that closing it could lose.
    try? fileSystem.close(directory)
  }

  /// The names of the files that belong to this one.
  var sideNames: SideNames { SideNames(beside: name) }

  /// Returns the status of the file that has `name`, or this file's own name, now; nil when no file has it.
  func status(of name: String? = nil) throws(StepFailure) -> FileStatus? {
    do throws(SystemError) {
      return try fileSystem.status(of: name ?? self.name, in: directory)
    } catch {
      if error == .notFound { return nil }
      throw StepFailure(step: .inspect, cause: error)
    }
  }

  /// The first of some numbered names that nothing has; no other writer takes it while the lock is held.
  func freeName(_ name: (Int) -> String) throws(StepFailure) -> String {
    for number in 1...9_999 where try status(of: name(number)) == nil { return name(number) }
    throw StepFailure(step: .rename, cause: .exists)
  }

  /// Waits until what was renamed, linked and removed in the folder is on the disk.
  func syncFolder() throws(StepFailure) {
    try performing(.syncFolder) { () throws(SystemError) in try fileSystem.sync(directory) }
  }

  /// Gives a new file the owner and the mode of another one; only the owner reads and writes it where there is none.
  func keepOwnerAndMode(of file: Descriptor, like old: FileStatus?) throws(StepFailure) {
    let new = try performing(.inspect) { () throws(SystemError) in try fileSystem.status(of: file) }
    let owner = old?.owner ?? new.owner
    if owner != new.owner {
      try performing(.keepOwner) { () throws(SystemError) in try fileSystem.setOwner(owner, of: file) }
    }
    // Also for a new file: the process's mask may have taken the owner's own rights away. After the owner, which
    // may take bits of the mode away when it changes.
    let mode = old?.mode ?? 0o600
    if mode != new.mode || owner != new.owner {
      try performing(.keepMode) { () throws(SystemError) in try fileSystem.setMode(mode, of: file) }
    }
  }
}
