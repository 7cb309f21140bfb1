import Platform

extension POSIXFileSystem {
  package func names(in directory: Descriptor) throws(SystemError) -> [String] {
    // A descriptor of its own: the stream takes it over, and moves where it stands.
    let own = try openDirectory(".", from: directory)
    guard let stream = fdopendir(own.number) else {
      let error = SystemError(errno)
      try? close(own)  // The first error is the one to report.
      throw error
    }
    defer { closedir(stream) }
    var names: [String] = []
    while true {
      errno = 0  // The only way to tell the end from an error.
      guard let entry = readdir(stream) else {
        guard errno == 0 else { throw SystemError(errno) }
        return names
      }
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        let room = MemoryLayout.size(ofValue: pointer.pointee)
        return pointer.withMemoryRebound(to: UInt8.self, capacity: room) { String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
  }
}

extension FileStatus {
  /// Takes over what the system answered.
  init(_ answered: stat) {
    #if canImport(Darwin)
      let modified = answered.st_mtimespec
    #else
      let modified = answered.st_mtim
    #endif
    self.init(
      kind: FileKind(mode: answered.st_mode),
      identity: FileIdentity(
        device: UInt64(truncatingIfNeeded: answered.st_dev),
        number: UInt64(truncatingIfNeeded: answered.st_ino),
        size: Int64(answered.st_size),
        seconds: Int64(modified.tv_sec),
        nanoseconds: Int64(modified.tv_nsec)
      ),
      owner: FileOwner(user: answered.st_uid, group: answered.st_gid),
      mode: UInt32(answered.st_mode) & 0o7777,
      nameCount: Int(answered.st_nlink)
    )
  }
}

extension FileKind {
  fileprivate init(mode: mode_t) {
    switch mode & S_IFMT {
    case S_IFREG: self = .file
    case S_IFDIR: self = .folder
    case S_IFLNK: self = .link
    case S_IFIFO: self = .pipe
    case S_IFSOCK: self = .socket
    default: self = .device
    }
  }
}
