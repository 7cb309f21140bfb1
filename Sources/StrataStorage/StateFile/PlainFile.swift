import StrataCore

/// Files that are written as they are, whatever is in them: an export, or a copy of another file.
package enum PlainFile {
  /// The files that a write may replace.
  package enum Replacing: Equatable, Sendable {
    /// Nothing.
    case nothing
    /// Any file.
    case anything
    /// This file, as it was when it was read.
    case known(FileIdentity)

    fileprivate func check(_ found: FileIdentity?, _ path: String) throws(StateFileError) {
      switch self {
      case .anything: break
      case .nothing: if found != nil { throw .conflict(path: path, .appeared) }
      case .known(let identity):
        guard let found else { throw .conflict(path: path, .removed) }
        if found != identity { throw .conflict(path: path, .changed) }
      }
    }
  }

  /// Writes a file whole: a reader, also one after a power cut, finds all of the bytes or the file that was there before.
  ///
  /// - Parameter model: The file whose owner and mode a new one gets; nil for this user's own.
  /// - Throws: `StateFileError.conflict` when something else is there than may be replaced; else the errors that saving a
  ///   state throws.
  package static func write(
    _ bytes: [UInt8],
    to path: String,
    replacing: Replacing,
    like model: FileStatus? = nil,
    in fileSystem: any FileSystem = POSIXFileSystem()
  ) throws(StateFileError) {
    try write(to: path, replacing, like: model, in: fileSystem) { file throws(StepFailure) in
      try performing(.write) { () throws(SystemError) in try fileSystem.writeAll(bytes, to: file) }
      try performing(.syncFile) { () throws(SystemError) in try fileSystem.sync(file) }
    }
  }

  /// Writes a file whole, as it is done with bytes, of a text in pieces.
  package static func write(
    _ pieces: BytePieces,
    to path: String,
    replacing: Replacing,
    in fileSystem: any FileSystem = POSIXFileSystem()
  ) throws(StateFileError) {
    try write(to: path, replacing, like: nil, in: fileSystem) { file throws(StepFailure) in
      try performing(.write) { () throws(SystemError) in try fileSystem.writeAll(pieces, to: file) }
      try performing(.syncFile) { () throws(SystemError) in try fileSystem.sync(file) }
    }
  }

  /// Copies an open file to one that is not there yet, however long it is.
  ///
  /// - Parameter model: The file whose owner and mode the copy gets; nil for this user's own.
  /// - Throws: The errors that ``write(_:to:replacing:like:in:)`` throws.
  static func copy(
    _ file: Descriptor,
    to path: String,
    like model: FileStatus? = nil,
    in fileSystem: any FileSystem
  ) throws(StateFileError) {
    try write(to: path, .nothing, like: model, in: fileSystem) { copy throws(StepFailure) in
      let status = try performing(.inspect) { () throws(SystemError) in try fileSystem.status(of: file) }
      try fileSystem.copy(0..<Int(status.identity.size), of: file, to: copy)
    }
  }

  /// - Parameter fill: Writes the bytes, and waits until they are on the disk.
  private static func write(
    to path: String,
    _ replacing: Replacing,
    like model: FileStatus?,
    in fileSystem: any FileSystem,
    _ fill: (Descriptor) throws(StepFailure) -> Void
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
    try replacing.check(old?.identity, path)
    do throws(StepFailure) {
      try put(at: place, over: old, like: old ?? model, fill)
    } catch {
      if replacing == .nothing && error.cause == .exists { throw .conflict(path: path, .appeared) }
      throw .notSaved(path: path, step: error.step, cause: error.cause)
    }
    do throws(StepFailure) {
      try place.syncFolder()
    } catch {
      throw .notYetDurable(path: path, cause: error.cause)
    }
  }

  /// Writes aside, and gives what was written its name.
  private static func put(
    at place: FilePlace,
    over old: FileStatus?,
    like model: FileStatus?,
    _ fill: (Descriptor) throws(StepFailure) -> Void
  ) throws(StepFailure) {
    let fileSystem = place.fileSystem
    let temporary = place.sideNames.temporary()
    let file = try performing(.createTemporary) { () throws(SystemError) in
      try fileSystem.open(temporary, in: place.directory, for: .creating)
    }
    do throws(StepFailure) {
      do throws(StepFailure) {
        try place.keepOwnerAndMode(of: file, like: model)
        try fill(file)
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
