#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A refusal by the operating system: its error number, and the sentence that it has for it.
public struct SystemError: Error, Hashable, Sendable {
  /// The number, as in `errno.h`.
  public let number: Int32

  /// Makes an error from its number.
  public init(_ number: Int32) {
    self.number = number
  }

  /// No such file or directory.
  public static var notFound: SystemError { SystemError(ENOENT) }

  /// A call was interrupted by a signal before it did anything.
  static var interrupted: SystemError { SystemError(EINTR) }

  /// The device takes no more bytes although it gave no reason.
  static var deviceError: SystemError { SystemError(EIO) }
}

extension SystemError: CustomStringConvertible {
  /// The system's sentence, with the number behind it.
  public var description: String {
    "\(String(cString: strerror(number))) (errno \(number))"
  }
}
