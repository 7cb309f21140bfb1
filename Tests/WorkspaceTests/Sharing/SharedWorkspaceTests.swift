import Measuring
import Strata
import StrataSync
import Testing

@testable import Workspace

@Suite("A workspace on several machines")
struct SharedWorkspaceTests {
  /// Some machines, and the order of what they have published.
  private struct Machines {
    var desks: [Desk] = []
    var order: [SharedChange] = []
    var withdrawn: [SharedChange] = []

    init(_ count: Int, _ first: Desk = Desk()) throws {
      desks = [first] + (1..<count).map { _ in Desk() }
      for (number, desk) in desks.enumerated() {
        try desk.store.join(as: number + 1, startingWith: AppState())
        try exchange(number)
      }
    }

    mutating func exchange(_ number: Int) throws {
      let store = desks[number].store
      while true {
        while store.sharing.position < order.count {
          let position = store.sharing.position
          switch try store.apply(SharedChange(line: order[position].line), at: position + 1) {
          case .applied(let gone), .published(let gone): withdrawn += gone
          case .alreadyApplied: break
          }
        }
        guard let (change, position) = try store.nextToPublish() else { return }
        #expect(position == order.count + 1)
        order.append(change)
      }
    }

    mutating func settle() throws {
      for _ in 1...2 { for number in desks.indices { try exchange(number) } }
    }
  }

  @Test("Numbers carry the machine that gave them; what was there when it was alone keeps its own")
  func numbers() throws {
    let alone = try Desk(pages: day("2026-11-24"))
    #expect(try alone.add("Milk", "Oats") == [1, 2])
    var machines = try Machines(3, alone)
    try machines.settle()
    #expect(try machines.desks[0].add("A") == [1_000_000_001])
    #expect(try machines.desks[1].add("B") == [2_000_000_001])
    #expect(try machines.desks[2].add("C", "D") == [3_000_000_001, 3_000_000_002])
    try machines.settle()
    for desk in machines.desks { #expect(desk.state.document == alone.state.document) }
    #expect(alone.journal.todos.count == 6)
    // Rows of other machines do not raise a machine's own numbers, and a number that was undone is not given out again.
    try machines.desks[0].store.undo()
    #expect(try machines.desks[0].add("E") == [1_000_000_002])
    #expect(try machines.desks[1].add("F") == [2_000_000_002])
  }

  @Test("A machine that has lost its files and joins again gives out no number twice")
  func lost() throws {
    var machines = try Machines(2, Desk(pages: day("2026-11-24")))
    try machines.desks[1].add("B", "C")
    try machines.settle()
    machines.desks[1] = Desk()
    try machines.desks[1].store.join(as: 2, startingWith: AppState())
    try machines.exchange(1)
    #expect(try machines.desks[1].add("D") == [2_000_000_003])
  }

  @Test(
    "An action that fails changes nothing, also the first one after joining; used up numbers are a sentence"
  )
  func failing() throws {
    var state = try Desk(pages: day("2026-11-24")).state
    let desk = Desk(state)
    try desk.store.join(as: 7, startingWith: AppState())
    state = desk.state
    #expect(throws: JournalError.emptyTitle) { try state.reduce(.journal(.add(title: ""))) }
    #expect(state == desk.state && state.session.ids.last == 0)
    try state.reduce(.journal(.add(title: "A")))
    state.session.ids.raise(above: 7_999_999_998)
    try state.reduce(.journal(.add(title: "B")))
    #expect(throws: IDCounter.Exhausted.self) { try state.reduce(.journal(.add(title: "C"))) }
  }

  @Test("The page in view, the selection and the filter stay at home")
  func home() throws {
    var machines = try Machines(2, Desk(pages: day("2026-11-24")))
    let ids = try machines.desks[0].add("A")
    try machines.desks[0].session(.select(IDSet(ids)))
    try machines.settle()
    #expect(machines.desks[1].state.session.selection == [] && machines.desks[1].todo(ids[0]) != nil)
    try machines.desks[0].session(.select([]))
    #expect(machines.desks[0].store.sharing.unpublishedCount == 0)
  }

  @Test("Pages that were begun apart stand in the order of their days on all machines, each once")
  func pages() throws {
    var machines = try Machines(2, Desk(pages: day("2026-11-23")))
    try machines.desks[0].journal(.startPage(day("2026-11-24")), .startPage(day("2026-11-25")))
    try machines.desks[1].journal(.startPage(day("2026-11-25")), .startPage(day("2026-11-26")))
    try machines.desks[1].journal(.note(.add("Rain", at: time("2026-11-26T09:00:00"))))
    try machines.settle()
    // The page of the 25th was there already.
    #expect(machines.withdrawn.map(\.label) == ["Start 2026-11-25"])
    #expect(machines.desks[0].journal == machines.desks[1].journal)
    #expect(machines.desks[0].journal.pages.map(\.description) == (23...26).map { "2026-11-\($0)" })
    #expect(machines.desks[0].journal.notes.count == 1)
  }

  @Test("A category that is deleted while another machine uses it: that change is withdrawn there, and told")
  func contradiction() throws {
    let first = try Desk(pages: day("2026-11-23"))
    try first.journal(.category(.add(name: "Home", color: .blue)))
    var machines = try Machines(2, first)
    try machines.settle()
    try machines.desks[0].journal(.category(.delete(id: 1)))
    try machines.desks[1].add("Sing")
    try machines.desks[1].add(NewTodo("Run", category: 1))
    try machines.settle()
    #expect(machines.withdrawn.count == 1 && machines.desks[0].journal == machines.desks[1].journal)
    #expect(machines.desks[0].journal.todos.values.map(\.title) == ["Sing"])
  }
}
