import Measuring
import StrataCore
import TestSupport
import Testing

@testable import StrataStorage

@Suite("The history that a damaged log still has")
struct LogRemainderTests {
  private typealias Left = LogDamageTests.Left
  static let (path, log) = ("/d/shelf.json", "/d/shelf.json.log")

  /// The log with damage of a line that its checksum cannot mend.
  private func damaged(_ left: Left, line index: Int) -> [UInt8] {
    var lines = left.lines
    for place in [3, 5, 8] { lines[index][lines[index].count - place] ^= 1 }
    return lines.flatMap { $0 }
  }

  func setAside(_ options: inout OpeningOptions) { options.damagedLog = .setAside }

  @Test("Damage behind what the state has: all that lies before it can be undone as it could")
  func before() throws {
    let left = try Left()
    for index in 6..<10 {
      for access in [OpeningOptions.Access.writing, .reading] {
        let (durable, disk) = try left.opened(with: damaged(left, line: index)) {
          ($0.damagedLog, $0.access) = (.setAside, access)
        }
        #expect(Remembered(durable.store) == left.remembered[index - 2], "line \(index)")
        #expect(durable.report.damage?.kept == .before && durable.report.lostBytes > 0)
        guard access == .writing else { continue }
        try durable.store.send(.add("more"))
        let before = Remembered(durable.store)
        try durable.close()
        let again = try openShelf(on: disk)
        #expect(Remembered(again.store) == before && again.report.damage == nil)
      }
    }
  }

  @Test("Damage in what the state has: what was done behind it can be undone, and no moment is made up")
  func behind() throws {
    let left = try Left()
    let whole = try left.opened(with: left.log).0.store
    for index in 1..<6 {
      for access in [OpeningOptions.Access.writing, .reading] {
        let log = damaged(left, line: index)
        let (durable, disk) = try left.opened(with: log) { $0.access = access }
        let (store, report) = (durable.store, durable.report)
        #expect(report.damage?.kept == .behind && report.lostBytes == 0, "line \(index)")
        #expect(store.state == whole.state && store.historyStatus.undoLabel == whole.historyStatus.undoLabel)
        // The moments 0 to 6, from the one on at which the first change behind the damage was made.
        #expect(store.timeline.ids == Array(whole.timeline.ids.dropFirst(index - 1)), "line \(index)")
        for id in store.timeline.ids {
          #expect(store.state(at: id)?.books == whole.state(at: id)?.books, "line \(index), moment \(id)")
        }
        guard access == .writing else { continue }
        #expect(disk.image.bytes(of: Self.log + ".aside-1") == log)
        let before = Remembered(store)
        try durable.close()
        #expect(Remembered(try openShelf(on: disk).store) == before)
      }
    }
  }

