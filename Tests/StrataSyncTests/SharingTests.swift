import Foundation
import Measuring
import TestSupport
import Testing

@testable import StrataCore
@testable import StrataSync

@Suite("Changes that are shared")
struct SharingTests {
  private func joined(_ site: Int, _ state: Board = Board()) throws -> Store<Board> {
    let store = Store(state, undoing: \.notes, \.arrangement, \.tags, \.text, \.record)
    try store.join(as: site, startingWith: Board())
    return store
  }

  /// Puts all of a store's own changes into an order of its own, and returns them.
  private func published(_ store: Store<Board>) throws -> [SharedChange] {
    var changes: [SharedChange] = []
    while let (change, position) = try store.nextToPublish() {
      #expect(try store.apply(change, at: position) == .published())
      changes.append(change)
    }
    return changes
  }

  @Test("A change is applied only once, and a gap is an error that names the missing position")
  func positions() throws {
    let (mine, theirs) = (try joined(1), try joined(2))
    for title in ["A", "B", "C"] { try mine.send(.add(title)) }
    let changes = try published(mine)
    #expect(changes.map { "\($0.name)" } == ["1-1", "1-2", "1-3"])
    #expect(changes.map(\.label) == ["add", "add", "add"])
    let before = theirs.state
    #expect(throws: SharingError.gap(found: 2, wanted: 1)) { try theirs.apply(changes[1], at: 2) }
    #expect(theirs.state.isWritten(as: before) && theirs.revision == 1)
    #expect(try theirs.apply(changes[0], at: 1) == .applied())
    let revision = theirs.revision
    #expect(try theirs.apply(changes[0], at: 1) == .alreadyApplied)
    #expect(theirs.revision == revision)
    // An engine that has a change twice: the first time counts, on every machine.
    #expect(try theirs.apply(changes[0], at: 2) == .alreadyApplied)
    #expect(theirs.sharing.position == 2 && theirs.state.notes.count == 1)
    #expect(try theirs.apply(changes[1], at: 3) == .applied())
    #expect(theirs.state.notes.values.map(\.title) == ["A", "B"])
  }

  @Test("A store undoes in place until it has joined; then each undo is a change to publish")
  func alone() throws {
    let store = Store(Board(), undoing: \.notes, \.arrangement, \.tags, \.text, \.record)
    try store.send(.add("A"))
    #expect(try store.moveInPlace(.step(.back)))
    #expect(try store.moveInPlace(.step(.forward)))
    try store.join(as: 1, startingWith: Board())
    #expect(try !store.moveInPlace(.step(.back)))
    let count = store.sharing.unpublishedCount
    try store.undo()
    #expect(store.sharing.unpublishedCount == count + 1)
  }

  @Test("A change that arrives is a step of its author, which undo goes around; what stays at home stays")
  func undo() throws {
    let (mine, theirs) = (try joined(1), try joined(2))
    try theirs.send(.look("here"))
    try theirs.send(.tag("own"))
    try mine.send(.add("A"), as: "anna")
    try mine.send(.add("B"))
    let heard = Guarded<[String]>([])
    let token = theirs.observe { transition in
      if case .received(let label) = transition.cause {
        heard.withLock { $0.append("\(label) \(transition.step?.label ?? "")") }
      }
    }
    for (index, change) in try published(mine).enumerated() { try theirs.apply(change, at: index + 1) }
    #expect(heard.withLock { $0 } == ["add add", "add add"])
    #expect(theirs.timeline.present.author == "site 1" && theirs.timeline.present.origin == .external)
    let authors = theirs.timeline.ids.map { theirs.timeline[$0]?.author }
    #expect(authors.contains("anna"))
    try theirs.undo()
    #expect(theirs.state.tags.count == 0 && theirs.state.notes.count == 2 && theirs.state.looksAt == "here")
    #expect(throws: StoreError.nothingToUndo) { try theirs.undo() }
    #expect(!theirs.timeline.canUndo(by: "anna"))
    #expect(try published(theirs).map(\.label) == ["tag", "Undo tag"])
    token.cancel()
  }

