import Measuring
import StrataCore
import TestSupport
import Testing

@testable import StrataStorage

@Suite("Damage of a log in what the state has already")
struct DamageBeforeStateTests {
  private typealias Left = LogDamageTests.Left

  /// Lines with damage in the JSON of some of them.
  private func damaged(_ lines: [[UInt8]], in damaged: [Int]) -> [[UInt8]] {
    var lines = lines
    for index in damaged { for place in [3, 5, 8] { lines[index][lines[index].count - place] ^= 1 } }
    return lines
  }

  @Test(
    "Any byte that is another one: the state is whole, or the log is refused, and all before the damage can be kept"
  )
  func bytes() throws {
    let left = try Left()
    var random = SplitMix64(seed: 22)
    var (whole, kept) = (0, 0)
    for index in left.log.indices where Soak.isOn || random.below(Soak.pick(10, more: 2)) == 0 {
      var log = left.log
      log[index] ^= UInt8(1 + random.below(255))
      // The state is at the fourth of eight changes.
      let number = left.lineNumber(at: index) - 1
      do {
        let store = try left.opened(with: log).0.store
        #expect(number <= 4 && store.state == left.remembered[8].state, "byte \(index)")
        #expect(store.timeline.brokenInvariants == [])
        whole += 1
      } catch LogError.newer {
        #expect(index < 20)
      } catch LogError.corrupt {
        // Without the first line, a movement cannot be read that says where it goes from. Of the third change, the end may
        // be damaged; of the fourth, what the next one goes on from.
        #expect(number >= 3 || number == -1, "byte \(index)")
        let durable = try left.opened(with: log) { $0.damagedLog = .setAside }.0
        #expect(durable.report.lostBytes > 0, "byte \(index)")
        if number > 4 {
          #expect(Remembered(durable.store) == left.remembered[number - 1], "byte \(index)")
          #expect(durable.report.damage?.kept == .before, "byte \(index)")
        } else {
          #expect(durable.store.state == left.remembered[number < 0 ? 5 : 4].state, "byte \(index)")
        }
        kept += 1
      }
    }
    #expect(whole > 40 && kept > 40, "\(whole), \(kept)")
    Soak.count(.damage, whole + kept)
  }

  @Test(
    "Lines that are gone, or written over with anything, of those that the state has: no change is lost"
  )
  func lines() throws {
    let left = try Left()
    // The header, a page and four changes are in the state. What the header says is needed for a movement, and what the fourth
    // change says of itself for the fifth one.
    for index in 1..<5 {
      let zeroes = [UInt8](repeating: 0, count: 300) + [0x0A]
      for damage in [[], [0x0A], zeroes, Array("hello\nworld\n".utf8)] as [[UInt8]] {
        var lines = left.lines
        lines[index] = damage
        let durable = try left.opened(with: lines.flatMap { $0 }).0
        #expect(durable.store.state == left.remembered[8].state, "line \(index): \(damage.prefix(5))")
        #expect(durable.report.lostBytes == 0)
        Soak.count(.damage)
      }
    }
  }

  @Test("A history behind damage begins behind the last of it: what is missing may have added to a moment")
  func gaps() throws {
    let disk = SimulatedDisk()
    let durable = try openShelf(on: disk)
    for title in ["A", "B"] { try durable.store.send(.add(title)) }
    // The second one becomes part of the first one's moment.
    for title in ["x", "xy"] { try durable.store.send(.rename(1, title)) }
    try durable.store.send(.add("C"))
    try durable.flush()
    disk.lose(".shelf.json.previous")
    let log = try #require(disk.image.bytes(of: "/d/shelf.json.log"))
    let lines = log.logLines.map { Array($0) + [0x0A] }
    for (indices, moments) in [([2], [1, 2, 3, 4]), ([2, 5], [3, 4])] {
      let copy = SimulatedDisk(disk.image)
      copy.put(damaged(lines, in: indices).flatMap { $0 }, at: "shelf.json.log")
      let opened = try openShelf(on: copy) { $0.access = .reading }
      #expect(opened.report.damage?.kept == .behind && opened.store.state == durable.store.state)
      #expect(opened.store.timeline.ids.map(\.number) == moments)
    }
  }

