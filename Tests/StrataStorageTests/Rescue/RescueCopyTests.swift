import StrataCore
import TestSupport
import Testing

@testable import StrataStorage

@Suite("A repair into another place")
struct RescueCopyTests {
  private static let (path, other) = (RescueTests.path, "/d/other.json")

  private func rescue(_ disk: any FileSystem, at path: String = path) throws -> Rescue<Shelf> {
    let undone = try UndonePart(\Shelf.books, with: \.session.selected)
    return Rescue(path, undoing: undone, startingWith: Shelf(), in: disk)
  }

  private func titles(on disk: SimulatedDisk, at path: String) throws -> [String] {
    let opened = try openShelf(on: disk, at: path)
    defer { opened.abandon() }
    return opened.store.state.books.values.map(\.title)
  }

  /// The files of four books, whole and with what can happen to them.
  private func troubles() throws -> [(name: String, image: DiskImage)] {
    let disk = SimulatedDisk()
    try RescueTests.keepFourBooks(on: disk)
    let whole = disk.image
    func changed(_ change: (SimulatedDisk) -> Void) -> DiskImage {
      let disk = SimulatedDisk(whole)
      change(disk)
      return disk.image
    }
    func cut(_ disk: SimulatedDisk) { disk.overwrite("shelf.json") { $0 = Array($0.dropLast(3)) } }
    func damage(_ line: Int, _ disk: SimulatedDisk) {
      disk.overwrite("shelf.json.log") { log in
        var lines = log.logLines.map { Array($0) + [0x0A] }
        for place in [30, 35, 40] { lines[line][place] ^= 1 }
        log = lines.flatMap { $0 }
      }
    }
    return [
      ("whole", whole),
      ("the state", changed(cut)),
      ("the log's head", changed { damage(0, $0) }),
      ("the log in what the state has", changed { damage(2, $0) }),
      ("the newest change", changed { damage(5, $0) }),
      (
        "state and log",
        changed {
          cut($0); damage(4, $0)
        }
      ),
      ("no state", changed { $0.lose("shelf.json") }),
      (
        "no log, and the state",
        changed {
          cut($0); $0.lose("shelf.json.log")
        }
      ),
      ("no log", changed { $0.lose("shelf.json.log") }),
      (
        "an end that is torn",
        changed { $0.overwrite("shelf.json.log") { $0 = Array($0.dropLast(5)) } }
      ),
    ]
  }

