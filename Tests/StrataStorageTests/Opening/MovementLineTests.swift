import TestSupport
import Testing

@testable import StrataCore
@testable import StrataStorage

@Suite("Movements, of which a log says where they go")
struct MovementLineTests {
  private func lines(_ disk: SimulatedDisk) throws -> [String] {
    let log = try #require(disk.image.bytes(of: "/d/shelf.json.log"))
    return log.logLines.map { String(decoding: $0, as: UTF8.self) }
  }

  /// A sitting with one step of many books, that is over; and what it came to.
  private func sitting(on disk: SimulatedDisk, _ clock: ManualClock) throws -> Remembered {
    let durable = try openShelf(on: disk, clock: clock)
    try durable.store.send(.add("First"))
    try durable.store.transaction("Import") { draft in
      let rest = String(repeating: ", and a title that goes on", count: 10)
      for number in 0..<1_000 { try draft.send(.add("A book with the number \(number)\(rest)")) }
    }
    let remembered = Remembered(durable.store)
    try durable.close()
    return remembered
  }

  @Test("An undo, a redo and a jump over an import are short lines; a later sitting has it all")
  func short() throws {
    let (disk, clock) = (SimulatedDisk(), ManualClock())
    let after = try sitting(on: disk, clock)
    var durable = try openShelf(on: disk, clock: clock)
    let (oldest, import_) = (
      try #require(durable.store.timeline.ids.first), durable.store.timeline.present.id
    )
    let count = try lines(disk).count
    try durable.store.undo()
    let before = Remembered(durable.store)
    #expect(before.state.books.count == 1)
    try durable.store.redo()
    #expect(Remembered(durable.store).state == after.state)
    try durable.store.jump(to: oldest)
    try durable.store.jump(to: import_)
    try durable.store.undo()
    let written = try lines(disk).dropFirst(count)
    #expect(
      written.count == 5 && written.allSatisfy { $0.utf8.count < 200 && $0.contains("\"from\":") },
      "\(written)"
    )
    // As after a kill: the state file has none of it.
    let killed = SimulatedDisk(disk.image)
    #expect(Remembered(try openShelf(on: killed, clock: clock).store) == before)
    try durable.close()
    durable = try openShelf(on: disk, clock: clock)
    #expect(Remembered(durable.store) == before)
    try durable.store.redo()
    #expect(durable.store.state.books == after.state.books)
  }

  @Test(
    "The state file follows as if all that changed had been written, and its size is never underestimated"
  )
  func growth() throws {
    let (disk, clock) = (SimulatedDisk(), ManualClock())
    _ = try sitting(on: disk, clock)
    let durable = try openShelf(on: disk, clock: clock)
    try durable.store.undo()
    #expect(try #require(durable.growth).logged > 200_000)
    #expect(try #require(durable.growth).isWorthSaving(isIdle: true))
    try durable.flush()
    try durable.store.redo()
    let size = try #require(durable.growth).sizeAtMost
    try durable.flush()
    #expect(try #require(disk.image.bytes(of: "/d/shelf.json")).count <= size)
    let killed = SimulatedDisk(disk.image)
    #expect(try #require(openShelf(on: killed, clock: clock).growth).logged == 0)
  }

  @Test("A follower, a feed and WrittenHistory see each undo and redo of the writer")
  func followed() throws {
    let (disk, clock) = (SimulatedDisk(), ManualClock())
    _ = try sitting(on: disk, clock)
    let writer = try openShelf(on: disk, clock: clock)
    let reader = try openShelf(on: disk, clock: clock) { $0.access = .reading }
    var feed = FeedReader("/d/shelf.json", after: nil, limit: 1 << 30, in: disk)
    guard case .state(var plain, _)? = try feed.next(9).first else {
      Issue.record("no state")
      return
    }
    try writer.store.undo()
    try writer.store.undo()
    try writer.store.redo()
    #expect(try reader.catchUp() == .changes(3))
    #expect(Remembered(reader.store) == Remembered(writer.store))
    for case .change(let change) in try feed.next(9) { try plain.apply(change.patch) }
    #expect(plain == (try PlainValue(of: writer.store.state)))
    #expect(try WrittenHistory.read("/d/shelf.json", in: disk).present == plain)
  }

  @Test("Undo keeps changes outside the undone part, also after reopening: no id is given out twice")
  func beside() throws {
    let (disk, clock) = (SimulatedDisk(), ManualClock())
    let durable = try openShelf(on: disk, clock: clock)
    try durable.store.send(.add("A"))
    try durable.store.send(.select([]))
    try durable.store.undo()
    try durable.store.send(.add("B"))
    try durable.store.undo()
    #expect(durable.store.state.session.lastID == 2)
    let killed = SimulatedDisk(disk.image)
    #expect(Remembered(try openShelf(on: killed, clock: clock).store) == Remembered(durable.store))
  }

  /// A log whose lines say something else, as whole as it was.
  private func log(_ left: LogDamageTests.Left, _ change: (String) -> String) throws -> [UInt8] {
    var (bytes, link): ([UInt8], LogLink) = ([], LogLink())
    for line in left.lines {
      guard case .line(let found) = line.withBytes({ LogLine.read($0, at: 0) }) else { continue }
      var payload = Array(line[found.payload])
      if case .change = found.kind { payload = Array(change(String(decoding: payload, as: UTF8.self)).utf8) }
      let (written, checksum) = LogLine.write(found.kind, payload, after: link)
      bytes += written
      if case .header = found.kind { link = try #require(LogHeader(payload)).link }
      link = link.following(checksum)
    }
    return bytes
  }

  @Test("A movement that says another start than the present, or no way, is damage, and nothing is made up")
  func nonsense() throws {
    let left = try LogDamageTests.Left()
    let movement = try #require(
      left.lines.map { String(decoding: $0, as: UTF8.self) }.last { $0.contains("from") }
    )
    #expect(movement.contains(#""by":"undo","from":5,"moment":4"#), "\(movement)")
    let same = try log(left) { $0 }
    #expect(same == left.log)
    #expect(Remembered(try left.opened(with: same).0.store) == left.remembered[8])
    let step = try #require(
      left.lines.map { String(decoding: $0, as: UTF8.self) }.first { $0.contains(#""moment":5,"#) }
    )
    #expect(step.contains(#"{"after":4,"#), "\(step)")
    let nonsense: [(String, (String) -> String)] = [
      ("another start", { $0.replacing(#""from":5,"#, with: #""from":4,"#) }),
      ("no start", { $0.replacing(#""from":5,"#, with: #""from":99,"#) }),
      ("no way", { $0.replacing(#""from":5,"moment":4"#, with: #""from":5,"moment":3"#) }),
      ("no word", { $0.replacing(#""by":"undo","from""#, with: #""from""#) }),
      ("no end", { $0.replacing(#""from":5,"moment":4,"#, with: #""from":5,"#) }),
      (
        "nothing beside",
        { json in
          guard json.contains(#""from":5,"#), let patch = json.range(of: #","patch""#) else { return json }
          return json[..<patch.lowerBound] + "}"
        }
      ),
      (
        "a start of a step",
        { $0.hasPrefix(#"{"after":4,"#) ? $0.replacing(#""label""#, with: #""from":4,"label""#) : $0 }
      ),
    ]
    for (name, change) in nonsense {
      let log = try log(left, change)
      #expect(log != left.log, "\(name)")
      let error = #expect(throws: LogError.self, "\(name)") { try left.opened(with: log) }
      guard case .corrupt? = error else {
        Issue.record("\(name): \(String(describing: error))")
        continue
      }
    }
  }

  @Test(
    "With setAside, a damaged step leaves the state as it was saved, and the report counts the lost bytes"
  )
  func damagedStep() throws {
    let left = try LogDamageTests.Left()
    // The state has four changes; the fifth is the step that the sixth goes back over.
    let step = try #require(
      left.lines.firstIndex { String(decoding: $0, as: UTF8.self).contains(#""moment":5,"#) }
    )
    var lines = left.lines
    for place in lines[step].count - 12..<lines[step].count - 6 { lines[step][place] ^= 5 }
    let log = Array(lines.joined())
    #expect(throws: LogError.self) { try left.opened(with: log) }
    let (durable, _) = try left.opened(with: log) { $0.damagedLog = .setAside }
    #expect(durable.store.state == left.remembered[4].state && durable.report.lostBytes > 0)
  }
}
