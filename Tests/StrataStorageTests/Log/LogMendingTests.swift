import Measuring
import TestSupport
import Testing

@testable import StrataStorage

@Suite("The byte of a line that was damaged")
struct LogMendingTests {
  private let link = LogLink(toLog: "ab").following(Checksum(value: 0x1234_5678))

  private func line(_ json: String = "{\"at\":1795287227,\"label\":\"Début\",\"patch\":{\"fields\":{}}}")
    -> [UInt8]
  {
    LogLine.write(.change(17, isSettled: true), Array(json.utf8), after: link).bytes
  }

  private func mend(_ bytes: [UInt8]) throws -> LogMending.Mend? {
    let disk = SimulatedDisk()
    disk.put([1, 2, 3] + bytes, at: "log")
    let place = try FilePlace("/d/log", in: disk)
    defer { place.close() }
    let file = try disk.open("log", in: place.directory, for: .reading)
    let size = 3 + bytes.count
    return try LogMending(fileSystem: disk, file: file, start: 3, link: link, size: size).mend()
  }

  @Test("Each byte of a line, whatever stands there instead: it is found, and what stood there, too")
  func everyByte() throws {
    let line = line()
    var random = SplitMix64(seed: 3)
    for place in line.indices {
      // Always the byte that begins a line's JSON, too.
      let bytes =
        [UInt8(ascii: "{")] + (0..<Soak.times(1)).map { _ in line[place] ^ UInt8(1 + random.below(255)) }
      for byte in bytes where byte != line[place] {
        var damaged = line
        damaged[place] = byte
        #expect(try mend(damaged) == .init(place: 3 + place, byte: line[place]), "\(place)")
        // Whatever follows.
        #expect(try mend(damaged + Array("s18 2 00000000 {}\n".utf8))?.place == 3 + place, "\(place)")
      }
    }
  }

  @Test("A line that is whole, one with more damage, and one that is too long are not mended")
  func nothing() throws {
    #expect(try mend(line()) == nil)
    var random = SplitMix64(seed: 4)
    for _ in 0..<Soak.times(200) {
      var damaged = line()
      let first = random.below(damaged.count - 10)
      for place in [first, first + 4 + random.below(6)] { damaged[place] ^= UInt8(1 + random.below(255)) }
      #expect(try mend(damaged) == nil)
    }
    var long = line("{\"label\":\"\(String(repeating: "x", count: LogMending.longest))\"}")
    long[100] ^= 1
    #expect(try mend(long) == nil)
    #expect(try mend([]) == nil && mend(Array("s17 2".utf8)) == nil)
  }

  @Test("What makes the checksum right, and no JSON, is not what stood there")
  func noJSON() throws {
    var damaged = line("{\"label\":\"a\"}x")
    damaged[30] ^= 1
    #expect(try mend(damaged) == nil)
  }
}
