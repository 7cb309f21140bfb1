import StrataCore
import TestSupport
import Testing

@testable import StrataStorage

/// A sitting with a durable store, of which every moment is remembered.
private struct Sitting {
  let disk: SimulatedDisk
  let clock = ManualClock()
  /// The store that must be recovered, by the number of acknowledged changes.
  private(set) var acknowledged: [Remembered] = []
  private(set) var durable: DurableStore<Shelf>?

  init(on disk: SimulatedDisk) throws {
    self.disk = disk
    durable = try openShelf(on: disk, clock: clock)
    acknowledge()
  }

  var store: Store<Shelf> { durable!.store }  // Open until `close`.

  private mutating func acknowledge() {
    acknowledged.append(Remembered(store))
    disk.mark()
  }

  mutating func change(_ change: (Store<Shelf>) throws -> Void) throws {
    try change(store)
    acknowledge()
    clock.pass(.seconds(60))
  }

  mutating func renew() throws {
    _ = try durable!.keeping!.saving.renew(store)  // Opened for writing.
  }

  mutating func close() throws {
    try durable?.close()
    durable = nil
  }

  mutating func reopen() throws {
    durable = try openShelf(on: disk, clock: clock)
  }

  /// Everything that a log can have in it.
  mutating func play() throws {
    for title in ["A", "B", "C"] { try change { try $0.send(.add(title)) } }
    try change { try $0.undo() }
    try change { try $0.markSaved() }
    try durable?.flush()
    try change { try $0.send(.add("D")) }
    try change { try $0.jump(to: $0.timeline.ids[3]) }
    try change { try $0.send(.select([1])) }
    try renew()
    try change { try $0.send(.rename(1, "A much longer name than before")) }
    try change { try $0.keep(steps: 2) }
    try close()
    try reopen()
    try change { try $0.undo() }
    try change { try $0.redo() }
    try close()
  }
}

@Suite("Logs after a power cut")
struct LogCrashTests {
  @Test("At every call of a sitting: what was acknowledged is there, whole, and at most one change more")
  func everyCall() throws {
    let disk = SimulatedDisk(remembering: true)
    var sitting = try Sitting(on: disk)
    try sitting.play()
    var cuts = PowerCuts()
    var recoveries = PowerCuts()
    var torn = 0
    cuts.cut(disk) { crash, marks in
      let after = SimulatedDisk(crash, remembering: true)
      switch found(on: after) {
      case .failure(let error): return "\(error)"
      case .success(let (found, report)):
        let allowed = sitting.acknowledged[max(0, marks - 1)...min(marks, sitting.acknowledged.count - 1)]
        guard marks == 0 || allowed.contains(found) else { return "\(marks) acknowledged: \(found.tree)" }
        guard report.tornEnd != nil || report.history == .begun else { return nil }
        torn += report.tornEnd == nil ? 0 : 1
        // The power goes again while all that is put in order. All of these take a release build and STRATA_SOAK=1.
        guard Soak.isOn || torn % 5 == 1 else { return nil }
        recoveries.cut(after) { again, _ in
          switch self.found(on: SimulatedDisk(again)) {
          case .failure(let error): "in the recovery: \(error)"
          case .success(let (second, _)):
            second == found || marks == 0 ? nil : "in the recovery: \(second.tree)"
          }
        }
        return recoveries.complaints.first
      }
    }
    #expect(cuts.complaints == [])
    #expect(cuts.operations > 140 && cuts.states > 200 && torn > 10 && recoveries.states > 60)
    Soak.count(.cut, cuts.states + recoveries.states)
  }

  private func found(on disk: SimulatedDisk) -> Result<(Remembered, OpeningReport), any Error> {
    Result {
      let opened = try openShelf(on: disk)
      return (Remembered(opened.store), opened.report)
    }
  }

  @Test("Whichever call fails, once or from then on: what was refused did not happen, what was not is there")
  func everyFault() throws {
    let trial = SimulatedDisk()
    var sitting = try Sitting(on: trial)
    try sitting.play()
    var fired = 0
    let step = Soak.pick(3, more: 1)
    for isLasting in [false, true] {
      for call in stride(from: isLasting ? 1 % step : 0, to: trial.operations.count, by: step) {
        let disk = SimulatedDisk()
        disk.restart(failing: .init(call: call, error: .deviceError, isLasting: isLasting))
        if let complaint = try play(on: disk, &fired) {
          Issue.record("call \(call), \(trial.operations[call]), lasting \(isLasting): \(complaint)")
          return
        }
      }
    }
    #expect(fired * step > trial.operations.count)
  }

