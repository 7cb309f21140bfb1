import Strata

// How the files are read that are to be kept.

extension Rescue {
  func place(of path: String) throws(StateFileError) -> FilePlace {
    do throws(StepFailure) {
      return try FilePlace(path, in: fileSystem)
    } catch {
      throw .inaccessible(path: path, step: error.step, cause: error.cause)
    }
  }

  /// What has a name; nil when nothing has.
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

  /// The bytes of a file that is to be copied; nil where there is none.
  func copied(_ name: String, _ place: FilePlace) throws -> [UInt8]? {
    name == place.sideNames.previous ? try previous(at: place) : try bytes(of: name, at: place)
  }

  /// The version before the state; nil where there is none, or nothing that is one.
  func previous(at place: FilePlace) throws -> [UInt8]? {
    let name = place.sideNames.previous
    guard try inspecting(name, place)?.kind == .file else { return nil }
    return try bytes(of: name, at: place)
  }

  /// What is said of something that has the name of the version before the state, and is none; nil where that is not so.
  func unusablePrevious(at place: FilePlace) throws -> String? {
    let name = place.sideNames.previous
    guard let kind = try inspecting(name, place)?.kind, kind != .file else { return nil }
    return "\(place.folder)/\(name) is a \(kind.rawValue), and no version of the state: it was not read."
  }
}
