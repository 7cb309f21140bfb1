import Foundation
import Strata
import StrataStorage
import StrataSync
import Testing

@Described
struct Plan: Reducible, Shared {
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

    func lines(after position: Int) throws -> [[UInt8]] { Array(order.dropFirst(position)) }

    func insert(_ line: [UInt8], at position: Int) throws -> Bool {
      guard position == order.count + 1 else { return false }
      order.append(line)
      return true
    }

    func exchange(_ opened: DurableStore<Plan>) throws {
      while true {
        for line in try lines(after: opened.store.sharing.position) {
          try opened.store.apply(SharedChange(line: line), at: opened.store.sharing.position + 1)
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
}
