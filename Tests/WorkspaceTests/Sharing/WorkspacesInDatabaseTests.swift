import Measuring
import Strata
import StrataSync
import TestSupport
import Testing

@testable import Workspace

@Suite(
  "Workspaces with a real database between them",
  .enabled(if: PostgreSQL.isHere, "PostgreSQL is not here and cannot be installed")
)
struct WorkspacesInDatabaseTests {
  /// Lets machines edit, exchange, die behind an insertion, and find the server stopped; the last one is away.
  private func live(_ machines: inout [SharingMachine], _ server: PostgreSQL) throws {
    var random = SplitMix64(seed: 29)
    var (killed, failures, isStopped) = (0, 0, false)
    for round in 0..<Soak.times(8) {
      let number = round % machines.count
      try machines[number].mark(by: SharingMachine.authors[round / machines.count % 2])
      for _ in 0..<random.below(4) { try machines[number].edit() }
      if round % 8 == 3 {
        try server.stop()
        isStopped = true
      }
      if number == machines.count - 1 { continue }
      do {
        if round % 4 == 1 {
          killed += try machines[number].publishAndDie(server) ? 1 : 0
        } else {
          try machines[number].exchange(server)
        }
      } catch let failed as PostgreSQL.Failed {
        guard isStopped else { throw failed }
        failures += 1
        try server.start()
        isStopped = false
      }
    }
    if isStopped { try server.start() }
    #expect(killed > 0 && failures > 0)
  }

  /// The document and the names of changes that follow from the order alone, by applying nothing but patches.
  private func ordered(_ server: PostgreSQL) throws -> (document: [UInt8], names: Set<SharedChange.Name>) {
    var (state, names) = (try PlainValue(of: AppState()), Set<SharedChange.Name>())
    while case let lines = try server.lines(after: names.count), !lines.isEmpty {
      for line in lines {
        let change = try SharedChange(line: line)
        try state.apply(change.patch)
        names.insert(change.name)
      }
    }
    guard case .record(let record) = state, let document = record["document"] else { return ([], names) }
    return (document.json, names)
  }

  private func settle(_ machines: inout [SharingMachine], _ server: PostgreSQL) throws {
    for _ in 0..<2 { for number in machines.indices { try machines[number].exchange(server) } }
    let (document, names) = try ordered(server)
    for machine in machines {
      #expect(try machine.document == document, "machine \(machine.site)")
      #expect(machine.store.sharing.position == names.count && machine.store.sharing.unpublishedCount == 0)
      let gone = machine.acknowledged.subtracting(names).subtracting(machine.withdrawn)
      #expect(gone.isSubset(of: machine.united), "lost: \(gone)")
    }
  }

  @Test(
    "Edited, killed behind an insertion, the server stopped, one away for long: one document, and nothing is lost",
    .timeLimit(.minutes(30))
  )
  func converge() throws {
    let server = try PostgreSQL()
    var machines = try (1...3).map { try SharingMachine($0) }
    try machines[0].store.send(.journal(.startPage(day("2026-01-01"))))
    try machines[0].exchange(server)
    try live(&machines, server)
    // The edits of the last machine, which was away, come on top of all changes of the other machines.
    try machines[0].exchange(server)
    try machines[0].makeMany(Soak.isOn ? 10_000 : 50, server)
    try machines[2].mark(by: "anna")
    let marks = machines.map { machine in
      SharingMachine.authors.map { machine.marks(of: $0, at: machine.site) }
    }
    try settle(&machines, server)
    #expect(machines.contains { $0.refusals > 0 } && marks.allSatisfy { $0.contains { !$0.isEmpty } })
    for machine in machines {
      for other in machines.indices {
        let there = SharingMachine.authors.map { machine.marks(of: $0, at: other + 1) }
        #expect(there == marks[other], "machine \(machine.site) has of machine \(other + 1)")
      }
    }
    let document = try machines[1].document
    try machines[1].close()
    try machines[1].open()
    #expect(try machines[1].document == document && machines[1].store.sharing.position > 50)
    try takeAllBack(&machines, server)
  }

  /// Lets an author of the second machine take back all, and then all of the machine's own.
  private func takeAllBack(_ machines: inout [SharingMachine], _ server: PostgreSQL) throws {
    let machine = machines[1]
    for (author, command) in [("anna", "anna"), ("", nil)] as [(Author, Author?)] {
      var revision = -1
      while revision != machine.store.revision {
        revision = machine.store.revision
        if command == nil {
          // The machine undoes its own changes, of any author, and no change of another machine.
          let others = [1, 3].map { site in SharingMachine.authors.map { machine.marks(of: $0, at: site) } }
          try? machine.store.undo(by: nil)
          #expect(
            [1, 3].map { site in SharingMachine.authors.map { machine.marks(of: $0, at: site) } } == others
          )
        } else {
          try machine.takeBack(by: author) { try $0.undo(by: author) }
        }
      }
      #expect(machine.marks(of: author, at: 2).isEmpty, "\(author)")
    }
    try settle(&machines, server)
    #expect(machines[0].marks(of: .user, at: 2).isEmpty && !machines[0].marks(of: .user, at: 1).isEmpty)
  }
}
