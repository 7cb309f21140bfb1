/// Bytes of a log that were damaged, and what stood there: reading puts them right, and the file stays as it is.
struct LogMends: Equatable, Sendable {
  private var bytes: [Int: UInt8] = [:]

  /// The number of bytes.
  var count: Int { bytes.count }

  /// Whether it is known what stood at a place of the log.
  func has(_ place: Int) -> Bool { bytes[place] != nil }

  /// Adds what stood at a place of the log.
  mutating func add(_ byte: UInt8, at place: Int) { bytes[place] = byte }

  /// Puts right what was read from a place of the log on.
  func mend(_ text: UnsafeMutableRawBufferPointer, from start: Int) {
    for (place, byte) in bytes where (start..<start + text.count).contains(place) {
      text[place - start] = byte
    }
  }
}
