import Platform

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
  /// The request makes no sense to the system.
  static var invalidArgument: SystemError { SystemError(EINVAL) }
  /// A name or path is longer than the system allows.
  static var nameTooLong: SystemError { SystemError(ENAMETOOLONG) }
  /// A folder is where a file should be.
  static var isFolder: SystemError { SystemError(EISDIR) }
  /// Links that lead in a circle, or through more hands than the system follows.
  static var tooManyLinks: SystemError { SystemError(ELOOP) }
  /// Another process has what was asked for.
  static var wouldBlock: SystemError { SystemError(EWOULDBLOCK) }
  /// More than a file can hold.
  static var tooLarge: SystemError { SystemError(EFBIG) }
  /// Nothing is at that place of a file, nor behind it.
  static var nothingThere: SystemError { SystemError(ENXIO) }
  /// The name is taken.
  static var exists: SystemError { SystemError(EEXIST) }

  /// Whether the file system does not tell where a file has holes.
  var meansNoHoles: Bool { [EINVAL, ENOTSUP, EOPNOTSUPP, ENOSYS, ENOTTY].contains(number) }

  /// Whether the file system has no second names for files, as memory cards have not.
  var meansNoHardLinks: Bool {
    [EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS, EMLINK].contains(number)
  }
}

extension SystemError: CustomStringConvertible {
  /// The system's sentence, with the number behind it.
  public var description: String {
    "\(String(cString: strerror(number))) (errno \(number))"
  }
}
