import StrataCore
import Testing

@testable import StrataStorage

/// Both files of a store are copied, and work goes on with both copies: their logs have one name, and give the same
/// numbers to other changes. A state of the one and a log of the other are no pair.
@Suite("Files of two copies that went on apart")
struct ForkedFilesTests {
  static let path = LogDamageTests.path

  struct Pair {
    var state: [UInt8]
    var log: [UInt8]
    var titles: [String]
  }

  static func pair(_ disk: SimulatedDisk, _ store: Store<Shelf>) throws -> Pair {
    Pair(
      state: try #require(disk.image.bytes(of: path)),
      log: try #require(disk.image.bytes(of: path + ".log")),
      titles: titles(store)
    )
  }

  static func titles(_ store: Store<Shelf>) -> [String] { store.state.books.map(\.value.title) }

  /// The pairs of state file and log in the life of a copy, saved after every change.
  static func lives(of disk: SimulatedDisk, as who: String, renewing: Bool) throws -> [Pair] {
    let disk = SimulatedDisk(disk.image)
    let durable = try openShelf(on: disk)
    var pairs: [Pair] = []
    for number in 1...4 {
      try durable.store.send(number == 3 ? .rename(1, "One by \(who)") : .add("\(who)\(number)"))
      if renewing, number.isMultiple(of: 2) {
        _ = try #require(durable.keeping).saving.renew(durable.store)
      } else {
        try durable.flush()
      }
      pairs.append(try pair(disk, durable.store))
    }
    durable.abandon()
    return pairs
  }

  @Test(
    "A state of the one with a log of the other is refused, and nothing is touched",
    arguments: [false, true]
  )
  func mixed(renewing: Bool) throws {
    let disk = SimulatedDisk()
    let first = try openShelf(on: disk)
    for title in ["One", "Two", "Three"] { try first.store.send(.add(title)) }
    try first.close()
    let start = try Self.pair(disk, first.store)
    let own = try Self.lives(of: disk, as: "A", renewing: renewing)
    let other = try Self.lives(of: disk, as: "B", renewing: renewing)
    var refusals = 0
    for state in own {
      for log in other {
        let disk = SimulatedDisk()
        disk.put(state.state, at: "shelf.json")
        disk.put(log.log, at: "shelf.json.log")
        let before = disk.image.names(in: "/d")
        #expect(throws: LogError.self, "\(state.titles), \(log.titles)") { try openShelf(on: disk) }
        #expect(disk.image.bytes(of: Self.path) == state.state)
        #expect(disk.image.bytes(of: Self.path + ".log") == log.log)
        #expect(disk.image.names(in: "/d").filter { !$0.contains("lock") } == before)
        // Set aside, the state is what it was, without a history that is not its own.
        let opened = try openShelf(on: disk) { $0.damagedLog = .setAside }
        #expect(Self.titles(opened.store) == state.titles)
        while opened.store.canUndo { try opened.store.undo() }
        #expect(!Self.titles(opened.store).contains { $0.contains("B") })
        opened.abandon()
        refusals += 1
      }
    }
    #expect(refusals == 16)
    // The state from before the copies were made goes with the logs of both, as long as they reach back to it.
    for lives in [own, other] {
      for log in lives {
        let disk = SimulatedDisk()
        disk.put(start.state, at: "shelf.json")
        disk.put(log.log, at: "shelf.json.log")
        if let opened = try? openShelf(on: disk) {
          #expect(Self.titles(opened.store) == log.titles)
          opened.abandon()
        } else {
          #expect(renewing)
        }
      }
      // And every state with the later logs of its own.
      for (number, state) in lives.enumerated() {
        for log in lives[number...] {
          let disk = SimulatedDisk()
          disk.put(state.state, at: "shelf.json")
          disk.put(log.log, at: "shelf.json.log")
          if let opened = try? openShelf(on: disk) {
            #expect(Self.titles(opened.store) == log.titles)
            opened.abandon()
          } else {
            #expect(renewing)
          }
        }
      }
    }
  }

  @Test("A version before the state that is of another copy is not built upon", arguments: 4...8)
  func stalePrevious(last: Int) throws {
    let disk = SimulatedDisk()
    let first = try openShelf(on: disk)
    for title in ["One", "Two"] { try first.store.send(.add(title)) }
    try first.close()
    let backup = try Self.pair(disk, first.store)
    let second = try openShelf(on: disk)
    for number in 3...last {
      try second.store.send(.add("old\(number)"))
      try second.flush()
    }
    second.abandon()
    // The files that are seen come back from a copy; the one that is not seen stays.
    disk.put(backup.state, at: "shelf.json")
    disk.put(backup.log, at: "shelf.json.log")
    let third = try openShelf(on: disk)
    for number in 3...9 {
      try third.store.send(number >= 5 ? .rename(1, "One\(number)") : .add("new\(number)"))
      try third.store.endMerging()
    }
    let titles = Self.titles(third.store)
    third.abandon()
    for isMissing in [true, false] {
      let disk = SimulatedDisk(disk.image)
      if isMissing {
        disk.lose("shelf.json")
      } else {
        disk.overwrite("shelf.json") { $0 = Array($0.dropLast(3)) }
      }
      let rescue = Rescue(
        Self.path,
        undoing: try UndonePart<Shelf>(\.books, with: \.session.selected),
        startingWith: Shelf(),
        in: disk
      )
      _ = try rescue.repair()
      let opened = try openShelf(on: disk)
      #expect(Self.titles(opened.store) == titles)
      while opened.store.canUndo { try opened.store.undo() }
      #expect(!Self.titles(opened.store).contains { $0.hasPrefix("old") })
      opened.abandon()
    }
  }