  @Test("Without its first line, nothing says whose history a log has: the changes that follow are kept")
  func firstLine() throws {
    let left = try Left()
    // The fifth change is a step, and the sixth goes back over it.
    for count in [7, 8] {
      let log = damaged(left.lines, in: [0]).prefix(count).flatMap { $0 }
      if count == 8 {
        #expect(throws: LogError.self) { try left.opened(with: log) }
      }
      let (durable, disk) = try left.opened(with: log) { $0.damagedLog = count == 8 ? .setAside : .refuse }
      guard case .dropped(.damaged) = durable.report.history else {
        Issue.record("\(durable.report)")
        return
      }
      #expect(durable.store.state == left.remembered[5].state)
      #expect((durable.report.lostBytes == 0) == (count == 7))
      #expect(disk.image.bytes(of: "/d/shelf.json.log.aside-1") == log)
    }
  }

  @Test("A change behind the state that cannot be believed is not left out, though later ones fit without it")
  func missing() throws {
    let disk = SimulatedDisk()
    let durable = try openShelf(on: disk) { $0.sync = .everyChange }
    for title in ["A", "B"] { try durable.store.send(.add(title)) }
    try durable.flush()
    for action in [Shelf.Action.weigh(1, 2), .weigh(2, 3)] { try durable.store.send(action) }
    durable.abandon()
    // Of the state's last change, the number and its checksum are gone: nothing says what the next one goes on from.
    disk.overwrite("shelf.json.log") { log in
      let start = log.logLines[..<3].reduce(0) { $0 + $1.count + 1 }
      log[start] ^= 1
    }
    #expect(throws: LogError.self) { try openShelf(on: disk) }
    let kept = try openShelf(on: disk) { $0.damagedLog = .setAside }
    #expect(kept.store.state.books.values.map(\.weight) == [1, 1] && kept.report.lostBytes > 0)
  }

  @Test("Damage before the state, and a torn end: one copy of the log is kept")
  func tornEnd() throws {
    let left = try Left()
    let log = Array(damaged(left.lines, in: [3]).flatMap { $0 }.dropLast(5))
    let (durable, disk) = try left.opened(with: log)
    #expect(durable.store.state == left.remembered[7].state)
    #expect(durable.report.tornEnd?.path == durable.report.damage?.path && durable.report.tornEnd != nil)
    #expect(disk.image.names(in: "/d").filter { $0.contains("aside") } == ["shelf.json.log.aside-1"])
    #expect(disk.image.bytes(of: "/d/shelf.json.log.aside-1") == log)
  }

  @Test("Damage before the state and behind it: the one costs history, and all before the other is kept")
  func onBothSides() throws {
    let left = try Left()
    for (before, after) in [(1, 6), (3, 8), (4, 9), (5, 7)] {
      let log = damaged(left.lines, in: [before, after]).flatMap { $0 }
      #expect(throws: LogError.self) { try left.opened(with: log) }
      let (durable, disk) = try left.opened(with: log) { $0.damagedLog = .setAside }
      #expect(durable.store.state == left.remembered[after - 2].state)
      #expect(durable.report.lostBytes > 0 && disk.image.bytes(of: "/d/shelf.json.log.aside-1") == log)
      try durable.store.send(.add("after"))
      let remembered = Remembered(durable.store)
      durable.abandon()
      let again = try openShelf(on: disk)
      #expect(Remembered(again.store) == remembered && again.report.damage == nil)
    }
  }

