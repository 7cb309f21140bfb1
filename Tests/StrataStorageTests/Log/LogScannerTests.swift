import Strata
import Testing

@testable import StrataStorage

@Suite("A log, read from its beginning")
struct LogScannerTests {
  /// Writes down which lines there are.
  private struct Lines: LogScanner.Reader {
    var kept = 0
    var changes: [Int] = []
    var places: [Int] = []

    mutating func begin(_ header: LogHeader) {}
    mutating func kept(_ json: UnsafeRawBufferPointer, at place: Int) { kept += 1 }
    mutating func change(_ number: Int, _ json: UnsafeRawBufferPointer, at place: Int) {
      changes.append(json.count)
      places.append(place)
    }
  }

  /// A log with changes whose lines have the given lengths, and where each of them begins.
  private func log(_ lengths: [Int]) throws -> (bytes: [UInt8], places: [Int]) {
    let first = try #require(Moment.ID(number: 0))
    let marks = TimelineMarks(present: first, lineEnd: first, saved: nil, newest: first)
    let header = LogHeader(id: "0123456789abcdef", schema: 1, shape: nil, base: 0, kept: 1, marks: marks)
    var (bytes, checksum) = LogLine.write(.header, header.json, after: Checksum())
    var places: [Int] = []
    func add(_ kind: LogLine.Kind, _ json: [UInt8]) {
      let line = LogLine.write(kind, json, after: checksum)
      bytes += line.bytes
      checksum = line.1
    }
    add(.kept(1), Array("{}".utf8))
    for (index, length) in lengths.enumerated() {
      places.append(bytes.count)
      let text = String(repeating: "x", count: length - 2)
      add(.change(index + 1, isSettled: false), Array("\"\(text)\"".utf8))
    }
    return (bytes, places)
  }

  private func scan(_ bytes: [UInt8]) throws -> (lines: Lines, end: LogScanner.End, largestRead: Int) {
    let disk = SimulatedDisk()
    disk.put(bytes, at: "state.json.log")
    let place = try FilePlace("/d/state.json", in: disk)
    defer { place.close() }
    let file = try disk.open("state.json.log", in: place.directory, for: .reading)
    var lines = Lines()
    let end = try LogScanner(fileSystem: disk, file: file, size: bytes.count).scan(&lines)
    return (lines, end, disk.largestRead)
  }

  @Test("A log of any length is read a megabyte at a time, and room is made for a longer line alone")
  func blocks() throws {
    let block = 1 << 20
    let short = try log(Array(repeating: 100_000, count: 45))
    let found = try scan(short.bytes)
    #expect(found.lines.kept == 1 && found.lines.changes == Array(repeating: 100_000, count: 45))
    #expect(found.lines.places == short.places && found.end.offset == short.bytes.count)
    #expect(found.end.damage == nil && found.largestRead <= block)

    let lengths = [10, 3 * block, 20, block, block - 60, 30]
    let long = try log(lengths)
    let all = try scan(long.bytes)
    #expect(all.lines.changes == lengths && all.lines.places == long.places && all.end.damage == nil)
    #expect(all.largestRead <= 3 * block + 100)
  }

  @Test("A length that is not true makes no room for more than there is")
  func hugeLength() throws {
    var bytes = try log([50, 60]).bytes
    bytes += Array("c3 4000000000000000000 00000000 {}\n".utf8)
    let found = try scan(bytes)
    #expect(found.lines.changes == [50, 60] && found.end.damage == .torn)
    #expect(found.largestRead <= bytes.count)
  }
}
