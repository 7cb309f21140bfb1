import PersistentCollections
import Testing

@testable import StrataCore

/// Actions that tell what they edit.
@Suite("Edits that an action declares")
struct DeclaredEditTests {
  struct Sheet: Reducible, Described, Equatable {
    enum Action: Equatable, Sendable {
      case type(String, at: Int)
      /// Says that it types at the beginning, wherever it does.
      case mistype(String, at: Int)
      case insert(String, at: Int)
      case title(String)
    }

    var body: PersistentText = "a"
    var lines = ["a"]
    var title = ""

    static func describe(_ field: inout Fields<Sheet>) {
      field("body", \.body)
      field("lines", \.lines)
      field("title", \.title)
    }

    func place(_ offset: Int) -> Range<PersistentText.Index> {
      let index = body.utf8.index(body.startIndex, offsetBy: offset)
      return index..<index
    }

    func recording(of action: Action) -> Recording {
      let typing = Recording.merge("Typing", key: "body", within: .seconds(1_000_000))
      switch action {
      case .type(let letter, let offset):
        return typing.declaring(
          Patch(replacing: place(offset), of: body, with: letter).inside(.field("body"))
        )
      case .mistype(let letter, _):
        return typing.declaring(Patch(replacing: place(0), of: body, with: letter).inside(.field("body")))
      case .insert(let line, let position):
        let edit = try? Patch(replacing: position..<position, of: lines, with: [line])
        return .step("Insert").declaring(edit?.inside(.field("lines")) ?? Patch())
      case .title: return .step("Title")
      }
    }

    mutating func reduce(_ action: Action) {
      switch action {
      case .type(let letter, let offset), .mistype(let letter, let offset):
        body.replaceSubrange(place(offset), with: letter)
        // A text that shares nothing: where it was edited, no look at both versions says.
        body = PersistentText(String(body))
      case .insert(let line, let position): lines.insert(line, at: position)
      case .title(let new): title = new
      }
    }
  }

  static func stores(keeping: Keeping = .unpacked) -> [Store<Sheet>] {
    [
      Store(Sheet(), undoing: \.self, keeping: keeping),
      Store(Sheet(), undoing: \.body, \.lines, keeping: keeping),
    ]
  }

  @Test(
    "Of equal letters side by side, the one that was typed is taken back",
    arguments: [.unpacked, Keeping(snapshots: 0)]
  )
  func letters(keeping: Keeping) throws {
    for store in Self.stores(keeping: keeping) {
      try store.send(.type("a", at: 0))
      let first = store.timeline.present.id
      try store.endMerging()
      try store.send(.type("b", at: 1))
      #expect(store.state.body == "aba")
      try store.undo(only: first)
      #expect(store.state.body == "ba")
      try store.undo()
      try store.undo()
      try store.undo()
      #expect(store.state == Sheet())
    }
  }

  @Test("Steps that merge put together what they tell", arguments: [.unpacked, Keeping(snapshots: 1)])
  func merged(keeping: Keeping) throws {
    for store in Self.stores(keeping: keeping) {
      try store.send(.type("a", at: 0))
      try store.send(.type("a", at: 1))
      let first = store.timeline.present.id
      try store.endMerging()
      try store.send(.type("b", at: 2))
      #expect(store.state.body == "aaba" && store.timeline.count == 3)
      try store.undo(only: first)
      #expect(store.state.body == "ba")
    }
  }

  @Test("Of equal elements side by side, the one that was inserted is taken back")
  func elements() throws {
    for store in Self.stores() {
      try store.send(.insert("a", at: 0))
      let first = store.timeline.present.id
      try store.send(.insert("b", at: 1))
      try store.undo(only: first)
      #expect(store.state.lines == ["b", "a"])
    }
  }

  @Test("An edit that does not lead there is not used, and what is told of nothing is no step")
  func slips() throws {
    for store in Self.stores() {
      try store.send(.mistype("b", at: 1))
      #expect(store.state.body == "ab" && store.timeline.count == 2)
      let slip = store.timeline.present.id
      try store.endMerging()
      try store.send(.type("c", at: 0))
      try store.undo(only: slip)
      #expect(store.state.body == "ca")
      let count = store.timeline.count
      try store.send(.type("", at: 0))
      #expect(store.timeline.count == count)
    }
    let store = Self.stores()[0]
    try store.send(.title("b"))
    try store.undo()
    #expect(store.state == Sheet())
    #expect(
      Recording.untracked.declaring(Patch()).label == nil
        && Recording.step("A").declaring(Patch()).label == "A"
    )
  }
}
