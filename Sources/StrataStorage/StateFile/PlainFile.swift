/// Files that are no state's: an export, for example.
package enum PlainFile {
  /// Writes a file whole: whoever reads it, also after a power cut, finds all of the bytes or what was there before.
  ///
  /// - Throws: `StateFileError.conflict` when there is a file already and it is not to be replaced; else what saving a
  ///   state throws.
  package static func write(
    _ bytes: [UInt8],
    to path: String,
    isReplacing: Bool,
    in fileSystem: any FileSystem = POSIXFileSystem()
  ) throws(StateFileError) {
    let place: FilePlace
    let old: FileStatus?
    do throws(StepFailure) {
      place = try FilePlace(path, in: fileSystem)
    } catch {
      throw .notSaved(path: path, step: error.step, cause: error.cause)
    }
    defer { place.close() }
    do throws(StepFailure) {
      old = try place.status()
    } catch {
      throw .notSaved(path: path, step: error.step, cause: error.cause)
    }
    if let old, old.kind != .file { throw .notAFile(path: path, kind: old.kind) }
    if old != nil && !isReplacing { throw .conflict(path: path, .appeared) }
    do throws(StepFailure) {
      try put(bytes, at: place, like: old)
    } catch {
      if !isReplacing && error.cause == .exists { throw .conflict(path: path, .appeared) }
      throw .notSaved(path: path, step: error.step, cause: error.cause)
    }
    do throws(StepFailure) {
      try place.syncFolder()
    } catch {
      throw .notYetDurable(path: path, cause: error.cause)
    }
  }

  /// Writes aside, and gives what was written its name.
  private static func put(_ bytes: [UInt8], at place: FilePlace, like old: FileStatus?) throws(StepFailure) {
    let fileSystem = place.fileSystem
    let temporary = place.sideNames.temporary()
    let file = try performing(.createTemporary) { () throws(SystemError) in
      try fileSystem.open(temporary, in: place.directory, for: .creating)
    }
    do throws(StepFailure) {
      do throws(StepFailure) {
        try place.keepOwnerAndMode(of: file, like: old)
        try performing(.write) { () throws(SystemError) in try fileSystem.writeAll(bytes, to: file) }
        try performing(.syncFile) { () throws(SystemError) in try fileSystem.sync(file) }
      } catch {
        try? fileSystem.close(file)  // The first error is the one to report.
        throw error
      }
      try performing(.close) { () throws(SystemError) in try fileSystem.close(file) }
      try performing(.rename) { () throws(SystemError) in
        if old == nil, try isLinked(temporary, at: place) { return }
        try fileSystem.rename(temporary, to: place.name, in: place.directory)
      }
    } catch {
      try? fileSystem.remove(temporary, in: place.directory)
      throw error
    }
  }

  /// Gives a new file its name in a way that never takes it from another one; false where files have no second names.
  private static func isLinked(_ temporary: String, at place: FilePlace) throws(SystemError) -> Bool {
    do throws(SystemError) {
      try place.fileSystem.link(temporary, to: place.name, in: place.directory)
    } catch {
      if error.meansNoHardLinks { return false }
      throw error
    }
    try? place.fileSystem.remove(temporary, in: place.directory)  // What stays of it is clutter.
    return true
  }
}
