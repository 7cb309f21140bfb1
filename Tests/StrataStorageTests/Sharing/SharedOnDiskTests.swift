import Measuring
import PersistentCollections
import StrataCore
import StrataSync
import TestSupport
import Testing

@testable import StrataStorage

@Suite("Shared stores on disks that fail")
struct SharedOnDiskTests {
  /// A sitting of two machines, of which the first one's disk is cut off at every call.
  private struct Sitting {
    let disk = SimulatedDisk(remembering: true)
    let other: DurableStore<Rack>
    var durable: DurableStore<Rack>?
    var order = Order()
    /// How long the order was, and what the first machine had added, when so many calls had returned.
    var known: [(length: Int, titles: Set<String>)] = []
    var titles: Set<String> = []

    init() throws {
      other = try openRack(SimulatedDisk(), at: 2)
      durable = try openRack(disk, at: 1)
      acknowledge()
    }

    mutating func acknowledge() {
      known.append((order.lines.count, titles))
      disk.mark()
    }

    mutating func add(_ title: String) throws {
      try durable?.store.send(.add(title))
      titles.insert(title)
      acknowledge()
    }

    mutating func publish() throws {
      guard let durable else { return }
      _ = try order.publish(durable)
      acknowledge()
    }

    mutating func takeIn() throws {
      guard let durable else { return }
      _ = try order.takeIn(durable)
      acknowledge()
    }

    mutating func othersTurn(_ title: String?) throws {
      if let title { try other.store.send(.add(title)) }
      try order.settle(other)
      acknowledge()
    }

    mutating func play() throws {
      try add("a")
      try publish()
      try add("b")
      try othersTurn("x")
      try publish()
      try takeIn()
      try takeIn()
      try publish()
      try durable?.flush()
      try add("c")
      try durable?.store.send(.rename(2_001, "mine"))
      try other.store.send(.rename(2_001, "theirs"))
      try othersTurn(nil)
      try takeIn()
      try durable?.store.undo()
      acknowledge()
      try durable?.store.redo()
      acknowledge()
      _ = try durable?.keeping?.saving.renew(durable!.store)  // It is open.
      try takeIn()
      try publish()
      try othersTurn("y")
      try durable?.close()
      durable = try openRack(disk, at: 1)
      try takeIn()
      try takeIn()
      try durable?.close()
    }
  }

  /// The fault of the files on a disk after the store has settled with an order; nil for correct files.
  private func complaint(_ image: DiskImage, _ order: Order, _ titles: Set<String>) throws -> String? {
    var order = order
    let durable = try openRack(SimulatedDisk(image), at: 1)
    try durable.store.send(.add("after"))
    try order.settle(durable)
    guard try durable.store.state.sharedParts == order.led() else {
      return "\(durable.store.state) is not what the order has led to"
    }
    if durable.store.sharing.unpublishedCount > 0 { return "not all is published" }
    let there = durable.store.state.order
    for title in titles.union(["after"]) where there.count(where: { $0 == title }) != 1 {
      return "\(title) is there \(there.count { $0 == title }) times: \(there)"
    }
    if Set(there).count != there.count { return "something is there twice: \(there)" }
    return nil
  }

  @Test("A power cut at every call of a machine repeats no change and loses none")
  func everyCall() throws {
    var sitting = try Sitting()
    try sitting.play()
    #expect(sitting.order.lines.count >= 6)
    var cuts = PowerCuts()
    var number = 0
    cuts.cut(sitting.disk) { image, marks in
      number += 1
      guard number % Soak.stride(12) == 0 else { return nil }
      Soak.count(.cut)
      do {
        let known = sitting.known[max(0, marks - 1)]
        // The order may have gone on meanwhile, by what this machine has lost, too.
        for length in Set([known.length, sitting.order.lines.count]) {
          let order = Order(Array(sitting.order.lines.prefix(length)))
          let titles = marks == 0 ? [] : known.titles
          if let complaint = try complaint(image, order, titles) {
            return "with \(length) in the order: \(complaint)"
          }
        }
        return nil
      } catch {
        return "\(error)"
      }
    }
    #expect(cuts.complaints == [] && cuts.states > 100, "\(cuts): \(cuts.complaints)")
  }

  @Test("nextToPublish() syncs the log first, and throws when the sync fails")
  func syncs() throws {
    let disk = SimulatedDisk()
    let durable = try openRack(disk, at: 1, sync: .onFlush)
    try durable.store.send(.add("a"))
    let file = try #require(durable.keeping?.log.file)
    #expect(!file.isSynced)
    let next = try durable.nextToPublish()
    #expect(next?.position == 1 && file.isSynced)
    disk.fail("sync log")
    try durable.store.send(.add("b"))
    #expect(throws: LogError.self) { try durable.nextToPublish() }
  }

