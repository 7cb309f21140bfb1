import Foundation
import PersistentCollections
import TestSupport
import Testing

@testable import StrataCore

/// A state around one value of any described type, all of which undo covers.
struct Holder<Value: DescribedValue & Equatable>: Reducible, Described {
  var value: Value?
  var isTouched = false

  enum Action: Sendable {
    case set(Value)
    case merge(Value)
    case touch
  }

  mutating func reduce(_ action: Action) {
    switch action {
    case .set(let value), .merge(let value): self.value = value
    case .touch: isTouched.toggle()
    }
  }

  func recording(of action: Action) -> Recording {
    switch action {
    case .set: .step("Set")
    case .merge: .merge("Set", key: "value", within: .seconds(1_000_000))
    case .touch: .untracked
    }
  }

  static func describe(_ field: inout Fields<Holder>) {
    field("value", \.value)
    field("isTouched", \.isTouched)
  }
}

@Suite("One truth about a value")
struct OneTruthTests {
  /// Sends values one by one, then goes back and forth, with an attic that keeps as little as it can.
  private func check<Value: DescribedValue & Equatable>(
    _ values: [Value],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let store = Store(Holder<Value>(), undoing: \.value, keeping: Keeping(snapshots: 0))
    var states = [store.state]
    for value in values {
      try store.send(.set(value))
      if !store.state.isWritten(as: states[states.count - 1]) { states.append(store.state) }
      try store.send(.touch)
      try store.send(.touch)
    }
    #expect(store.timeline.count == states.count, sourceLocation: sourceLocation)
    for state in states.reversed().dropFirst() {
      try store.undo()
      #expect(store.state.isWritten(as: state), sourceLocation: sourceLocation)
    }
    for state in states.dropFirst() {
      try store.redo()
      #expect(store.state.isWritten(as: state), sourceLocation: sourceLocation)
    }
    for state in states {
      #expect(try Holder<Value>(json: state.json()).isWritten(as: state), sourceLocation: sourceLocation)
      let plain = try PlainValue(of: state).value(as: Holder<Value>.self)
      #expect(plain.isWritten(as: state), sourceLocation: sourceLocation)
    }
  }

  @Test(
    "Zeroes of both signs, numbers that are none, and two spellings of a text are what they are written as"
  )
  func equalAndNotTheSame() throws {
    try check([3, 0.0, -0.0, 0.0, .nan, -.nan, .signalingNaN, .infinity, -1, -0.0])
    try check([Float(1), -0.0, 0, .nan, -.infinity])
    try check(["\u{e9}", "e\u{301}", "", "\u{e9}"])
    try check(["\u{e9}", "e\u{301}", "", "\u{e9}\r", "\u{e9}\r\n", "\0"] as [PersistentText])
    try check([["\u{e9}": -0.0], ["e\u{301}": -0.0], ["e\u{301}": 0.0]])
    try check([[0.0, -0.0], [-0.0, 0.0]] as [PersistentArray<Double>])
    try check([PersistentSet(["\u{e9}"]), ["e\u{301}"], []])
  }

  @Test("One kind of none is not another, however deep they are nested")
  func nested() throws {
    try check([Int??.none, .some(nil), .some(1)])
    try check([[Int??.none], [.some(nil)], [.some(1)], []])
    try check([PersistentMap<String, Int?>(), ["a": nil], ["a": 1], ["a": nil, "b": nil]])
    try check([Box<Int?>(value: nil), Box(value: 1)])
    try check([Box<Int??>(value: .some(nil)), Box(value: nil), Box(value: .some(1))])
  }

  struct Box<Value: DescribedValue & Equatable>: DescribedByInitializer, Equatable {
    let value: Value

    init(value: Value) { self.value = value }
    init(_ fields: FieldValues<Box>) throws { value = try fields[\.value] }
    static func describe(_ field: inout Fields<Box>) { field("value", \.value) }
  }

  enum Direction: String, DescribedLeaf, CodingKeyRepresentable { case up, down }

  struct Coordinate: DescribedLeaf, Hashable, CodingKeyRepresentable {
    var x = 0
    var y = 0

    init(x: Int, y: Int) { (self.x, self.y) = (x, y) }
    var codingKey: any CodingKey { Name(stringValue: "\(x)|\(y)") }
    init?(codingKey: some CodingKey) { return nil }

