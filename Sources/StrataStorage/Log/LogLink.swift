import StrataCore

/// What the checksum of a line goes on from: the log that the line is of, and the line before.
///
/// A line of another log, which a disk may put in the place of one, has no right checksum here, nor has what follows on it.
struct LogLink: Hashable, Sendable {
  /// The checksum of the log's name; nothing for the first line, which has the name.
  private let log: UInt32
  /// The checksum of the line before.
  private let line: UInt32

  /// What the first line goes on from.
  init() { (log, line) = (0, 0) }

  /// What the line behind the first one goes on from, save for the first one's checksum.
  init(toLog id: String) {
    var name = Checksum()
    name.add(Array(id.utf8))
    (log, line) = (name.value, 0)
  }

  private init(log: UInt32, line: UInt32) { (self.log, self.line) = (log, line) }

  /// What a line goes on from behind one with a checksum.
  func following(_ checksum: Checksum) -> LogLink { LogLink(log: log, line: checksum.value) }

  /// The beginning of the checksum.
  var start: Checksum {
    var checksum = Checksum()
    withUnsafeBytes(of: (log ^ line).littleEndian) { checksum.add(Bytes($0)) }
    return checksum
  }
}
