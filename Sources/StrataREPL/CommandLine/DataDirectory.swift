/// The folder of a person's workspace when the command line names no file.
enum DataDirectory {
  /// The folder that the platform and the environment name; it need not exist.
  ///
  /// - Throws: `Unavailable` without a home directory.
  static func path(_ environment: (String) -> String?) throws -> String {
    #if canImport(Darwin)
      let folder = "/Library/Application Support/Strata"
    #else
      let folder = "/.local/share/strata"
      // The XDG rules say that a relative path is ignored.
      if let data = environment("XDG_DATA_HOME"), data.hasPrefix("/") { return data + "/strata" }
    #endif
    guard let home = environment("HOME"), home.hasPrefix("/") else {
      throw Unavailable("HOME is not set to a path that begins with /. \(wayOut)")
    }
    return home + folder
  }

  /// Makes a folder and those above it, for their owner alone.
  ///
  /// - Throws: `Unavailable`.
  static func make(_ directory: String) throws {
    var prefix = ""
    for part in directory.split(separator: "/") {
      prefix += "/" + part
      if mkdir(prefix, 0o700) == -1 && errno != EEXIST {
        throw Unavailable("Cannot make \(prefix): \(String(cString: strerror(errno))). \(wayOut)")
      }
    }
  }

  private static let wayOut = "Name a file instead: strata FILE"

  /// There is no place for the workspace.
  struct Unavailable: Error, Equatable, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
  }
}
