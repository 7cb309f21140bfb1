import Measuring
import Strata
import TestSupport
import Testing

@testable import StrataStorage

@Suite("Those who follow, where their own calls fail")
struct FollowerFaultsTests {
  /// What the writer does between two looks.
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

  /// Calls that only look: whoever dies after any of them leaves everything as it is.
  private func onlyLooks(_ disk: SimulatedDisk) -> [String] {
    let changing = ["write", "rename", "remove", "lock", "truncate", "sync", "make", "link", "set"]
    return disk.operations.filter { operation in changing.contains { operation.hasPrefix($0) } }
  }

  @Test(
    "Whichever call fails, a store says what it could not do and stays, or has all; then it has all, and nothing is left open",
    arguments: (Soak.isOn ? [2, 5, 13, 24] : [2, 24]) as [Int32]
  )
  func stores(code: Int32) throws {
    for meanwhile in Meanwhile.allCases {
      for isLasting in Soak.isOn ? [false, true] : [code == 24] {
        var (call, fired, failures) = (0, true, 0)
        while fired {
          var scene = try Scene()
          let disk = scene.disk
          let reader = try openShelf(on: disk) { $0.access = .reading }
          let open = disk.openCount
          let writer = try scene.go(meanwhile)
          let held = disk.openCount
          let (before, files) = (reader.store.state, disk.image.bytes(of: "/d/shelf.json.log"))
          disk.restart(failing: .init(call: call, error: SystemError(code), isLasting: isLasting))
          do {
            try reader.catchUp()
          } catch let error {
            failures += 1
            #expect(error is StateFileError || error is LogError, "\(meanwhile), call \(call): \(error)")
            #expect(reader.store.state.isWritten(as: before), "\(meanwhile), call \(call)")
          }
          #expect(onlyLooks(disk) == [], "\(meanwhile), call \(call)")
          fired = disk.faultsFired > 0
          disk.restart()
          try reader.catchUp()
          #expect(
            Remembered(reader.store) == Remembered(writer.store) && reader.position == writer.position,
            "\(meanwhile), call \(call)"
          )
          #expect(disk.image.bytes(of: "/d/shelf.json.log") == files)
          // The log's file, as before.
          #expect(disk.openCount <= held + 1 && open > 0, "\(meanwhile), call \(call)")
          call += 1
          try #require(call < 400, "it makes calls for ever")
        }
        #expect(call > 5 && (failures > 0 || code == 2))
      }
    }
  }

  @Test(
    "Whichever call fails, a feed says what it could not do; then each change comes once",
    arguments: (Soak.isOn ? [2, 5, 13, 24] : [2, 24]) as [Int32]
  )
  func feeds(code: Int32) throws {
    for meanwhile in Meanwhile.allCases {
      for isLasting in Soak.isOn ? [false, true] : [code == 24] {
        var (call, fired, failures) = (0, true, 0)
        while fired {
          var scene = try Scene()
          let disk = scene.disk
          var reader = FeedReader("/d/shelf.json", after: nil, limit: 1 << 30, in: disk)
          var state = PlainValue.null
          func take(_ items: [FeedItem]) throws {
            for item in items {
              switch item {
              case .state(let plain, _): state = plain
              case .change(let change): try state.apply(change.patch)
              }
            }
          }
          while case let items = try reader.next(2), !items.isEmpty { try take(items) }
          let writer = try scene.go(meanwhile)
          disk.restart(failing: .init(call: call, error: SystemError(code), isLasting: isLasting))
          do {
            while case let items = try reader.next(2), !items.isEmpty { try take(items) }
          } catch let error {
            failures += 1
            #expect(error is StateFileError || error is LogError, "\(meanwhile), call \(call): \(error)")
          }
          #expect(onlyLooks(disk) == [], "\(meanwhile), call \(call)")
          fired = disk.faultsFired > 0
          disk.restart()
          while case let items = try reader.next(2), !items.isEmpty { try take(items) }
          #expect(
            try state.json == PlainValue(of: writer.store.state).json && reader.position == writer.position,
            "\(meanwhile), call \(call)"
          )
          call += 1
          try #require(call < 400, "it makes calls for ever")
        }
        #expect(call > 3 && (failures > 0 || code == 2))
      }
    }
  }
}