  @Test("Damage in a page: the history begins behind it, without the branches that leave from before")
  func pages() throws {
    let disk = SimulatedDisk()
    let durable = try openShelf(on: disk)
    for number in 1...40 { try durable.store.send(.add("\(number)\n")) }
    // A branch on the first page, which goes on on the second one, and one within the second.
    try durable.store.jump(to: durable.store.timeline.ids[20])
    for number in 41...44 { try durable.store.send(.add("\(number)")) }
    try durable.store.jump(to: durable.store.timeline.ids[40])
    for number in 45...50 { try durable.store.send(.add("\(number)")) }
    try durable.store.jump(to: durable.store.timeline.ids[47])
    for number in 51...80 { try durable.store.send(.add("\(number)")) }
    _ = try durable.keeping?.saving.renew(durable.store)
    for title in ["F", "G"] { try durable.store.send(.add(title)) }
    try durable.flush()
    disk.lose(".shelf.json.previous")
    let lines = try #require(disk.image.bytes(of: Self.log)).logLines.map { Array($0) + [0x0A] }
    let timeline = durable.store.timeline
    let firsts = [0, 32, 64].map { timeline.ids[$0] }
    // A page may have bytes in it that end other lines.
    #expect(lines.count == 1 + 3 + 2 && lines[1].count { $0 == 0x0A } > 1)
    for index in 1...3 {
      var damaged = lines
      for place in [30, 35, 40] { damaged[index][place] ^= 1 }
      let copy = SimulatedDisk(disk.image)
      copy.put(damaged.flatMap { $0 }, at: "shelf.json.log")
      let opened = try openShelf(on: copy)
      #expect(opened.store.state == durable.store.state && opened.report.lostBytes == 0)
      #expect(opened.report.damage?.kept == .behind)
      // The moments kept are the parent of the first moment behind the damage, and all that descend from the parent.
      let first = index < 3 ? firsts[index] : timeline.ids[81]
      var left = [try #require(timeline[first]?.parent)]
      for id in timeline.ids where id >= first {
        if let parent = timeline[id]?.parent, left.contains(parent) { left.append(id) }
      }
      #expect(opened.store.timeline.ids == left && left.count > 2, "page \(index)")
      #expect(opened.store.timeline.brokenInvariants == [])
      while opened.store.canUndo { try opened.store.undo() }
      #expect(opened.store.state.books == durable.store.state(at: left[0])?.books)
    }
  }

  /// A store that was closed when it had made two changes that are no steps.
  func selecting(on disk: SimulatedDisk) throws -> DurableStore<Shelf> {
    let durable = try openShelf(on: disk)
    try durable.store.send(.select([1]))
    try durable.store.send(.select([5]))
    try durable.close()
    return durable
  }

  /// Five books, of which the version before the state file has two and the state file four or all.
  func kept(closing isClosed: Bool) throws -> (disk: SimulatedDisk, remembered: [Remembered]) {
    let (disk, clock) = (SimulatedDisk(), ManualClock())
    let durable = try openShelf(on: disk, clock: clock)
    var remembered = [Remembered(durable.store)]
    for (number, title) in ["A", "B", "C", "D", "E"].enumerated() {
      try durable.store.send(.add(title))
      remembered.append(Remembered(durable.store))
      clock.pass(.seconds(60))
      if number == 1 || number == 3 { try durable.flush() }
    }
    if isClosed { try durable.close() }
    return (disk, remembered)
  }

  func damage(_ disk: SimulatedDisk, change number: Int, in places: [Int] = [30, 35, 40]) throws {
    let bytes = try #require(disk.image.bytes(of: Self.log))
    var lines = bytes.logLines.map { Array($0) + [0x0A] }
    for place in places { lines[number + 1][place] ^= 1 }
    disk.put(lines.flatMap { $0 }, at: "shelf.json.log")
  }

  @Test(
    "Cut off behind the version before the state file: what was done since is one step, which can be undone"
  )
  func recovered() throws {
    for access in [OpeningOptions.Access.writing, .reading] {
      let (disk, remembered) = try kept(closing: false)
      let lines = try #require(disk.image.bytes(of: Self.log)).logLines
      disk.put(lines[..<5].flatMap { $0 + [0x0A] }, at: "shelf.json.log")
      #expect(throws: LogError.self) { try openShelf(on: disk) }
      let durable = try openShelf(on: disk) { ($0.damagedLog, $0.access) = (.setAside, access) }
      #expect(durable.report.damage?.kept == .before && durable.report.lostBytes == 0)
      #expect(durable.store.state == remembered[4].state)
      #expect(durable.store.historyStatus.undoLabel == "Recovered")
      guard access == .writing else { continue }
      let before = Remembered(durable.store)
      try durable.close()
      let again = try openShelf(on: disk)
      #expect(Remembered(again.store) == before && again.report.damage == nil)
      try again.store.undo()
      #expect(again.store.state.books == remembered[3].state.books)
      for number in [2, 1, 0] {
        try again.store.undo()
        #expect(again.store.state.books == remembered[number].state.books)
      }
    }
  }

  @Test("The newest change is damaged, and the state file has it: the store opens, and no change is lost")
  func newest() throws {
    for places in [[40], [30, 35, 40]] {
      for access in [OpeningOptions.Access.writing, .reading] {
        let (disk, remembered) = try kept(closing: true)
        try damage(disk, change: 5, in: places)
        let durable = try openShelf(on: disk) { $0.access = access }
        #expect(durable.report.damage != nil && durable.report.history == .kept(moments: 5))
        #expect(durable.store.state == remembered[5].state && durable.report.lostBytes == 0)
        guard access == .writing else { continue }
        try durable.store.undo()
        #expect(durable.store.state.books == remembered[4].state.books)
        try durable.store.redo()
        try durable.close()
        #expect(try openShelf(on: disk).report.damage == nil)
      }
    }
    // Without a previous version of the state, the history begins anew.
    let (disk, remembered) = try kept(closing: true)
    try damage(disk, change: 5)
    disk.lose(".shelf.json.previous")
    let alone = try openShelf(on: disk)
    #expect(alone.store.state == remembered[5].state && alone.report.lostBytes == 0)
    guard case .dropped(.damaged) = alone.report.history else {
      Issue.record("\(alone.report.history)")
      return
    }
  }

  @Test("Damaged changes that came to nothing are no step; what is done next is not taken for one of them")
  func nothing() throws {
    let (disk, remembered) = try kept(closing: true)
    _ = try selecting(on: disk)
    try damage(disk, change: 6)
    let durable = try openShelf(on: disk, setAside)
    #expect(durable.report.damage?.kept == .before && durable.store.state == remembered[5].state)
    #expect(durable.store.historyStatus.undoLabel == remembered[5].undo)
    try durable.store.send(.add("F"))
    let before = Remembered(durable.store)
    // The process ends without a word.
    #expect(Remembered(try openShelf(on: SimulatedDisk(disk.image)).store) == before)
  }

  @Test("Cut off at the end of a line: before what the state has, that is told; behind it, nothing can tell")
  func cutAtLineEnd() throws {
    for count in 0...5 {
      let (disk, remembered) = try kept(closing: false)
      let lines = try #require(disk.image.bytes(of: Self.log)).logLines
      disk.put(lines[..<(2 + count)].flatMap { $0 + [0x0A] }, at: "shelf.json.log")
      if count < 4 {
        let error = #expect(throws: LogError.self) { try openShelf(on: SimulatedDisk(disk.image)) }
        #expect("\(try #require(error))".contains("it ends before its state"))
      }
      let durable = count < 4 ? try openShelf(on: disk, setAside) : try openShelf(on: disk)
      #expect(durable.store.state == remembered[max(count, 4)].state, "\(count)")
      #expect(durable.report.isCutOff == (count < 4) && durable.report.lostBytes == 0)
      switch count {
      // The version before the state file has two changes: what it was at an earlier one is not known.
      case ..<2:
        guard case .dropped(.damaged) = durable.report.history else {
          Issue.record("\(durable.report.history)")
          continue
        }
      case ..<4:
        #expect(
          durable.report.damage?.kept == .before && durable.store.historyStatus.undoLabel == "Recovered"
        )
        try durable.store.undo()
        #expect(durable.store.state.books == remembered[count].state.books)
      default: #expect(durable.report == OpeningReport(kept: count + 1, replaying: count - 4))
      }
    }
  }

