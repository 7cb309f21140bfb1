import StrataCore

/// The input of a line's checksum beside the line itself: the log that the line belongs to, and the line before it.
///
/// A disk may put a line of another log in the place of a line. Such a line has a wrong checksum here, and so have the
/// lines that follow on it.
struct LogLink: Hashable, Sendable {
  /// The checksum of the log's name; nothing for the first line, which has the name.
  private let log: UInt32
  /// The checksum of the line before.
  private let line: UInt32

  /// The link of the first line.
  init() { (log, line) = (0, 0) }

  /// The link of the line behind the first line, still without the first line's checksum.
  init(toLog id: String) {
    var name = Checksum()
    name.add(Array(id.utf8))
    (log, line) = (name.value, 0)
  }

  private init(log: UInt32, line: UInt32) { (self.log, self.line) = (log, line) }

  /// Returns the link of the line that follows on a line with this checksum.
  func following(_ checksum: Checksum) -> LogLink { LogLink(log: log, line: checksum.value) }

  /// The beginning of the checksum.
  var start: Checksum {
    var checksum = Checksum()
    withUnsafeBytes(of: (log ^ line).littleEndian) { checksum.add(Bytes($0)) }
    return checksum
  }
}
