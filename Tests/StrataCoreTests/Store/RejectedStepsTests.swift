import Measuring
import PersistentCollections
import TestSupport
import Testing

@testable import StrataCore

/// reject undoes changes for good: the moment of the rejection records the rejected changes.
@Suite("Steps that were rejected, as wholes and in parts")
struct RejectedStepsTests {
  typealias Sheet = UndoneStepsTests.Sheet

  /// A store with a text and a list, and the moment before the agent came.
  func sheet(keeping: Keeping = .unpacked) throws -> (Store<Sheet>, Moment.ID) {
    let store = Store(Sheet(), keeping: keeping)
    try store.transaction("Begin") { draft in
      try draft.send(.type("[abcabc]", at: 0))
      for number in 0..<4 {
        try draft.send(.insert(number % 2, at: number))
        try draft.send(.row(number, at: number))
      }
    }
    return (store, store.timeline.present.id)
  }

  @Test(
    "Deletions that are rejected one by one stand in their order again, whichever went first",
    arguments: UndoneStepsTests.attics
  )
  func deletions(keeping: Keeping) throws {
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
      for places in [[1, 1, 1], [3, 2, 1], [2, 1, 1], [1, 2, 1]] {
        let (store, start) = try sheet(keeping: keeping)
        for place in places { try store.send(.delete(at: place, count: 1), as: "agent") }
        try store.send(.type("Z", at: 2))
        let changes = try store.review(since: start, by: "agent").changes
        for index in order { try store.reject([changes[index]]) }
        #expect(String(store.state.text).filter { $0 != "Z" } == "[abcabc]", "\(places) \(order)")
        #expect(try store.review(since: start, by: "agent").changes.isEmpty)
      }
    }
  }

  @Test(
    "Of a step of which a part was rejected, the rest is taken back, and nothing comes twice",
    arguments: UndoneStepsTests.attics
  )
  func parts(keeping: Keeping) throws {
    for rejected in 0..<3 {
      let (store, start) = try sheet(keeping: keeping)
      let before = store.state
      try store.transaction("Tidy", as: "agent") { draft in
        try draft.send(.delete(at: 1, count: 2))
        try draft.send(.remove(at: 0))
        try draft.send(.remove(at: 2))
      }
      let step = store.timeline.present.id
      let after = store.state
      try store.send(.mark("mine", 1))
      let changes = try store.review(since: start, by: "agent").changes
      #expect(changes.count == 3)
      try store.reject([changes[rejected]])
      let changed = store.timeline.present.switches
      #expect(changed.map(\.moment) == [step] && changed[0].change != nil)
      #expect(store.timeline.present.remark == "takes from \(step)")
      #expect(
        try store.review(since: start, by: "agent").changes
          == changes.enumerated().filter { $0.offset != rejected }.map(\.element)
      )
      #expect(throws: StoreError.nothingLeft(of: step)) { try store.reject([changes[rejected]]) }
      // The rest, by whatever way.
      try store.undo(only: step)
      var expected = before
      expected.marks["mine"] = 1
      #expect(store.state == expected, "\(rejected)")
      #expect(throws: StoreError.nothingLeft(of: step)) { try store.undo(only: step) }
      try store.redo(only: step)
      #expect(store.state.text != before.text || store.state.list != before.list)
      while store.timeline.present.id > step, store.timeline.undoPath.first?.label.hasPrefix("mark") == false
      { try store.undo() }
      #expect(store.state.text == after.text && store.state.list == after.list)
      // And all at once.
      try store.reject(changes)
      #expect(store.state == expected && store.timeline.present.switches == [StepSwitch(step, isOn: false)])
      #expect(throws: StoreError.nothingLeft(of: step)) { try store.undo(only: step) }
      #expect(throws: StoreError.nothingToUndo) { try store.undo(by: "agent") }
    }
  }

  @Test("An element rejected after its removal does not return when the removal is rejected")
  func goneAlready() throws {
    for keeping in UndoneStepsTests.attics {
      let (store, start) = try sheet(keeping: keeping)
      let before = store.state
      try store.transaction("Put in", as: "agent") { draft in
        try draft.send(.insert(7, at: 0))
        try draft.send(.type("XY", at: 7))
      }
      let put = store.timeline.present.id
      try store.send(.delete(at: 5, count: 4), as: "agent")
      try store.reject(try store.review(since: start).changes.filter { $0.moment.id == put })
      #expect(String(store.state.text) == "[abca]" && store.state.list == before.list)
      try store.reject(try store.review(since: start).changes)
      #expect(store.state == before)
    }
  }

  @Test("A rejection that was itself rejected takes nothing out of the way of another one")
  func rejectedRejection() throws {
    let (store, start) = try sheet()
    try store.transaction("Two", as: "agent") { draft in
      try draft.send(.mark("x", 1))
      try draft.send(.count(7))
    }
    func changes(_ field: String) throws -> [Review.Change] {
      try store.review(since: start).changes.filter { $0.change.path.first == .field(field) }
    }
    try store.reject(try changes("marks"), as: "agent")
    let first = store.timeline.present.id
    try store.reject(try changes("number"))
    let second = store.timeline.present.id
    try store.send(.finish(true))
    try store.undo(only: second)
    #expect(store.state.number == 7 && store.state.marks["x"] == nil)
    try store.undo(only: first)
    #expect(store.state.number == 7 && store.state.marks["x"] == 1)
  }

  @Test("review omits steps that were undone since, so rejecting every change restores the start")
  func takenBackSince() throws {
    let (store, _) = try sheet()
    try store.send(.mark("early", 1), as: "agent")
    let (early, start) = (store.timeline.present.id, store.timeline.present.id)
    let before = store.state
    try store.send(.mark("late", 1), as: "agent")
    let late = store.timeline.present.id
    try store.send(.mark("mine", 1))
    let mine = store.timeline.present.id
    func reviewed(_ author: Author? = nil) throws -> [Moment.ID] {
      try store.review(since: start, by: author).changes.map(\.moment.id)
    }
    // The agent's own comes and goes; one's own, taken back by the agent, is what the agent did.
    try store.undo(only: late, as: "agent")
    #expect(try reviewed() == [mine] && reviewed("agent").isEmpty)
    try store.undo(only: mine, as: "agent")
    #expect(try reviewed().isEmpty && reviewed("agent") == [store.timeline.present.id])
    // A step from before the review, undone and redone since.
    try store.undo(only: early)
    #expect(try reviewed() == [store.timeline.present.id])
    try store.redo(only: early)
    #expect(try reviewed().isEmpty)
    try store.redo(only: late)
    #expect(try reviewed() == [late])
    try store.transaction("Two", as: "agent") { draft in
      try draft.send(.mark("x", 1))
      try draft.send(.mark("y", 1))
    }
    try store.reject(try store.review(since: start).changes.suffix(1))
    #expect(try reviewed().count == 2)
    try store.reject(try store.review(since: start).changes)
    #expect(store.state == before)
    #expect(try reviewed().isEmpty)
  }

  @Test("Several that are rejected together come back together, or one by one")
  func together() throws {
    let (store, start) = try sheet()
    let before = store.state
    for place in [1, 1, 3] { try store.send(.delete(at: place, count: 1), as: "agent") }
    let deleted = store.state
    let ids = store.timeline.undoPath.prefix(3).map(\.id)
    try store.reject(try store.review(since: start).changes)
    let rejection = store.timeline.present
    #expect(store.state == before && rejection.switches.map(\.moment) == ids.reversed())
    #expect(
      !store.timeline.canUndo(by: "agent")
        && store.timeline.undoMoment(by: .user)?.label == "Reject 3 Changes"
    )
    for id in ids { #expect(throws: StoreError.nothingLeft(of: id)) { try store.undo(only: id) } }
    try store.send(.mark("mine", 1))
    for id in ids { try store.redo(only: id) }
    #expect(store.state.text == deleted.text)
    for id in ids { try store.undo(only: id) }
    #expect(store.state.text == before.text)
    try store.undo(steps: 6)
    try store.undo(only: rejection.id)
    #expect(store.state.text == deleted.text && store.timeline.canUndo(by: "agent"))
    #expect(try store.review(since: start, by: "agent").changes.count == 3)
    for _ in ids { try store.undo(by: "agent") }
    #expect(store.state.text == before.text)
  }

  @Test("A packed moment keeps the list of changes that reject undid", arguments: UndoneStepsTests.attics)
  func told(keeping: Keeping) throws {
    let (store, start) = try sheet(keeping: keeping)
    for place in [1, 1] { try store.send(.delete(at: place, count: 1), as: "agent") }
    try store.transaction("Both", as: "agent") { draft in
      try draft.send(.remove(at: 0))
      try draft.send(.delete(at: 2, count: 1))
    }
    let changes = try store.review(since: start).changes
    try store.reject([changes[0], changes[2], changes[3]], as: "reviewer")
    let (id, origin) = (store.timeline.present.id, store.timeline.present.origin)
    for number in 0..<200 { try store.send(.mark("\(number)", 1)) }
    let moment = try #require(store.timeline[id])
    #expect(moment.origin == origin && moment.author == "reviewer")
    #expect(origin.switches.map(\.moment) == [changes[0], changes[2], changes[3]].map(\.moment.id).uniqued())
    #expect(StepSwitch.several(of: StepSwitch.numbers(of: origin.switches)) == origin.switches)
  }

  @Test(
    "The insertion, the replacements and the removal of one element can be rejected separately",
    arguments: UndoneStepsTests.attics
  )
  func replaced(keeping: Keeping) throws {
    let (store, start) = try sheet(keeping: keeping)
    let before = store.state
    try store.send(.insert(2, at: 4), as: "agent")
    try store.send(.replace(at: 4, 5), as: "agent")
    try store.send(.replace(at: 4, 7), as: "agent")
    try store.send(.remove(at: 4), as: "agent")
    let changes = try store.review(since: start, by: "agent").changes
    #expect(changes.count == 4)
    // Without what it came with, it is gone in any case.
    #expect(throws: StoreError.nothingLeft(of: changes[3].moment.id)) {
      try store.reject([changes[0], changes[1], changes[3]])
    }
    #expect(store.state == before)
    try store.reject([changes[3]])
    #expect(store.state.list == before.list + [7])
    #expect(throws: MergeError.self) { try store.reject(changes.prefix(2)) }
    try store.reject([changes[2]])
    #expect(store.state.list == before.list + [5])
    try store.reject(changes.prefix(2))
    #expect(store.state == before)
    #expect(try store.review(since: start, by: "agent").changes.isEmpty)
  }

  @Test(
    "Both halves of a row's move are rejected together, and no row is there twice",
    arguments: UndoneStepsTests.attics
  )
  func moves(keeping: Keeping) throws {
    for half in 0..<2 {
      let (store, start) = try sheet(keeping: keeping)
      let before = store.state
      try store.send(.move(from: 0, to: 3), as: "agent")
      try store.send(.title("B", at: 3), as: "agent")
      let changes = try store.review(since: start, by: "agent").changes
      #expect(changes.count == 3)
      try store.reject([changes[half]])
      #expect(store.state.rows.map(\.id) == [0, 1, 2, 3])
      #expect(store.state.rows[0].title == "B")
      #expect(try store.review(since: start, by: "agent").changes.count == 1)
      try store.reject(try store.review(since: start, by: "agent").changes)
      #expect(store.state == before)
    }
  }

  @Test(
    "An element that another one took the place of comes back in front of it, in parts too",
    arguments: UndoneStepsTests.attics
  )
  func places(keeping: Keeping) throws {
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
      let (store, start) = try sheet(keeping: keeping)
      let before = store.state
      try store.transaction("Others", as: "agent") { draft in
        try draft.send(.remove(at: 1))
        try draft.send(.insert(8, at: 1))
        try draft.send(.insert(9, at: 1))
      }
      let changes = try store.review(since: start, by: "agent").changes
      #expect(changes.count == 3)
      for (step, index) in order.enumerated() {
        try store.reject([changes[index]])
        if step == 0 {
          #expect(store.state.list == [[0, 1, 9, 8, 0, 1], [0, 8, 0, 1], [0, 9, 0, 1]][index])
        }
      }
      #expect(store.state == before, "\(order)")
    }
  }

  @Test(
    "reject throws a conflict for an overwritten mark, and keeps the chosen value",
    arguments: UndoneStepsTests.attics
  )
  func thereAndBack(keeping: Keeping) throws {
    let (store, start) = try sheet(keeping: keeping)
    try store.send(.mark("a", 1), as: "user's")
    for (number, place) in [(3, 0), (1, 1), (2, 2)] {
      try store.transaction("Edit", as: "agent") { draft in
        try draft.send(.mark("a", number))
        if number == 1 { try draft.send(.remove(at: place)) } else { try draft.send(.insert(7, at: place)) }
      }
    }
    func marks() throws -> [Review.Change] {
      try store.review(since: start, by: "agent").changes.filter { $0.change.path.first == .field("marks") }
    }
    let lists = try store.review(since: start, by: "agent").changes.filter {
      $0.change.path.first == .field("list")
    }
    #expect(throws: MergeError.self) { try store.reject(marks().prefix(2)) }
    try store.reject(lists.prefix(2) + marks().prefix(2)) { _ in .theirs }
    #expect(store.state.marks["a"] == 2)
    #expect(try marks().count == 1)
    try store.reject(try marks())
    #expect(store.state.marks["a"] == 1)
  }

  @Test(
    "A value that the rules repaired after reject conflicts with undo(only:) of an older step",
    arguments: UndoneStepsTests.attics
  )
  func repaired(keeping: Keeping) throws {
    let (store, start) = try sheet(keeping: keeping)
    try store.send(.count(2))
    let step = store.timeline.present.id
    try store.send(.count(9), as: "agent")
    try store.send(.freeze)
    // The rules make 5 of the 2 that was there before.
    try store.reject(try store.review(since: start, by: "agent").changes)
    #expect(store.state.number == 5)
    try store.send(.mark("a", 1))
    #expect {
      try store.undo(only: step)
    } throws: { error in
      guard case MergeError.conflicts(let conflicts)? = error as? MergeError else { return false }
      return conflicts.map(\.theirs) == [.integer(5)] && conflicts[0].mine == .integer(0)
    }
    #expect(store.state.number == 5)
  }
}

extension Sequence where Element: Equatable {
  fileprivate func uniqued() -> [Element] { reduce(into: []) { if $0.last != $1 { $0.append($1) } } }
}