  @Test("A power cut while a damaged log is put in order: no change is lost that was there before")
  func powerCuts() throws {
    for (number, places, isPreviousThere) in [
      (2, [40], true), (4, [30, 35, 40], true), (5, [30, 35, 40], true), (3, [30, 35, 40], false),
    ] {
      let (left, remembered) = try kept(closing: false)
      try damage(left, change: number, in: places)
      if !isPreviousThere { left.lose(".shelf.json.previous") }
      let disk = SimulatedDisk(left.image, remembering: true)
      let opened = try openShelf(on: disk, setAside)
      let titles = opened.store.state.books.values.map(\.title)
      #expect(titles == Array(remembered[number == 5 ? 4 : 5].state.books.values.map(\.title)))
      let moments = opened.store.timeline.count
      disk.mark()
      try opened.close()
      var cuts = PowerCuts()
      var whole = 0
      cuts.cut(disk) { crash, _ in
        do {
          let found = try openShelf(on: SimulatedDisk(crash), setAside)
          whole += found.store.timeline.count >= moments ? 1 : 0
          let titlesFound = found.store.state.books.values.map(\.title)
          return titlesFound == titles ? nil : "\(titlesFound)"
        } catch {
          return "\(error)"
        }
      }
      #expect(cuts.complaints == [] && cuts.states > 10, "\(number)")
      Soak.count(.cut, cuts.states)
      // Also between the cut and the step "Recovered".
      #expect(whole == cuts.states, "\(number): \(whole) of \(cuts.states)")
    }
  }
}

extension OpeningReport {
  fileprivate init(kept moments: Int, replaying count: Int) {
    self.init(history: .kept(moments: moments))
    replayedChanges = count
  }
}
