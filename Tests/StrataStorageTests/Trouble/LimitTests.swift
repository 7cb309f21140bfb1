import StrataCore
import Testing

@testable import StrataStorage

@Suite("Limits that writing and reading share")
struct LimitTests {
  @Test("A state that takes more bytes than loading reads is not saved, at the very byte")
  func saving() throws {
    let disk = SimulatedDisk()
    let state = "A text of some length"
    let size = try StateFile<String>(at: "/d/a.json", in: disk).encoded(state).count
    let file = StateFile<String>(at: "/d/a.json", sizeLimit: size - 1, in: disk)
    #expect(throws: StateFileError.overLimit(path: "/d/a.json", size: size, limit: size - 1)) {
      try file.save(state)
    }
    #expect(disk.image.names(in: "/d") == [])
    let exact = StateFile<String>(at: "/d/a.json", sizeLimit: size, in: disk)
    try exact.save(state)
    #expect(try StateFile<String>(at: "/d/a.json", sizeLimit: size, in: disk).load() == state)
  }

  @Test(
    "A change that would make the state too large is refused before it is acknowledged; all others are saved"
  )
  func sending() throws {
    let disk = SimulatedDisk()
    let limit = 3_000
    let durable = try openShelf(on: disk) { $0.sizeLimit = limit }
    var (refused, taken) = (0, 0)
    for number in 0..<200 {
      let before = durable.store.state
      do {
        switch number % 7 {
        case 5: try durable.store.undo()
        case 6: try durable.store.send(.rename(1, String(repeating: "x", count: number * 3)))
        default: try durable.store.send(.add("Title \(number)"))
        }
        taken += 1
      } catch LogError.overLimit(_, let size, limit) {
        refused += 1
        #expect(size > limit && durable.store.state == before)
      }
      if number % 50 == 49 { try durable.flush() }
    }
    #expect(refused > 50 && taken > 50)
    #expect(durable.failure == nil)
    let state = durable.store.state
    try durable.close()
    let size = try #require(disk.image.bytes(of: "/d/shelf.json")).count
    #expect(size <= limit && size > limit - 200)
    let again = try openShelf(on: disk) { $0.sizeLimit = limit }
    #expect(again.store.state == state)
  }

  @Test("A state that has grown beyond the size limit can shrink, but cannot grow")
  func shrinking() throws {
    let disk = SimulatedDisk()
    let before = try openShelf(on: disk)
    for number in 0..<40 { try before.store.send(.add("Title \(number)")) }
    // The state file is small: what is too large is in the log.
    let crashed = SimulatedDisk(disk.image)
    let durable = try openShelf(on: crashed) { $0.sizeLimit = 800 }
    #expect(durable.store.state == before.store.state)
    #expect(throws: LogError.self) { try durable.store.send(.add("more")) }
    for id in 1...39 { try durable.store.send(.remove(id)) }
    try durable.store.send(.add("more"))
    try durable.close()
    #expect(try openShelf(on: crashed) { $0.sizeLimit = 800 }.store.state.books.count == 2)
  }
}
