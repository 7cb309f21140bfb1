#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// The system's `open`, which a method of the same name would hide.
func openFile(_ path: String, _ flags: Int32) -> Int32 { open(path, flags, 0o600) }

/// What tells a file from every other one.
struct FileNumber: Hashable {
  let device: UInt64
  let number: UInt64

  init(_ status: stat) {
    (device, number) = (UInt64(truncatingIfNeeded: status.st_dev), UInt64(status.st_ino))
  }

  /// The file that a path leads to; nil when it leads to none.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }
}
