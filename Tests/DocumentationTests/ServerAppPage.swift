import PersistentCollections
import Strata
import StrataTesting
import Testing

@Described
struct Hall: Reducible {
  var guests: PersistentSortedMap<Int, String> = [:]  // by seat; who is not here has not booked

  enum Action: Sendable {
    case book(Int, for: String)
    case cancel(Int)
  }

  struct Taken: Error, Equatable {
    var seat: Int
  }

  mutating func reduce(_ action: Action) throws {
    switch action {
    case .book(let seat, let guest):
      guard guests[seat] == nil else { throw Taken(seat: seat) }
      guests[seat] = guest
    case .cancel(let seat): guests[seat] = nil
    }
  }

  func recording(of action: Action) -> Recording {
    switch action {
    case .book(let seat, let guest): .step("Book \(seat) for \(guest)")
    case .cancel(let seat): .step("Cancel \(seat)")
    }
  }

  /// The first seats side by side that are free.
  func free(_ count: Int) -> Range<Int>? {
    (0..<200).lazy.map { $0..<($0 + count) }.first { seats in
      seats.upperBound <= 200 && seats.allSatisfy { guests[$0] == nil }
    }
  }
}

struct BoxOffice: Sendable {
  let hall: Store<Hall>
  let name: Author

  struct SoldOut: Error {}

  /// Books seats side by side, all or none.
  func book(_ count: Int, for guest: String) throws -> Range<Int> {
    try hall.transaction("Book \(count) for \(guest)", as: name) { draft in
      guard let seats = draft.state.free(count) else { throw SoldOut() }
      for seat in seats { try draft.send(.book(seat, for: guest)) }
      return seats
    }
  }

  /// Books a seat that the guest agrees to, which takes a while: the other offices go on meanwhile.
  func offer(to guest: String, accepts: (Int) async -> Bool) async throws -> Int? {
    while true {
      let seen = hall.snapshot
      guard let seat = seen.state.free(1)?.first else { throw SoldOut() }
      guard await accepts(seat) else { return nil }
      do {
        try hall.send(.book(seat, for: guest), as: name, ifRevision: seen.revision)
        return seat
      } catch StoreError.outdated {
        continue  // another office was faster: there may be a better seat, or this one is gone
      }
    }
  }

  /// Takes back the last thing that this office did, and nothing of the others.
  func undo() throws { try hall.undo(by: name) }
}

@Suite("Four box offices and one hall")
struct HallTests {
  let hall = Store(Hall(), undoing: \.guests)
  var offices: [BoxOffice] { ["North", "East", "South", "West"].map { BoxOffice(hall: hall, name: $0) } }

  @Test("All of them book and undo at once, and each has what it did")
  func together() async throws {
    try await withThrowingTaskGroup { group in
      for office in offices {
        group.addTask {
          for number in 1...20 { _ = try office.book(2, for: "\(office.name) \(number)") }
          for _ in 1...5 { try office.undo() }
        }
      }
      try await group.waitForAll()
    }
    let seats = Dictionary(grouping: hall.state.guests.values) { $0 }.mapValues(\.count)
    for office in offices {
      for number in 1...20 { #expect(seats["\(office.name) \(number)"] == (number > 15 ? nil : 2)) }
    }
  }

  @Test("A seat is not booked twice, and a party that finds no room books nothing")
  func refusing() throws {
    var hall = Hall()
    try hall.expect(.book(7, for: "Ada")) { $0.guests = [7: "Ada"] }
    #expect(throws: Hall.Taken(seat: 7)) { try hall.expect(.book(7, for: "Grace")) }
    #expect(throws: BoxOffice.SoldOut.self) { try offices[0].book(201, for: "A crowd") }
    try expectCompleteDescription(of: hall)
  }

  @Test("An offer that another office was faster than is made again")
  func offering() async throws {
    let (north, east) = (offices[0], offices[1])
    let seat = try await north.offer(to: "Ada") { seat in
      if seat == 0 { _ = try? east.book(1, for: "Grace") }  // while Ada thinks
      return true
    }
    #expect(seat == 1 && hall.state.guests == [0: "Grace", 1: "Ada"])
    try east.undo()
    #expect(hall.state.guests == [1: "Ada"])
  }
}
