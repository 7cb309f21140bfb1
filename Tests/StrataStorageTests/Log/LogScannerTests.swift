import Measuring
import StrataCore
import TestSupport
import Testing

@testable import StrataStorage

@Suite("A log, read from its beginning")
struct LogScannerTests {
  /// Writes down which lines there are.
  private struct Lines: LogScanner.Reader {
    var pages = 0
    var changes: [Int] = []
    var begun: Int?

    mutating func begin(_ header: LogHeader) {}
    mutating func page(_ bytes: Bytes) { pages += 1 }
    mutating func begun(_ bytes: Int) { begun = bytes }
    mutating func change(_ number: Int, _ json: Bytes) { changes.append(json.count) }
  }

  /// A log with changes whose lines have the given lengths, and where each of them begins.
  private func log(_ lengths: [Int]) throws -> (bytes: [UInt8], places: [Int]) {
    let first = try #require(Moment.ID(number: 0))
    let marks = TimelineMarks(present: first, lineEnd: first, saved: nil, newest: first)
    let header = LogHeader(
      id: "0123456789abcdef",
      schema: 1,
      shape: try #require(LogShape(in: ["parts": .list([.list([])]), "shape": .text("")])),
      base: 0,
      pages: 1,
      marks: marks
    )
    var (bytes, checksum) = LogLine.write(.header, header.json, after: LogLink())
    var places: [Int] = []
    func add(_ kind: LogLine.Kind, _ json: [UInt8]) {
      let line = LogLine.write(kind, json, after: header.link.following(checksum))
      bytes += line.bytes
      checksum = line.1
    }
    add(.page(1), Array("{}".utf8))
    for (index, length) in lengths.enumerated() {
      places.append(bytes.count)
      let text = String(repeating: "x", count: length - 2)
      add(.change(index + 1, isSettled: false), Array("\"\(text)\"".utf8))
    }
    return (bytes, places)
  }

  private func scanner(_ bytes: [UInt8], on disk: SimulatedDisk) throws -> LogScanner {
    disk.put(bytes, at: "state.json.log")
    let place = try FilePlace("/d/state.json", in: disk)
    defer { place.close() }
    let file = try disk.open("state.json.log", in: place.directory, for: .reading)
    return LogScanner(fileSystem: disk, file: file, size: bytes.count)
  }

  private func scan(_ bytes: [UInt8]) throws -> Found {
    let disk = SimulatedDisk()
    var lines = Lines()
    let end = try scanner(bytes, on: disk).scan(&lines)
    return Found(lines: lines, end: end, largestRead: disk.largestRead, bytesRead: disk.bytesRead)
  }

  /// Whether one who follows is told of more that is no line, nor the beginning of one.
  private func isBroken(_ bytes: [UInt8]) throws -> Bool {
    var (lines, progress) = (Lines(), LogProgress())
    return try scanner(bytes, on: SimulatedDisk()).goOn(&progress, handing: &lines)
  }

  private struct Found {
    var lines: Lines
    var end: LogScanner.End
    var largestRead: Int
    var bytesRead: Int
  }

  @Test("A log of any length is read a megabyte at a time, and room is made for a longer line alone")
  func blocks() throws {
    let block = 1 << 20
    let short = try log(Array(repeating: 100_000, count: 25))
    let found = try scan(short.bytes)
    #expect(found.lines.pages == 1 && found.lines.changes == Array(repeating: 100_000, count: 25))
    #expect(found.lines.begun == short.places[0] && found.end.offset == short.bytes.count)
    #expect(found.end.damage == nil && found.largestRead <= block)

    let lengths = [10, 3 * block, 20, block, block - 60, 30]
    let long = try log(lengths)
    let all = try scan(long.bytes)
    #expect(all.lines.changes == lengths && all.end.damage == nil)
    #expect(all.largestRead <= 3 * block + 100)
  }

  @Test("A length that is not true makes no room for more than there is")
  func hugeLength() throws {
    var bytes = try log([50, 60]).bytes
    bytes += Array("c3 4000000000000000000 00000000 {}".utf8)
    let found = try scan(bytes)
    #expect(found.lines.changes == [50, 60] && found.end.damage == .torn)
    #expect(found.largestRead <= bytes.count)
  }

