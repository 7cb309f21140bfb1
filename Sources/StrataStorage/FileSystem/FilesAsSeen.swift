/// What the state file of a store and its log were at one look: which files, how long, and when they were changed last.
struct FilesAsSeen: Equatable, Sendable {
  private(set) var state: FileIdentity?
  private(set) var log: FileIdentity?

  private init() {}

  /// Looks at the files beside a path; where there is no folder, there are none.
  static func existing(at path: String, in fileSystem: any FileSystem) throws(StateFileError) -> Self {
    do throws(StepFailure) {
      return try Self(at: path, in: fileSystem)
    } catch {
      if error.cause == .notFound { return Self() }
      throw .inaccessible(path: path, step: error.step, cause: error.cause)
    }
  }

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
