import Measuring
import PersistentCollections
import TestSupport
import Testing

@testable import StrataCore
@testable import StrataStorage

@Suite("A damaged log of a history that covers several parts")
struct RescuePartsTests {
  private static let (path, log) = ("/d/studio.json", "/d/studio.json.log")
  private let disk = SimulatedDisk()
  /// The undone parts at each moment, and the present, as they were.
  private let contents: [Moment.ID: [UInt8]]
  private let present: [UInt8]

  private static var part: UndonePart<Studio> {
    get throws {
      try UndonePart(
        [DomainField].undone(\Studio.notes, \Studio.drawing, \Studio.desk.pens),
        with: \Studio.selected
      )
    }
  }

  private static func open(_ disk: SimulatedDisk, settingAside: Bool = false) throws -> DurableStore<Studio> {
    var options = OpeningOptions()
    options.pacing = AutosavePacing(delay: .seconds(1_000_000))
    (options.keeping, options.damagedLog) = (.all, settingAside ? .setAside : .refuse)
    return try DurableStore(at: path, undoing: part, startingWith: Studio(), options: options, in: disk)
  }

  /// Twenty commands, of which the state file has all, and the version before it the first ten.
  init() throws {
    var random = SplitMix64(seed: 22)
    let opened = try Self.open(disk)
    for number in 0..<20 {
      if number == 10 { try opened.flush() }
      try opened.store.send(.random(using: &random))
      if number % 7 == 6, opened.store.canUndo { try opened.store.undo() }
    }
    contents = try Self.contents(of: opened.store)
    present = try opened.store.state.json()
    try opened.close()
  }

  private static func contents(of store: Store<Studio>) throws -> [Moment.ID: [UInt8]] {
    var contents: [Moment.ID: [UInt8]] = [:]
    for id in store.timeline.ids { contents[id] = try store.state(at: id)?.content.json() }
    return contents
  }

  /// The log with damage of a line that its checksum cannot mend.
  private func damaged(line index: Int, of lines: [[UInt8]]) -> SimulatedDisk {
    var lines = lines
    for place in [3, 5, 8] { lines[index][lines[index].count - place] ^= 1 }
    let copy = SimulatedDisk(disk.image)
    copy.put(lines.flatMap { $0 }, at: "studio.json.log")
    return copy
  }

  @Test("Set aside or repaired, every part is as it was at the present, and at each moment that is kept")
  func everyLine() throws {
    let lines = try #require(disk.image.bytes(of: Self.log)).logLines.map { Array($0) + [0x0A] }
    var (kept, moments) = (0, 0)
    let step = Soak.pick(2, more: 1)
    for index in stride(from: 1, to: lines.count, by: step) {
      for isRepaired in [false, true] {
        let copy = damaged(line: index, of: lines)
        Soak.count(.damage)
        if isRepaired {
          _ = try Rescue(Self.path, undoing: Self.part, startingWith: Studio(), in: copy).repair()
        }
        let opened = try Self.open(copy, settingAside: !isRepaired)
        #expect(try opened.store.state.json() == present, "line \(index)")
        #expect(opened.store.timeline.brokenInvariants == [], "line \(index)")
        let found = try Self.contents(of: opened.store)
        for (id, content) in found where opened.store.timeline[id]?.label != Opening<Studio>.recoveredLabel {
          #expect(content == contents[id], "line \(index), moment \(id)")
          moments += 1
        }
        #expect(found.count == opened.store.timeline.count, "each moment can be made")
        kept += found.count > 1 ? 1 : 0
        while opened.store.canUndo { try opened.store.undo() }
        while opened.store.canRedo { try opened.store.redo() }
        opened.abandon()
      }
    }
    #expect(kept * step > lines.count && moments * step > 100, "\(kept), \(moments)")
  }
}

extension RescuePartsTests {
  @Test(
    "A log of many pieces that are read one by one, damaged in any of them, is repaired: the present is whole"
  )
  func pieces() throws {
    let disk = SimulatedDisk()
    let opened = try Self.open(disk)
    // Pieces of a megabyte begin in the middle of lines.
    for number in 0..<5 {
      try opened.store.send(.write(number, String(repeating: "\(number)", count: 220_000)))
    }
    try opened.close()
    let lines = try #require(disk.image.bytes(of: Self.log)).logLines.map { Array($0) + [0x0A] }
    for index in stride(from: 2, to: lines.count, by: Soak.stride(4)) {
      var changed = lines
      for place in [30, 35, 40] { changed[index][place] ^= 1 }
      let copy = SimulatedDisk(disk.image)
      copy.put(changed.flatMap { $0 }, at: "studio.json.log")
      _ = try Rescue(Self.path, undoing: Self.part, startingWith: Studio(), in: copy).repair()
      let again = try Self.open(copy)
      #expect(again.store.state == opened.store.state, "line \(index)")
      #expect(again.store.timeline.count > 1, "line \(index)")
      again.abandon()
    }
  }
}
