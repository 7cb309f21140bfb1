import Measuring
import PersistentCollections
import StrataCore
import TestSupport
import Testing

@testable import StrataStorage

@Suite("Forgetting what was at a place")
struct PlaceForgettingTests {
  /// The text that must not be found in any file.
  static let secret = "hunter2-swordfish"

  /// Every file that has the secret, in any of its names and bytes.
  private func findings(_ disk: SimulatedDisk) -> [String] {
    let secret = Array(Self.secret.utf8)
    return disk.image.names(in: "/d").filter { name in
      name.contains(Self.secret) || (disk.image.bytes(of: "/d/" + name) ?? []).contains(secret)
    }
  }

  /// A store with books before, with and after a secret one: in titles, labels, a merged step, a branch that was left, and
  /// the restored part.
  private func opened(on disk: SimulatedDisk, keeping: Bool = false) throws -> DurableStore<Shelf> {
    let durable = try openShelf(on: disk)
    let store = durable.store
    try store.send(.add("A"))
    try store.send(.add(Self.secret))
    try store.send(.rename(2, Self.secret + "!"))
    try store.send(.rename(2, Self.secret + "?"))
    try store.send(.weigh(2, 3))
    try store.send(.add("C"))
    try durable.flush()
    try store.undo()
    try store.send(.rename(1, "A2"))
    try store.send(.add("D"))
    try store.send(.remove(2))
    try store.send(.add("E"))
    return durable
  }

  private func forget(_ shelf: inout Shelf) {
    shelf.books[2] = nil
    shelf.session.selected.removeAll { $0 == 2 }
  }

  /// The books at each moment.
  private func states(_ store: Store<Shelf>) -> [Moment.ID: PersistentSortedMap<Int, Shelf.Book>] {
    var states: [Moment.ID: PersistentSortedMap<Int, Shelf.Book>] = [:]
    for moment in moments(store) { states[moment.id] = store.state(at: moment.id)?.books }
    return states
  }

  private func moments(_ store: Store<Shelf>) -> [Moment] {
    var (found, next) = ([store.timeline.oldest], 0)
    while next < found.count {
      found += store.timeline.branches(after: found[next].id)
      next += 1
    }
    return found.sorted { $0.id < $1.id }
  }

