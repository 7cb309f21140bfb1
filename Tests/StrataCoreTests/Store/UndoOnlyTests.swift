import Measuring
import PersistentCollections
import TestSupport
import Testing

@testable import StrataCore

/// One step is taken back, and what was done later is kept.
@Suite("Taking back one step")
struct UndoOnlyTests {
  struct Board: Reducible, Described, Equatable {
    struct Note: Described, Equatable {
      var title = ""
      var isDone = false

      static func describe(_ field: inout Fields<Note>) {
        field("title", \.title)
        field("isDone", \.isDone)
      }
    }

    enum Action: Equatable, Sendable {
      case add(Int, String), remove(Int), rename(Int, String), finish(Int)
      case insert(String, at: Int), move(Int, to: Int), type(String, at: Int), look(Int)
    }

    var notes: PersistentSortedMap<Int, Note> = [:]
    var lines: PersistentArray<String> = []
    var text: PersistentText = ""
    var looked = 0

    static func describe(_ field: inout Fields<Board>) {
      field("notes", \.notes)
      field("lines", \.lines)
      field("text", \.text)
      field("looked", \.looked)
    }

    func recording(of action: Action) -> Recording {
      if case .look = action { .untracked } else { .step("\(action)") }
    }

    mutating func reduce(_ action: Action) {
      switch action {
      case .add(let id, let title): notes[id] = Note(title: title)
      case .remove(let id): notes[id] = nil
      case .rename(let id, let title): notes[id]?.title = title
      case .finish(let id): notes[id]?.isDone = true
      case .insert(let line, let place): lines.insert(line, at: place)
      case .move(let old, let new): lines.insert(lines.remove(at: old), at: new)
      case .type(let letters, let place):
        text.insert(contentsOf: letters, at: text.utf8.index(text.startIndex, offsetBy: place))
      case .look(let id): looked = id
      }
    }
  }

  static func store(keeping: Keeping = .unpacked, _ actions: Board.Action...) throws -> Store<Board> {
    let store = Store(Board(), undoing: \.notes, \.lines, \.text, keeping: keeping)
    for action in actions { try store.send(action) }
    return store
  }

  /// The moment of a step, counted from the first.
  func moment<State>(_ number: Int, of store: Store<State>) throws -> Moment.ID {
    try #require(store.timeline.undoPath.reversed().dropFirst(number - 1).first?.id)
  }

  @Test("undo(only:) keeps later steps and the undone moment, and is itself a step")
  func keepsTheRest() throws {
    let store = try Self.store(.add(1, "A"), .add(2, "B"), .rename(1, "C"), .finish(1), .add(3, "D"))
    let rename = try moment(3, of: store)
    let before = store.state
    try store.undo(only: rename)
    #expect(store.state.notes[1] == .init(title: "A", isDone: true))
    #expect(store.state.notes[2] == before.notes[2] && store.state.notes[3] == before.notes[3])
    #expect(store.timeline.undoCount == 6 && store.timeline[rename] != nil)
    #expect(store.timeline.present.label == "Undo \(Board.Action.rename(1, "C"))")
    let after = store.state
    try store.undo()
    #expect(store.state == before)
    try store.redo()
    #expect(store.state == after)
    // Taken back itself, it is done again; and what is not there any more cannot be taken back.
    try store.send(.finish(2))
    try store.undo(only: try moment(6, of: store))
    #expect(store.state.notes[1] == before.notes[1] && store.state.notes[2]?.isDone == true)
    try store.undo(only: rename)
    #expect(store.state.notes[1]?.title == "A")
    #expect(throws: StoreError.nothingLeft(of: rename)) { try store.undo(only: rename) }
  }

  @Test("The last step is taken back as undo does it, and can be done again")
  func last() throws {
    let store = try Self.store(.add(1, "A"), .add(2, "B"))
    try store.undo(only: store.timeline.present.id)
    #expect(store.timeline.count == 3 && store.canRedo && store.state.notes.count == 1)
    try store.redo()
    #expect(store.state.notes.count == 2)
  }