  @Test(
    "A log that was cut off before the end of what its state has is refused, and never said to have lost nothing"
  )
  func cutOff() throws {
    let disk = SimulatedDisk()
    let durable = try openShelf(on: disk)
    for title in ["A", "B"] { try durable.store.send(.add(title)) }
    try durable.flush()
    for title in ["C", "D"] { try durable.store.send(.add(title)) }
    durable.abandon()
    let log = try #require(disk.image.bytes(of: Self.path + ".log"))
    let ends = log.indices.filter { log[$0] == 0x0A }.map { $0 + 1 }
    // The head and the moment to begin with, and A.
    for end in [0, 1, ends[0], ends[1], ends[1] + 9, ends[2], ends[2] + 9] {
      disk.put(Array(log[..<end]), at: "shelf.json.log")
      #expect(throws: LogError.self, "\(end)") { try openShelf(on: SimulatedDisk(disk.image)) }
      let aside = SimulatedDisk(disk.image)
      let opened = try openShelf(on: aside) { $0.damagedLog = .setAside }
      #expect(Self.titles(opened.store) == ["A", "B"], "\(end)")
      opened.abandon()
      let rescue = Rescue(
        Self.path,
        undoing: try UndonePart<Shelf>(\.books, with: \.session.selected),
        startingWith: Shelf(),
        in: disk
      )
      let findings = rescue.check()
      #expect(!findings.contains { $0.sentence.contains("no change is lost") }, "\(end): \(findings)")
      #expect(findings.contains { $0.condition == .damaged }, "\(end): \(findings)")
      let told = try Rescue(
        Self.path,
        undoing: try UndonePart<Shelf>(\.books, with: \.session.selected),
        startingWith: Shelf(),
        in: SimulatedDisk(disk.image)
      ).repair()
      #expect(!"\(told)".contains("no change is lost"), "\(end): \(told)")
      #expect(!"\(told)".contains("nothing is lost"), "\(end): \(told)")
    }
    // Changes that the state lacks can be cut off the log without a trace on the disk.
    disk.put(Array(log[..<ends[3]]), at: "shelf.json.log")
    #expect(Self.titles(try openShelf(on: disk).store) == ["A", "B"])
  }
}

extension ForkedFilesTests {
  /// All documents that are folders have files of the same names: here one is dragged into a copy of its document.
  @Test(
    "A folder that is a document, copied and gone on apart: a file of the one in the other is never taken for its own"
  )
  func folders() throws {
    func open(_ disk: SimulatedDisk, _ damagedLog: OpeningOptions.DamagedLog = .refuse) throws
      -> DurableStore<Shelf>
    {
      try openShelf(on: disk, at: "/d") { ($0.isFolder, $0.damagedLog) = (true, damagedLog) }
    }
    let names = ["state.json", "state.json.log", ".state.json.previous"]
    let disk = SimulatedDisk()
    let first = try open(disk)
    for title in ["One", "Two"] {
      try first.store.send(.add(title))
      try first.flush()
    }
    try first.close()
    var refused = 0
    for isSaved in [true, false] {
      /// A copy of the document that goes on, and what it has then.
      func life(_ who: String) throws -> (files: [[UInt8]], titles: [String]) {
        let copy = SimulatedDisk(disk.image)
        let opened = try open(copy)
        for number in 1...3 {
          try opened.store.send(number == 2 ? .rename(1, "One by \(who)") : .add("\(who)\(number)"))
          if isSaved || number == 1 { try opened.flush() }
        }
        opened.abandon()
        return (try names.map { try #require(copy.image.bytes(of: "/d/" + $0)) }, Self.titles(opened.store))
      }
      let lives = [try life("A"), try life("B")]
      for mix in 0..<8 {
        let owners = (0..<3).map { mix >> $0 & 1 }
        for hasPrevious in [true, false] {
          let mixed = SimulatedDisk()
          for (name, owner) in zip(names, owners).prefix(hasPrevious ? 3 : 2) {
            mixed.put(lives[owner].files[names.firstIndex(of: name) ?? 0], at: name)
          }
          let files = names.map { mixed.image.bytes(of: "/d/" + $0) }
          let own = lives[owners[0]]
          if owners[0] == owners[1] {
            let opened = try open(mixed)
            #expect(Self.titles(opened.store) == own.titles)
            opened.abandon()
            continue
          }
          refused += 1
          #expect(throws: LogError.otherState(path: "/d/state.json.log")) { try open(mixed) }
          #expect(names.map { mixed.image.bytes(of: "/d/" + $0) } == files)
          let opened = try open(mixed, .setAside)
          #expect(mixed.image.bytes(of: "/d/state.json.log.aside-1") == files[1])
          let others = owners[0] == 0 ? "B" : "A"
          #expect(
            Self.titles(opened.store).contains(isSaved ? "One by \(owners[0] == 0 ? "A" : "B")" : "One")
          )
          while true {
            #expect(!Self.titles(opened.store).contains { $0.contains(others) })
            if !opened.store.canUndo { break }
            try opened.store.undo()
          }
          opened.abandon()
        }
      }
    }
    #expect(refused == 16)
  }
}
