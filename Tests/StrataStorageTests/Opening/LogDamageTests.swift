import Measuring
import StrataCore
import TestSupport
import Testing

@testable import StrataStorage

@Suite("A log that is damaged")
struct LogDamageTests {
  static let path = "/d/shelf.json"

  /// The files that a sitting leaves: a state file from its middle, and a log.
  struct Left {
    var state: [UInt8]
    var log: [UInt8]
    var remembered: [Remembered] = []

    init(writing title: String = "Title") throws {
      let (disk, clock) = (SimulatedDisk(), ManualClock())
      let durable = try openShelf(on: disk, clock: clock)
      remembered = [Remembered(durable.store)]
      for number in 0..<8 {
        switch number {
        case 5: try durable.store.undo()
        case 6: try durable.store.markSaved()
        default: try durable.store.send(.add("\(title) \(number)"))
        }
        remembered.append(Remembered(durable.store))
        if number == 3 { try durable.flush() }
        clock.pass(.seconds(60))
      }
      state = try #require(disk.image.bytes(of: path))
      log = try #require(disk.image.bytes(of: path + ".log"))
    }

    /// The log's lines, each with its end.
    var lines: [[UInt8]] {
      log.logLines.map { Array($0) + [UInt8(ascii: "\n")] }
    }

    /// The number of the line that has a byte.
    func lineNumber(at index: Int) -> Int { log.logLines.count { $0.endIndex < index } }

    func opened(
      with log: [UInt8],
      _ change: (inout OpeningOptions) -> Void = { _ in }
    ) throws -> (DurableStore<Shelf>, SimulatedDisk) {
      let disk = SimulatedDisk()
      disk.put(state, at: "shelf.json")
      disk.put(log, at: "shelf.json.log")
      return (try openShelf(on: disk, change), disk)
    }
  }

