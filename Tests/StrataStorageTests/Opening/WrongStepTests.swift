import StrataCore
import Testing

@testable import StrataStorage

@Suite("A step to the present that was written wrongly, whose checksum is right")
struct WrongStepTests {
  private static let (path, log) = ("/d/shelf.json", "/d/shelf.json.log")

  /// Three books, of which the last change is told otherwise in the log, as a defect would write it. The state says nothing of
  /// the log's lines.
  private func wrong(isClosed: Bool, _ json: String) throws -> (
    disk: SimulatedDisk, before: Shelf, present: Shelf
  ) {
    let (disk, clock) = (SimulatedDisk(), ManualClock())
    let durable = try openShelf(on: disk, clock: clock)
    for title in ["A", "B"] { try durable.store.send(.add(title)) }
    try durable.flush()
    let before = durable.store.state
    try durable.store.send(.rename(2, "C"))
    let present = durable.store.state
    if isClosed { try durable.close() } else { durable.abandon() }
    let bytes = try #require(disk.image.bytes(of: Self.log))
    var lines = bytes.logLines.map { Array($0) + [0x0A] }
    lines.removeLast()
    let link = LogLink(behind: lines[lines.count - 1], in: bytes)
    lines.append(LogLine.write(.change(3, isSettled: true), Array(json.utf8), after: link).bytes)
    disk.put(lines.flatMap { $0 }, at: "shelf.json.log")
    // A mark without the checksum of the line that is another one now.
    let id = try #require(LogHeader(lines[0].drop { $0 != 0x7B }.dropLast())).id
    let file = StateFile<Shelf>(at: Self.path, in: disk)
    try file.save(try #require(try file.load()), at: LogMark(id: id, sequence: isClosed ? 3 : 2))
    disk.lose(".shelf.json.previous")
    return (disk, before, present)
  }

  private static func step(_ change: String) -> String {
    #"{"after":2,"at":1000000000000,"restored":[[],[]],"label":"Rename","moment":3,"patch":"# + change + "}"
  }

  /// It was made from something else; it leads to what no type reads; it brings what is there.
  static let steps = [
    step(
      #"{"fields":{"books":{"entries":[{"change":{"fields":{"title":{"new":"X","old":"Y"}}},"key":2}]}}}"#
    ),
    step(#"{"fields":{"books":{"entries":[{"change":{"fields":{"title":{"new":7,"old":"B"}}},"key":2}]}}}"#),
    step(#"{"fields":{"books":{"entries":[{"insert":{"id":2},"key":2}]}}}"#),
  ]
  /// It leads to another spelling of a number than the state has.
  static let zero = step(
    #"{"fields":{"books":{"entries":[{"change":{"fields":{"weight":{"new":-0.0,"old":1}}},"key":2}]}}}"#
  )

  @Test(
    "A wrong step that the state file already has leaves the present whole, and undo does not trap",
    arguments: steps + [zero]
  )
  func closed(json: String) throws {
    let (disk, _, present) = try wrong(isClosed: true, json)
    let image = disk.image
    for damagedLog in [OpeningOptions.DamagedLog.refuse, .setAside] {
      let disk = SimulatedDisk(image)
      let durable = try openShelf(on: disk) { $0.damagedLog = damagedLog }
      #expect(durable.store.state.isWritten(as: present))
      do { try durable.store.undo() } catch is StoreError {}
      try durable.store.send(.add("D"))
      let left = durable.store.state
      try durable.close()
      #expect(try openShelf(on: disk).store.state.isWritten(as: left))
    }
  }

  @Test(
    "A wrong step that the state file lacks is refused; setAside keeps the state before the step",
    arguments: steps
  )
  func killed(json: String) throws {
    let (disk, before, _) = try wrong(isClosed: false, json)
    let (state, log) = (disk.image.bytes(of: Self.path), try #require(disk.image.bytes(of: Self.log)))
    #expect(throws: (any Error).self) { try openShelf(on: disk) }
    #expect(disk.image.bytes(of: Self.path) == state && disk.image.bytes(of: Self.log) == log)
    let durable = try openShelf(on: disk) { $0.damagedLog = .setAside }
    #expect(durable.store.state.isWritten(as: before) && durable.report.lostBytes > 0)
    #expect(disk.image.bytes(of: Self.log + ".aside-1") == log)
    try durable.store.send(.add("D"))
    let present = durable.store.state
    try durable.close()
    #expect(try openShelf(on: disk).store.state.isWritten(as: present))
  }
}