  /// The lines of a log, none of them settled, whose end is one that was cut off after so many bytes.
  private func torn(_ count: Int) throws -> [UInt8] {
    try log([50, 60]).bytes + Array("c3 \(count + 40) 00000000 ".utf8)
      + [UInt8](repeating: 0x78, count: count)
  }

  /// A change of more than 64 MiB takes an optimised build and STRATA_SOAK.
  @Test("The torn end of a long change is a torn end, and is not kept in memory")
  func longTornEnd() throws {
    let bytes = try torn(Soak.pick(3, more: 66) << 20)
    let found = try scan(bytes)
    #expect(found.lines.changes == [50, 60] && found.end.damage == .torn)
    #expect(found.largestRead <= 1 << 20)
    // It may still be written: who follows waits for the rest.
    #expect(try !isBroken(bytes))
    // A settled line behind it says that something else was at work, however far behind it stands.
    let settled = LogLine.write(.change(4, isSettled: true), Array("{}".utf8), after: LogLink()).bytes
    let damaged = try scan(bytes + [UInt8(ascii: "\n")] + settled)
    #expect(damaged.lines.changes == [50, 60])
    guard case .corrupt = damaged.end.damage else {
      Issue.record("\(damaged.end)")
      return
    }
  }

  @Test("Scanning a crafted tail reads each byte only a bounded number of times")
  func craftedTails() throws {
    var random = SplitMix64(seed: 11)
    let begun = try log([50])
    // Lines in lines, that all say they end where the last one does; lines that say they end in the next; heads alone.
    let nested = (1..<4_000).reversed().map { "s9 \($0 * 20) 00000000 {" }.joined()
    let shifted = (0..<4_000).map { _ in "s9 \(20 + random.below(900)) 00000000 {}\n" }.joined()
    let heads = String(repeating: "s2 1 00000000 \n", count: 5_000)
    let empty = String(repeating: "\n", count: 80_000)
    for (name, tail) in [("nested", nested), ("shifted", shifted), ("heads", heads), ("empty", empty)] {
      let bytes = begun.bytes + Array(("x\n" + tail + "\n").utf8)
      let found = try scan(bytes)
      #expect(found.lines.changes == [50] && found.end.damage != nil)
      #expect(found.bytesRead < bytes.count * 4, "\(name): \(found.bytesRead) of \(bytes.count)")
      let disk = SimulatedDisk()
      let (file, start) = (try scanner(bytes, on: disk).file, begun.bytes.count)
      var rest = LogTail(fileSystem: disk, file: file, range: start..<bytes.count, sequence: 1)
      #expect(try !rest.hasSettledLine())
      // Of each line its head, and that of the line that it says comes next.
      let lines = bytes[start...].count { $0 == UInt8(ascii: "\n") }
      #expect(rest.headsRead <= 2 * lines, "\(name): \(rest.headsRead) of \(lines) lines")
    }
  }

  @Test("Text that looks like a log line is not taken for a line")
  func quoted() throws {
    // A line that ends in zeroes was broken off, unless a settled line follows.
    let quoted = Array("c3 40 00000000 s4 2 00000000 {} or rather s5 3 00000000 {}\nc4 3 0000\0\0".utf8)
    #expect(try scan(log([50, 60]).bytes + quoted).end.damage == .torn)
    let longer = Array("c3 900 00000000 x\ns4 2 00000000 {} and more than it says\n\0\0".utf8)
    #expect(try scan(log([50, 60]).bytes + longer).end.damage == .torn)
    let cut = Array("c3 900 00000000 {\"a\":\"s4 2 00000000 {}".utf8)
    #expect(try scan(log([50, 60]).bytes + cut).end.damage == .torn)
  }

