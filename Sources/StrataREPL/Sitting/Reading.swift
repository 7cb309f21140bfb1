import Workspace

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// When the files of a workspace were read, and what tells whether they are still the same.
struct Reading {
  /// What a file was like; nil for one that was not there.
  struct File: Equatable {
    let number: FileNumber
    let size: Int64
    let changed: [Int]

    init?(_ path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      #if canImport(Darwin)
        let time = status.st_mtimespec
      #else
        let time = status.st_mtim
      #endif
      (number, size, changed) = (
        FileNumber(status), Int64(status.st_size), [Int(time.tv_sec), Int(time.tv_nsec)]
      )
    }
  }

  let time: WallTime
  let files: [File?]

  /// Looks at the files of a workspace.
  init(of path: String, at time: WallTime) {
    self.time = time
    files = Self.paths(of: path).map { File($0) }
  }

  /// How many bytes there are to be read.
  static func size(of path: String) -> Int {
    paths(of: path).reduce(0) { $0 + Int(File($1)?.size ?? 0) }
  }

  private static func paths(of path: String) -> [String] { [path, path + ".log"] }
}