  @Test("Repeated elements: it is the step's own that goes, for the steps between are known")
  func repeatedElements() throws {
    let store = try Self.store(
      .insert("a", at: 0),
      .insert("b", at: 1),
      .insert("a", at: 2),
      .insert("c", at: 1)
    )
    try store.undo(only: try moment(3, of: store))
    #expect(store.state.lines == ["a", "c", "b"])
    try store.undo(only: try moment(1, of: store))
    #expect(store.state.lines == ["c", "b"])
    let typed = try Self.store(.type("ab", at: 0), .type("ab", at: 2), .type("-", at: 2), .type("!", at: 5))
    try typed.undo(only: try moment(2, of: typed))
    #expect(typed.state.text == "ab-!")
  }

  @Test(
    "An element that was moved since goes from where it is now; a move that is taken back takes it back from there"
  )
  func movedElements() throws {
    let added: [Board.Action] = [
      .insert("a", at: 0), .insert("b", at: 1), .insert("c", at: 2), .insert("d", at: 3),
    ]
    let store = try Self.store()
    for action in added + [.move(1, to: 3), .insert("e", at: 0)] { try store.send(action) }
    #expect(store.state.lines == ["e", "a", "c", "d", "b"])
    // Elements without an identity do not move: one went, and another one came.
    let second = try moment(2, of: store)
    #expect(throws: StoreError.nothingLeft(of: second)) { try store.undo(only: second) }
    try store.undo(only: try moment(5, of: store))
    #expect(store.state.lines == ["e", "a", "b", "c", "d"])
    try store.undo(only: second)
    #expect(store.state.lines == ["e", "a", "c", "d"])
    try store.redo(only: second)
    #expect(store.state.lines == ["e", "a", "b", "c", "d"])
  }

  struct Playlist: Reducible, Described {
    var songs: [MovedElementsTests.Row] = []

    static func describe(_ field: inout Fields<Playlist>) { field("songs", \.songs) }

    mutating func reduce(_ songs: [MovedElementsTests.Row]) { self.songs = songs }
  }

  @Test("undo(only:) finds an element that a later step changed and moved")
  func knownElements() throws {
    var songs = MovedElementsTests.rows("abcd")
    let store = Store(Playlist(songs: songs), undoing: \.self)
    songs[3].note = "loud"
    try store.send(songs)
    songs.insert(songs.removeLast(), at: 0)
    songs[0].title = "first"
    try store.send(songs)
    try store.undo(only: try moment(1, of: store))
    songs[0].note = ""
    #expect(store.state.songs == songs)
  }

  @Test("A row that was moved and renamed in one step stands in the way of taking back that it was put in")
  func changedElements() throws {
    for keeping in [.unpacked, Keeping(snapshots: 0, pageSize: 1)] {
      let before = MovedElementsTests.rows("abc")
      var songs = before
      let store = Store(Playlist(songs: songs), undoing: \.self, keeping: keeping)
      songs.insert(MovedElementsTests.Row(id: 7, title: "new"), at: 1)
      try store.send(songs)
      var moved = songs.remove(at: 1)
      moved.title = "renamed"
      songs.append(moved)
      try store.send(songs)
      let put = try moment(1, of: store)
      let error = #expect(throws: MergeError.self) { try store.undo(only: put) }
      guard case .conflicts(let conflicts)? = error else { return #expect(Bool(false), "\(error as Any)") }
      #expect(conflicts.map(\.kind) == [.changedAndRemoved] && store.state.songs == songs)
      try store.undo(only: put) { _ in .mine }
      #expect(store.state.songs == before)
    }
  }

  @Test("undo(only:) throws a conflict where later steps changed the same field, until it is resolved")
  func conflicts() throws {
    let store = try Self.store(.add(1, "A"), .rename(1, "B"), .rename(1, "C"), .look(4))
    let before = store.state
    let error = #expect(throws: MergeError.self) { try store.undo(only: try moment(2, of: store)) }
    guard case .conflicts(let conflicts)? = error else { throw try #require(error) }
    let path: [PathComponent] = [.field("notes"), .key(.integer(1)), .field("title")]
    #expect(conflicts.map(\.path) == [path] && conflicts[0].kind == .changedTwice)
    #expect(
      conflicts[0].mine == .text("A") && conflicts[0].base == .text("B") && conflicts[0].theirs == .text("C")
    )
    #expect(store.state == before && store.timeline.undoCount == 3)
    try store.undo(only: try moment(2, of: store)) { _ in .mine }
    #expect(store.state.notes[1]?.title == "A")
    // The entity that a step made, and later ones changed.
    try store.send(.rename(1, "D"))
    #expect(throws: MergeError.self) { try store.undo(only: try moment(1, of: store)) }
    try store.undo(only: try moment(1, of: store)) { conflict in
      #expect(conflict.kind == .changedAndRemoved && conflict.mine == nil)
      return .mine
    }
    #expect(store.state.notes.isEmpty && store.state.looked == 4)
    // Changes in it are hidden with it.
    #expect(throws: StoreError.nothingLeft(of: try moment(5, of: store))) {
      try store.undo(only: try moment(5, of: store))
    }
  }

