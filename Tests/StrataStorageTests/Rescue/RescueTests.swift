import StrataCore
import TestSupport
import Testing

@testable import StrataStorage

@Suite("Keeping what can be kept")
struct RescueTests {
  static let (path, log) = ("/d/shelf.json", "/d/shelf.json.log")
  let disk = SimulatedDisk()
  private let rescue: Rescue<Shelf>

  /// Four books, of which the state file has three and the version before it two.
  init() throws {
    let undone = try UndonePart(\Shelf.books, with: \.session.selected)
    rescue = Rescue(Self.path, undoing: undone, startingWith: Shelf(), in: disk)
    try Self.keepFourBooks(on: disk)
  }

  private var conditions: [String: Finding.Condition] {
    Dictionary(rescue.check().map { ($0.path, $0.condition) }) { first, second in
      first == .damaged ? first : second
    }
  }
  private func bytes(_ name: String) throws -> [UInt8] { try #require(disk.image.bytes(of: "/d/" + name)) }
  private func damage(_ name: String, at place: Int = 200) throws {
    var bytes = try bytes(name)
    bytes[place] ^= 1
    disk.put(bytes, at: name)
  }

  /// The titles of the store that opens afterwards.
  private func titles(at path: String = path) throws -> [String] {
    let opened = try openShelf(on: disk, at: path)
    defer { try? opened.close() }
    return opened.store.state.books.values.map(\.title)
  }

  /// Keeps four books, of which the state file has three and the version before it two.
  static func keepFourBooks(on disk: SimulatedDisk) throws {
    let durable = try openShelf(on: disk)
    for (number, title) in ["One", "Two", "Three", "Four"].enumerated() {
      try durable.store.send(.add(title))
      if (1...2).contains(number) { try durable.flush() }
    }
  }

  @Test("check() reports whole files as whole, and changes no file")
  func whole() throws {
    let image = disk.image
    #expect(
      conditions == [Self.path: .whole, Self.log: .whole, "/d/.shelf.json.previous": .whole]
    )
    #expect(rescue.check()[1].sentence == "4 changes and 1 kept moment")
    #expect(disk.image.nodes == image.nodes)
    #expect(try rescue.repair() == ["The history goes on, with 5 moments."])
    #expect(try titles() == ["One", "Two", "Three", "Four"])
    #expect(
      Rescue("/d/none.json", undoing: rescue.undone, startingWith: Shelf(), in: disk).check().map(\.condition)
        == [.missing]
    )
  }

  @Test("A state that cannot be read is made again from the version before it and the log: no change is lost")
  func state() throws {
    for isBlank in [true, false] {
      let intact = disk.image
      let damaged: [UInt8] = isBlank ? [] : Array(try bytes("shelf.json").dropLast(3))
      disk.put(damaged, at: "shelf.json")
      #expect(conditions[Self.path] == .damaged && conditions[Self.log] == .whole)
      let told = try rescue.repair()
      #expect(
        told.contains(
          "The state was made again from the version before it, and all changes that the log has."
        )
      )
      #expect(told.contains("A copy of shelf.json is kept in /d/shelf.json.quarantined-1."))
      #expect(try bytes("shelf.json.quarantined-1") == damaged)
      #expect(try titles() == ["One", "Two", "Three", "Four"])
      disk.contents.withLock { $0.image = intact }
    }
  }

  @Test("Without a version before it, a state is made again from the beginning of its log")
  func beginning() throws {
    for isLost in [false, true] {
      let intact = disk.image
      disk.lose(".shelf.json.previous")
      if isLost { disk.lose("shelf.json") } else { disk.put([0, 0], at: "shelf.json") }
      #expect(conditions[Self.path] == (isLost ? .missing : .damaged))
      #expect(
        try rescue.repair().contains(
          "The state was made again from its log alone: what was there before the log began is not in it."
        )
      )
      #expect(try titles() == ["One", "Two", "Three", "Four"])
      disk.contents.withLock { $0.image = intact }
    }
  }

  @Test(
    "A log that began over a state says nothing of what was there: the version before it is kept, and a copy of it"
  )
  func beginningOverAState() throws {
    disk.lose("shelf.json.log")
    do {
      let durable = try openShelf(on: disk)
      // This change also fits a new state.
      try durable.store.send(.select([]))
    }
    let previous = try bytes(".shelf.json.previous")
    disk.put([0, 0], at: "shelf.json")
    let told = try rescue.repair()
    #expect(told.contains { $0.hasSuffix("log began, and was not in that version, is not in it.") })
    #expect(try titles().count >= 2)
    #expect(
      try ["shelf.json.quarantined-1", "shelf.json.quarantined-2"].contains { try bytes($0) == previous }
    )
  }

  @Test("A log that is damaged: the changes before the damage are kept, and what is lost is said")
  func damagedLog() throws {
    let lines = try bytes("shelf.json.log").logLines
    let start = lines.prefix(5).reduce(0) { $0 + $1.count + 1 }
    // The fourth change; a settled one behind it shows that it was promised.
    let durable = try openShelf(on: disk)
    try durable.store.send(.add("Five"))
    try durable.close()
    for place in [40, 50, 60] { try damage("shelf.json.log", at: start + place) }
    disk.lose("shelf.json")
    disk.put(try bytes(".shelf.json.previous"), at: "shelf.json")
    let before = try bytes("shelf.json.log")
    let finding = try #require(rescue.check().first { $0.path == Self.log })
    #expect(finding.condition == .damaged && finding.sentence.contains("damaged from byte \(start) on"))
    let told = try rescue.repair()
    #expect(
      told.contains { $0.hasPrefix("Lost: what the last ") && $0.contains("damaged at byte \(start) (") }
    )
    #expect(told.contains("The history goes on, with 4 moments."))
    #expect(try bytes("shelf.json.log.aside-1") == before)
    #expect(!disk.image.names(in: "/d").contains("shelf.json.log.aside-2"))
    #expect(try titles() == ["One", "Two", "Three"])
  }

  @Test("Into another place: what is damaged stays as it is; where something is already, nothing is written")
  func elsewhere() throws {
    disk.put(Array("hello".utf8), at: "shelf.json")
    let before = disk.image
    _ = try rescue.repair(into: "/d/saved.json")
    #expect(try titles(at: "/d/saved.json") == ["One", "Two", "Three", "Four"])
    for name in ["shelf.json", "shelf.json.log", ".shelf.json.previous"] {
      #expect(disk.image.bytes(of: "/d/" + name) == before.bytes(of: "/d/" + name))
    }
    let conflict = StateFileError.conflict(path: "/d/saved.json", .appeared)
    #expect(throws: conflict) { try rescue.repair(into: "/d/saved.json") }
  }

  @Test("A repair that could keep nothing changes no file, and open files are not repaired")
  func nothing() throws {
    disk.put(Array("hello".utf8), at: "shelf.json")
    disk.put(Array("hello".utf8), at: "shelf.json.log")
    disk.lose(".shelf.json.previous")
    let names = disk.image.names(in: "/d")
    for _ in 0..<2 { #expect(throws: NothingRecovered.self) { try rescue.repair() } }
    #expect(disk.image.names(in: "/d") == names)
    #expect(try bytes("shelf.json") == Array("hello".utf8) && bytes("shelf.json.log") == Array("hello".utf8))

    let other = SimulatedDisk()
    let durable = try openShelf(on: other)
    let image = other.image
    let busy = Rescue(Self.path, undoing: rescue.undone, startingWith: Shelf(), in: other)
    #expect(throws: LogError.inUse(path: Self.path)) { try busy.repair() }
    #expect(other.image.nodes == image.nodes)
    withExtendedLifetime(durable) {}
  }

  @Test("Any byte of any of the files that is damaged: after a repair it opens, or nothing was touched")
  func anyByte() throws {
    let intact = disk.image
    var (repaired, kept) = (0, 0)
    for name in ["shelf.json", "shelf.json.log"] {
      for place in stride(from: 0, to: try bytes(name).count, by: Soak.isOn ? 3 : Soak.pick(24, more: 12)) {
        disk.contents.withLock { ($0.image, $0.open) = (intact, [:]) }
        try damage(name, at: place)
        let damaged = try bytes(name)
        Soak.count(.damage)
        do {
          _ = try rescue.repair()
          repaired += 1
          let count = try titles().count
          kept += count == 4 ? 1 : 0
          #expect(count == 4 || name == "shelf.json.log", "byte \(place)")
        } catch is NothingRecovered {
          #expect(try bytes(name) == damaged)
        } catch LogError.newer {
          #expect(try bytes(name) == damaged)
        }
      }
    }
    #expect(repaired > (Soak.isOn ? 200 : 25) && kept > (Soak.isOn ? 90 : 10))
  }

  @Test("Into another place, and refused: nothing is left there")
  func refusedElsewhere() throws {
    let newer = try bytes("shelf.json.log").replacing(
      Array("strata-history-1".utf8),
      with: Array("strata-history-2 ".utf8)
    )
    disk.put(newer, at: "shelf.json.log")
    let names = disk.image.names(in: "/d")
    #expect(throws: LogError.newer(path: Self.log, what: .format, found: 2, known: 1)) {
      try rescue.repair(into: "/d/saved.json")
    }
    #expect(disk.image.names(in: "/d") == names)
    disk.put(Array("hello".utf8), at: "shelf.json.log")
    disk.put(Array("hello".utf8), at: "shelf.json")
    disk.put(Array("hello".utf8), at: ".shelf.json.previous")
    #expect(throws: NothingRecovered.self) { try rescue.repair(into: "/d/saved.json") }
    #expect(disk.image.names(in: "/d") == names)
    disk.put([1], at: "saved.json.log")
    #expect(throws: StateFileError.conflict(path: "/d/saved.json.log", .appeared)) {
      try rescue.repair(into: "/d/saved.json")
    }
    #expect(disk.image.names(in: "/d") == (names + ["saved.json.log"]).sorted())
    #expect(throws: StateFileError.self) { try rescue.repair(into: "/nowhere/saved.json") }
  }

  @Test("Every file that a repair names is there")
  func namedFiles() throws {
    var log = try bytes("shelf.json.log")
    let lines = log.logLines
    log = Array(log.dropLast(5))
    log[lines[0].count + lines[1].count + 60] ^= 1
    disk.put(log, at: "shelf.json.log")
    let told = try rescue.repair().joined(separator: " ")
    let named = told.matches(of: /shelf\.json\.[a-z.]*-[0-9]+/).map { String($0.output) }
    let names = disk.image.names(in: "/d")
    #expect(!named.isEmpty && named.allSatisfy { names.contains($0) }, "\(told)")
  }

  @Test("Damage in what the state has, and an end that is cut off: it is not said that nothing is lost")
  func damagedAndTorn() throws {
    var log = try bytes("shelf.json.log")
    let lines = log.logLines
    log[lines.prefix(3).reduce(0) { $0 + $1.count + 1 } + 60] ^= 1
    disk.put(Array(log.dropLast(5)), at: "shelf.json.log")
    let told = try rescue.repair().joined(separator: "\n")
    #expect(told.contains("are a change that is cut off") && told.contains("The log is damaged"), "\(told)")
    #expect(!told.contains("nothing is lost") && !told.contains("no change is lost"), "\(told)")
    #expect(try titles() == ["One", "Two", "Three"])
  }

  @Test("A state that was made again of a damaged log is not said to have lost nothing")
  func sentences() throws {
    disk.put(Array(try bytes("shelf.json").dropLast(3)), at: "shelf.json")
    var log = try bytes("shelf.json.log")
    let lines = log.logLines.map { Array($0) + [0x0A] }
    // The third change was in the state, which cannot be read; it is gone from the log as well.
    var damaged = lines[2]
    for place in [30, 35, 40] { damaged[place] ^= 1 }
    log = lines[..<2].flatMap { $0 } + damaged + lines[3]
    disk.put(log, at: "shelf.json.log")
    let told = try rescue.repair().joined(separator: "\n")
    #expect(!told.contains("no change is lost") && !told.contains("nothing is lost"), "\(told)")
    #expect(told.contains("the state has every change that follows on it"), "\(told)")
    #expect(try titles() == ["One", "Two"])
  }

  @Test("A history that is gone is no whole file, and a repair says so and puts it in order")
  func historyGone() throws {
    let intact = disk.image
    for isLost in [true, false] {
      disk.contents.withLock { $0.image = intact }
      let lines = try bytes("shelf.json.log").logLines
      disk.lose("shelf.json.log")
      // The state has three changes: a log of two ends before it.
      if !isLost { disk.put(Array(lines[..<4].joined(separator: [0x0A])) + [0x0A], at: "shelf.json.log") }
      #expect(conditions[Self.log] == (isLost ? .missing : .damaged))
      // With the version before it, which has two changes, the state's third one is a step again.
      let lost = isLost ? "Lost: the history" : "Lost: the latest steps of the history"
      #expect(try rescue.repair().contains { $0.hasPrefix(lost) })
      #expect(conditions[Self.log] == .whole)
    }
  }

  @Test("A change that is cut off at the end of a log: it is not said to be whole, nor never acknowledged")
  func cutOff() throws {
    disk.put(Array(try bytes("shelf.json.log").dropLast(5)), at: "shelf.json.log")
    let finding = try #require(rescue.check().first { $0.path == Self.log })
    #expect(
      finding.condition == .damaged && finding.sentence.contains("anything else may have taken one that was")
    )
    #expect(try rescue.repair().first?.contains("are a change that is cut off; they are kept in") == true)
    #expect(conditions[Self.log] == .whole)
  }

  @Test("check() reports a folder or a pipe in a file's place as unusable")
  func unusable() throws {
    for kind in [FileKind.folder, .pipe] {
      for name in ["shelf.json", "shelf.json.log"] {
        let intact = disk.image
        disk.put(kind, at: name)
        #expect(conditions["/d/" + name] == .unusable, "\(kind) \(name)")
        disk.contents.withLock { $0.image = intact }
      }
    }
  }

  @Test(
    "A version before the state that cannot be read is put aside by a repair: then all is whole, and no change is lost"
  )
  func previousAside() throws {
    let durable = try openShelf(on: disk)
    try durable.close()
    let damaged = Array(try bytes(".shelf.json.previous").dropLast(3))
    disk.put(damaged, at: ".shelf.json.previous")
    #expect(conditions["/d/.shelf.json.previous"] == .damaged)
    for isFirst in [true, false] {
      let told = try rescue.repair()
      #expect(told.contains { $0.contains("is kept in /d/shelf.json.quarantined-1") } == isFirst)
      #expect(rescue.check().allSatisfy { $0.condition == .whole || $0.condition == .kept })
      #expect(try bytes("shelf.json.quarantined-1") == damaged)
    }
    #expect(!disk.image.names(in: "/d").contains("shelf.json.quarantined-2"))
    #expect(try titles() == ["One", "Two", "Three", "Four"])
  }
}
