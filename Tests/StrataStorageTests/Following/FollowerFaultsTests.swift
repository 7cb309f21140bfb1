import Measuring
import StrataCore
import TestSupport
import Testing

@testable import StrataStorage

@Suite("Those who follow, where their own calls fail")
struct FollowerFaultsTests {
  /// The writer's action between two looks of the follower.
  private enum Meanwhile: CaseIterable {
    case adds
    case renewsItsLog
    case comesBackWithoutLog
    case losesItsEnd
  }

  /// A disk on which a writer has been, what it still does, and the store that it leaves.
  private struct Scene {
    let disk = SimulatedDisk()
    private var writer: DurableStore<Shelf>?
    private let place: Int

    init() throws {
      let writer = try openShelf(on: disk) { $0.sync = .interval(.seconds(1_000)) }
      for title in ["A", "B", "C"] { try writer.store.send(.add(title)) }
      try writer.sync()
      place = disk.image.bytes(of: "/d/shelf.json.log")?.count ?? 0
      try writer.store.send(.add("D"))
      self.writer = writer
    }

    mutating func go(_ meanwhile: Meanwhile) throws -> DurableStore<Shelf> {
      switch meanwhile {
      case .adds: break
      case .renewsItsLog:
        try writer?.flush()
        try writer?.close()
      case .comesBackWithoutLog:
        try writer?.close()
        disk.lose("shelf.json.log")
      case .losesItsEnd:
        writer = nil
        disk.overwrite("shelf.json.log") { $0.removeLast($0.count - place) }
      }
      if meanwhile != .adds {
        writer = nil
        writer = try openShelf(on: disk)
      }
      let writer = try #require(writer)
      try writer.store.send(.add("E"))
      return writer
    }
  }

  /// Lets each call of one who follows fail in turn, whatever the writer does meanwhile.
  ///
  /// - Parameters:
  ///   - begin: Begins to follow.
  ///   - look: Looks once, and throws what it throws.
  ///   - flaw: Returns the fault of a follower that could look again; nil for a correct follower.
  private func everyCall<Follower>(
    failsWith code: Int32,
    _ begin: (SimulatedDisk) throws -> Follower,
    _ look: (inout Follower) throws -> Void,
    _ flaw: (Follower, DurableStore<Shelf>) throws -> String?
  ) throws {
    // Some begin with the first call, others with the second, so that each kind of call is met.
    let step = Soak.pick(2, more: 1)
    for (first, meanwhile) in Meanwhile.allCases.enumerated() {
      for isLasting in Soak.isOn ? [false, true] : [code == 24] {
        var (call, hasFired, failures) = (first % step, true, 0)
        while hasFired {
          let place = "\(meanwhile), call \(call) of those that \(isLasting ? "all fail" : "fail once")"
          var scene = try Scene()
          let disk = scene.disk
          var follower = try begin(disk)
          let writer = try scene.go(meanwhile)
          let (names, open) = (disk.image.bytes(of: "/d/shelf.json.log"), disk.openCount)
          disk.restart(failing: .init(call: call, error: SystemError(code), isLasting: isLasting))
          do {
            try look(&follower)
          } catch let error {
            failures += 1
            #expect(error is StateFileError || error is LogError, "\(place): \(error)")
          }
          // Calls that only look: whoever dies after any of them leaves everything as it is.
          let changing = ["write", "rename", "remove", "lock", "truncate", "sync", "make", "link", "set"]
          let changes = disk.operations.filter { operation in changing.contains(where: operation.hasPrefix) }
          #expect(changes == [], "\(place)")
          hasFired = disk.faultsFired > 0
          disk.restart()
          try look(&follower)
          if let flaw = try flaw(follower, writer) { Issue.record("\(place): \(flaw)") }
          #expect(disk.image.bytes(of: "/d/shelf.json.log") == names, "\(place)")
          // The log's file, and one that it was before.
          #expect(disk.openCount <= open + 2, "\(place)")
          call += step
          try #require(call < 400, "it makes calls for ever")
        }
        #expect(call > 3 && (failures > 0 || code == 2))
      }
    }
  }

  @Test(
    "Whichever call fails, a store says what it could not do and stays, or has all; then it has all, and nothing is left open",
    arguments: (Soak.isOn ? [2, 5, 13, 24] : [2, 24]) as [Int32]
  )
  func stores(code: Int32) throws {
    try everyCall(failsWith: code) { disk in
      try openShelf(on: disk) { $0.access = .reading }
    } _: { reader in
      let before = reader.store.state
      do {
        try reader.catchUp()
      } catch {
        #expect(reader.store.state.isWritten(as: before))
        throw error
      }
    } _: { reader, writer in
      let (here, there) = (Remembered(reader.store), Remembered(writer.store))
      return here == there && reader.position == writer.position
        ? nil : "\(here)\n— and the writer —\n\(there)"
    }
  }

  /// One who takes in a feed, and keeps the state alone.
  private struct Taker {
    var reader: FeedReader
    var state = PlainValue.null

    mutating func look() throws {
      while case let items = try reader.next(2), !items.isEmpty {
        for item in items {
          switch item {
          case .state(let plain, _): state = plain
          case .change(let change): try state.apply(change.patch)
          }
        }
      }
    }
  }

  @Test(
    "Whichever call fails, a feed says what it could not do; then each change comes once",
    arguments: (Soak.isOn ? [2, 5, 13, 24] : [2, 24]) as [Int32]
  )
  func feeds(code: Int32) throws {
    try everyCall(failsWith: code) { disk in
      var taker = Taker(reader: FeedReader("/d/shelf.json", after: nil, limit: 1 << 30, in: disk))
      try taker.look()
      return taker
    } _: {
      try $0.look()
    } _: { taker, writer in
      let there = try PlainValue(of: writer.store.state)
      let isAsThere = taker.state.json == there.json && taker.reader.position == writer.position
      return isAsThere ? nil : "\(taker.state), and the writer \(there)"
    }
  }
}
