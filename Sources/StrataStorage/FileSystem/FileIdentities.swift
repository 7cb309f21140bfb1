/// The identities of a store's state file and its log at one look: the files, their sizes, and the times of their last
/// changes.
struct FileIdentities: Equatable, Sendable {
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
