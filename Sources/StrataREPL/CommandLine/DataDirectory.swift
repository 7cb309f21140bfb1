#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Where a person's workspace lives when they name no file.
enum DataDirectory {
  /// Returns the default workspace's path.
  ///
  /// - Parameter isMade: Whether the folders above it are made where they are missing.
  /// - Throws: `Unavailable` when there is no home to put it in, or a folder cannot be made.
  static func workspacePath(isMade: Bool, _ environment: (String) -> String?) throws(Unavailable) -> String {
    let directory = try path(environment)
    guard isMade else { return directory + "/workspace.json" }
    var prefix = ""
    for part in directory.split(separator: "/") {
      prefix += "/" + part
      if mkdir(prefix, 0o700) == -1 && errno != EEXIST {
        throw Unavailable("\(prefix) cannot be made: \(String(cString: strerror(errno)))")
      }
    }
    return directory + "/workspace.json"
  }

  /// Returns the folder that the platform's customs and the environment name.
  static func path(_ environment: (String) -> String?) throws(Unavailable) -> String {
    #if !canImport(Darwin)
      // The XDG rules say that a relative path here is to be ignored.
      if let data = environment("XDG_DATA_HOME"), data.hasPrefix("/") { return data + "/strata" }
    #endif
    guard let home = environment("HOME"), home.hasPrefix("/") else {
      throw Unavailable("HOME is not set. Name a file instead: strata FILE")
    }
    #if canImport(Darwin)
      return home + "/Library/Application Support/Strata"
    #else
      return home + "/.local/share/strata"
    #endif
  }

  /// There is no place for the workspace.
  struct Unavailable: Error, Equatable, CustomStringConvertible {
    let description: String

    init(_ description: String) {
      self.description = description
    }
  }
}
