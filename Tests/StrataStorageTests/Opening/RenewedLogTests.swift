import StrataCore
import Testing

@testable import StrataStorage

@Suite("A log that is written anew")
struct RenewedLogTests {
  @Test(
    "A step is added to a moment of before: a crash takes nothing, and readers have all of it",
    arguments: [0, 1, 40, 300],
    [false, true]
  )
  func merging(stepsBefore: Int, isGroup: Bool) throws {
    let disk = SimulatedDisk()
    let durable = try openShelf(on: disk) { if stepsBefore == 0 { $0.keeping = .steps(0) } }
    for _ in 0..<max(1, stepsBefore) { try durable.store.send(.add("A")) }
    let group = isGroup ? try durable.store.beginGroup("Type") : nil
    try durable.store.send(.rename(1, "b"))
    let early = try openShelf(on: disk) { $0.access = .reading }
    _ = try #require(durable.keeping).saving.renew(durable.store)
    let late = try openShelf(on: disk) { $0.access = .reading }
    for title in ["bc", "bcd"] { try durable.store.send(.rename(1, title)) }
    let before = Remembered(durable.store)
    for reader in [early, late] {
      try reader.catchUp()
      #expect(reader.store.state.books[1]?.title == "bcd" && reader.store.timeline.brokenInvariants == [])
    }
    // The process ends here.
    let again = try openShelf(on: SimulatedDisk(disk.image))
    #expect(Remembered(again.store) == before && again.report.lostBytes == 0)
    if stepsBefore > 0 {
      try again.store.undo()
      #expect(again.store.state.books[1]?.title == "A")
    }
    try again.store.send(.add("B"))
    #expect(again.store.timeline.brokenInvariants == [])
    withExtendedLifetime((durable, group)) {}
  }

  @Test("Undo takes the same steps after a restart, also where a step that it went around was evicted")
  func evicted() throws {
    let disk = SimulatedDisk()
    let durable = try openShelf(on: disk) { $0.keeping = .steps(5) }
    try durable.store.send(.fetch(100, "from outside"))
    for title in ["A", "B"] { try durable.store.send(.add(title)) }
    let undone = durable.store.timeline.present.id
    try durable.store.send(.add("C"))
    try durable.store.undo(only: undone, as: "agent")
    for title in ["D", "E"] { try durable.store.send(.add(title)) }
    let ids = durable.store.timeline.ids
    try #require(
      !ids.contains { $0.number == 1 } && !durable.store.timeline.undoPath.contains { $0.id == undone }
    )
    let before = Remembered(durable.store)
    _ = try #require(durable.keeping).saving.renew(durable.store)
    #expect(
      Remembered(try openShelf(on: SimulatedDisk(disk.image)) { $0.keeping = .steps(5) }.store) == before
    )
  }
}