  @Test("undo(only:) throws the reason of each refusal and changes nothing")
  func refusals() throws {
    let store = try Self.store(.add(1, "A"), .add(2, "B"), .remove(1), .add(3, "C"))
    let timeline = store.timeline
    #expect(throws: StoreError.nothingLeft(of: try moment(1, of: store))) {
      try store.undo(only: try moment(1, of: store)) { _ in .theirs }
    }
    #expect(throws: StoreError.nothingToUndo) { try store.undo(only: store.timeline.oldest.id) }
    let far = try #require(Moment.ID(number: 99))
    #expect(throws: StoreError.noSuchMoment(far)) { try store.undo(only: far) }
    let branch = store.timeline.present.id
    try store.undo()
    // undo(only:), redo(only:) and review(since:) refuse a step that lies ahead.
    #expect(throws: StoreError.ahead(branch)) { try store.undo(only: branch) }
    #expect(throws: StoreError.ahead(branch)) { try store.redo(only: branch) }
    #expect(throws: StoreError.ahead(branch)) { _ = try store.review(since: branch) }
    #expect(store.timeline.present.id < branch && store.canRedo)
    try store.send(.add(4, "D"))
    #expect(throws: StoreError.elsewhere(branch)) { try store.undo(only: branch) }
    #expect(store.timeline.count == timeline.count + 1)