  private typealias Command = (Store<Shelf>) throws -> Void

  /// Sends what the disk lets through; returns what is wrong afterwards.
  private func play(on disk: SimulatedDisk, _ fired: inout Int) throws -> String? {
    let clock = ManualClock()
    var (done, refused): ([Command], Command?) = ([], nil)
    for sitting in 0..<2 {
      guard let durable = try? openShelf(on: disk, clock: clock) else { continue }
      let commands: [Command] = [
        { try $0.send(.add("\(sitting) A")) }, { try $0.send(.add("\(sitting) B")) }, { try $0.undo() },
        { try $0.markSaved() }, { try $0.send(.add("\(sitting) C")) },
      ]
      for (number, command) in commands.enumerated() {
        // Older moments are read from the disk, which may not answer.
        let before = (durable.store.state, durable.store.timeline.lines)
        do {
          try command(durable.store)
          (done, refused) = (done + [command], nil)
        } catch is LogError {
          refused = refused ?? command
          if (durable.store.state, durable.store.timeline.lines) != before { return "something has changed" }
        } catch {
          // There was nothing to undo, after all.
        }
        if number == 2 { try? durable.flush() }
      }
      try? durable.close()
    }
    fired += disk.faultsFired > 0 ? 1 : 0
    disk.restart()
    let found = Remembered(try openShelf(on: disk, clock: clock).store)
    if found == remembered(done, clock) { return nil }
    // A refused change that could not be cut off the log again may be there, but only whole.
    if let refused, found == remembered(done + [refused], clock) { return nil }
    return "\(found.tree) instead of \(remembered(done, clock).tree)"
  }

  private func remembered(_ commands: [Command], _ clock: ManualClock) -> Remembered {
    let store = Store(Shelf(), undoing: \.books, restoring: \.session.selected, clock: { clock.now })
    for command in commands { try? command(store) }
    return Remembered(store)
  }

  @Test("A disk that is full refuses the change, and takes the next one when there is room")
  func full() throws {
    let disk = SimulatedDisk()
    let durable = try openShelf(on: disk)
    try durable.store.send(.add("A"))
    let before = Remembered(durable.store)
    let used = disk.image.nodes.values.reduce(0) { $0 + ($1.kind == .file ? $1.bytes.count : 0) }
    disk.contents.withLock { $0.capacity = used + 20 }
    #expect(throws: LogError.self) { try durable.store.send(.add("B")) }
    #expect(Remembered(durable.store) == before && disk.operations.suffix(2).contains("truncate log"))
    disk.contents.withLock { $0.capacity = .max }
    try durable.store.send(.add("C"))
    #expect(durable.store.state.books.values.map(\.title) == ["A", "C"])
    let after = Remembered(durable.store)
    try durable.close()
    #expect(Remembered(try openShelf(on: disk).store) == after)
  }

  @Test(
    "After a sync that failed, or a log that cannot be cut back, no change is taken until it is opened again"
  )
  func stopped() throws {
    for failing in ["sync log", "truncate log"] {
      let disk = SimulatedDisk()
      let durable = try openShelf(on: disk)
      try durable.store.send(.add("A"))
      let before = Remembered(durable.store)
      disk.restart()
      if failing == "truncate log" { disk.contents.withLock { $0.writeLimit = 10 } }
      disk.restart(failing: .init(call: 3, error: .deviceError, isLasting: failing == "truncate log"))
      #expect(throws: LogError.self) { try durable.store.send(.add("B")) }
      #expect(disk.operations.contains(failing))
      disk.restart()
      disk.contents.withLock { $0.writeLimit = .max }
      #expect(throws: LogError.self) { try durable.store.send(.add("C")) }
      #expect(disk.operations == [] && Remembered(durable.store) == before)
      let crashed = SimulatedDisk(disk.image)
      #expect(Remembered(try openShelf(on: crashed).store) == before)
    }
  }
}
