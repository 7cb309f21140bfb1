import StrataCore

// How the files are read that are to be kept.

extension Rescue {
  func place(of path: String) throws(StateFileError) -> FilePlace {
    do throws(StepFailure) {
      return try FilePlace(path, in: fileSystem)
    } catch {
      throw .inaccessible(path: path, step: error.step, cause: error.cause)
    }
  }

  /// Returns the status of the file with a name; nil when no file has it.
  func inspecting(_ name: String, _ place: FilePlace) throws(StateFileError) -> FileStatus? {
    do throws(StepFailure) {
      return try place.status(of: name)
    } catch {
      throw .inaccessible(path: place.folder + "/" + name, step: error.step, cause: error.cause)
    }
  }

  func bytes(of name: String, at place: FilePlace) throws -> [UInt8]? {
    try StateFile<State>(at: place.folder + "/" + name, sizeLimit: limit, in: fileSystem).bytes()
  }

  /// Hands an open file to `body`; returns nil where there is none, or nothing of that name that is to be kept.
  func reading<Result>(
    _ name: String,
    of place: FilePlace,
    _ body: (Descriptor, FileStatus) throws -> Result
  ) throws -> Result? {
    let path = place.folder + "/" + name
    guard let status = try inspecting(name, place) else { return nil }
    guard status.kind == .file else {
      // A folder or the like that has the name of the version before the state is in no repair's way.
      if name == place.sideNames.previous { return nil }
      throw StateFileError.notAFile(path: path, kind: status.kind)
    }
    do {
      let file = try performing(.open) { () throws(SystemError) in
        try fileSystem.open(name, in: place.directory, for: .reading)
      }
      defer { try? fileSystem.close(file) }  // It was only read.
      return try body(file, status)
    } catch let error as StepFailure {
      throw StateFileError.inaccessible(path: path, step: error.step, cause: error.cause)
    }
  }

  /// Whether two files are there, and have the same bytes.
  func isSame(_ name: String, of place: FilePlace, as other: String, of otherPlace: FilePlace) throws -> Bool
  {
    try reading(name, of: place) { file, _ in
      try reading(other, of: otherPlace) { otherFile, _ in
        do throws(StepFailure) {
          return try fileSystem.isSame(file, as: otherFile)
        } catch {
          let path = otherPlace.folder + "/" + other
          throw StateFileError.inaccessible(path: path, step: error.step, cause: error.cause)
        }
      } ?? false
    } ?? false
  }

  /// The version before the state; nil where there is none, or nothing that is one.
  func previous(at place: FilePlace) throws -> [UInt8]? {
    let name = place.sideNames.previous
    guard try inspecting(name, place)?.kind == .file else { return nil }
    return try bytes(of: name, at: place)
  }

  /// Returns a sentence about a folder or the like that has the name of the version before the state; nil where there is
  /// none.
  func unusablePrevious(at place: FilePlace) throws -> String? {
    let name = place.sideNames.previous
    guard let kind = try inspecting(name, place)?.kind, kind != .file else { return nil }
    return "\(place.folder)/\(name) is a \(kind.rawValue), and no version of the state: it was not read."
  }
}
