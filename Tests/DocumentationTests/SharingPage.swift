import Foundation
import Strata
import StrataStorage
import StrataSync
import Testing

@Described
struct Plan: Reducible, SharedState {
  var items: [String] = []
  var scrollsTo = 0
  var sharing = Sharing()

  static var sharing: WritableKeyPath<Plan, Sharing> & Sendable { \.sharing }
  static var shared: [PartialKeyPath<Plan> & Sendable] { [\.items] }

  mutating func reduce(_ action: String) { items.append(action) }
}

@Suite("The examples on the page about several machines")
struct SharingPageTests {
  /// The order, as an engine would keep it.
  private final class Engine {
    var order: [[UInt8]] = []

    func lines(from position: Int) throws -> [(position: Int, line: [UInt8])] {
      order.enumerated().map { ($0 + 1, $1) }.filter { $0.0 >= position }
    }

    func insert(_ line: [UInt8], at position: Int) throws -> Bool {
      guard position == order.count + 1 else { return false }
      order.append(line)
      return true
    }

    func exchange(_ opened: DurableStore<Plan>) throws {
      while true {
        for (position, line) in try lines(from: opened.store.sharing.position) {
          try opened.store.apply(SharedChange(line: line), at: position)
        }
        guard let (change, position) = try opened.nextToPublish() else { return }
        if try insert(change.line, at: position) { try opened.store.apply(change, at: position) }
      }
    }
  }

  @Test("Two machines join, go on apart, and have the same in the end")
  func exchange() throws {
    let folder = FileManager.default.temporaryDirectory.path + "/strata-machines-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let engine = Engine()
    let machines = try (1...2).map { number in
      let path = "\(folder)/\(number).json"
      let opened = try DurableStore(at: path, undoing: \.items, startingWith: Plan())
      let line = SharedChange.joining(token: number, at: .now).line
      #expect(try engine.insert(line, at: engine.order.count + 1))
      try opened.store.join(as: engine.order.count, startingWith: Plan())
      return opened
    }
    for (number, machine) in machines.enumerated() { try machine.store.send("item \(number)") }
    for machine in machines + machines { try engine.exchange(machine) }
    #expect(machines[0].store.state.items == machines[1].store.state.items)
    #expect(machines[0].store.state.items.count == 2 && engine.order.count == 4)
  }

  @Test("The page's broken promise is an error with both names")
  func forked() throws {
    let stores = try (1...2).map { site in
      let store = Store(Plan(), undoing: \.items)
      try store.join(as: site, startingWith: Plan())
      return store
    }
    let (store, other) = (stores[0], stores[1])
    for item in ["a", "b"] {
      try store.send(item)
      let (change, position) = try #require(try store.nextToPublish())
      for store in stores { try store.apply(change, at: position) }
    }
    let lies = try stores.map { store in
      try store.send("c")
      let (change, position) = try #require(try store.nextToPublish())
      try store.apply(change, at: position)
      return change
    }
    let theirs = lies[1]
    #expect(throws: SharingError.forked(position: 3, applied: lies[0].name, found: theirs.name)) {
      try store.apply(theirs, at: 3)  // throws SharingError.forked, with 1-3 and 2-1
    }
    #expect("\(lies[0].name) \(theirs.name)" == "1-3 2-1" && other.sharing.name(at: 3) == theirs.name)
  }
}