  @Test("A store from a copy that is older than what it has published goes on, and gives no name twice")
  func olderCopy() throws {
    let disk = SimulatedDisk()
    var order = Order()
    var durable: DurableStore<Rack>? = try openRack(disk, at: 1)
    try durable?.store.send(.add("a"))
    try order.settle(try #require(durable))
    try durable?.close()
    let copy = disk.image
    durable = try openRack(disk, at: 1)
    try durable?.store.send(.add("b"))
    try order.settle(try #require(durable))
    try durable?.close()
    let older = try openRack(SimulatedDisk(copy), at: 1)
    try older.store.send(.add("c"))
    try order.settle(older)
    #expect(older.store.state.order == ["a", "b", "c"] && order.lines.count == 3)
    #expect(Set(try order.lines.map { try SharedChange(line: $0).name }).count == 3)
    #expect(try older.store.state.sharedParts == order.led())
  }

  @Test("A machine that was told wrongly that it was first notices it after it was opened again")
  func brokenPromise() throws {
    let disks = [SimulatedDisk(), SimulatedDisk()]
    var changes: [SharedChange] = []
    for (index, disk) in disks.enumerated() {
      let durable = try openRack(disk, at: index + 1)
      try durable.store.send(.add("a"))
      let (change, position) = try #require(try durable.nextToPublish())
      try durable.store.apply(change, at: position)
      changes.append(change)
      // One store has the name in its state file, the other one in its log.
      if index == 0 { try durable.flush() }
      try durable.close()
    }
    for (index, disk) in disks.enumerated() {
      let durable = try openRack(disk, at: index + 1)
      let (own, other) = (changes[index], changes[1 - index])
      let before = try durable.store.state.sharedParts
      #expect(throws: SharingError.forked(position: 1, applied: own.name, found: other.name)) {
        try durable.store.apply(other, at: 1)
      }
      #expect(try durable.store.apply(own, at: 1) == .alreadyApplied)
      #expect(try durable.store.state.sharedParts == before && durable.store.sharing.position == 1)
      try durable.close()
    }
  }

  @Test("Names that another program has written are unknown, and stop no machine")
  func oddNames() throws {
    let disk = SimulatedDisk()
    var order = Order()
    let durable = try openRack(disk, at: 1)
    try durable.store.send(.add("a"))
    try order.settle(durable)
    try durable.close()
    disk.overwrite("rack.json") { bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(text.contains("\"1-1\""))
      bytes = Array(text.replacing("\"1-1\"", with: "\"1--1\"").utf8)
    }
    let again = try openRack(disk, at: 1)
    #expect(again.store.sharing.name(at: 1) == nil)
    let other = SharedChange.joining(token: 7, at: Timestamp(secondsSince1970: 1))
    #expect(try again.store.apply(other, at: 1) == .alreadyApplied)
    try again.store.send(.add("b"))
    try order.settle(again)
    #expect(try again.store.state.sharedParts == order.led())
  }

  @Test("An outside edit of a shared part becomes an unpublished change of this store")
  func edited() throws {
    let disk = SimulatedDisk()
    var order = Order()
    let durable = try openRack(disk, at: 1)
    try durable.store.send(.add("abc"))
    try order.settle(durable)
    try durable.close()
    disk.overwrite("rack.json") { bytes in
      let text = String(decoding: bytes, as: UTF8.self).replacing("[\"abc\"]", with: "[\"xyz\"]")
      bytes = Array(text.utf8)
    }
    let again = try openRack(disk, at: 1)
    #expect(again.store.state.order == ["xyz"] && again.store.sharing.unpublishedCount == 1)
    try order.settle(again)
    #expect(try again.store.state.sharedParts == order.led())
  }

  @Test(
    "Numbers that another program has put where the store counts the order: declared errors, and nothing is published"
  )
  func miscounted() throws {
    for (name, number) in [
      ("position", Int.max), ("lastNumber", .max), ("lastNumber", .min), ("lastNumber", Int.max / 2),
      ("position", -7),
    ] {
      let disk = SimulatedDisk()
      var order = Order()
      let durable = try openRack(disk, at: 1)
      try durable.store.send(.add("a"))
      try order.settle(durable)
      let change = try SharedChange(line: order.lines[0])
      try durable.close()
      rewrite(name, as: number, on: disk)
      let again = try openRack(disk, at: 1)
      let store = again.store
      let attempts: [() throws -> Void] = [
        { try store.send(.add("b")) }, { try store.apply(change, at: 2) },
        { try store.apply(change, at: .max) },
        { if let (own, _) = try store.nextToPublish() { _ = try SharedChange(line: own.line) } },
        { try store.join(as: 4, startingWith: Rack()) }, { try store.undo() },
      ]
      var failures = 0
      for attempt in attempts {
        do {
          try attempt()
        } catch {
          failures += 1
          #expect(error is SharingError || error is StoreError, "\(name) \(number): \(error)")
        }
      }
      #expect(failures > 0, "\(name) \(number)")
      withExtendedLifetime(again) {}
    }
    // A name that no machine can read would stop all of them.
    let disk = SimulatedDisk()
    let durable = try openRack(disk, at: 1)
    try durable.store.send(.add("a"))
    try durable.close()
    rewrite("number", as: -7, on: disk)
    let again = try openRack(disk, at: 1)
    #expect(throws: SharingError.miscounted) { try again.nextToPublish() }
  }

  /// Another program puts a number in the place of a one.
  private func rewrite(_ name: String, as number: Int, on disk: SimulatedDisk) {
    disk.overwrite("rack.json") { bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(text.contains("\"\(name)\":1"))
      bytes = Array(text.replacing("\"\(name)\":1", with: "\"\(name)\":\(number)").utf8)
    }
  }

  @Test("A store that is only read applies nothing, and follows what the writer has applied")
  func reader() throws {
    let disk = SimulatedDisk()
    let durable = try openRack(disk, at: 1)
    var options = OpeningOptions()
    options.access = .reading
    let reader = try DurableStore(
      at: "/d/rack.json",
      undoing: try UndonePart([.undone(\Rack.notes), .undone(\Rack.order)]),
      startingWith: Rack(),
      options: options,
      in: disk
    )
    try durable.store.send(.add("a"))
    let (change, position) = try #require(try durable.nextToPublish())
    try reader.catchUp()
    #expect(throws: LogError.readOnly(path: "/d/rack.json")) { try reader.store.apply(change, at: position) }
    try durable.store.apply(change, at: position)
    try reader.catchUp()
    #expect(reader.store.sharing == durable.store.sharing && reader.store.sharing.position == 1)
  }
}