  @Test(
    "Random tails, in which lines are damaged, cut, repeated and put together: as looking everywhere finds"
  )
  func randomTails() throws {
    var random = SplitMix64(seed: 12)
    var settled = 0
    for round in 0..<Soak.times(400) {
      let begun = try log([10])
      var (bytes, expected) = (begun.bytes, false)
      for number in 0..<1 + random.below(5) {
        let isSettled = random.below(4) == 0
        let json = Array("{\"a\":\"\(String(repeating: "y", count: random.below(40)))\"}".utf8)
        // The checksum is wrong: nothing of this is read as a change.
        var line = LogLine.write(.change(2 + number, isSettled: isSettled), json, after: LogLink()).bytes
        let isWhole = random.below(3) > 0
        if !isWhole { line[line.count - 2 - random.below(json.count)] = random.below(2) == 0 ? 0 : 0x0A }
        let keepsLength = isWhole || !line.dropLast().contains(0x0A)
        if number > 0 && isSettled && keepsLength { expected = true }
        bytes += line
      }
      // A line that ends in zeroes was broken off, unless a settled line follows.
      let damage = try scan(bytes + [0, 0]).end.damage
      settled += expected ? 1 : 0
      let isCorrupt = if case .corrupt = damage { true } else { false }
      #expect(
        isCorrupt == expected,
        "round \(round): \(String(decoding: bytes.dropFirst(150), as: UTF8.self))"
      )
    }
    #expect(settled > 100)
    Soak.count(.damage, Soak.times(400))
  }

  @Test("The last change, cut off anywhere: it was broken off, in its first byte and in its last")
  func beginnings() throws {
    let begun = try log([50, 60])
    for isSettled in [true, false] {
      let line = LogLine.write(
        .change(3, isSettled: isSettled),
        Array("{\"a\":\"b c\"}".utf8),
        after: LogLink()
      )
      for count in 1..<line.bytes.count {
        #expect(try scan(begun.bytes + line.bytes.prefix(count)).end.damage == .torn, "\(count)")
        // A block begins or ends anywhere: also before the last byte, and behind the first one.
        if count == 1 {
          let (first, last) = ([0] + line.bytes.dropFirst(), line.bytes.dropLast() + [0])
          #expect(try scan(begun.bytes + first).end.damage == .torn)
          #expect(try scan(begun.bytes + last).end.damage == .torn)
        }
        // Blocks of which some were not written, and what the disk had there before.
        for hole in [[UInt8](repeating: 0, count: 2), [0x00, 0x91, 0xFE, 0x7F, 0x03]] {
          #expect(try scan(begun.bytes + line.bytes.prefix(count) + hole).end.damage == .torn, "\(count)")
          let rest = line.bytes.dropFirst(count)
          #expect(try scan(begun.bytes + hole + rest).end.damage == .torn, "\(count)")
        }
      }
    }
  }

  @Test(
    "The last change is there to its end, and wrong in a bit or a byte: it is damaged, for it may have been promised"
  )
  func damagedEnd() throws {
    let begun = try log([50, 60])
    let line = LogLine.write(.change(3, isSettled: true), Array("{\"a\":\"b c\"}".utf8), after: LogLink())
      .bytes
    for index in line.indices {
      for change in [1, 2, 4, 8, 16, 32, 64, 128] as [UInt8] {
        var damaged = line
        damaged[index] ^= change
        let damage = try scan(begun.bytes + damaged).end.damage
        let reason = "change 3 was written to its end, and is damaged"
        #expect(damage == .corrupt(reason: reason), "bit \(change) of byte \(index)")
        Soak.count(.damage)
      }
    }
    // Nor is the beginning of another line than the next one what was broken off.
    for text in ["s4 20 00000000 {", "k3 20 0000", "s3 20x", "s3 20 0000000g", "s3 20 00000000", "s3  20"] {
      let isNext = text == "s3 20 00000000"
      #expect((try scan(begun.bytes + Array(text.utf8)).end.damage == .torn) == isNext, "\(text)")
    }
  }

  @Test("A settled line behind one whose own end is damaged counts, also where zeroes follow")
  func ownEnd() throws {
    let begun = try log([50, 60])
    var first = LogLine.write(.change(3, isSettled: true), Array("{}".utf8), after: LogLink())
    first.bytes[first.bytes.count - 1] = UInt8(ascii: "x")
    let second = LogLine.write(
      .change(4, isSettled: true),
      Array("{}".utf8),
      after: LogLink().following(first.1)
    ).bytes
    let reason = "change 3 is damaged, and others follow"
    #expect(try scan(begun.bytes + first.bytes + second + [0, 0]).end.damage == .corrupt(reason: reason))
    #expect(try scan(begun.bytes + first.bytes + [0, 0]).end.damage == .torn)
  }
}
