import Measuring
import StrataCore
import StrataStorage
import TestSupport
import Testing

@Suite("Groups of steps of a store on the disk")
struct GroupsInLogTests {
  @Test("A crash in the middle of a group leaves what was acknowledged, as one step, and the group is over")
  func crash() throws {
    let disk = SimulatedDisk()
    let durable = try openShelf(on: disk)
    let group = try durable.store.beginGroup("Fill")
    for title in ["A", "B", "C"] { try durable.store.send(.add(title)) }
    let before = Remembered(durable.store)
    // The process ends here: nothing is closed, nothing is ended.
    let again = try openShelf(on: SimulatedDisk(disk.image))
    #expect(Remembered(again.store) == before && again.store.timeline.count == 2)
    try again.store.send(.add("D"))
    #expect(again.store.timeline.present.label == "Add \"D\"")
    try again.store.undo(steps: 2)
    #expect(again.store.state.books.isEmpty)
    withExtendedLifetime((durable, group)) {}
  }

  @Test(
    "A group that is cancelled or changes nothing leaves no moment after a crash, not even for redo",
    arguments: [false, true]
  )
  func cancelled(isEnded: Bool) throws {
    let disk = SimulatedDisk()
    let durable = try openShelf(on: disk)
    let store = durable.store
    try store.send(.add("A"))
    try store.send(.add("B"))
    try store.undo()
    let group = try store.beginGroup("Fill")
    try store.send(.add("C"))
    try store.send(.remove(3))
    isEnded ? group.end() : try group.cancel()
    let before = Remembered(store)
    #expect(before.tree.count == 3 && before.redo == "Add \"B\"")
    let again = try openShelf(on: SimulatedDisk(disk.image))
    #expect(Remembered(again.store) == before)
    withExtendedLifetime(durable) {}
    // Its number is not given out again.
    try again.store.send(.add("D"))
    #expect(again.store.timeline.present.id.number == 4)
  }

  @Test("One that follows the writer sees each change, and nothing of what was given up")
  func followed() throws {
    let disk = SimulatedDisk()
    let writer = try openShelf(on: disk)
    let reader = try openShelf(on: disk) { $0.access = .reading }
    let group = try writer.store.beginGroup("Fill", as: "agent")
    for title in ["A", "B"] { try writer.store.send(.add(title), as: "agent") }
    try reader.catchUp()
    #expect(Remembered(reader.store) == Remembered(writer.store) && reader.store.state.books.count == 2)
    try group.cancel()
    try reader.catchUp()
    #expect(Remembered(reader.store) == Remembered(writer.store) && reader.store.timeline.count == 1)
  }

  @Test("A log that takes nothing any more lets no group be given up, and nothing has changed")
  func refused() throws {
    let disk = SimulatedDisk()
    let durable = try openShelf(on: disk)
    let group = try durable.store.beginGroup("Fill")
    try durable.store.send(.add("A"))
    try durable.close()
    #expect(throws: LogError.self) { try group.cancel() }
    #expect(durable.store.state.books.count == 1 && durable.store.timeline.count == 2)
    group.end()
  }
}
