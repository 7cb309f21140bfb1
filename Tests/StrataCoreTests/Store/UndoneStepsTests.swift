import PersistentCollections
import Testing

@testable import StrataCore

/// Steps are taken back beside others that came and went: as if those had never been.
@Suite("Taking back steps beside others that were taken back")
struct UndoneStepsTests {
  struct Row: Identifiable, Described, Equatable {
    var id = 0
    var title = ""

    static func describe(_ field: inout Fields<Row>) {
      field("id", \.id)
      field("title", \.title)
    }
  }

  struct Sheet: Reducible, Described, Equatable, Validated {
    var text: PersistentText = ""
    var list: [Int] = []
    var rows: [Row] = []
    var marks: PersistentMap<String, Int> = [:]
    var isDone = false
    var number = 0
    var isFrozen = false

    enum Action: Equatable, Sendable {
      case type(String, at: Int), delete(at: Int, count: Int), insert(Int, at: Int), remove(at: Int)
      case replace(at: Int, Int), row(Int, at: Int), title(String, at: Int), move(from: Int, to: Int)
      case removeRow(at: Int), mark(String, Int?), finish(Bool), count(Int), freeze
    }

    static func describe(_ field: inout Fields<Sheet>) {
      field("text", \.text)
      field("list", \.list)
      field("rows", \.rows)
      field("marks", \.marks)
      field("isDone", \.isDone)
      field("number", \.number)
      field("isFrozen", \.isFrozen)
    }

    func recording(of action: Action) -> Recording { .step("\(action)") }

    mutating func reduce(_ action: Action) {
      switch action {
      case .type(let letters, let place): replace(place, 0, with: letters)
      case .delete(let place, let count): replace(place, count, with: "")
      case .insert(let number, let place): list.insert(number, at: place)
      case .remove(let place): list.remove(at: place)
      case .replace(let place, let number): list[place] = number
      case .row(let id, let place): rows.insert(Row(id: id, title: "A"), at: place)
      case .title(let title, let place): rows[place].title = title
      case .move(let place, let other): rows.insert(rows.remove(at: place), at: other)
      case .removeRow(let place): rows.remove(at: place)
      case .mark(let name, let value): marks[name] = value
      case .finish(let isDone): self.isDone = isDone
      case .count(let number): self.number = number
      case .freeze: isFrozen = true
      }
    }

    private mutating func replace(_ place: Int, _ count: Int, with letters: String) {
      var whole = Array(String(text))
      whole.replaceSubrange(place..<place + count, with: letters)
      text = PersistentText(String(whole))
    }

    mutating func validate() throws { if isFrozen { number = max(number, 5) } }
  }

  static let attics: [Keeping] = [
    .unpacked, Keeping(snapshots: 0, pageSize: 1), Keeping.all,
  ]

  @Test(
    "Letters that were deleted one by one stand in their order again, whichever went first",
    arguments: [[1, 1, 1], [3, 2, 1], [2, 1, 1], [1, 2, 1]],
    attics
  )
  func deletions(places: [Int], keeping: Keeping) throws {
    let store = Store(Sheet(), keeping: keeping)
    try store.send(.type("[abc]", at: 0))
    for (number, place) in [1, 2, 3].enumerated() { try store.send(.insert(place, at: number)) }
    for place in places {
      try store.transaction("Delete") { draft in
        try draft.send(.delete(at: place, count: 1))
        try draft.send(.remove(at: place - 1))
      }
    }
    try store.send(.type("Z", at: 2), as: "agent")
    for _ in 0..<3 {
      for _ in 0..<3 { try store.undo(by: .user) }
      #expect(String(store.state.text) == "[abc]Z")
      #expect(store.state.list == [1, 2, 3])
      for _ in 0..<3 { try store.redo(by: .user) }
      #expect(String(store.state.text) == "[]Z")
      #expect(store.state.list.isEmpty)
    }
  }

