#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Where a person's workspace lives when they name no file.
enum DataDirectory {
  /// Makes the folder and those above it where they are missing, for their owner alone.
  ///
  /// - Throws: `Unavailable` when one cannot be made.
  static func make(_ directory: String) throws(Unavailable) {
    var prefix = ""
    for part in directory.split(separator: "/") {
      prefix += "/" + part
      if mkdir(prefix, 0o700) == -1 && errno != EEXIST {
        throw Unavailable("\(prefix) cannot be made: \(String(cString: strerror(errno))). \(wayOut)")
      }
    }
  }

  /// Returns the folder that the platform's customs and the environment name; it need not be there.
  ///
  /// - Throws: `Unavailable` when there is no home to put it in.
  static func path(_ environment: (String) -> String?) throws(Unavailable) -> String {
    #if !canImport(Darwin)
      // The XDG rules say that a relative path here is to be ignored.
      if let data = environment("XDG_DATA_HOME"), data.hasPrefix("/") { return data + "/strata" }
    #endif
    guard let home = environment("HOME"), !home.isEmpty else {
      throw Unavailable("HOME is not set. \(wayOut)")
    }
    guard home.hasPrefix("/") else {
      throw Unavailable("HOME is '\(printable(home))', which does not begin with /. \(wayOut)")
    }
    #if canImport(Darwin)
      return home + "/Library/Application Support/Strata"
    #else
      return home + "/.local/share/strata"
    #endif
  }

  private static let wayOut = "Name a file instead: strata FILE"

  /// There is no place for the workspace.
  struct Unavailable: Error, Equatable, CustomStringConvertible {
    let description: String

    init(_ description: String) {
      self.description = description
    }
  }
}
