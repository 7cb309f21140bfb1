#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The real file system.
package struct POSIXFileSystem: FileSystem {
  package init() {}

  package func openDirectory(_ path: String) throws(SystemError) -> Descriptor {
    Descriptor(try answer { systemOpen(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) })
  }

  package func open(_ name: String, in directory: Descriptor) throws(SystemError) -> Descriptor {
    Descriptor(try answer { openat(directory.number, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK) })
  }

  package func create(_ name: String, in directory: Descriptor) throws(SystemError) -> Descriptor {
    Descriptor(
      try answer {
        openat(directory.number, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
      }
    )
  }

  package func write(_ bytes: UnsafeRawBufferPointer, to file: Descriptor) throws(SystemError) -> Int {
    try answer { systemWrite(file.number, bytes.baseAddress, bytes.count) }
  }

  package func read(
    into buffer: UnsafeMutableRawBufferPointer,
    from file: Descriptor
  ) throws(SystemError) -> Int {
    try answer { systemRead(file.number, buffer.baseAddress, buffer.count) }
  }

  package func sync(_ descriptor: Descriptor) throws(SystemError) {
    #if canImport(Darwin)
      // On Apple's systems fsync leaves the bytes in the drive's own cache; only where the stronger call does
      // not exist, as on some network volumes, does the weaker one have to do.
      if fcntl(descriptor.number, F_FULLFSYNC) != -1 { return }
      guard errno == ENOTSUP || errno == EINVAL || errno == ENOTTY else { throw SystemError(errno) }
    #endif
    if fsync(descriptor.number) == -1 { throw SystemError(errno) }
  }

  package func close(_ descriptor: Descriptor) throws(SystemError) {
    // Not repeated after EINTR: the descriptor is gone on Linux, and another thread may have its number.
    if systemClose(descriptor.number) == -1 && errno != EINTR { throw SystemError(errno) }
  }

  package func rename(
    _ name: String,
    to newName: String,
    in directory: Descriptor
  ) throws(SystemError) {
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
private func systemOpen(_ path: String, _ flags: Int32) -> Int32 { open(path, flags) }
private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, bytes, count)
}