  @Test("Deletions are taken back one by one in any order", arguments: attics)
  func anyOrder(keeping: Keeping) throws {
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
      for places in [[1, 1, 1], [3, 2, 1], [2, 1, 1], [1, 2, 1]] {
        let store = Store(Sheet(), keeping: keeping)
        try store.send(.type("[abc]", at: 0))
        var ids: [Moment.ID] = []
        for place in places {
          try store.send(.delete(at: place, count: 1))
          ids.append(store.timeline.present.id)
        }
        try store.send(.type("Z", at: 2), as: "agent")
        for index in order { try store.undo(only: ids[index]) }
        #expect(String(store.state.text) == "[abc]Z", "\(places) \(order)")
      }
    }
  }

  @Test("Letters that were typed leftward come again as they stood")
  func leftward() throws {
    let store = Store(Sheet())
    try store.send(.type("[]", at: 0))
    for letter in ["a", "b"] { try store.send(.type(letter, at: store.state.text.utf8.count - 1)) }
    try store.send(.type("Z", at: 4), as: "agent")
    for _ in 0..<2 { try store.undo(by: .user) }
    for _ in 0..<2 { try store.redo(by: .user) }
    for letter in ["c", "d", "e"] { try store.send(.type(letter, at: 1)) }
    try store.send(.type("Y", at: 7), as: "agent")
    let whole = store.state
    for _ in 0..<3 {
      for _ in 0..<5 { try store.undo(by: .user) }
      #expect(String(store.state.text) == "[]YZ")
      for _ in 0..<5 { try store.redo(by: .user) }
      #expect(store.state == whole)
    }
  }

  @Test(
    "undo(by:) undoes a step that another author removed and restored, and no step before it",
    arguments: attics
  )
  func awayAndBack(keeping: Keeping) throws {
    let changes: [(Sheet.Action, Sheet.Action)] = [
      (.finish(true), .finish(false)), (.mark("a", 1), .mark("a", nil)),
      (.type("hello", at: 0), .delete(at: 0, count: 5)), (.insert(1, at: 0), .remove(at: 0)),
    ]
    for (there, away) in changes {
      let store = Store(Sheet(), keeping: keeping)
      try store.send(.count(7))
      let before = store.state
      try store.send(there)
      let after = store.state
      try store.send(away, as: "agent")
      try store.send(.mark("x", 1), as: "sync")
      try store.undo(by: "agent")
      #expect(store.state.text == after.text && store.state.isDone == after.isDone)
      try store.undo(by: .user)
      var expected = before
      expected.marks["x"] = 1
      #expect(store.state == expected, "\(there)")
    }
  }

  @Test(
    "undo(only:) throws a conflict over another author's later value, whatever was undone in between",
    arguments: attics
  )
  func madeAgain(keeping: Keeping) throws {
    let store = Store(Sheet(), keeping: keeping)
    try store.send(.mark("c", 2))
    let step = store.timeline.present.id
    try store.send(.mark("c", nil), as: "agent")
    try store.send(.mark("c", 9), as: "agent")
    let nine = store.timeline.present.id
    try store.send(.count(1))
    try store.undo(only: nine)
    try store.send(.mark("c", 3), as: "agent")
    #expect(throws: MergeError.self) { try store.undo(only: step) }
    try store.undo(only: step) { conflict in
      #expect(conflict.mine == nil && conflict.base == .integer(2) && conflict.theirs == .integer(3))
      return .theirs
    }
    #expect(store.state.marks == ["c": 3])
    #expect(throws: StoreError.nothingLeft(of: step)) { try store.undo(only: step) }
  }

  @Test("A merge that was taken back can be merged again")
  func mergedAgain() throws {
    let store = Store(Sheet())
    let fork = store.timeline.present.id
    try store.send(.mark("b", 1))
    let branch = store.timeline.present.id
    try store.jump(to: fork)
    try store.send(.count(1))
    try store.merge(branch)
    let merge = store.timeline.present.id
    try store.send(.count(2))
    try store.undo(only: merge)
    #expect(store.state.marks["b"] == nil)
    try store.merge(branch)
    #expect(store.state.marks["b"] == 1 && store.state.number == 2)
    #expect(throws: StoreError.nothingToMerge(branch)) { try store.merge(branch) }
  }

  @Test("undo(by:) passes over a step that the rules restore, and undo(only:) throws nothingLeft")
  func repairedAway() throws {
    let store = Store(Sheet())
    try store.send(.finish(true))
    try store.send(.count(5))
    let step = store.timeline.present.id
    try store.send(.freeze, as: "agent")
    let (revision, count) = (store.revision, store.timeline.count)
    #expect(throws: StoreError.nothingLeft(of: step)) { try store.undo(only: step) }
    #expect(store.revision == revision && store.timeline.count == count)
    try store.undo(by: .user)
    #expect(!store.state.isDone && store.state.number == 5)
  }

  @Test("A change is reviewed while it is in effect, and rejected once", arguments: attics)
  func reviewed(keeping: Keeping) throws {
    let store = Store(Sheet(), keeping: keeping)
    try store.send(.type("ab", at: 0))
    let before = store.timeline.present.id
    try store.send(.delete(at: 0, count: 1))
    let step = store.timeline.present.id
    let stale = try store.review(since: before)
    try store.send(.type("Z", at: 1))
    try store.undo(only: step)
    #expect(String(store.state.text) == "abZ")
    #expect(try store.review(since: before).changes.map(\.moment.id.number) == [3])
    #expect(throws: StoreError.nothingLeft(of: step)) { try store.reject(stale.changes) }
    #expect(String(store.state.text) == "abZ")
  }

  @Test("A change whose step was evicted since is not rejected, and says so", arguments: attics)
  func evicted(keeping: Keeping) throws {
    let store = Store(Sheet(), keeping: keeping)
    let root = store.timeline.present.id
    for number in 1...5 { try store.send(.count(number), as: "agent") }
    let changes = try store.review(since: root).changes
    try store.keep(steps: 2)
    let oldest = store.timeline.oldest.id
    for change in changes.filter({ $0.moment.id <= oldest }) {
      let error: StoreError =
        change.moment.id == oldest ? .nothingToUndo : .noSuchMoment(change.moment.id)
      #expect(throws: error) { try store.reject([change]) }
    }
    #expect(store.state.number == 5)
    try store.reject(changes.suffix(1))
    #expect(store.state.number == 4)
  }
}
