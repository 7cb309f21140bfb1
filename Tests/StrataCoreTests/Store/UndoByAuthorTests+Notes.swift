import PersistentCollections
import TestSupport
import Testing

@testable import StrataCore

extension UndoByAuthorTests {
  @Test("Keystrokes merge within one author alone")
  func merging() throws {
    let store = store()
    try store.send(.type("a", at: 0, key: "typing"))
    try store.send(.type("b", at: 1, key: "typing"))
    try store.send(.type("x", at: 2, key: "typing"), as: Self.agent)
    try store.send(.type("y", at: 3, key: "typing"), as: Self.agent)
    try store.send(.type("c", at: 4, key: "typing"))
    #expect(store.timeline.count == 4)
    try store.undo(by: Self.agent)
    #expect(store.state.text == "abc")
  }

  struct Request: Described, Equatable {
    var number = 0
    var words: String?
    static func describe(_ field: inout Fields<Request>) {
      field("number", \.number)
      field("words", \.words)
    }
  }

  @Test(
    "A step keeps the app's note, packed or not, and steps with equal notes merge",
    arguments: [
      .unpacked, Keeping(snapshots: 0, pageSize: 1),
      Keeping(snapshots: 1, pageSize: 4),
    ]
  )
  func notes(keeping: Keeping) throws {
    let store = store(keeping: keeping)
    let requests = [Request(number: 1, words: "tidy ]\"\u{0}"), Request(number: 2), Request(number: 2)]
    for (number, request) in requests.enumerated() {
      try store.send(.set("a", "\(number)"), as: Self.agent, noting: request)
    }
    try store.send(.set("b", "1"), noting: "mine")
    try store.send(.set("b", "2"))
    try store.send(.set("b", "3"), noting: [String?.none, "x"])
    for number in 4...9 { try store.send(.set("b", "\(number)")) }
    let moments = store.timeline.line.compactMap { store.timeline[$0] }
    #expect(try moments[1...3].map { try $0.note(as: Request.self) } == requests)
    #expect(try moments[4].note(as: String.self) == "mine" && moments[4].author == .user)
    #expect(try moments[5].note(as: Request.self) == nil && moments[0].note == nil)
    #expect(try moments[6].note(as: [String?].self) == [nil, "x"])
    #expect(throws: PatchError.self) { try moments[4].note(as: Request.self) }
    #expect(moments[2].remark == #"by agent, {"number":2}"# && moments[4].remark == #""mine""#)
    try store.transaction("Both", as: Self.agent, noting: 7) { try $0.send(.set("c", "1")) }
    #expect(try store.timeline.present.note() == 7)
    let unreadable = Provenance(.user, .sent, own: [], note: Array("{".utf8))
    let words = MomentWords(label: "Unreadable", time: .now, provenance: unreadable)
    let moment = Moment(id: moments[1].id, parent: moments[0].id, words, checkpoint: nil)
    #expect(throws: PatchError.self) { try moment.note(as: Request.self) }
    #expect(moment.note == nil)
    // One who takes it back notes nothing.
    try store.undo(only: moments[3].id)
    #expect(store.timeline.present.note == nil && store.state.notes["a"] == "1")

    for note in [1, 1, 2] { try store.send(.type("x", at: 0, key: "t"), noting: note) }
    #expect(try store.timeline.undoPath.prefix(2).map { try $0.note(as: Int.self) } == [2, 1])
    #expect(
      store.timeline.undoPath.dropFirst().first?.parent == store.timeline.undoPath.dropFirst(2).first?.id
    )
  }

  @Test("A note that cannot be read again is refused, and nothing changes")
  func unreadableNotes() throws {
    struct Secretive: DescribedLeaf, Equatable {
      var number = 0
      func encode(to encoder: any Encoder) throws { throw StoreError.notDescribed }
    }
    indirect enum Deep: DescribedLeaf, Equatable {
      case end, deeper(Deep)
    }
    let store = store()
    #expect(throws: PatchError.self) { try store.send(.set("a", "1"), noting: Secretive()) }
    let deep = (0..<80).reduce(Deep.end) { deep, _ in .deeper(deep) }
    #expect(throws: PatchError.self) { try store.send(.set("a", "1"), noting: deep) }
    // A case is one level of a value, and two of what is written.
    let fate = (0..<80).reduce(Fate.open) { fate, _ in .after(fate, days: 1) }
    #expect(throws: PatchError.self) { try store.send(.set("a", "1"), noting: fate) }
    #expect(store.state.notes.isEmpty && store.timeline.count == 1)
  }
}
