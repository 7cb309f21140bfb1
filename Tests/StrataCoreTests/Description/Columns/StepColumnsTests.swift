import Measuring
import PersistentCollections
import TestSupport
import Testing

@testable import StrataCore

/// Columns are read as the steps that were written; invented bytes are an error, and do no harm.
///
/// Steps of all generators go through ``check(_:_:)``, which `PackedRunTests` calls.
@Suite("Steps in columns")
struct StepColumnsTests {
  static func columns(_ steps: [[UInt8]]) throws -> [UInt8] {
    var writer = StepColumnsWriter()
    for step in steps { try step.withBytes { try writer.append($0) } }
    return writer.finish()
  }

  static func unpacked(_ columns: [UInt8], count: Int, limit: Int = 1 << 20) throws -> [[UInt8]] {
    let steps = try columns.withBytes { try UnpackedSteps($0, count: count, limit: limit) }
    return (0..<count).map { Array(steps[$0]) }
  }

  /// Writes steps as columns, and reads all of them and the first half.
  static func check(_ steps: [[UInt8]], _ note: String) throws {
    let columns = try columns(steps)
    try #require(try unpacked(columns, count: steps.count, limit: .max) == steps, "\(note)")
    let half = steps.count / 2
    try #require(try unpacked(columns, count: half, limit: .max) == Array(steps[..<half]), "\(note), half")
  }

  private static func packed(_ node: Patch.Node) -> [UInt8] { Patch(root: node).packed }

  private static func edit(_ key: Int64, _ old: String, _ new: String) -> [UInt8] {
    let title = Patch.Node.Field(name: "title", node: .replaced(old: .text(old), new: .text(new)))
    let entry = Patch.Node.Entry(key: .integer(key), change: .changed(.fields([title])))
    return packed(.fields([Patch.Node.Field(name: "todos", node: .entries([entry]))]))
  }

  @Test("Numbers come back, whatever they are")
  func numbers() {
    let extremes: [Int64] = [.min, .max, 0, -1, 1, .min, .min, .max, .max, .max, 63, 64, -64, -65]
    func check(_ numbers: [Int64]) {
      var column = NumberColumn()
      for number in numbers { column.append(number) }
      column.finished.withBytes { bytes in
        var reader = NumberColumnReader(bytes)
        #expect(numbers.map { _ in reader.next() } == numbers)
        #expect(!reader.isBroken)
        _ = reader.next()
        #expect(reader.isBroken)
      }
    }
    check([])
    check(extremes)
    var random = SplitMix64(seed: 7)
    for _ in 0..<Soak.times(200) {
      var numbers: [Int64] = []
      for _ in 0..<random.below(40) {
        switch random.below(4) {
        case 0: numbers.append(extremes[random.below(extremes.count)])
        case 1: numbers.append(Int64(bitPattern: random.next()))
        case 2: numbers.append((numbers.last ?? 0) &+ Int64(random.below(3)))
        default: numbers += Array(repeating: Int64(random.below(9)), count: random.below(5))
        }
      }
      check(numbers)
    }
  }

  @Test("Repeated bytes take less, and come back")
  func repeats() throws {
    func check(_ bytes: [UInt8]) throws {
      let packed = try #require(LZ77.pack(bytes))
      #expect(LZ77.pack(bytes, within: packed.count) == packed)
      #expect(LZ77.pack(bytes, within: packed.count - 1) == nil)
      #expect(packed.withBytes { LZ77.unpack($0, length: bytes.count) } == bytes)
      #expect(packed.withBytes { LZ77.unpack($0, length: bytes.count + 1) } == nil)
      if !bytes.isEmpty {
        #expect(packed.withBytes { LZ77.unpack($0, length: bytes.count - 1) } == nil)
      }
    }
    for count in 0..<40 { try check(Array(repeating: 7, count: count)) }
    try check(Array(String(repeating: "Rewrite the report. ", count: 1_000).utf8))
    #expect(try #require(LZ77.pack(Array(repeating: 7, count: 10_000))).count < 10)
    var random = SplitMix64(seed: 8)
    for _ in 0..<Soak.times(200) {
      var bytes: [UInt8] = []
      for _ in 0..<random.below(30) {
        if !bytes.isEmpty, random.below(2) == 0 {
          let start = random.below(bytes.count)
          bytes += Array(bytes[start...].prefix(random.below(40)))
        } else {
          for _ in 0..<random.below(20) { bytes.append(UInt8(random.below(4))) }
        }
      }
      try check(bytes)
    }
  }