  @Test("It is in no byte of any file and at no moment, and all else is as it was")
  func everywhere() throws {
    for isThere in [false, true] {
      let disk = SimulatedDisk()
      let durable = try opened(on: disk)
      if isThere { try durable.store.send(.add(Self.secret)) }
      try durable.flush()
      disk.put(Array(Self.secret.utf8), at: "shelf.json.log.aside-1")
      disk.put(Array(Self.secret.utf8), at: "shelf.json.quarantined-2")
      let secret = isThere ? durable.store.state.session.lastID : 2
      #expect(findings(disk).count >= 3)
      var before = states(durable.store)
      for id in before.keys {
        before[id]?[2] = nil
        before[id]?[secret] = nil
      }
      try durable.forget { shelf in
        forget(&shelf)
        shelf.books[secret] = nil
        shelf.session.selected.removeAll { $0 == secret }
      }
      #expect(findings(disk) == [])
      let after = states(durable.store)
      #expect(!after.isEmpty && after.allSatisfy { before[$0.key] == $0.value })
      #expect(durable.store.state.books.values.map(\.title) == ["A2", "D", "E"])
      // The steps to the secret, its two names, its weight and its going are gone; the others are there.
      #expect(
        Set(before.keys).subtracting(after.keys).count == (isThere ? 4 : 3) + 0 || after.count < before.count
      )
      let labels = moments(durable.store).map(\.label)
      #expect(!labels.contains { $0.contains(Self.secret) } && labels.contains("Add \"C\""))
      // It goes on, in memory and on the disk.
      while durable.store.canUndo { try durable.store.undo() }
      #expect(durable.store.state.books.isEmpty)
      while durable.store.canRedo { try durable.store.redo() }
      #expect(durable.store.state.books.values.map(\.title) == ["A2", "D", "E"])
      try durable.store.send(.add("F"))
      let states = states(durable.store)
      let timeline = durable.store.timeline.description
      try durable.close()
      #expect(findings(disk) == [])
      let again = try openShelf(on: disk)
      #expect(again.report.history == .kept(moments: states.count))
      #expect(self.states(again.store) == states && again.store.timeline.description == timeline)
    }
  }

  @Test("forget(_:) turns undo(only:) and undo(by:) into ordinary steps, without the forgotten text")
  func undoneByName() throws {
    let disk = SimulatedDisk()
    let durable = try openShelf(on: disk)
    try durable.store.send(.add("A"))
    try durable.store.send(.rename(1, "B"), as: "agent")
    let slip = durable.store.timeline.present.id
    try durable.store.send(.add(Self.secret))
    try durable.store.send(.rename(1, "C"))
    try durable.store.undo(only: slip) { _ in .value(.text(Self.secret)) }
    try durable.store.send(.rename(1, "D"), as: "agent")
    try durable.store.send(.add("E"))
    try durable.store.undo(by: "agent")
    #expect(durable.store.timeline.contains { !$0.switches.isEmpty })
    try durable.flush()
    try durable.forget { shelf in
      forget(&shelf)
      if shelf.books[1]?.title == Self.secret { shelf.books[1]?.title = "" }
    }
    let (state, timeline) = (durable.store.state, durable.store.timeline.description)
    try durable.close()
    #expect(findings(disk) == [])
    let again = try openShelf(on: disk)
    #expect(again.store.state == state && again.store.timeline.description == timeline)
    #expect(again.store.timeline.allSatisfy { $0.switches.isEmpty && $0.merges == nil })
    while again.store.canUndo { try again.store.undo() }
    #expect(again.store.state.books.isEmpty)
    // The agent's undo is redone as well.
    while again.store.canRedo { try again.store.redo() }
    #expect(again.store.state.books.values.map(\.title) == ["D", "E"])
  }

  @Test("By the path to it")
  func path() throws {
    let disk = SimulatedDisk()
    let durable = try opened(on: disk)
    try durable.forget(\.books[2], leaving: nil)
    #expect(findings(disk) == [])
    try durable.store.send(.add("secret \(Self.secret)"))
    let id = durable.store.state.session.lastID
    try durable.forget { $0.books[id]?.title = "" }
    #expect(durable.store.state.books[id]?.title == "")
    try durable.store.undo()
    try durable.close()
    #expect(findings(disk) == [])
  }

  @Test("A step that did more keeps the rest, and loses its label")
  func rest() throws {
    let disk = SimulatedDisk()
    let durable = try openShelf(on: disk)
    try durable.store.transaction("Two, one of them \(Self.secret)", noting: Self.secret) { draft in
      try draft.send(.add(Self.secret))
      try draft.send(.add("B"))
    }
    try durable.store.send(.select([1, 2]))
    try durable.store.send(.rename(2, "B2"), noting: "kept")
    try durable.forget {
      $0.books[1] = nil
      $0.session.selected.removeAll { $0 == 1 }
    }
    #expect(findings(disk) == [])
    #expect(moments(durable.store).map(\.label) == ["Start", "Forgotten", "Rename"])
    #expect(moments(durable.store).map(\.note) == [nil, nil, .text("kept")])
    try durable.store.undo()
    #expect(
      durable.store.state.books.values.map(\.title) == ["B"] && durable.store.state.session.selected == [2]
    )
    try durable.store.undo()
    #expect(durable.store.state.books.isEmpty)
  }

  @Test("Random histories: every moment is what the change makes of it, and no other is there")
  func random() throws {
    var random = SplitMix64(seed: 31)
    for round in 0..<Soak.times(15) {
      let disk = SimulatedDisk()
      let durable = try openShelf(on: disk) { $0.keeping = round % 3 == 0 ? .steps(12) : .all }
      for number in 0..<60 {
        let ids = Array(durable.store.state.books.keys)
        let id = ids.isEmpty ? 0 : ids[random.below(ids.count)]
        let name = random.below(4) == 0 ? Self.secret : "T\(number)"
        switch random.below(9) {
        case 0, 1: try? durable.store.undo()
        case 2: try? durable.store.redo()
        case 3: try? durable.store.send(.rename(id, name))
        case 4: try? durable.store.send(.remove(id))
        case 5: try durable.store.send(.select(ids.filter { $0 % 2 == 0 }))
        case 6:
          let moments = self.moments(durable.store).map(\.id)
          try durable.store.jump(to: moments[random.below(moments.count)])
        case 7 where number % 20 == 7: try durable.flush()
        default: try durable.store.send(.add(name))
        }
      }
      let titled: @Sendable (inout Shelf) -> Void = { shelf in
        for (id, book) in shelf.books where book.title == Self.secret { shelf.books[id]?.title = "" }
      }
      let before = states(durable.store)
      let present = durable.store.state
      try durable.forget(titled)
      var expected = present
      titled(&expected)
      #expect(durable.store.state == expected && findings(disk) == [], "round \(round)")
      let after = states(durable.store)
      for (id, books) in after {
        var shelf = Shelf(books: before[id] ?? books)
        titled(&shelf)
        #expect(shelf.books == books, "round \(round), moment \(id)")
      }
      #expect(after.count <= before.count + 1)
      let again = try openShelf(on: SimulatedDisk(disk.image)) { $0.access = .reading }
      #expect(states(again.store) == after && again.store.state == durable.store.state, "round \(round)")
      #expect(again.store.timeline.description == durable.store.timeline.description)
    }
  }

  @Test("A forget(_:) that fails or is cut off loses no acknowledged change, and a second call forgets")
  func faults() throws {
    let disk = SimulatedDisk(remembering: true)
    let durable = try opened(on: disk)
    let before = states(durable.store)
    let image = disk.image
    disk.restart()
    try durable.forget(forget)
    let calls = disk.operations.count
    var cuts = PowerCuts()
    cuts.cut(disk) { crash, _ in
      do {
        let again = try openShelf(on: SimulatedDisk(crash))
        guard case .kept = again.report.history else { return "\(again.report)" }
        return again.store.state.books.values.map(\.title) == ["A2", "D", "E"] ? nil : "\(again.store.state)"
      } catch {
        return "\(error)"
      }
    }
    #expect(cuts.complaints == [] && cuts.states > 30)
    Soak.count(.cut, cuts.states)
    var failed = 0
    for call in 0..<calls {
      for isLasting in [false, true] {
        // The store is opened anew on what was there; so the calls of opening come first.
        let disk = SimulatedDisk(image)
        disk.contents.withLock { contents in contents.image = image }
        let durable = try openShelf(on: disk)
        disk.restart(failing: .init(call: call, error: SystemError(5), isLasting: isLasting))
        do {
          try durable.forget(forget)
        } catch {
          failed += 1
        }
        disk.restart()
        try durable.store.send(.rename(1, "A3"), orAfter: { try durable.flush() })
        try durable.forget(forget)
        #expect(findings(disk) == [], "call \(call)")
        let now = states(durable.store)
        try durable.close()
        let again = try openShelf(on: disk)
        #expect(states(again.store) == now && before.count + 2 >= now.count, "call \(call)")
      }
    }
    #expect(failed > calls / 2)
  }

  @Test("A reader forgets nothing, and neither does a reducer; what the change throws leaves all as it was")
  func refused() throws {
    let disk = SimulatedDisk()
    let durable = try opened(on: disk)
    let (timeline, state) = (durable.store.timeline.description, durable.store.state)
    #expect(throws: Shelf.Refused()) { try durable.forget { _ in throw Shelf.Refused() } }
    var calls = 0
    #expect(throws: Shelf.Refused()) {
      try durable.forget { _ in
        calls += 1
        if calls == 5 { throw Shelf.Refused() }
      }
    }
    #expect(durable.store.timeline.description == timeline && durable.store.state == state)
    #expect(throws: StoreError.busy) {
      try durable.store.transaction("Inside") { _ in try durable.forget(forget) }
    }
    // A closure that changes the state each time it runs is refused.
    #expect(throws: LogError.self) { try durable.forget { $0.session.lastID += 1 } }
    try durable.close()
    let reader = try openShelf(on: disk) { $0.access = .reading }
    #expect(throws: LogError.readOnly(path: "/d/shelf.json")) { try reader.forget(forget) }
  }
}

extension Store {
  /// Sends an action, and once more after `healing` where the log takes no changes.
  fileprivate func send(_ action: State.Action, orAfter healing: () throws -> Void) throws {
    do {
      try send(action)
    } catch is LogError {
      try healing()
      try send(action)
    }
  }
}