    struct Name: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }

      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { return nil }
    }
  }

  @Test("Keys of maps are written by their descriptions, whatever coding keys they have")
  func keys() throws {
    try check([[Direction.up: 1], [.down: 1, .up: 2]])
    try check([[Coordinate(x: 1, y: 2): "a"], [Coordinate(x: 1, y: 2): "b", Coordinate(x: 0, y: 0): ""]])
    try check([[UInt64.max: 1], [0: 1, 1: 2]])
    try check([[true: 1], [false: 2, true: 1]])
  }

  struct Chosen: Described, Equatable {
    var nick: String?
    var note = ""

    enum CodingKeys: String, CodingKey {
      case nick = "nickname"
      case note
    }

    static func describe(_ field: inout Fields<Chosen>) {
      field("nick", \.nick)
      field("note", \.note)
    }
  }

  @Test("Coding keys change nothing, whether the first value has something under them or not")
  func codingKeys() throws {
    try check([Chosen(), Chosen(nick: "Ada"), Chosen(nick: nil, note: "x")])
    #expect(try Chosen(nick: "Ada").json() == Array(#"{"nick":"Ada","note":""}"#.utf8))
  }

  struct Tinted: Described, Equatable {
    var tint: String? = "red"
    var mood: Int? = 1
    var count = 7

    static func describe(_ field: inout Fields<Tinted>) {
      field("tint", \.tint)
      field("mood", \.mood, missing: nil)
      field("count", \.count, missing: 3)
    }
  }

  @Test("None is none, whatever a new value has")
  func none() throws {
    try check([Tinted(), Tinted(tint: nil, mood: nil, count: 0), Tinted(tint: nil, mood: 2, count: 3)])
    #expect(try Tinted(tint: nil, mood: nil).json() == Array(#"{"count":7}"#.utf8))
    #expect(try Tinted(json: "{}".utf8) == Tinted(tint: nil, mood: nil, count: 3))
    let coded = try JSONDecoder().decode(
      Tinted.self,
      from: JSONEncoder().encode(Tinted(tint: nil, mood: nil))
    )
    #expect(coded == Tinted(tint: nil, mood: nil))
  }

  @Test("Values that merge and come to nothing, or to another spelling of it, undo to the representation")
  func merged() throws {
    let store = Store(Holder<Double>(), undoing: \.value, keeping: Keeping(snapshots: 0))
    for value in [3, 0.0, -0.0, -1, -0.0] { try store.send(.merge(value)) }
    try store.send(.set(7))
    try store.undo()
    #expect(store.state.isWritten(as: Holder(value: -0.0)))
    try store.undo()
    #expect(store.state.value == nil)
  }

  struct Tree: Described, Equatable {
    var kids: [Tree] = []
    static func describe(_ field: inout Fields<Tree>) { field("kids", \.kids) }

    static func nested(_ depth: Int) -> Tree {
      (0..<depth).reduce(Tree()) { tree, _ in Tree(kids: [tree]) }
    }

    mutating func addAtTheBottom() {
      if kids.isEmpty { kids = [Tree()] } else { kids[0].addAtTheBottom() }
    }
  }

  @Test("Encoding throws tooDeep for a value too deep to decode")
  func deep() throws {
    for depth in [1, 30, 63] {
      let tree = Tree.nested(depth)
      #expect(try Tree(json: tree.json()) == tree)
    }
    for depth in [64, 100] {
      #expect(throws: PatchError(.tooDeep(limit: 128))) { try Tree.nested(depth).json() }
    }
  }

  @Test("A history of values too deep for a packed patch still reaches every moment")
  func deepMoments() throws {
    var deep = Tree.nested(60)
    let old = deep
    deep.addAtTheBottom()
    try check([old, deep, old, Tree(), deep])
  }

  @Test("The deepest values that encode can be changed, undone and patched on a small stack")
  func deepChanges() throws {
    for depth in [20, 61] {
      let failure = try onSmallStack(unoptimised: 3) { () -> (any Error)? in
        do { try checkChanges(at: depth) } catch { return error }
        return nil
      }
      #expect(failure == nil)
    }
  }

  @Test(
    "A patch that is nested deeper than any value is refused, on a small stack, as is one that brings such a value"
  )
  func deepPatches() throws {
    let texts = [
      String(repeating: #"{"fields":{"a":"#, count: 310) + #"{"new":1,"old":2}"#
        + String(repeating: "}}", count: 310),
      String(repeating: #"{"runs":[{"change":"#, count: 200) + #"{"new":1,"old":2}"#
        + String(repeating: "}]}", count: 200),
      #"{"new":"# + String(repeating: "[", count: 600) + String(repeating: "]", count: 600) + #","old":2}"#,
      #"{"fields":{"a":{"members":[{"insert":"# + String(repeating: "[", count: 600)
        + String(repeating: "]", count: 600) + "}]}}}",
    ]
    for text in texts {
      let failure = try onSmallStack(unoptimised: 3) { () -> PatchError? in
        do throws(PatchError) { _ = try Patch(json: text.utf8) } catch { return error }
        return nil
      }
      #expect(failure?.reason == .tooDeep(limit: 128), "\(text.prefix(30))")
    }
    let endless = String(repeating: "[", count: 100_000)
    #expect {
      try Patch(json: (#"{"new":"# + endless).utf8)
    } throws: {
      "\($0)".contains("nested deeper than 640")
    }
  }

  private func checkChanges(at depth: Int) throws {
    var deep = Tree.nested(depth)
    let old = deep
    deep.addAtTheBottom()
    try check([old, deep, old])
    let patch = try Patch(from: old, to: deep)
    var read = [patch, try Patch(json: patch.json)]
    if patch.isReadablePacked { read.append(try Patch(packed: patch.packed)) }
    for patch in read {
      #expect(try old.applying(patch) == deep)
      #expect(try deep.applying(patch.inverted) == old)
    }
  }
}
