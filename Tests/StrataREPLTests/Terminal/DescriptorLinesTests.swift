import Foundation
import Measuring
import TestSupport
import Testing

@testable import StrataREPL

@Suite("Lines from a descriptor")
struct DescriptorLinesTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  func events(of bytes: [UInt8]) throws -> [LineEvent] {
    try folder.write(bytes: bytes, to: "lines")
    let file = openFile(folder.file("lines"), O_RDONLY)
    let source = DescriptorLines(file, isOwned: true, signals: nil)
    var events: [LineEvent] = []
    while true {
      let event = source.next()
      if event == .end { return events }
      events.append(event)
      if case .failed = event { return events }
    }
  }

  /// The events of a reader that holds all bytes.
  func naiveEvents(of bytes: [UInt8]) -> [LineEvent] {
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
    if lines.last == [] { lines.removeLast() }
    return lines.map { line in
      if line.count > DescriptorLines.longest { return .unreadable(.tooLong) }
      let line = line.last == 0x0D ? line.dropLast() : line[...]
      return String(validating: line, as: UTF8.self).map { .line($0) } ?? .unreadable(.notUTF8)
    }
  }

  @Test("Lines of any length and any bytes are those of a naive reader")
  func model() throws {
    var random = SplitMix64(seed: 10)
    for round in 0..<Soak.times(40) {
      var bytes: [UInt8] = []
      for _ in 0..<random.below(8) {
        let isLong = random.below(3) == 0
        let count =
          isLong ? DescriptorLines.longest - 3 + random.below(6) + random.below(2) * 70_000 : random.below(20)
        bytes += (0..<count).map { _ in isLong ? 0x78 : [0x61, 0x0D, 0xC3, 0xA9, 0x00, 0x22][random.below(6)]
        }
        if random.below(6) > 0 { bytes.append(0x0A) }
      }
      #expect(try events(of: bytes) == naiveEvents(of: bytes), "round \(round)")
    }
  }

  @Test("A long line keeps no room beside the text that is made of it")
  func room() throws {
    let count = 4_000_000
    try folder.write(String(repeating: "x", count: count) + "\n", to: "lines")
    let file = openFile(folder.file("lines"), O_RDONLY)
    let source = DescriptorLines(file, isOwned: true, longest: count, signals: nil)
    #expect(source.next() == .line(String(repeating: "x", count: count)))
    #expect(source.room <= DescriptorLines.longest)
  }

  @Test("A closed descriptor is a failure, not an end")
  func broken() {
    #expect(DescriptorLines(9_999, signals: nil).next() == .failed(EBADF))
  }
}