  @Test("Steps of one kind cost what their values differ by")
  func cost() throws {
    let typed = (0..<64).map { index -> [UInt8] in
      Self.packed(.fields([.init(name: "text", node: .text([.kept(1_000 + index), .inserted("e")]))]))
    }
    #expect(try Self.columns(typed).count < 2 * 64)
    let titles = (0..<64).map { Self.edit(Int64($0), "Write the report \($0)", "Rewrite the report \($0)") }
    #expect(titles.reduce(0) { $0 + $1.count } > 55 * 64)
    #expect(try Self.columns(titles).count < 16 * 64)
    // Of one entry among many, and of a thousand entries, the outline is the same.
    let entries = (0..<1_000).map { number in
      let key = PlainValue.integer(Int64(number))
      let value = PlainValue.record(PlainRecord(members: [.init("done", .bool(false)), .init("id", key)]))
      return Patch.Node.Entry(key: key, change: .inserted(value))
    }
    #expect(try Self.columns([Self.packed(.entries(entries))]).count < 60)
  }

  @Test("Numbers of all sizes and kinds, empty steps and large ones")
  func values() throws {
    let values: [PlainValue] = [
      .null, .bool(true), .bool(false), .integer(0), .integer(.min), .integer(.max), .unsigned(.max),
      .number(-0.0), .number(.infinity), .text(""), .text("é\n"),
      .text(String(repeating: "ab", count: 5_000)),
      .list([]), .list([.integer(1), .text("x"), .list([.null])]),
      .record(PlainRecord(members: [.init("a", .integer(-1)), .init("b", .list([.bool(true)]))])),
    ]
    var steps: [[UInt8]] = [[]]
    for old in values {
      for new in values { steps.append(Self.packed(.replaced(old: old, new: new))) }
      steps.append([])
    }
    try Self.check(steps, "replaced")
    var nested = PlainValue.null
    for depth in 0..<60 {
      nested = depth % 2 == 0 ? .list([nested]) : .record(.init(members: [.init("n", nested)]))
    }
    try Self.check([Self.packed(.replaced(old: .null, new: nested))], "nested")
  }

  @Test("Bytes that were damaged are an error or other steps, and never a trap")
  func damage() throws {
    let steps = [
      Self.edit(1, "Write", "Rewrite"), [], Self.edit(-300, "", "Write it all"),
      Self.packed(.list([.kept(3), .removed([.integer(1)]), .changed(.text([.kept(1), .removed("a")]))])),
      Self.packed(.members([.init(value: .text("a"), isInserted: true)])),
      Self.packed(.entries([.init(key: .number(1.5), change: .inserted(.list([.unsigned(.max), .null])))])),
    ]
    let columns = try Self.columns(steps)
    for length in 0..<columns.count {
      #expect(throws: PatchError.self) { try Self.unpacked(Array(columns[..<length]), count: steps.count) }
    }
    for place in columns.indices {
      for bit in 0..<8 {
        var damaged = columns
        damaged[place] ^= 1 << UInt8(bit)
        _ = try? Self.unpacked(damaged, count: steps.count)
      }
    }
    var random = SplitMix64(seed: 9)
    for _ in 0..<Soak.times(2_000) {
      var damaged = columns
      for _ in 0...random.below(4) { damaged[random.below(damaged.count)] = UInt8(random.below(256)) }
      _ = try? Self.unpacked(damaged, count: steps.count)
    }
  }

  @Test("Few bytes that claim to be many steps stop at the limit")
  func bomb() throws {
    let entries = (0..<Int64(100_000)).map { key in
      Patch.Node.Entry(key: .integer(key), change: .removed(.integer(0)))
    }
    let columns = try Self.columns([Self.packed(.entries(entries))])
    #expect(columns.count < 100)
    #expect(throws: PatchError.self) { try Self.unpacked(columns, count: 1, limit: 100_000) }
    #expect(throws: PatchError.self) { try Self.unpacked(columns, count: 2, limit: .max) }
  }

  @Test("Outlines that nest in themselves are an error, on a small stack too")
  func endless() throws {
    func column(_ number: Int64) -> [UInt8] {
      var column = NumberColumn()
      column.append(number)
      return column.finished
    }
    let outlines: [[UInt8]] = [[0x70, 0x50, 0x00], [0x50]]
    var bytes: [UInt8] = []
    bytes.appendGroups(of: 1 << 20)
    bytes.append(part: column(0))
    let depth = 50_000
    bytes.appendGroups(of: UInt64(2 * depth))
    for index in 0..<2 * depth {
      // Of each list how many elements it has, and the number of their outline.
      bytes.append(part: column(index == 0 ? 0 : 1))
      bytes.appendGroups(of: 0)
    }
    var ends = NumberColumn()
    for end in [3, 4] as [Int64] { ends.append(end) }
    bytes.appendGroups(of: 2)
    bytes.append(part: ends.finished)
    bytes.append(packing: Array(outlines.joined()))
    let isRefused = try onSmallStack {
      do { return try Self.unpacked(bytes, count: 1).isEmpty } catch { return error is PatchError }
    }
    #expect(isRefused)
  }
}
