// The C library, for all files of the program.
@_exported import Platform

/// The value of an environment variable; nil when it is not set.
func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

/// The system's `open`, which a method of the same name would hide.
func openFile(_ path: String, _ flags: Int32) -> Int32 { open(path, flags, 0o600) }

/// The identity of a file.
struct FileNumber: Hashable {
  let device: UInt64
  let number: UInt64

  init(_ status: stat) {
    (device, number) = (UInt64(truncatingIfNeeded: status.st_dev), UInt64(status.st_ino))
  }

  /// The identity of the file at a path; nil when there is none.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }
}

/// The size of a workspace's files in bytes.
func bytesToRead(at path: String) -> Int {
  [path, path + ".log"].reduce(0) { sum, path in
    var status = stat()
    return stat(path, &status) == 0 ? sum + Int(status.st_size) : sum
  }
}

/// Opens `/dev/null` for each of the descriptors 0, 1 and 2 that the parent process closed.
///
/// Otherwise the next file that is opened would become the standard output, and answers would be written into it.
func occupyStandardDescriptors() {
  for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
    // In the wrong direction, so that reading and writing fail as they would have.
    _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
  }
}

/// Starts a detached thread with a stack as large as the main thread's; false when the system has no thread left.
func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
  #if canImport(Darwin)
    var thread: pthread_t?
  #else
    var thread = pthread_t()
  #endif
  var attributes = pthread_attr_t()
  pthread_attr_init(&attributes)
  defer { pthread_attr_destroy(&attributes) }
  pthread_attr_setstacksize(&attributes, 8 << 20)
  pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
  let errand = Unmanaged.passRetained(ThreadArgument(body: body))
  let failure = pthread_create(&thread, &attributes, { ThreadArgument.run($0) }, errand.toOpaque())
  if failure != 0 { errand.release() }
  return failure == 0
}

/// The body of a thread, on its way to the thread.
private final class ThreadArgument {
  let body: @Sendable () -> Void

  init(body: @escaping @Sendable () -> Void) { self.body = body }

  static func run(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let context { Unmanaged<ThreadArgument>.fromOpaque(context).takeRetainedValue().body() }
    return nil
  }
}
