import Measuring
import StrataCore
import StrataSync
import TestSupport
import Testing

@testable import StrataStorage

@Suite(
  "Machines with a real database between them",
  .enabled(if: PostgreSQL.isHere, "PostgreSQL is not here and cannot be installed")
)
struct PostgreSQLTests {
  /// Puts own changes into the order, and takes in what it has, until there is neither; returns how often another machine
  /// was first.
  private func exchange(_ durable: DurableStore<Rack>, _ server: PostgreSQL) throws -> Int {
    var (hasAll, refusals) = (false, 0)
    while true {
      if let (change, position) = try durable.nextToPublish() {
        let line = PostgreSQL.Line(change.line, called: "\(change.name)", by: change.author.rawValue)
        if try server.insert([line], at: position) {
          try durable.store.apply(change, at: position)
          continue
        }
        // Another one was first: it is taken in before the next attempt.
        refusals += 1
      } else if hasAll {
        return refusals
      }
      while case let lines = try server.lines(after: durable.store.sharing.position), !lines.isEmpty {
        for line in lines {
          try durable.store.apply(try SharedChange(line: line), at: durable.store.sharing.position + 1)
        }
      }
      hasAll = true
    }
  }

  @Test(
    "Machines that edit, are killed in between, find the server stopped, or were away: one state, and nothing is lost",
    .timeLimit(.minutes(30))
  )
  func converge() throws {
    let server = try PostgreSQL()
    var random = SplitMix64(seed: 29)
    let count = 3
    let folders = try (0..<count).map { _ in try TemporaryFolder() }
    // They go with the last use of them.
    defer { withExtendedLifetime(folders) {} }
    func open(_ number: Int) throws -> DurableStore<Rack> {
      try openRack(POSIXFileSystem(), at: number + 1, folders[number].file("rack.json"), sync: .onFlush)
    }
    var machines = try (0..<count).map(open)
    var added: Set<String> = []
    var (killed, isStopped, failures, refusals) = (0, false, 0, 0)
    for round in 0..<Soak.times(8) {
      let number = random.below(count)
      for step in 0..<1 + random.below(3) {
        let store = machines[number].store
        if random.below(4) == 0, let id = store.state.notes.keys.randomElement(using: &random) {
          try store.send(.rename(id, "o'\(round)\\\u{2028}"))
        } else {
          try store.send(.add("\(number)-\(round)-\(step)"), as: "machine")
          added.insert("\(number)-\(round)-\(step)")
        }
      }
      if round % 8 == 3 {
        try server.stop()
        isStopped = true
      }
      // One that was away for long.
      if number == 2 && round < Soak.times(5) { continue }
      do {
        if round % 3 == 1, let (change, position) = try machines[number].nextToPublish() {
          // It is killed behind the insertion, before it hears of it.
          _ = try server.insert([.init(change.line, called: "\(change.name)", by: "")], at: position)
          machines[number] = machines[(number + 1) % count]
          machines[number] = try open(number)
          killed += 1
        } else {
          refusals += try exchange(machines[number], server)
        }
      } catch let failed as PostgreSQL.Failed {
        guard isStopped else { throw failed }
        failures += 1
        try server.start()
        isStopped = false
      }
    }
    if isStopped { try server.start() }
    for _ in 0..<2 { for machine in machines { refusals += try exchange(machine, server) } }
    #expect(killed > 0 && failures > 0 && refusals > 0)
    let shared = try machines.map { try $0.store.state.sharedParts }
    #expect(Set(shared).count == 1)
    for machine in machines {
      #expect(machine.store.sharing.unpublishedCount == 0)
      let there = machine.store.state.order
      #expect(there.count == added.count && Set(there) == added)
    }
    // From the database alone, and with nothing but patches.
    var state = try PlainValue(of: Rack())
    var names: Set<SharedChange.Name> = []
    while case let lines = try server.lines(after: names.count), !lines.isEmpty {
      for line in lines {
        let change = try SharedChange(line: line)
        try state.apply(change.patch)
        names.insert(change.name)
      }
    }
    let made: Rack = try state.value()
    #expect(try made.sharedParts == shared[0])
    // Each takes back its own alone, also where another machine has renamed it since.
    let own = machines[0].store.state.order.count { $0.hasPrefix("0-") }
    while machines[0].store.canUndo { try machines[0].store.undo(by: nil) }
    let left = machines[0].store.state.order
    #expect(left.allSatisfy { !$0.hasPrefix("0-") } && left.count == added.count - own)
    for number in 0..<2 { _ = try exchange(machines[number], server) }
    #expect(try machines[1].store.state.sharedParts == machines[0].store.state.sharedParts)
  }
}
