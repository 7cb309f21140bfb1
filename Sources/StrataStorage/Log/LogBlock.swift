/// A piece of a log that was read: lines that lie near one another are taken from one piece, where each would be asked for by
/// itself else.
struct LogBlock: Sendable {
  private var bytes: [UInt8] = []
  /// Where it begins in the log.
  private var start = 0

  /// How many bytes are read at once.
  private static let size = 1 << 16

  init() {}

  init(bytes: [UInt8], start: Int) { (self.bytes, self.start) = (bytes, start) }

  /// The JSON of the line at a place, and where the next one begins; nil where not all of it is here.
  func line(at place: Int) -> (json: [UInt8], end: Int)? {
    guard place >= start, place < start + bytes.count else { return nil }
    return bytes.withUnsafeBytes { text in
      guard case .line(let line) = LogLine.read(text, at: place - start) else { return nil }
      return (Array(text[line.payload]), start + line.end)
    }
  }

  /// Which bytes are to be read for a line that lies near this piece; nil for one that does not.
  ///
  /// Towards the beginning where it lies before this piece, as of who goes back. What is still to be written is not among
  /// them: it may be cut off again.
  ///
  /// - Parameter end: Where the last line ends.
  func places(around place: Int, upTo end: Int) -> Range<Int>? {
    let margin = 4096
    guard place < end, abs(place - start) <= bytes.count + Self.size else { return nil }
    let first = place < start ? max(0, place + margin - Self.size) : place
    return first..<min(end, first + Self.size)
  }
}