  @Test(
    "Cut short anywhere: what stands whole before the cut, or an error; never a trap, never half a change"
  )
  func prefixes() throws {
    let left = try Left()
    var ends = 0
    var refused = 0
    let lineEnds = Set(left.log.indices.filter { $0 == 0 || left.log[$0 - 1] == UInt8(ascii: "\n") })
    for count in left.log.indices where count % Soak.stride(5) == 0 || lineEnds.contains(count) {
      Soak.count(.damage)
      do {
        let (durable, disk) = try left.opened(with: Array(left.log[..<count]))
        let found = Remembered(durable.store)
        if case .dropped(.outOfStep) = durable.report.history {
          #expect(found.state == left.remembered[4].state, "cut to \(count)")
          continue
        }
        #expect(left.remembered.dropFirst(4).contains(found), "cut to \(count)")
        ends += durable.report.tornEnd == nil ? 1 : 0
        let torn = try durable.report.tornEnd.map { try #require(disk.image.bytes(of: $0.path ?? "")) } ?? []
        let kept = try #require(disk.image.bytes(of: Self.path + ".log"))
        #expect(kept + torn == Array(left.log[..<count]), "cut to \(count)")
      } catch let error as LogError {
        guard case .corrupt = error else { throw error }
        refused += 1
      }
    }
    // In the first line and the kept moment, nothing is ever torn; the whole lines behind the state's are four.
    #expect(ends == 4 && refused > (Soak.isOn ? 100 : 20))
  }

  @Test("Emptied, or cut before it has what it began with: set aside, it is never said that nothing is lost")
  func emptied() throws {
    for hasFlushed in [false, true] {
      let disk = SimulatedDisk()
      let durable = try openShelf(on: disk)
      try durable.store.send(.add("A"))
      if hasFlushed { try durable.flush() }
      try durable.store.send(.add("B"))
      durable.abandon()
      let log = try #require(disk.image.bytes(of: Self.path + ".log"))
      let head = (log.firstIndex(of: 0x0A) ?? 0) + 1
      for rest in [[], Array(log[..<head]), [UInt8(ascii: "k")]] {
        disk.put(rest, at: "shelf.json.log")
        let copy = SimulatedDisk(disk.image)
        #expect(throws: LogError.self) { try openShelf(on: copy) }
        let opened = try openShelf(on: copy) { $0.damagedLog = .setAside }
        #expect(opened.report.isCutOff != (opened.report.lostBytes > 0))
        #expect(opened.store.state.books.count == (hasFlushed ? 1 : 0))
        opened.abandon()
        let undone = try UndonePart(\Shelf.books, with: \.session.selected)
        let told = try Rescue(
          Self.path,
          undoing: undone,
          startingWith: Shelf(),
          in: SimulatedDisk(disk.image)
        )
        .repair().joined(separator: "\n")
        let isTold = ["is gone, if there was anything", "Lost: what the last"].contains { told.contains($0) }
        #expect(isTold && !told.contains("no change is lost"), "\(told)")
      }
      disk.lose("shelf.json.log")
      let alone = try openShelf(on: disk)
      #expect(alone.report.history == .dropped(.noLog))
      alone.abandon()
    }
  }

  @Test("Any bit of a change behind the state that is flipped is refused, in the newest change, too")
  func flips() throws {
    let left = try Left()
    var refused = 0
    var random = SplitMix64(seed: 5)
    let lastLine = left.log.count - (left.lines.last?.count ?? 0)
    let later = left.lines[..<6].reduce(0) { $0 + $1.count }
    for index in left.log.indices[later...]
    where Soak.isOn || random.below(Soak.pick(5, more: 5)) == 0 || index >= lastLine {
      // A bit of every tenth byte, and every bit of all where there is time.
      for bit in Soak.isOn ? Array(0..<8) : [random.below(8)] {
        var log = left.log
        log[index] ^= 1 << bit
        do {
          _ = try left.opened(with: log)
          Issue.record("bit \(bit) of byte \(index) is taken")
        } catch LogError.corrupt {
          refused += 1
        }
      }
    }
    #expect(refused > 200)
    Soak.count(.damage, refused)
  }

  @Test(
    "The end of a line is damaged, by any bit or by an end in its middle: the line behind it is not cut off"
  )
  func lineEnds() throws {
    let left = try Left()
    let lines = left.lines
    let end = left.log.count - (lines.last?.count ?? 0) - 1
    for bit in 0..<8 {
      var log = left.log
      log[end] ^= 1 << bit
      #expect(throws: LogError.self, "bit \(bit)") { try left.opened(with: log) }
    }
    for place in end - (lines.dropLast().last?.count ?? 0) + 1..<end {
      var log = left.log
      log[place] = UInt8(ascii: "\n")
      #expect(throws: LogError.self, "byte \(place)") { try left.opened(with: log) }
      Soak.count(.damage)
    }
  }

  @Test(
    "Lines that are missing, stand twice, change places or come from elsewhere: refused, or known already"
  )
  func splices() throws {
    let (left, other) = (try Left(), try Left(writing: "Other"))
    let lines = left.lines
    for index in 2..<lines.count - 1 {
      var missing = lines
      missing.remove(at: index)
      var twice = lines
      twice.insert(lines[index], at: index)
      var swapped = lines
      swapped.swapAt(index, index + 1)
      var foreign = lines
      foreign[index] = other.lines[index]
      for (name, spliced) in [
        ("missing", missing), ("twice", twice), ("swapped", swapped), ("foreign", foreign),
      ] {
        // The last two lines may be the end that a power cut took.
        guard spliced != lines, index < lines.count - 3 else { continue }
        Soak.count(.damage)
        // Before the fourth change, which the state has, lines cost history alone.
        if index < 4 || index == 4 && name != "swapped" {
          let opened = try left.opened(with: spliced.flatMap { $0 }).0
          #expect(opened.store.state == left.remembered[8].state, "\(name) \(index)")
        } else if name != "twice" || index > 5 {
          #expect(throws: LogError.self, "\(name) \(index)") { try left.opened(with: spliced.flatMap { $0 }) }
        }
      }
    }
  }

  @Test(
    "With the damage set aside: what stands before it is the state, its history goes on, and what is lost is said"
  )
  func setAside() throws {
    let left = try Left()
    var log = left.log
    let start = left.lines[..<7].reduce(0) { $0 + $1.count }
    for place in [30, 40, 50] { log[start + place] ^= 1 }
    #expect(throws: LogError.self) { try left.opened(with: log) }
    let (durable, disk) = try left.opened(with: log) { $0.damagedLog = .setAside }
    let damage = try #require(durable.report.damage)
    #expect(damage.offset == start && damage.kept == .before && durable.report.replayedChanges == 1)
    #expect(damage.path == Self.path + ".log.aside-1" && durable.report.history == .kept(moments: 6))
    #expect(durable.report.lostBytes == log.count - start && Remembered(durable.store) == left.remembered[5])
    #expect(disk.image.bytes(of: Self.path + ".log.aside-1") == log)
    let id = durable.store.state.session.lastID
    try durable.store.send(.add("after"))
    #expect(durable.store.state.books.keys.max() == id + 1)
    try durable.close()
    #expect(try openShelf(on: disk).report.history == .kept(moments: 7))
  }

  @Test(
    "A newer log, a log of another state, none at all, a state from before or after it, a folder in its place"
  )
  func strangers() throws {
    let left = try Left()
    let newer = left.log.replacing(Array("strata-history-1".utf8), with: Array("strata-history-2".utf8))
    #expect(throws: LogError.newer(path: Self.path + ".log", what: .format, found: 2, known: 1)) {
      try left.opened(with: newer)
    }
    for log in [[], Array("hello".utf8), [UInt8](repeating: 0, count: 1_000)] {
      #expect(throws: LogError.self) { try left.opened(with: log) }
    }
    let another = try Left().log
    #expect(throws: LogError.otherState(path: Self.path + ".log")) { try left.opened(with: another) }
    let (foreign, disk) = try left.opened(with: another) { $0.damagedLog = .setAside }
    #expect(foreign.report.history == .dropped(.otherLog) && foreign.store.state == left.remembered[4].state)
    #expect(disk.image.names(in: "/d").contains("shelf.json.log.aside-1"))

    let alone = SimulatedDisk()
    alone.put(left.state, at: "shelf.json")
    #expect(try openShelf(on: alone).report.history == .dropped(.noLog))

    let orphan = SimulatedDisk()
    orphan.put(left.log, at: "shelf.json.log")
    #expect(throws: LogError.stateMissing(path: Self.path + ".log")) { try openShelf(on: orphan) }

    let folder = SimulatedDisk()
    folder.put(left.state, at: "shelf.json")
    folder.put(.folder, at: "shelf.json.log")
    #expect(throws: LogError.notAFile(path: Self.path + ".log", kind: .folder)) { try openShelf(on: folder) }
  }