  @Test("A machine that lost a published change numbers its next change after it")
  func lost() throws {
    let store = try joined(1)
    let old = store.state
    try store.send(.tag("x"))
    let change = try published(store)[0]
    let again = Store(old, undoing: \.notes, \.arrangement, \.tags, \.text, \.record)
    #expect(try again.apply(change, at: 1) == .applied())
    try again.send(.tag("y"))
    #expect(try again.unpublished().map { "\($0.name)" } == ["1-2"])
  }

  @Test("Undo, redo and jumps are changes for the others, in words, also where the tip alone moves")
  func movements() throws {
    let store = try joined(1)
    try store.send(.add("A"))
    try store.undo()
    try store.redo()
    try store.jump(to: store.timeline.ids[0])
    try store.transaction("Several") { draft in
      try draft.send(.tag("x"))
      try draft.send(.look("away"))
    }
    try store.send(.look("home"))
    #expect(
      try store.unpublished().map(\.label) == ["add", "Undo add", "Redo add", "Go to Start", "Several"]
    )
    let other = try joined(2)
    for (index, change) in try published(store).enumerated() { try other.apply(change, at: index + 1) }
    #expect(other.state.tags == ["x"] && other.state.notes.count == 0 && other.state.looksAt == "")
  }

  @Test("A conflict takes the chosen side; without a choice it is an error that changes nothing")
  func conflicts() throws {
    for choice: MergeConflict.Choice? in [.mine, .theirs, nil] {
      let (mine, theirs) = (try joined(1), try joined(2))
      try mine.send(.add("A"))
      let first = try published(mine)[0]
      try theirs.apply(first, at: 1)
      try mine.send(.rename(1_001, "mine"))
      try theirs.send(.rename(1_001, "theirs"))
      let (change, position) = try #require(try theirs.nextToPublish())
      try theirs.apply(change, at: position)
      let before = mine.state
      guard let choice else {
        #expect(throws: MergeError.self) { try mine.apply(change, at: 2) { _ in nil } }
        #expect(mine.state.isWritten(as: before))
        continue
      }
      try mine.apply(change, at: 2) { _ in choice }
      #expect(mine.state.notes[1_001]?.title == (choice == .mine ? "mine" : "theirs"))
      #expect(mine.sharing.unpublishedCount == (choice == .mine ? 1 : 0))
    }
  }

  @Test("The choice in a conflict is published as the state writes it, also a choice of nothing")
  func chosen() throws {
    for (choice, weight) in [(PlainValue.integer(7), 7.0), (nil, nil)] as [(PlainValue?, Double?)] {
      let (mine, theirs) = (try joined(1), try joined(2))
      try mine.send(.add("A"))
      try theirs.apply(try published(mine)[0], at: 1)
      try mine.send(.weigh(1_001, 1.5))
      try theirs.send(.weigh(1_001, 2.5))
      let change = try published(theirs)[0]
      #expect(try mine.apply(change, at: 2) { _ in .value(choice) } == .applied())
      #expect(mine.state.notes[1_001]?.weight == weight)
      // Others may have no types.
      let own = try #require(try mine.unpublished().first)
      let there = try PlainValue(of: theirs.state).applying(own.patch)
      guard case .record(let there) = there, case .record(let here) = try PlainValue(of: mine.state) else {
        return
      }
      #expect(here["notes"] != nil && here["notes"]?.json == there["notes"]?.json)
    }
  }

  @Test("An own change without a place in the order stands where it was put, whatever arrives before it")
  func carried() throws {
    let (mine, theirs) = (try joined(1), try joined(2))
    try mine.send(.type("one two", at: 0))
    try theirs.apply(try published(mine)[0], at: 1)
    try theirs.send(.type("!", at: 7))
    try theirs.send(.erase(0..<4))
    try mine.send(.type("and ", at: 4))
    try mine.send(.add("A"))
    try theirs.send(.add("B"))
    for (index, change) in try published(mine).enumerated() { try theirs.apply(change, at: index + 2) }
    #expect(String(theirs.state.text) == "and two!")
    #expect(theirs.state.arrangement.count == 2 && theirs.state.notes.values.map(\.title) == ["A", "B"])
    for (index, change) in try published(theirs).enumerated() { try mine.apply(change, at: index + 4) }
    #expect(mine.state.text == theirs.state.text && mine.state.arrangement == theirs.state.arrangement)
  }

  @Test("An own change that the rules refuse is withdrawn and reported, and is not published")
  func rules() throws {
    let (mine, theirs) = (try joined(1), try joined(2))
    for title in ["A", "B", "C"] { try mine.send(.add(title)) }
    let changes = try published(mine)
    for (index, change) in changes.enumerated() { try theirs.apply(change, at: index + 1) }
    try theirs.send(.tag("full"))
    try theirs.send(.rename(1_001, "a"))
    try mine.send(.add("D"))
    let fourth = try published(mine)[0]
    guard case .applied(let withdrawn) = try theirs.apply(fourth, at: 4) else {
      Issue.record("it was not applied")
      return
    }
    #expect(withdrawn.map(\.label) == ["tag"] && theirs.state.tags.count == 0)
    #expect(theirs.state.notes[1_001]?.title == "a" && theirs.state.notes.count == 4)
    // A reducer that lets through what the rules refuse.
    try mine.send(.tag("full"))
    #expect(throws: SharingError.self) { try mine.nextToPublish() }
    let (bad, position) = (try mine.unpublished()[0], 5)
    let before = theirs.state
    #expect(throws: SharingError.self) { try theirs.apply(bad, at: position) }
    #expect(theirs.state.isWritten(as: before))
    try mine.undo()
    #expect(throws: SharingError.self) { try mine.nextToPublish() }
  }

  @Test("The rules do not repair a shared change, so that it is the same on every machine")
  func unrepaired() throws {
    let (mine, theirs) = (try joined(1), try joined(2))
    // A reducer that lets through what the rules would repair.
    try mine.send(.arrange([99]))
    let change = try published(mine)[0]
    #expect(try theirs.apply(change, at: 1) == .applied())
    #expect(mine.state.arrangement == [99] && theirs.state.arrangement == [99])
  }

  @Test(
    "A machine that has something already when it joins brings it along, and one that is a copy gets its own number"
  )
  func joining() throws {
    var state = Board()
    state.notes[7] = Board.Note(title: "old")
    let store = try joined(1, state)
    #expect(try store.unpublished().map(\.label) == ["Join"])
    #expect(throws: SharingError.unpublished(1)) { try store.join(as: 2, startingWith: Board()) }
    let changes = try published(store)
    let copy = Store(store.state, undoing: \.notes, \.arrangement, \.tags, \.text, \.record)
    try copy.join(as: 2, startingWith: Board())
    #expect(copy.sharing.site == 2 && copy.sharing.position == 1 && copy.sharing.unpublishedCount == 0)
    try copy.send(.tag("x"))
    #expect(try copy.unpublished().map { "\($0.name)" } == ["2-1"])
    for number in [0, -1, .max] {
      #expect(throws: SharingError.noSite(number)) { try copy.join(as: number, startingWith: Board()) }
    }
    let alone = Store(Board(), undoing: \.notes, \.arrangement, \.tags, \.text, \.record)
    #expect(throws: SharingError.notJoined) { try alone.apply(changes[0], at: 1) }
    try alone.send(.add("A"))
    #expect(alone.sharing == Sharing())
    let undone = Store(Board(), undoing: \.self)
    #expect(throws: SharingError.self) { try undone.join(as: 1, startingWith: Board()) }
    let line = SharedChange.joining(token: 5, at: Timestamp(secondsSince1970: 1))
    #expect(try copy.apply(line, at: 2) == .applied() && copy.sharing.position == 2)
  }

  @Test("Odd lines are errors that say what is wrong, and so are changes that do not fit")
  func hostile() throws {
    let store = try joined(1)
    try store.send(.add("A \u{2028} \" é"))
    try store.send(.weigh(1_001, -0.0))
    try store.send(.weigh(1_001, .nan))
    let changes = try published(store)
    for change in changes {
      #expect(try SharedChange(line: change.line) == change)
      #expect(!change.line.contains(UInt8(ascii: "\n")))
    }
    let line = changes[0].line
    // A line that is cut off or has a wrong byte does not trap; a change that is read from it is written the same again.
    for cut in stride(from: 0, to: line.count, by: 1) {
      #expect(throws: SharingError.self) { try SharedChange(line: line.prefix(cut)) }
      var odd = line
      odd[cut] = odd[cut] == UInt8(ascii: "1") ? UInt8(ascii: "}") : UInt8(ascii: "1")
      if let change = try? SharedChange(line: odd) { #expect(try SharedChange(line: change.line) == change) }
    }
    let text = String(decoding: line, as: UTF8.self)
    for (old, new) in [
      ("\"version\":1", "\"version\":2"), ("\"name\":\"1-1\"", "\"name\":\"01-1\""),
      ("\"name\":\"1-1\"", "\"name\":\"1-\""),
      ("\"name\":\"1-1\"", "\"name\":\"-1-1\""), ("\"at\":", "\"att\":"), ("{\"at\"", "{\"more\":1,\"at\""),
      ("\"version\":1", "\"version\":null"),
    ] {
      #expect(text.contains(old))
      #expect(throws: SharingError.self, "\(new)") {
        try SharedChange(line: text.replacing(old, with: new).utf8)
      }
    }
    let deep = String(repeating: "[", count: 5_000)
    for odd in ["", "[]", "null", deep, "{\"patch\":\(deep)", "{\"a\":1,\"a\":2}"] {
      #expect(throws: SharingError.self) { try SharedChange(line: odd.utf8) }
    }
    #expect(throws: SharingError.self) { try SharedChange(line: line, memoryLimit: 10) }
    // Not what is shared; not what is there; of no type.
    let other = try joined(2)
    let before = other.state
    for (patch, isNotShared) in [
      ("{\"fields\":{\"looksAt\":{\"old\":\"\",\"new\":\"x\"}}}", true),
      (
        "{\"fields\":{\"sharing\":{\"fields\":{\"site\":{\"old\":2,\"new\":9}}},\"record\":{\"old\":0,\"new\":1}}}",
        true
      ),
      ("{\"fields\":{\"record\":{\"old\":5,\"new\":6}}}", false),
      ("{\"fields\":{\"record\":{\"old\":0,\"new\":\"x\"}}}", false),
      ("{\"fields\":{\"nothing\":{\"old\":0,\"new\":1}}}", true),
    ] {
      let odd = "{\"at\":1,\"author\":\"\",\"label\":\"\",\"name\":\"9-1\",\"version\":1,\"patch\":\(patch)}"
      let change = try SharedChange(line: odd.utf8)
      do {
        try other.apply(change, at: 1)
        Issue.record("\(patch) was applied")
      } catch SharingError.notShared {
        #expect(isNotShared)
      } catch SharingError.misfit {
        #expect(!isNotShared)
      }
      #expect(other.state.isWritten(as: before))
    }
  }

  @Test("A machine that was away for many changes, and has some of its own, is where all are")
  func longAway() throws {
    let (mine, theirs) = (try joined(1), try joined(2))
    for number in 0..<3 { try theirs.send(.add("own \(number)")) }
    let count = Soak.isOn ? 10_000 : 200
    for number in 0..<count {
      if number % 3 == 0 {
        try mine.send(.type("\(number)", at: number % 7))
      } else {
        try mine.send(.raise(number))
      }
      let (change, position) = try #require(try mine.nextToPublish())
      try mine.apply(change, at: position)
      try theirs.apply(SharedChange(line: change.line), at: position)
    }
    #expect(theirs.sharing.position == count && theirs.sharing.unpublishedCount == 3)
    for change in try published(theirs) { try mine.apply(change, at: mine.sharing.position + 1) }
    #expect(mine.state.text == theirs.state.text && mine.state.notes == theirs.state.notes)
    #expect(mine.state.arrangement == theirs.state.arrangement && mine.state.record == theirs.state.record)
  }

  @Test("An alert shows the sentence of an error")
  func localized() {
    let error: any Error = SharingError.gap(found: 9, wanted: 2)
    #expect(error.localizedDescription == "\(error)")
  }
}
