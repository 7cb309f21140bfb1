import StrataCore
import TestSupport
import Testing

@testable import StrataStorage

@Suite("Groups with the steps of others in them, where the process dies")
struct FollowedGroupsTests {
  /// The end of the group before the process ends.
  enum End: CaseIterable { case open, ended, cancelled, showsNothing }

  /// A sitting with a group of an agent, within which the user goes on.
  private struct Sitting {
    let disk = SimulatedDisk(remembering: true)
    let clock = ManualClock()
    /// The state and history, by the number of acknowledged changes.
    private(set) var acknowledged: [Remembered] = []
    private let durable: DurableStore<Shelf>

    init(_ end: End) throws {
      durable = try openShelf(on: disk, clock: clock)
      acknowledge()
      let store = durable.store
      try change { try $0.send(.add("A")) }
      try change { try $0.send(.add("B")) }
      try change { try $0.undo() }
      let group = try store.beginGroup("Fill", as: "agent", noting: "why")
      try change { try $0.send(.add("C"), as: "agent") }
      try change { try $0.send(.rename(1, "a")) }
      try change { try $0.send(.rename(3, "c"), as: "agent") }
      try durable.flush()
      try change { try $0.send(.fetch(1_000, "F"), as: "sync") }
      try change { try $0.undo(by: .user) }
      _ = try durable.keeping?.saving.renew(store)
      try change { try $0.send(.add("D"), as: "agent") }
      try change { try $0.redo(by: .user) }
      switch end {
      case .open: break
      case .ended: try change { _ in group.end() }
      case .cancelled: try change { _ in try group.cancel { _ in .mine } }
      case .showsNothing:
        try change { try $0.send(.remove(4), as: "agent") }
        try change { _ in group.end() }
      }
      try change { try $0.send(.add("E"), as: "agent") }
      withExtendedLifetime(group) {}
    }

    private mutating func change(_ change: (Store<Shelf>) throws -> Void) throws {
      clock.pass(.seconds(60))
      try change(durable.store)
      acknowledge()
    }

    private mutating func acknowledge() {
      acknowledged.append(Remembered(durable.store))
      disk.mark()
    }
  }

  /// Applies all that a feed delivers to a plain state.
  private func told(_ feed: inout FeedReader, _ plain: inout PlainValue) throws {
    while case let items = try feed.next(2), !items.isEmpty {
      for case .state(let state, _) in items { plain = state }
      for case .change(let change) in items { try plain.apply(change.patch) }
    }
  }

  @Test(
    "At every call: what was acknowledged is there, and those who follow have what the next process has",
    arguments: End.allCases
  )
  func everyCall(end: End) throws {
    let sitting = try Sitting(end)
    var (cuts, number) = (PowerCuts(), 0)
    cuts.cut(sitting.disk) { image, marks in
      number += 1
      guard marks > 0, number % Soak.stride(9) == 0 else { return nil }
      Soak.count(.cut)
      do {
        return try complaint(
          image,
          allowed: sitting.acknowledged[max(0, marks - 1)...min(marks, sitting.acknowledged.count - 1)]
        )
      } catch {
        return "\(error)"
      }
    }
    #expect(cuts.complaints == [] && cuts.states > 100, "\(cuts): \(cuts.complaints)")
  }

  private func complaint(_ image: DiskImage, allowed: ArraySlice<Remembered>) throws -> String? {
    let disk = SimulatedDisk(image)
    let reader = try openShelf(on: disk) { $0.access = .reading }
    let early = Remembered(reader.store)
    guard allowed.contains(early) else { return "one who reads has \(early)" }
    var (feed, plain) = (FeedReader("/d/shelf.json", after: nil, limit: 1 << 30, in: disk), PlainValue.null)
    // A torn end is no change.
    try told(&feed, &plain)
    let writer = try openShelf(on: disk)
    let found = Remembered(writer.store)
    guard allowed.contains(found) else { return "the next process has \(found)" }
    try reader.catchUp()
    guard Remembered(reader.store) == found else {
      return "one who follows has \(Remembered(reader.store)), and not \(found)"
    }
    // The group is over: the agent's next step is its own.
    try writer.store.send(.add("after"), as: "agent")
    guard writer.store.timeline.present.label == "Add \"after\"" else { return "the group goes on" }
    try reader.catchUp()
    try told(&feed, &plain)
    guard Remembered(reader.store) == Remembered(writer.store), reader.position == writer.position else {
      return "behind the next change, one who follows has \(Remembered(reader.store))"
    }
    guard try plain.json == PlainValue(of: writer.store.state).json, feed.position == writer.position else {
      return "a feed has told \(plain)"
    }
    return nil
  }
}