  @Test("Records that are in order and cannot have happened are an error, whatever they say")
  func impossible() throws {
    let left = try Left()
    var random = SplitMix64(seed: 8)
    let words =
      [
        "{\"saved\":7}", "{\"by\":\"redo\",\"moment\":1,\"patch\":{}}", "{}", "[1]",
        "{\"gone\":[0,1],\"patch\":{}}",
      ]
      + [
        "{\"after\":99,\"at\":1,\"label\":\"x\",\"moment\":100,\"patch\":{}}",
        "{\"patch\":{\"fields\":{\"no\":{}}}}",
      ]
      + ["{\"patch\":{\"fields\":{\"books\":{\"entries\":[{\"key\":1,\"remove\":{}}]}}}}", "{\"patch\":"]
    for _ in 0..<Soak.times(40) {
      var log = left.log
      var link = LogLink(behind: left.lines[left.lines.count - 1], in: left.log)
      for number in 0..<1 + random.below(3) {
        let (line, next) = LogLine.write(
          .change(9 + number, isSettled: random.below(2) == 0),
          Array(words[random.below(words.count)].utf8),
          after: link
        )
        (log, link) = (log + line, link.following(next))
      }
      Soak.count(.damage)
      do {
        let (durable, _) = try left.opened(with: log)
        #expect(durable.store.timeline.brokenInvariants == [])
      } catch is LogError {
        // Refused in words.
      }
    }
  }

  @Test("A change that fits in its beginning alone is not made in part")
  func halfFitting() throws {
    let left = try Left()
    let json = """
      {"patch":{"fields":{"books":{"entries":[{"change":{"fields":{"title":{"new":"X","old":"Title 0"}}},"key":1},\
      {"key":77,"remove":{"id":77}}]}}}}
      """
    let link = LogLink(behind: left.lines[left.lines.count - 1], in: left.log)
    let log = left.log + LogLine.write(.change(9, isSettled: true), Array(json.utf8), after: link).bytes
    #expect(throws: LogError.self) { try left.opened(with: log) }
    let (durable, _) = try left.opened(with: log) { $0.damagedLog = .setAside }
    #expect(durable.store.state == left.remembered[8].state)
  }
}

extension LogLink {
  /// The link for a line that is appended behind the given line of a log.
  init(behind line: [UInt8], in log: [UInt8]) {
    let head = log.withBytes { text -> LogHeader? in
      guard case .line(let line) = LogLine.read(text, at: 0), case .header = line.kind else {
        return nil
      }
      return LogHeader(text[line.payload])
    }
    let checksum = String(decoding: line, as: UTF8.self).split(separator: " ")[2]
    self = (head?.link ?? LogLink()).following(Checksum(digits: checksum) ?? Checksum())
  }
}
