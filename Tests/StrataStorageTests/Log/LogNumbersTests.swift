import StrataCore
import TestSupport
import Testing

@testable import StrataStorage

@Suite("Numbers that no log has: nothing counts beyond the largest one")
struct LogNumbersTests {
  private static let path = RescueTests.path
  private let image: DiskImage
  private var log: [UInt8] { image.bytes(of: RescueTests.log) ?? [] }

  init() throws {
    let disk = SimulatedDisk()
    try RescueTests.keepFourBooks(on: disk)
    image = disk.image
  }

  /// The files of four books, with another state or another log.
  private func disk(state: [UInt8]? = nil, log: [UInt8]? = nil) -> SimulatedDisk {
    let disk = SimulatedDisk(image)
    if let state { disk.put(state, at: "shelf.json") }
    if let log { disk.put(log, at: "shelf.json.log") }
    return disk
  }

  /// Opens the files in each way there is, looks at them and repairs them: each is a store, or an error of this package.
  ///
  /// - Returns: How many books a repair keeps; nil where it keeps none.
  @discardableResult
  private func useAll(_ disk: SimulatedDisk) throws -> Int? {
    let image = disk.image
    for damagedLog in [OpeningOptions.DamagedLog.refuse, .setAside] {
      for access in [OpeningOptions.Access.reading, .writing] {
        do {
          let opened = try openShelf(on: SimulatedDisk(image)) {
            ($0.damagedLog, $0.access) = (damagedLog, access)
          }
          defer { opened.abandon() }
          if access == .writing { try opened.store.send(.add("Next")) }
        } catch let error where error is LogError || error is StateFileError {
          #expect("\(error)".contains("/d/"))
        }
      }
    }
    let undone = try UndonePart(\Shelf.books, with: \.session.selected)
    func rescue(_ disk: SimulatedDisk) -> Rescue<Shelf> {
      Rescue(Self.path, undoing: undone, startingWith: Shelf(), in: disk)
    }
    #expect(rescue(disk).check().count >= 2)
    _ = try? rescue(SimulatedDisk(image)).repair(into: "/d/other.json")
    do { _ = try rescue(disk).repair() } catch is NothingRecovered { return nil }
    let opened = try openShelf(on: disk)
    defer { opened.abandon() }
    try opened.store.send(.add("Next"))
    return opened.store.state.books.count - 1
  }

  @Test("Lines with the largest number that an Int holds are no lines of a log")
  func lines() throws {
    let lines = log.logLines.map { Array($0) + [0x0A] }
    for (row, number) in [Int.max, Int.max - 1, LogMark.lastNumber + 1, LogMark.lastNumber].enumerated() {
      for (column, letter) in ["s", "c", "k"].enumerated() {
        // Each number and each letter, and with STRATA_SOAK each of both.
        guard (row + column) % 3 == 0 || Soak.pick(false, more: true) else { continue }
        let line = Array("\(letter)\(number) 2 00000000 {}\n".utf8)
        // Behind all changes none is lost, and in the midst of what the state has, none either.
        for index in [lines.count, 3] {
          let damaged = lines[..<index] + [line, line, line] + lines[index...]
          let kept = try useAll(disk(log: damaged.flatMap { $0 }))
          #expect(kept == 4, "\(letter)\(number) at \(index)")
        }
        try useAll(disk(state: Array("{".utf8), log: (lines + [line, line]).flatMap { $0 }))
      }
    }
  }

  @Test(
    "A state that names a change of such a number is damaged: it is made again from the version before it"
  )
  func marks() throws {
    let text = String(decoding: try #require(image.bytes(of: Self.path)), as: UTF8.self)
    #expect(text.contains("\"sequence\":3") && text.contains("\"checksums\":\""))
    let plain = text.replacing(/"checksums":"[0-9a-f ]*",/, with: "")
    for number in [Int.max, LogMark.lastNumber + 1] {
      for text in [text, plain] {
        let state = text.replacing("\"sequence\":3", with: "\"sequence\":\(number)")
        #expect(throws: StateFileError.self) { try openShelf(on: disk(state: Array(state.utf8))) }
        #expect(try useAll(disk(state: Array(state.utf8))) == 4)
        // The log is damaged as well.
        var log = log
        for place in [400, 405, 410] { log[place] ^= 1 }
        try useAll(disk(state: Array(state.utf8), log: log))
      }
    }
    let last = plain.replacing("\"sequence\":3", with: "\"sequence\":\(LogMark.lastNumber)")
    try useAll(disk(state: Array(last.utf8)))
  }

  /// A state and a log, begun over it, that count from a number.
  private func counting(from base: Int, pages: Int = 1) throws -> (state: [UInt8], log: [UInt8]) {
    let lines = log.logLines.map { Array($0) }
    var header = try #require(LogHeader(lines[0].drop { $0 != 0x7B }))
    let file = StateFile<Shelf>(at: Self.path, in: SimulatedDisk(image))
    let mark = LogMark(id: header.id, sequence: base)
    var state = try file.encoded(try #require(try file.load()), at: mark).bytes
    if base > LogMark.lastNumber {
      // No such mark is written.
      let text = String(decoding: try #require(image.bytes(of: Self.path)), as: UTF8.self)
      state = Array(text.replacing("\"sequence\":3", with: "\"sequence\":\(base)").utf8)
    }
    (header.base, header.pages) = (base, pages)
    let (first, checksum) = LogLine.write(.header, header.json, after: LogLink())
    let page = Array(lines[1].split(separator: 0x20, maxSplits: 3)[3])
    return (
      state, first + LogLine.write(.page(1), page, after: header.link.following(checksum)).bytes
    )
  }

  @Test("A log that counts from such a number is none")
  func heads() throws {
    let bases = [Int.max, LogMark.lastNumber + 1]
    for base in Soak.pick(bases, more: bases + [Int.max - 1]) {
      try useAll(disk(log: try counting(from: base).log))
      let (state, log) = try counting(from: base)
      #expect(throws: StateFileError.self) { try openShelf(on: disk(state: state, log: log)) }
      try useAll(disk(state: state, log: log))
      // So many pages.
      try useAll(disk(log: try counting(from: 0, pages: base).log))
    }
  }

  @Test(
    "The last number of all is given out, and no further one: a change is refused in words, and none is lost"
  )
  func full() throws {
    let (state, log) = try counting(from: LogMark.lastNumber - 1)
    let disk = disk(state: state, log: log)
    let full = LogError.full(path: RescueTests.log)
    for isNew in [true, false] {
      let opened = try openShelf(on: disk)
      if isNew { try opened.store.send(.add("Last")) }
      #expect(throws: full) { try opened.store.send(.add("Refused")) }
      #expect(opened.store.state.books.values.map(\.title) == ["One", "Two", "Three", "Last"])
      try opened.close()
    }
    // An outside edit of the state file needs a number for its step, too.
    disk.overwrite("shelf.json") { bytes in
      bytes = Array(String(decoding: bytes, as: UTF8.self).replacing("Three", with: "Third").utf8)
    }
    #expect(throws: full) { try openShelf(on: disk) }
    #expect("\(full)".contains("move the log away"))
    disk.lose("shelf.json.log")
    let opened = try openShelf(on: disk)
    try opened.store.send(.add("More"))
    #expect(opened.store.state.books.count == 5)
  }
}
