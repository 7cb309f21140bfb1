import Platform
import StrataCore

/// The real file system.
package struct POSIXFileSystem: FileSystem {
  package init() {}

  package var user: UInt32 { geteuid() }

  package func openDirectory(_ path: String, from base: Descriptor?) throws(SystemError) -> Descriptor {
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
    return Descriptor(try answer { openat(base?.number ?? AT_FDCWD, path, flags) })
  }

  package func target(of name: String, in directory: Descriptor) throws(SystemError) -> String? {
    // No path is longer than this on any system here; what fills the buffer was cut off and is refused below.
    let room = Int(PATH_MAX) + 1
    var buffer = [CChar](repeating: 0, count: room)
    do throws(SystemError) {
      let count = try answer { readlinkat(directory.number, name, &buffer, room) }
      guard count < room else { throw .nameTooLong }
      return String(decoding: buffer[..<count].lazy.map(UInt8.init(bitPattern:)), as: UTF8.self)
    } catch {
      if error == .invalidArgument { return nil }
      throw error
    }
  }

  package func status(of name: String, in directory: Descriptor) throws(SystemError) -> FileStatus {
    var answered = stat()
    _ = try answer { fstatat(directory.number, name, &answered, AT_SYMLINK_NOFOLLOW) }
    return FileStatus(answered)
  }

  package func status(of file: Descriptor) throws(SystemError) -> FileStatus {
    var answered = stat()
    _ = try answer { fstat(file.number, &answered) }
    return FileStatus(answered)
  }

  package func open(
    _ name: String,
    in directory: Descriptor,
    for use: FileUse
  ) throws(SystemError) -> Descriptor {
    let always = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY
    let flags =
      switch use {
      case .reading: O_RDONLY
      case .creating: O_WRONLY | O_CREAT | O_EXCL | O_APPEND
      case .appending: O_RDWR | O_APPEND
      case .locking: O_RDONLY | O_CREAT
      }
    return Descriptor(try answer { openat(directory.number, name, always | flags, 0o600) })
  }

  package func lock(_ file: Descriptor) throws(SystemError) -> Bool {
    do throws(SystemError) {
      _ = try answer { flock(file.number, LOCK_EX | LOCK_NB) }
      return true
    } catch {
      if error == .wouldBlock { return false }
      throw error
    }
  }

  package func unlock(_ file: Descriptor) {
    _ = flock(file.number, LOCK_UN)  // Closing the file follows, and does the same where this fails.
  }

  package func write(_ bytes: Bytes, to file: Descriptor) throws(SystemError) -> Int {
    // More than this in one call is an error on Apple's systems instead of a short write.
    let count = min(bytes.count, 1 << 30)
    return try bytes.withUnsafeBytes { bytes throws(SystemError) in
      try answer { systemWrite(file.number, bytes.baseAddress, count) }
    }
  }

  package func read(
    into buffer: UnsafeMutableRawBufferPointer,
    from file: Descriptor
  ) throws(SystemError) -> Int {
    let count = min(buffer.count, 1 << 30)
    return try answer { systemRead(file.number, buffer.baseAddress, count) }
  }

  package func read(
    into buffer: UnsafeMutableRawBufferPointer,
    from file: Descriptor,
    at offset: Int
  ) throws(SystemError) -> Int {
    let count = min(buffer.count, 1 << 30)
    return try answer { pread(file.number, buffer.baseAddress, count, off_t(offset)) }
  }

  package func data(in file: Descriptor, from offset: Int) throws(SystemError) -> Int? {
    #if canImport(Darwin)
      let nextData: Int32 = 4
    #else
      let nextData: Int32 = 3
    #endif
    do throws(SystemError) {
      return Int(try answer { lseek(file.number, off_t(offset), nextData) })
    } catch {
      if error == .nothingThere { return nil }
      if error.meansNoHoles { return offset }
      throw error
    }
  }

  package func truncate(_ file: Descriptor, to size: Int) throws(SystemError) {
    _ = try answer { ftruncate(file.number, off_t(size)) }
  }

  package func setOwner(_ owner: FileOwner, of file: Descriptor) throws(SystemError) {
    _ = try answer { fchown(file.number, owner.user, owner.group) }
  }

  package func setMode(_ mode: UInt32, of file: Descriptor) throws(SystemError) {
    _ = try answer { fchmod(file.number, mode_t(mode)) }
  }

  package func sync(_ descriptor: Descriptor) throws(SystemError) {
    #if canImport(Darwin)
      // On Apple's systems fsync leaves the bytes in the drive's own cache; only where the stronger call does
      // not exist, as on some network volumes, does the weaker one have to do.
      if fcntl(descriptor.number, F_FULLFSYNC) != -1 { return }
      guard errno == ENOTSUP || errno == EINVAL || errno == ENOTTY else { throw SystemError(errno) }
    #endif
    // Not repeated, whatever the answer: after a failure the system may call bytes clean that it has dropped.
    if fsync(descriptor.number) == -1 { throw SystemError(errno) }
  }

  package func close(_ descriptor: Descriptor) throws(SystemError) {
    // Not repeated after EINTR: the descriptor is gone on Linux, and another thread may have its number.
    if systemClose(descriptor.number) == -1 && errno != EINTR { throw SystemError(errno) }
  }

  package func makeFolder(_ name: String, in directory: Descriptor) throws(SystemError) {
    _ = try answer { mkdirat(directory.number, name, 0o700) }
    // The process's mask may have taken the owner's own rights away.
    let made = try status(of: name, in: directory).mode
    if made & 0o700 != 0o700 {
      _ = try answer { fchmodat(directory.number, name, mode_t(made | 0o700), 0) }
    }
  }

  package func removeFolder(_ name: String, in directory: Descriptor) throws(SystemError) {
    _ = try answer { unlinkat(directory.number, name, AT_REMOVEDIR) }
  }

  package func link(_ name: String, to newName: String, in directory: Descriptor) throws(SystemError) {
    _ = try answer { linkat(directory.number, name, directory.number, newName, 0) }
  }

  package func rename(_ name: String, to newName: String, in directory: Descriptor) throws(SystemError) {
    _ = try answer { renameat(directory.number, name, directory.number, newName) }
  }

  package func remove(_ name: String, in directory: Descriptor) throws(SystemError) {
    _ = try answer { unlinkat(directory.number, name, 0) }
  }

  /// Calls until the answer is not "interrupted", and turns −1 into the error that it stands for.
  private func answer<Answer: SignedInteger>(_ call: () -> Answer) throws(SystemError) -> Answer {
    while true {
      let result = call()
      if result != -1 { return result }
      let error = SystemError(errno)
      if error != .interrupted { throw error }
    }
  }
}

// The C functions whose names the methods above have taken.
private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, bytes, count)
}
