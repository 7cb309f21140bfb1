import Measuring
import TestSupport
import Testing

@testable import StrataCore

/// A history goes into a log as pages of bytes. What is read of them is what was written, or an error.
@Suite("Pages of a history as bytes")
struct WrittenPageTests {
  /// A history with branches, gaps, names, notes, authors and restored values.
  private func history(_ count: Int, seed: UInt64) throws -> HistoryReplay {
    var random = SplitMix64(seed: seed)
    let first = Moment.ID(raw: 5)
    let time = Timestamp(nanosecondsSince1970: 1_000)
    var replay = HistoryReplay(
      first,
      label: "Start",
      at: time,
      restoredValues: .written(before: .null, after: .integer(1))
    )
    for number in 6..<UInt32(6 + count) where random.below(9) > 0 {
      let ids = replay.timeline.ids
      let parent = random.below(4) == 0 ? ids[random.below(ids.count)] : ids[ids.count - 1]
      let origins: [Moment.Origin] = [
        .sent, .external, .merge(of: parent), .switched([StepSwitch(parent, change: 2, isOn: false)]),
      ]
      let author: Author = random.below(3) == 0 ? "agent" : .user
      let note = random.below(5) == 0 ? Array("[\(number)]".utf8) : []
      let word = PlainValue.text("é\(number)")
      var step = PackedStep(
        Patch(root: .replaced(old: .integer(Int64(number)), new: word)),
        restoredValues: random.below(2) == 0 ? .written(before: word, after: ["line": .number(0.5)]) : nil
      )
      if random.below(6) == 0 { step.append(PackedStep(Patch(root: .replaced(old: word, new: .null)))) }
      try replay.make(
        Moment.ID(raw: number),
        after: parent,
        "Step \(number % 7)",
        at: Timestamp(nanosecondsSince1970: Int64(number) * 1_000_000),
        Provenance(author, origins[random.below(4)], note: note),
        step
      )
      if random.below(20) == 0 { try replay.name(Moment.ID(raw: number), "Point \(number)\n") }
    }
    let timeline = replay.timeline
    for tip in timeline.tips where tip != timeline.presentID && random.below(2) == 0 {
      try replay.evict([tip])
    }
    return replay
  }

  private func read(_ pages: [WrittenPage]) throws -> [WrittenPage] {
    try pages.map { page in try page.pieces.bytes.withBytes { try WrittenPage(reading: $0, limit: 1 << 20) } }
  }

  private func made(of pages: [WrittenPage]) throws -> HistoryReplay {
    var made = try HistoryReplay(pages[0])
    for page in pages.dropFirst() { try made.append(page) }
    return made
  }

  @Test("A history read from its pages equals the written history, and goes on")
  func roundTrip() throws {
    for seed in 1...UInt64(Soak.times(6)) {
      for count in [0, 1, 31, 32, 33, 300, 600] {
        let written = try history(count, seed: seed)
        let pages = try written.writtenPages()
        let again = try read(pages)
        #expect(again.map(\.pieces.bytes) == pages.map(\.pieces.bytes))
        var made = try made(of: again)
        try made.restore(written.timeline.marks)
        let (old, new) = (written.timeline, made.timeline)
        #expect(Array(new) == Array(old) && new.marks == old.marks && new.tips == old.tips)
        #expect(new.lines == old.lines && new.undoMayPassOver == old.undoMayPassOver)
        for id in old.ids {
          let (before, after) = (try old.step(to: id), try new.step(to: id))
          #expect(try before?.patch == after?.patch)
          #expect(
            "\(String(describing: before?.restoredValues))" == "\(String(describing: after?.restoredValues))"
          )
        }
        // It goes on, and is written as if it had never been read.
        let next = Moment.ID(raw: new.newestID.raw + 1)
        let time = Timestamp(nanosecondsSince1970: 7)
        try made.make(next, after: new.presentID, "Next", at: time, nil, PackedStep(Patch()))
        #expect(try self.made(of: read(made.writtenPages())).timeline.ids == old.ids + [next])
      }
    }
  }

  @Test("Bytes that are cut off, or of which one is another one, are an error or a history that is in order")
  func damaged() throws {
    let page = try #require(try history(20, seed: 3).writtenPages().first)
    let bytes = page.pieces.bytes
    func look(_ bytes: [UInt8]) {
      guard
        let page = try? bytes.withBytes({ try WrittenPage(reading: $0, limit: 1 << 16) }),
        let history = try? HistoryReplay(page)
      else { return }
      let timeline = history.timeline
      #expect(timeline.tree.brokenInvariants(timeline.ids) == [])
      for moment in timeline { _ = try? timeline.step(to: moment.id)?.patch }
      _ = try? history.writtenPages()
    }
    for index in bytes.indices {
      #expect(throws: PatchError.self) {
        try bytes[..<index].withBytes { try WrittenPage(reading: $0, limit: 1 << 16) }
      }
      for change in Soak.isOn ? Array(1...255) : [1, 2, 4, 8, 16, 32, 64, 128, 255] as [UInt8] {
        var other = bytes
        other[index] ^= change
        look(other)
      }
    }
    var random = SplitMix64(seed: 9)
    for _ in 0..<Soak.times(2_000) {
      look((0..<random.below(60)).map { _ in UInt8(truncatingIfNeeded: random.next()) })
    }
  }

  @Test("A page that would take more than the limit is not read")
  func limit() throws {
    let first = Moment.ID(raw: 0)
    let time = Timestamp(nanosecondsSince1970: 0)
    let long = String(repeating: "x", count: 5_000)
    var (words, steps) = (
      HistoryReplay(first, label: long, at: time), HistoryReplay(first, label: "", at: time)
    )
    let change = Patch(root: .replaced(old: .null, new: .text(long)))
    try steps.make(Moment.ID(raw: 1), after: first, "", at: time, nil, PackedStep(change))
    try words.name(first, "Here")
    for history in [words, steps] {
      let bytes = try #require(try history.writtenPages().first).pieces.bytes
      // It is packed.
      #expect(bytes.count < 200)
      #expect { try bytes.withBytes { try WrittenPage(reading: $0, limit: 4_999) } } throws: {
        ($0 as? PatchError)?.reason == .overMemory(limit: 4_999)
      }
      #expect(try bytes.withBytes { try WrittenPage(reading: $0, limit: 6_000) }.count > 0)
    }
  }

  @Test("A page has to follow on those before it")
  func order() throws {
    let pages = try history(100, seed: 5).writtenPages()
    #expect(pages.count > 2)
    #expect(throws: HistoryReplay.Impossible.self) { try HistoryReplay(pages[1]) }
    var made = try HistoryReplay(pages[0])
    #expect(throws: HistoryReplay.Impossible.self) { try made.append(pages[0]) }
    #expect(made.timeline.ids.count == pages[0].count)
    try made.append(pages[1])
    var gap = try HistoryReplay(pages[0])
    #expect(throws: HistoryReplay.Impossible.self) { try gap.append(pages[2]) }
  }
}
