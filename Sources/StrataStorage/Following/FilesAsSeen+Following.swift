extension FileIdentities {
  /// Looks at the files beside a path, for one who follows what they say.
  static func looking(at path: String, in fileSystem: any FileSystem) throws(StateFileError) -> Self {
    do throws(StepFailure) {
      return try Self(at: path, in: fileSystem)
    } catch {
      throw .inaccessible(path: path, step: error.step, cause: error.cause)
    }
  }

  /// The same; where there is no folder, there are no files.
  static func existing(at path: String, in fileSystem: any FileSystem) throws(StateFileError) -> Self {
    do throws(StateFileError) {
      return try looking(at: path, in: fileSystem)
    } catch {
      guard case .inaccessible(_, _, .notFound) = error else { throw error }
      return Self()
    }
  }
}