    struct Bare: Reducible, Equatable {
      var number = 0
      mutating func reduce(_ action: Int) { number = action }
    }
    // A described part is enough: the state itself needs no description.
    let bare = Store(Bare(), undoing: \.number)
    try bare.send(1)
    try bare.send(2)
    try bare.undo(only: bare.timeline.present.id)
    #expect(bare.state.number == 1)
    struct Plain: Reducible, Equatable {
      struct Part: Equatable, Sendable { var number = 0 }
      var part = Part()
      mutating func reduce(_ action: Int) { part.number = action }
    }
    let plain = Store(Plain(), undoing: \.part)
    try plain.send(1)
    try plain.send(2)
    let first = try #require(Array(plain.timeline.undoPath).last?.id)
    #expect(throws: StoreError.notDescribed) { try plain.undo(only: first) }
  }

  struct Ruled: Reducible, Described, Validated, Equatable {
    struct Below: Error {}
    var numbers: PersistentMap<Int, Int> = [:]
    var sum: Int { numbers.values.reduce(0, +) }

    mutating func validate() throws {
      if sum < 0 { throw Below() }
      for (key, number) in numbers where number > 10 { numbers[key] = 10 }
    }
    mutating func reduce(_ action: (Int, Int)) { numbers[action.0] = action.1 }
    static func describe(_ field: inout Fields<Ruled>) { field("numbers", \.numbers) }
  }

  @Test("The state's own rules have the last word: they repair what comes of it, or refuse it")
  func rules() throws {
    let store = Store(Ruled(), undoing: \.numbers)
    for action in [(1, 30), (1, 5), (2, -4), (3, 1)] { try store.send(action) }
    let steps = Array(store.timeline.undoPath.reversed().map(\.id))
    #expect(throws: MergeError.self) { try store.undo(only: steps[0]) { _ in .value(nil) } }
    #expect(store.state.numbers == [1: 5, 2: -4, 3: 1])
    try store.undo(only: steps[1])
    #expect(store.state.numbers == [1: 10, 2: -4, 3: 1])
  }

  @Test("Observers and scopes see it as one change")
  func seen() throws {
    let store = try Self.store(.add(1, "A"), .add(2, "B"), .add(3, "C"))
    let scope = try store.undoScope(\.notes)
    let heard = Guarded<[String]>([])
    let token = store.observe { transition in
      heard.withLock { heard in
        if case .switching(let id) = transition.cause { heard.append("\(id) \(transition.actions.count)") }
      }
    }
    defer { token.cancel() }
    try store.undo(only: try moment(1, of: store))
    #expect(heard.withLock { $0 } == ["1 0"])
    #expect(scope.canUndo)
    try scope.undo()
    #expect(store.state.notes.count == 3)
  }

  /// A step of the model: the entity, and its title before and after.
  struct Step {
    let moment: Moment.ID
    let id: Int
    let before: String?
    let after: String?
  }

  /// The title that the steps of an entity make that are on.
  private static func title(_ steps: [Step], in timeline: Timeline) -> String? {
    var isOff: [Moment.ID: Bool] = [:]
    for moment in timeline.line.reversed() where moment <= timeline.present.id && isOff[moment] != true {
      for one in timeline[moment]?.switches ?? [] where isOff[one.moment] == nil {
        isOff[one.moment] = !one.isOn
      }
    }
    return steps.filter { $0.moment <= timeline.present.id }.reduce(nil) { title, step in
      if isOff[step.moment] == true || timeline[step.moment]?.switches.isEmpty == false { return title }
      return title == nil && step.before != nil ? nil : step.after
    }
  }

  /// Against a model that knows of each step which entity it set, and what that was before.
  @Test(
    "Any step of any history, among snapshots and in the attic: the entity is what the others make, or it is in the way"
  )
  func model() throws {
    for seed in 0..<UInt64(Soak.times(30)) {
      Soak.count(.session)
      var random = SplitMix64(seed: seed)
      let keeping = seed.isMultiple(of: 2) ? .unpacked : Keeping(snapshots: 4, pageSize: 4)
      let store = try Self.store(keeping: keeping)
      var steps: [Step] = []
      for _ in 0..<Int.random(in: 1..<120, using: &random) {
        let id = Int.random(in: 0..<12, using: &random)
        let title = "\(Int.random(in: 0..<5, using: &random))"
        let before = store.state.notes[id]?.title
        if Bool.random(using: &random), let step = steps.randomElement(using: &random) {
          let others = steps.filter { $0.id == step.id }
          let isLast = others.last?.moment == step.moment
          let state = store.state
          do {
            try store.undo(only: step.moment)
            let now = store.state.notes[step.id]?.title
            #expect(!isLast || now == step.before, "seed \(seed)")
            #expect(now == Self.title(others, in: store.timeline), "seed \(seed)")
            var expected = state
            expected.notes[step.id] = now.map { Board.Note(title: $0) }
            try #require(store.state == expected, "seed \(seed)")
            let present = store.timeline.present.id
            if present != steps.last?.moment, present > step.moment {
              steps.append(
                Step(moment: present, id: step.id, before: state.notes[step.id]?.title, after: now)
              )
            } else {
              steps.removeAll { $0.moment > present }
            }
          } catch is MergeError {
            try #require(!isLast && store.state == state, "seed \(seed)")
          } catch StoreError.nothingLeft {
            try #require(!isLast && store.state == state, "seed \(seed)")
          }
          continue
        }
        if before == nil {
          try store.send(.add(id, title))
        } else if title == "0" {
          try store.send(.remove(id))
        } else {
          try store.send(.rename(id, title))
        }
        let after = store.state.notes[id]?.title
        if before != after {
          steps.append(Step(moment: store.timeline.present.id, id: id, before: before, after: after))
        }
      }
    }
  }
}
