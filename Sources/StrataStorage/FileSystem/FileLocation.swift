/// A path as a folder and a name inside it.
struct FileLocation: Equatable, Sendable {
  let directory: String
  let name: String

  /// Takes `path` apart at its last slash.
  init(_ path: String) {
    // By bytes: a combining mark behind the slash would make another character of it.
    if let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) {
      directory = slash == path.startIndex ? "/" : String(path[..<slash])
      name = String(path[path.utf8.index(after: slash)...])
    } else {
      directory = "."
      name = path
    }
  }

  private init(directory: String, name: String) {
    (self.directory, self.name) = (directory, name)
  }

  /// The same place, seen from where a link at `link` is seen from.
  func relative(to link: FileLocation) -> FileLocation {
    directory.utf8.first == UInt8(ascii: "/")
      ? self : FileLocation(directory: link.directory + "/" + directory, name: name)
  }

  /// Sees to it that the name can be a file's.
  ///
  /// A path that ends in a slash names a folder; one with a zero byte would be cut off there by the system, and so
  /// name another file.
  func check() throws(SystemError) {
    guard !directory.utf8.contains(0), !name.utf8.contains(0) else { throw .invalidArgument }
    guard !["", ".", ".."].contains(name) else { throw .isFolder }
  }
}
