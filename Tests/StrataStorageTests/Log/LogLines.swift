import StrataCore

@testable import StrataStorage

extension LogLine {
  /// Returns a line of bytes that lie together.
  static func write(_ kind: Kind, _ payload: [UInt8], after link: LogLink) -> (bytes: [UInt8], Checksum) {
    write(kind, BytePieces(payload), after: link)
  }
}

extension Array<UInt8> {
  /// The lines of a log without the byte that ends each; that of a page may have such bytes in it.
  var logLines: [ArraySlice<UInt8>] {
    var (lines, start) = ([ArraySlice<UInt8>](), 0)
    while start < count {
      var end = self[start...].firstIndex(of: 0x0A) ?? count
      if case .line(let line) = withBytes({ LogLine.read($0, at: start) }) { end = line.end - 1 }
      if end > start { lines.append(self[start..<end]) }
      start = end + 1
    }
    return lines
  }
}