  @Test(
    "Damage that begins in what the state has and runs over later changes: what may be lost is said, and refused"
  )
  func overTheState() throws {
    let disk = SimulatedDisk()
    let durable = try openShelf(on: disk)
    for (number, title) in ["A", "B", "C", "D", "E", "F", "G"].enumerated() {
      try durable.store.send(.add(title))
      if number == 1 || number == 3 { try durable.flush() }
    }
    durable.abandon()
    let log = try #require(disk.image.bytes(of: LogDamageTests.path + ".log"))
    let lines = log.logLines.map { Array($0) + [0x0A] }
    let fourth = lines[..<5].reduce(0) { $0 + $1.count }
    var logs: [[UInt8]] = []
    for byte in [0, UInt8(ascii: "x")] {
      for start in [0, 1, 10, 40, lines[5].count - 1] {
        for end in [log.count, log.count - 40, fourth + lines[5].count + 30] {
          var damaged = log
          for place in fourth + start..<end { damaged[place] = byte }
          logs.append(damaged)
        }
      }
    }
    // The state's last change is gone, and the next one has a checksum, or all but its number, that nothing follows from.
    for (place, byte) in [(8, UInt8(ascii: "0")), (8, UInt8(ascii: "z")), (4, UInt8(ascii: "z")), (2, 0)] {
      var next = lines[6]
      next[place] = next[place] == byte ? byte + 1 : byte
      next[20] ^= 1
      logs.append(lines[..<5].flatMap { $0 } + next)
    }
    for (number, log) in logs.enumerated() {
      disk.put(log, at: "shelf.json.log")
      #expect(throws: LogError.self, "\(number)") { try openShelf(on: SimulatedDisk(disk.image)) }
      let durable = try openShelf(on: SimulatedDisk(disk.image)) { $0.damagedLog = .setAside }
      let count = durable.store.state.books.count
      let isTold = durable.report.lostBytes > 0 || durable.report.tornEnd != nil
      #expect(count >= 4 && (isTold || count == 7), "\(number)")
      Soak.count(.damage)
    }
  }

  @Test("Damage of the head of a log that was written anew, and of what follows: what may be lost is said")
  func renewedHead() throws {
    let disk = SimulatedDisk()
    let durable = try openShelf(on: disk)
    for title in ["A", "B", "C"] { try durable.store.send(.add(title)) }
    _ = try #require(durable.keeping).saving.renew(durable.store)
    try durable.store.send(.add("D"))
    durable.abandon()
    let log = try #require(disk.image.bytes(of: LogDamageTests.path + ".log"))
    var (both, cut) = (log, log)
    for place in [30, 35, 40] {
      both[place] ^= 1
      both[both.count - place] ^= 1
      cut[place] ^= 1
    }
    for damaged in [both, Array(cut.dropLast(11))] {
      disk.put(damaged, at: "shelf.json.log")
      let durable = try openShelf(on: SimulatedDisk(disk.image)) { $0.damagedLog = .setAside }
      #expect(durable.store.state.books.count == 3 && durable.report.lostBytes > 0)
    }
  }

  @Test("Zeroes over what the state has, with changes behind that no sync has settled: they are no torn end")
  func unsettled() throws {
    let disk = SimulatedDisk()
    let durable = try openShelf(on: disk) { $0.sync = .onFlush }
    for title in ["A", "B"] { try durable.store.send(.add(title)) }
    try durable.flush()
    let state = try #require(disk.image.bytes(of: "/d/shelf.json"))
    for title in ["C", "D"] { try durable.store.send(.add(title)) }
    var log = try #require(disk.image.bytes(of: "/d/shelf.json.log"))
    var lines = log.logLines.map { Array($0) + [0x0A] }
    // As a log has it in which no later change was the first after a sync.
    lines[2] = [UInt8](repeating: 0, count: lines[2].count - 1) + [0x0A]
    lines[4][0] = UInt8(ascii: "c")
    log = Array(lines[..<4].joined()) + rechained(lines[4...], after: LogLink(behind: lines[3], in: log))
    let other = SimulatedDisk()
    other.put(state, at: "shelf.json")
    other.put(log, at: "shelf.json.log")
    let again = try openShelf(on: other)
    #expect(again.store.state.books.values.map(\.title) == ["A", "B", "C", "D"])
  }

  /// The lines with the checksums that they should have.
  private func rechained(_ lines: ArraySlice<[UInt8]>, after link: LogLink) -> [UInt8] {
    func words(_ line: [UInt8]) -> [Substring] {
      String(decoding: line.dropLast(), as: UTF8.self).split(separator: " ", maxSplits: 3)
    }
    var (bytes, link) = ([UInt8](), link)
    for line in lines {
      let words = words(line)
      let kind = LogLine.Kind.change(Int(words[0].dropFirst()) ?? 0, isSettled: words[0].first == "s")
      let (written, next) = LogLine.write(kind, Array(words[3].utf8), after: link)
      (bytes, link) = (bytes + written, link.following(next))
    }
    return bytes
  }
}
