/// What the state file of a store and its log were at one look: which files, how long, and when they were changed last.
struct FilesAsSeen: Equatable, Sendable {
  private(set) var state: FileIdentity?
  private(set) var log: FileIdentity?

  /// Nothing is there.
  init() {}

  /// Looks at the files beside a path.
  ///
  /// - Throws: `StepFailure` where the folder, or a file in it, cannot be looked at.
  init(at path: String, in fileSystem: any FileSystem) throws(StepFailure) {
    let place = try FilePlace(path, in: fileSystem)
    defer { place.close() }
    state = try place.status()?.identity
    log = try place.status(of: place.sideNames.log)?.identity
  }
}
