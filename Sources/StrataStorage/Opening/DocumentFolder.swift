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
