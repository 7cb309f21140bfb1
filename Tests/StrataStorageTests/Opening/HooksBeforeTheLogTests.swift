import Measuring
import StrataCore
import StrataStorage
import TestSupport
import Testing

@Suite("Hooks of a store on the disk")
struct HooksBeforeTheLogTests {
  @Test("The log is asked last, whenever a hook was added: what is in it has passed all of them")
  func order() throws {
    let disk = SimulatedDisk()
    let durable = try openShelf(on: disk)
    let asked = Guarded<[Int?]>([])
    // Both were added after the log.
    try durable.store.willCommit { [weak durable] _ in asked.withLock { $0.append(durable?.position?.number) }
    }
    try durable.store.willCommit { transition in
      if transition.after.books.values.contains(where: { $0.title == "Forbidden" }) { throw Shelf.Refused() }
    }
    try durable.store.send(.add("A"))
    let before = try #require(durable.position?.number)
    #expect(throws: Shelf.Refused.self) { try durable.store.send(.add("Forbidden")) }
    #expect(durable.position?.number == before)
    #expect(asked.withLock { $0 } == [before - 1, before])
    try durable.close()
    #expect(try openShelf(on: disk).store.state.books.values.map(\.title) == ["A"])
  }
}
