import PersistentCollections
import Strata
import Testing

@Described
struct Notes: Reducible {
  var titles: PersistentSortedMap<Int, String> = [:]

  enum Action: Sendable {
    case write(Int, String)
    case fetched(Int, String)
  }

  mutating func reduce(_ action: Action) {
    switch action {
    case .write(let id, let title), .fetched(let id, let title): titles[id] = title
    }
  }

  func recording(of action: Action) -> Recording {
    switch action {
    case .write(let id, _): .step("Write \(id)")
    case .fetched(let id, _): .external("Fetch \(id)")
    }
  }
}

extension Author {
  static let agent: Author = "agent"
}

@Suite("The examples on the page about several authors")
struct SeveralAuthorsPageTests {
  @Test("They do what the page says")
  func runs() throws {
    let store = Store(Notes(), undoing: \.titles)
    try store.send(.write(1, "Mine"))
    try store.send(.write(2, "Tidy"), as: .agent)
    try store.undo(by: .user)  // note 2 stays
    try store.redo(by: .user)
    #expect(
      store.timeline.lines == [
        "0  Start  ← saved", "1  Write 1", "2  Write 2  (by agent)", "3  Undo Write 1  (takes back 1)",
        "4  Redo Write 1  (takes back 3)  ← present",
      ]
    )
    #expect(store.state.titles == [1: "Mine", 2: "Tidy"])

    try store.send(.write(8, "Mine"))
    try store.undo(by: .user)
    try store.send(.write(9, "Meanwhile"), as: .agent)
    try store.redo(by: .user)  // notes 8 and 9
    #expect(store.state.titles[8] == "Mine" && store.state.titles[9] == "Meanwhile")

    let authors: [Author] = [.user, .agent]
    try store.undo(byAny: authors)  // the last step of either
    try store.redo(byAny: authors)
    #expect(store.state.titles[8] == "Mine" && store.state.titles[9] == "Meanwhile")

    try store.undo(where: { $0.label == "Write 9" })
    try store.redo(where: { $0.label == "Write 9" })
    #expect(store.state.titles[9] == "Meanwhile")

    try store.send(.write(2, "Tidied up"), as: .agent, noting: "Tidy up note 2")
    let asked = try store.timeline.present.note(as: String.self)
    try store.undo(by: .agent, noting: "Not now")
    #expect(asked == "Tidy up note 2" && store.state.titles[2] == "Tidy")
    #expect(store.timeline.present.note == .text("Not now"))
    for key in [8, 9] { try store.send(.write(key, "")) }

    try store.send(.write(3, "A"))
    let slip = store.timeline.present.id
    try store.send(.write(3, "B"), as: .agent)
    do {
      try store.undo(only: slip)
    } catch MergeError.conflicts(let conflicts) {
      print(conflicts[0])  // titles / 3: was "A", restored nothing, current "B"
    }
    try store.undo(only: slip) { _ in .current }  // the agent's stays
    #expect(store.state.titles[3] == "B" && store.timeline.takenBack.first?.id == slip)

    try store.send(.write(4, "Draft"))
    try store.send(.fetched(5, "From the server"), as: "sync")
    try store.undo()  // note 4 goes, note 5 stays
    try store.redo()
    #expect(Array(store.state.titles.keys) == [1, 2, 3, 4, 5, 8, 9])

    let fork = store.timeline.present.id
    try store.send(.write(6, "An idea"))
    let idea = store.timeline.present.id
    try store.jump(to: fork)
    try store.send(.write(7, "Went on"))
    try store.merge(idea)  // notes 6 and 7
    #expect(store.state.titles[6] == "An idea" && store.state.titles[7] == "Went on")
    #expect(store.timeline.present.merges == idea)

    try store.checkpoint("Before tidying up")
    try store.send(.write(1, "Done"), as: .agent)
    try store.send(.write(2, "Gone"), as: .agent)
    if let before = store.timeline.checkpoint("Before tidying up") {
      let review = try store.review(since: before.id, by: .agent)
      for change in review.changes { print(change) }  // Write 1: titles / 1: "Mine" → "Done"
      try store.reject(review.changes.prefix(1))
      try store.goBack(to: before.id)  // a step, which undo takes back
    }
    #expect(store.state.titles[1] == "Mine" && store.state.titles[2] == "Tidy")
    try store.undo()
    #expect(store.state.titles[1] == "Mine" && store.state.titles[2] == "Gone")
  }

  @Test("Two things that a case carries, and maps in JSON")
  func json() throws {
    let marks: [Mark] = [.dot(x: 1.5, y: 2.5)]
    #expect(String(decoding: try marks.json(), as: UTF8.self) == #"[{"dot":{"x":1.5,"y":2.5}}]"#)
    let byNumber: PersistentMap<Int, String> = [3: "A"]
    #expect(String(decoding: try byNumber.json(), as: UTF8.self) == #"{"3":"A"}"#)
    let byPlace: PersistentMap<Double, String> = [1.5: "A"]
    #expect(String(decoding: try byPlace.json(), as: UTF8.self) == #"[1.5,"A"]"#)
  }

  @Test("Undo goes around another author's change; conflicts and reviews print as the page says")
  func printed() throws {
    let store = Store(Notes(), undoing: \.titles)
    try store.send(.write(3, "A"))
    try store.send(.fetched(5, "From the server"), as: "sync")
    try store.undo()
    #expect(store.state.titles == [5: "From the server"])
    try store.redo()
    try store.send(.write(3, "B"), as: .agent)
    let slip = store.timeline.line[1]
    do {
      try store.undo(only: slip)
      Issue.record("Nobody was asked")
    } catch MergeError.conflicts(let conflicts) {
      #expect("\(conflicts[0])" == "titles / 3: was \"A\", restored nothing, current \"B\"")
    }
    let review = try store.review(since: store.timeline.oldest.id, by: .agent)
    #expect(review.changes.map(\.description) == ["Write 3: titles / 3: \"A\" → \"B\""])
  }
}
