/// A folder that is a document: all files of a store are in it.
struct DocumentFolder {
  /// The name of the state file in it.
  static let stateName = "state.json"

  let path: String
  let fileSystem: any FileSystem

  init(_ path: String, in fileSystem: any FileSystem) {
    // A folder may be named with a slash at its end.
    var path = path[...]
    while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
    (self.path, self.fileSystem) = (String(path), fileSystem)
  }

  var statePath: String { path + "/" + Self.stateName }

  /// Returns the path of the state file, given a path to the file or to a folder that has it.
  static func statePath(of path: String, in fileSystem: any FileSystem) throws(StateFileError) -> String {
    let folder = DocumentFolder(path, in: fileSystem)
    do throws(StepFailure) {
      let place = try FilePlace(folder.path, in: fileSystem)
      defer { place.close() }
      return try place.status()?.kind == .folder ? folder.statePath : path
    } catch {
      if error == StepFailure(step: .openFolder, cause: .notFound) { return path }
      throw .inaccessible(path: path, step: error.step, cause: error.cause)
    }
  }

  /// Makes the folder where it is missing; the folder above it has to be there.
  ///
  /// - Returns: Whether it was missing.
  func make() throws(StateFileError) -> Bool {
    do throws(StepFailure) {
      let place = try FilePlace(path, in: fileSystem)
      defer { place.close() }
      guard try place.status() == nil else { return false }
      try performing(.makeFolder) { () throws(SystemError) in
        try fileSystem.makeFolder(place.name, in: place.directory)
      }
      try place.syncFolder()
      return true
    } catch {
      throw .notSaved(path: path, step: error.step, cause: error.cause)
    }
  }

  /// Removes the folder, unless something is in it.
  func removeIfEmpty() {
    guard let place = try? FilePlace(path, in: fileSystem) else { return }
    defer { place.close() }
    try? fileSystem.removeFolder(place.name, in: place.directory)  // What stays of it is clutter.
  }
}
