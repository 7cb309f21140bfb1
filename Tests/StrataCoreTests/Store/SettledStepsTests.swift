import PersistentCollections
import Testing

@testable import StrataCore

/// A step that an author was asked about, and of which all stays as others have left it.
@Suite("Settled steps")
struct SettledStepsTests {
  typealias Board = ManyHandsTests.Board

  /// Two steps of the user; the agent has changed what the second one wrote.
  private func store(keeping: Keeping) throws -> Store<Board> {
    let store = Store(Board(), undoing: \.notes, \.text, keeping: keeping)
    try store.send(.set("first", "A"))
    try store.send(.set("second", "B"))
    try store.send(.set("second", "C"), as: ManyHandsTests.agent)
    return store
  }

  private static let kept = ["first": "A", "second": "C"]

  @Test("Keeping what is there settles the step: the next undo asks about the one before", arguments: attics)
  func settled(keeping: Keeping) throws {
    let store = try store(keeping: keeping)
    #expect(throws: MergeError.self) { try store.undo(by: .user) }
    #expect(store.timeline.count == 4 && store.timeline.undoMoment(by: .user)?.label == "Set second")
    try store.undo(by: .user) { _ in .theirs }
    #expect(store.state.notes.elementsEqual(Self.kept.sorted { $0.key < $1.key }, by: ==))
    #expect(
      store.timeline.present.label == "Undo Set second" && store.timeline.present.takesBack?.number == 2
    )
    #expect(store.timeline.undoMoment(by: .user)?.label == "Set first")
    try store.undo(by: .user)
    #expect(store.state.notes == ["second": "C"])
    #expect(throws: StoreError.nothingToUndo) { try store.undo(by: .user) { _ in .mine } }
    #expect(store.timeline.brokenInvariants.isEmpty)
  }

  @Test(
    "A redo takes the answer back: the undo right behind it gives it again, a later one asks",
    arguments: attics
  )
  func answerTakenBack(keeping: Keeping) throws {
    let store = try store(keeping: keeping)
    try store.undo(by: .user) { _ in .value(.text("C")) }
    #expect(store.timeline.redoMoment(by: .user)?.label == "Set second")
    try store.redo(by: .user)
    #expect(store.state.notes == ["first": "A", "second": "C"] && !store.timeline.canRedo(by: .user))
    try store.undo(by: .user)
    #expect(
      store.timeline.present.id.number == 4 && store.timeline.undoMoment(by: .user)?.label == "Set first"
    )
    try store.redo(by: .user)
    try store.send(.set("third", "D"), as: ManyHandsTests.agent)
    #expect(throws: MergeError.self) { try store.undo(by: .user) }
    try store.undo(by: .user) { _ in .mine }
    #expect(store.state.notes == ["first": "A", "third": "D"])
    try store.redo(by: .user)
    #expect(store.state.notes == ["first": "A", "second": "C", "third": "D"])
    #expect(store.timeline.brokenInvariants.isEmpty)
  }

  struct Table: Reducible, Described {
    var rows: PersistentArray<UndoneStepsTests.Row> = []
    var count = 0

    enum Action: Sendable { case add, rename(String) }

    static func describe(_ field: inout Fields<Table>) {
      field("rows", \.rows)
      field("count", \.count)
    }

    mutating func reduce(_ action: Action) {
      switch action {
      case .add: rows.append(UndoneStepsTests.Row(id: 1, title: "A"))
      case .rename(let title): rows[0].title = title
      }
    }
  }

  @Test("An element that came back by another one's undo does not come twice", arguments: attics)
  func notTwice(keeping: Keeping) throws {
    for store in [
      Store(Table(), undoing: \.rows, keeping: keeping),
      Store(Table(), undoing: \.count, \.rows, keeping: keeping), Store(Table(), keeping: keeping),
    ] {
      try store.send(.add, as: "ada")
      try store.send(.rename("B"), as: "grace")
      try store.undo(by: "ada") { _ in .mine }
      #expect(store.state.rows.isEmpty)
      try store.undo(by: "grace") { _ in .mine }
      #expect(store.state.rows.map(\.title) == ["A"])
      #expect(throws: MergeError.self) { try store.redo(by: "ada") }
      try store.redo(by: "ada") { _ in .theirs }
      #expect(store.state.rows.map(\.title) == ["A"] && !store.timeline.canRedo(by: "ada"))
    }
  }

  @Test("A redo is settled as an undo is")
  func redoSettled() throws {
    let store = try store(keeping: .unpacked)
    try store.undo(by: .user) { _ in .mine }
    try store.send(.set("second", "D"), as: ManyHandsTests.agent)
    #expect(throws: MergeError.self) { try store.redo(by: .user) }
    try store.redo(by: .user) { _ in .theirs }
    #expect(store.state.notes == ["first": "A", "second": "D"] && !store.timeline.canRedo(by: .user))
    #expect(store.timeline.present.label == "Redo Set second")
  }

  @Test("Where it stands does not matter: a step that is named is settled, and a change that is rejected")
  func named() throws {
    let store = try store(keeping: .unpacked)
    let second = store.timeline.undoPath.dropFirst().first
    try store.undo(only: try #require(second).id) { _ in .theirs }
    #expect(store.timeline.present.takesBack == second?.id)
    #expect(throws: StoreError.nothingLeft(of: try #require(second).id)) {
      try store.undo(only: try #require(second).id) { _ in .theirs }
    }
    try store.undo(only: store.timeline.present.id)
    let review = try store.review(since: store.timeline.oldest.id, by: .user)
    #expect(review.changes.count == 2)
    try store.reject(review.changes.suffix(1)) { _ in .theirs }
    #expect(store.state.notes == ["first": "A", "second": "C"])
    #expect(try store.review(since: store.timeline.oldest.id, by: .user).changes == review.changes.dropLast())
  }

  @Test("Where nothing is left to choose, a step is passed over, as ever")
  func nothingLeft() throws {
    let store = try store(keeping: .unpacked)
    try store.send(.set("second", nil), as: ManyHandsTests.agent)
    var asked = 0
    try store.undo(by: .user) { _ in
      asked += 1
      return .theirs
    }
    #expect(asked == 0 && store.state.notes.isEmpty && store.timeline.present.label == "Undo Set first")
  }

  private static let attics: [Keeping] = [.unpacked, Keeping(snapshots: 0)]
}
