import TestSupport
import Testing

@testable import StrataStorage

/// What earlier revisions of the library left on the disk.
enum EarlierRevision {
  /// The same state as they wrote it, which did not say of which line it is.
  static func state(_ state: [UInt8]) throws -> [UInt8] {
    let file = StateFile<Shelf>(at: LogDamageTests.path, in: SimulatedDisk())
    var mark = try #require(file.envelope.open(state, of: "").mark)
    #expect(mark.line != nil)
    mark.line = nil
    return try file.encoded(file.envelope.decode(state, of: ""), at: mark).bytes
  }

  /// The same log as they wrote it.
  static func log(_ log: [UInt8], inFormat format: Int) throws -> [UInt8] {
    let lines = log.split(separator: 0x0A).map { Array($0) + [0x0A] }
    let head = String(decoding: lines[0], as: UTF8.self).split(separator: " ", maxSplits: 3)[3]
    let (first, checksum) = LogLine.write(
      .header(format: format),
      Array(head.utf8.dropLast()),
      after: LogLink()
    )
    let id = try #require(LogHeader(Array(head.utf8.dropLast()))).id
    var (written, link) = (first, LogLink(toLog: id, format: format).following(checksum))
    for bytes in lines.dropFirst() {
      let found = bytes.withUnsafeBytes { text -> LogLine? in
        if case .line(let line) = LogLine.read(text, at: 0) { line } else { nil }
      }
      let line = try #require(found)
      let next = LogLine.write(line.kind, Array(bytes[line.payload]), after: link)
      (written, link) = (written + next.bytes, link.following(next.1))
    }
    return written
  }
}
