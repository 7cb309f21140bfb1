import Measuring
import StrataCore
import TestSupport
import Testing

@testable import StrataStorage

@Suite("Whole changes behind damage in a log")
struct LogSalvageTests {
  private typealias Left = LogDamageTests.Left

  private func opened(_ left: Left, _ log: [UInt8]) throws -> DurableStore<Shelf> {
    try left.opened(with: log) { $0.damagedLog = .setAside }.0
  }

  /// The numbers of the changes whose lines begin before a byte, the state being at the fourth of eight.
  private func change(at index: Int, of left: Left) -> Int {
    var (end, number) = (0, -2)
    for line in left.lines where end <= index { (end, number) = (end + line.count, number + 1) }
    return number
  }

  @Test(
    "Damage of several bytes in what the state has already: no change is lost; elsewhere, those before it are kept"
  )
  func larger() throws {
    let left = try Left()
    var random = SplitMix64(seed: 22)
    var (whole, partial) = (0, 0)
    // Always the bit that makes a brace of the first letter of a change.
    let firsts = left.lines.indices.map { left.lines[..<$0].reduce(0) { $0 + $1.count } }
    for index in left.log.indices
    where Soak.isOn || random.below(Soak.pick(15, more: 3)) == 0 || firsts.contains(index) {
      for bit in Soak.isOn ? Array(0..<8) : [firsts.contains(index) ? 3 : random.below(8)] {
        // Another byte of the same line, so that it cannot be told what stood there.
        let second = left.log[index...].firstIndex(of: 0x0A).map { $0 - 5 } ?? 0
        let number = change(at: index, of: left)
        let start = left.lines[..<(number + 1)].reduce(0) { $0 + $1.count }
        // Where the fourth one's number or checksum is damaged, too, nothing says that the next one follows on it.
        let isLinkLost = index == start + 1 || (7..<16).contains(index - start)
        guard index < second - 1, number != 4 || !isLinkLost else { continue }
        var log = left.log
        log[index] ^= 1 << bit
        for place in second..<second + 3 { log[place] ^= 3 }
        let durable: DurableStore<Shelf>
        do {
          durable = try opened(left, log)
        } catch LogError.newer {
          // The number of the format is another one.
          #expect(index < 20)
          continue
        }
        let kept = number <= 4 ? 8 : number - 1
        #expect(durable.store.state == left.remembered[kept].state, "bit \(bit) of byte \(index)")
        let lost = kept == 8 ? 0 : log.count - start
        #expect(durable.report.lostBytes == lost, "bit \(bit) of byte \(index)")
        #expect(durable.report.replayedChanges == kept - 4, "bit \(bit) of byte \(index)")
        (whole, partial) = (whole + (kept == 8 ? 1 : 0), partial + (kept == 8 ? 0 : 1))
      }
    }
    #expect(whole > Soak.pick(40, more: 200) && partial > Soak.pick(20, more: 100), "\(whole), \(partial)")
  }

  @Test(
    "Lines that are gone, cut, or written over with anything, of those that the state has: no change is lost"
  )
  func lines() throws {
    let left = try Left()
    // The header, a moment and four changes are in the state. Behind the fourth, the chain has to be known.
    for index in 0..<5 {
      for damage in [[], [0x0A], [UInt8](repeating: 0, count: 300), Array("hello\nworld\n".utf8)] as [[UInt8]]
      {
        var lines = left.lines
        // The next change is known to follow on the state by what the state's own line says.
        lines[index] = damage
        let durable = try opened(left, lines.flatMap { $0 })
        #expect(durable.store.state == left.remembered[8].state, "line \(index): \(damage.prefix(5))")
        #expect(durable.report.lostBytes == 0)
      }
    }
  }

  @Test(
    "The last change that the state has is damaged, in its checksum or in its JSON: what follows on it is known"
  )
  func links() throws {
    let left = try Left()
    let json = try #require(left.lines[5].firstIndex(of: UInt8(ascii: "{")))
    for places in [[json - 3, json - 5], [json, json + 5], [0, json + 5], [json + 3, json + 9]] {
      var lines = left.lines
      for place in places { lines[5][place] ^= 2 }
      let durable = try opened(left, lines.flatMap { $0 })
      #expect(durable.store.state == left.remembered[8].state && durable.report.lostBytes == 0, "\(places)")
      #expect(durable.report.damage?.kept == .behind, "\(places)")
    }
  }

  @Test("What does not follow is not taken: a change that is missing, stands twice or comes from elsewhere")
  func splices() throws {
    let (left, other) = (try Left(), try Left(writing: "Other"))
    var lines = left.lines
    lines[3][20] ^= 1
    for index in 7..<9 {
      var (missing, foreign, swapped) = (lines, lines, lines)
      missing.remove(at: index)
      foreign[index] = other.lines[index]
      swapped.swapAt(index, index + 1)
      // Of two that changed places, the first one follows all the same.
      for (spliced, kept) in [(missing, index - 2), (foreign, index - 2), (swapped, index - 1)] {
        let durable = try opened(left, spliced.flatMap { $0 })
        #expect(durable.store.state == left.remembered[kept].state, "\(index)")
        #expect(durable.report.lostBytes > 0)
      }
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
    let lines = log.split(separator: 0x0A).map { Array($0) + [0x0A] }
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
    var lines = log.split(separator: 0x0A).map { Array($0) + [0x0A] }
    // As a log has it in which no later change was the first after a sync.
    lines[2] = [UInt8](repeating: 0, count: lines[2].count - 1) + [0x0A]
    lines[4][0] = UInt8(ascii: "c")
    log = Array(lines[..<4].joined()) + rechained(lines[4...], after: LogLink(behind: lines[3], in: log))
    let other = SimulatedDisk()
    other.put(state, at: "shelf.json")
    other.put(log, at: "shelf.json.log")
    #expect(throws: LogError.self) { try openShelf(on: other) }
    let again = try openShelf(on: other) { $0.damagedLog = .setAside }
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