  @Test(
    "One that is killed leaves no store that has less; typed again, it goes on, or names what is in its way"
  )
  func killed() throws {
    for (name, image) in try troubles() {
      let watched = SimulatedDisk(image, remembering: true)
      _ = try rescue(watched).repair(into: Self.other)
      let whole = try titles(on: SimulatedDisk(watched.image), at: Self.other)
      let before = image.names(in: "/d")
      var (refused, asked) = (0, Set<[DiskImage.Shown]>())
      let stride = Soak.stride(max(1, watched.moments.count / 12))
      for (number, moment) in watched.moments.enumerated() where number % stride == 0 {
        for image in [moment.image] + moment.image.crashes.prefix(Soak.isOn ? 30 : 1) {
          let names = Set(image.names(in: "/d")).subtracting(before)
          // A copy without its final name is never opened.
          if names.isDisjoint(with: ["other.json", "other.json.log", ".other.json.previous"]) { continue }
          guard asked.insert(image.shown).inserted else { continue }
          Soak.count(.cut)
          do {
            let found = try titles(on: SimulatedDisk(image), at: Self.other)
            #expect(found == whole, "\(name), in \(moment.operation)")
          } catch let error where error is LogError || error is StateFileError {
            refused += 1
          }
          let disk = SimulatedDisk(image)
          while true {
            do {
              _ = try rescue(disk).repair(into: Self.other)
              break
            } catch StateFileError.conflict(let path, .appeared) {
              disk.lose(try #require(path.split(separator: "/").last.map(String.init)))
            }
          }
          #expect(try titles(on: disk, at: Self.other) == whole, "\(name), again, in \(moment.operation)")
        }
      }
      #expect(asked.count > 3 && (refused > 0 || name == "no log"), "\(name): \(asked.count), \(refused)")
    }
  }

  @Test(
    "Copies of a log and a version before the state that are the same are gone on with; others are in the way"
  )
  func goingOn() throws {
    for (name, newName) in [
      ("shelf.json.log", "other.json.log"), (".shelf.json.previous", ".other.json.previous"),
    ] {
      let disk = SimulatedDisk()
      try RescueTests.keepFourBooks(on: disk)
      let bytes = try #require(disk.image.bytes(of: "/d/" + name))
      disk.put(bytes.dropLast(), at: newName)
      let names = disk.image.names(in: "/d")
      let conflict = StateFileError.conflict(path: "/d/" + newName, .appeared)
      #expect(throws: conflict) { try rescue(disk).repair(into: Self.other) }
      // A second name of the file itself, what is done to it would be done to the file.
      disk.lose(newName)
      let folder = try disk.openDirectory("/d", from: nil)
      try disk.link(name, to: newName, in: folder)
      #expect(throws: conflict) { try rescue(disk).repair(into: Self.other) }
      disk.lose(newName)
      disk.put(.folder, at: newName)
      #expect(throws: conflict) { try rescue(disk).repair(into: Self.other) }
      #expect(disk.image.names(in: "/d") == names)
      disk.lose(newName)
      disk.put(bytes, at: newName)
      _ = try rescue(disk).repair(into: Self.other)
      #expect(try titles(on: disk, at: Self.other) == ["One", "Two", "Three", "Four"])
    }
  }

  @Test("repair(into:) throws while another process has the files open, and creates no file")
  func inUse() throws {
    let disk = SimulatedDisk()
    let durable = try openShelf(on: disk)
    try durable.store.send(.add("One"))
    let names = disk.image.names(in: "/d")
    let inUse = LogError.inUse(path: Self.path)
    #expect(throws: inUse) { try rescue(disk).repair(into: Self.other) }
    #expect(disk.image.names(in: "/d") == names)
    try durable.close()
    _ = try rescue(disk).repair(into: Self.other)
    #expect(try titles(on: disk, at: Self.other) == ["One"])
  }

  @Test("While it copies, no other process can open the files; where there was no lock, none is left")
  func locked() throws {
    let disk = SimulatedDisk()
    try RescueTests.keepFourBooks(on: disk)
    for hasLock in [true, false] {
      disk.lose("other.json")
      disk.lose("other.json.log")
      disk.lose(".other.json.previous")
      if !hasLock { disk.lose(".shelf.json.lock") }
      let opened = Guarded([Bool]())
      disk.beforeSync.withLock { happens in
        happens = { [disk] role in
          // Of the copies' files, each is synced.
          guard role == "temp" else { return }
          let durable = try? openShelf(on: disk)
          durable?.abandon()
          opened.withLock { $0.append(durable != nil) }
        }
      }
      _ = try rescue(disk).repair(into: Self.other)
      disk.beforeSync.withLock { $0 = nil }
      #expect(opened.withLock { $0.count >= 3 && !$0.contains(true) })
      #expect(disk.image.names(in: "/d").contains(".shelf.json.lock") == hasLock)
      #expect(try titles(on: disk, at: Self.other).count == 4)
    }
    // One that fails leaves none either.
    disk.lose("other.json.log")
    #expect(throws: StateFileError.self) { try rescue(disk).repair(into: Self.other) }
    #expect(!disk.image.names(in: "/d").contains(".shelf.json.lock"))
  }

  @Test("From a disk that takes no files, where no lock can be made: none can come that makes one")
  func readOnly() throws {
    let disk = SimulatedDisk()
    try RescueTests.keepFourBooks(on: disk)
    let image = disk.image
    // There is one, and it cannot be had.
    disk.fail("lock lock")
    #expect(throws: StateFileError.self) { try rescue(disk).repair(into: Self.other) }
    for comes in [false, true] {
      let disk = SimulatedDisk(image)
      disk.lose(".shelf.json.lock")
      // A lock can be made where the copies go.
      let trial = SimulatedDisk(disk.image)
      _ = try rescue(trial).repair(into: Self.other)
      let call = try #require(trial.operations.firstIndex(of: "open lock"))
      disk.restart(failing: .init(call: call, error: SystemError(30)))
      disk.beforeSync.withLock { happens in
        happens = { [disk] role in
          if comes && role == "temp" { _ = try? openShelf(on: disk).abandon() }
        }
      }
      if comes {
        #expect(throws: LogError.inUse(path: Self.path)) { try rescue(disk).repair(into: Self.other) }
        #expect(!disk.image.names(in: "/d").contains { $0.contains("other") })
      } else {
        _ = try rescue(disk).repair(into: Self.other)
        #expect(try titles(on: disk, at: Self.other).count == 4)
      }
    }
  }
}
