/// A file as a folder and a name inside it.
struct FileLocation: Equatable, Sendable {
  let directory: String
  let name: String

  /// Takes `path` apart at its last slash.
  init(_ path: String) {
    if let slash = path.lastIndex(of: "/") {
      directory = slash == path.startIndex ? "/" : String(path[..<slash])
      name = String(path[path.index(after: slash)...])
    } else {
      directory = "."
      name = path
    }
  }
}
