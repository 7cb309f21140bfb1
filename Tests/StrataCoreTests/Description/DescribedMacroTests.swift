import PersistentCollections
import Testing

@testable import StrataCore

/// A description by hand and one by the macro are the same: so these are the forms that types have, tried through the compiler.
@Suite("Types with @Described")
struct DescribedMacroTests {
  private func json(_ value: some DescribedValue) throws -> String {
    String(decoding: try value.json(), as: UTF8.self)
  }

  private func check<Value: DescribedValue & Equatable>(_ old: Value, _ new: Value, json text: String) throws
  {
    #expect(try json(new) == text)
    #expect(try Value(json: text.utf8) == new)
    let patch = try Patch(from: old, to: new)
    #expect(try old.applying(patch) == new)
    #expect(try new.applying(patch.inverted) == old)
    #expect(Value._shape.problems.isEmpty, "\(Value._shape.problems)")
  }

  @Test("A struct is what its properties are")
  func record() throws {
    var note = MacroNote(id: 1, body: "Hello", priority: 2)
    note.wordCount = 5
    try check(
      MacroNote(),
      MacroNote(id: 1, body: "Hello", priority: 2),
      json: #"{"body":"Hello","id":1,"mark":{"free":{}},"rank":2}"#
    )
    #expect(try json(note) == json(MacroNote(id: 1, body: "Hello", priority: 2)))
  }

  @Test("Former names, missing values and removed names are read, and others are refused")
  func evolution() throws {
    let old = try MacroNote(json: #"{"colour":"red","id":1,"text":"Hello"}"#.utf8)
    #expect(old == MacroNote(id: 1, body: "Hello", priority: 3))
    #expect(throws: (any Error).self) { try MacroNote(json: #"{"id":1,"size":3}"#.utf8) }
    #expect(try MacroPrice(json: #"{"gratis":{}}"#.utf8) == .free)
  }

  @Test("The rule for merging is asked")
  func merging() throws {
    let base = MacroNote()
    let merge = try Merge(base: base, mine: MacroNote(priority: 4), theirs: MacroNote(priority: 9))
    #expect(merge.merged.priority == 9 && merge.conflicts.isEmpty)
  }

  @Test("Constants and observed properties are made by an initialiser")
  func constants() throws {
    try check(
      MacroSpan(start: 1, end: 2),
      MacroSpan(start: 1, end: 3),
      json: #"{"end":3,"start":1}"#
    )
    var observed = MacroObserved()
    observed.count = 4
    try check(MacroObserved(), observed, json: #"{"count":4}"#)
  }

  @Test("Each form of case is written under its name and labels, without ==")
  func cases() throws {
    for (price, text) in [
      (MacroPrice.free, #"{"free":{}}"#), (.cents(5), #"{"cents":{"_0":5}}"#),
      (.dollars(count: 3, note: "x"), #"{"dollars":{"count":3,"note":"x"}}"#),
      (.more(.cents(1)), #"{"more":{"_0":{"cents":{"_0":1}}}}"#),
      (.`default`(in: true), #"{"default":{"in":true}}"#),
    ] {
      try check(MacroPrice.cents(7), price, json: text)
    }
    #expect(try json(MacroStep.second) == #"{"second":{}}"#)
    #expect(try json([MacroColor.red]) == #"["red"]"#)
  }

  @Test("Generic, nested and conditional types")
  func others() throws {
    try check(MacroBox<Int>(), MacroBox(value: 3, items: [1, 2]), json: #"{"items":[1,2],"value":3}"#)
    try check(MacroOuter(), MacroOuter(inner: .init(x: 1)), json: #"{"inner":{"x":1,"y":0},"other":0}"#)
  }

  @Test("A store undoes it, and the description is complete")
  func undone() throws {
    let store = Store(MacroBoard(), undoing: \.notes, keeping: .bytes(1_000_000))
    try store.send("Tea")
    try store.send("Milk")
    try store.undo()
    #expect(store.state.notes.map(\.body) == ["Tea"])
    #expect(store.state.moves == 2)
  }
}

@Described(removed: "colour")
struct MacroNote: Identifiable, Equatable {
  var id = 0
  @Field(formerly: "text") var body = ""
  @Field("rank", missing: 3, merging: .greatest) var priority = 0
  var mark = MacroPrice.free
  @Derived var wordCount = 0
  var isLong: Bool { body.count > 3 }

  static func == (left: MacroNote, right: MacroNote) -> Bool {
    (left.id, left.body, left.priority, left.mark) == (right.id, right.body, right.priority, right.mark)
  }
}

@Described enum MacroPrice: Equatable {
  @Field(formerly: "gratis") case free
  case cents(Int), dollars(count: Int, note: String? = nil)
  indirect case more(MacroPrice)
  case `default`(in: Bool)
}

/// Not `Equatable` by its own word.
@Described enum MacroStep {
  case first(MacroNote)
  case second
}

/// A type that other modules see.
@Described public struct MacroSpan: Equatable {
  /// The first place.
  public let start: Int
  let end: Int
}

@Described struct MacroObserved: Equatable {
  var count = 0 { didSet { changes += 1 } }
  @Derived private(set) var changes = 0

  init() {}

  static func == (left: MacroObserved, right: MacroObserved) -> Bool { left.count == right.count }
}

@Described enum MacroColor: String { case red, green }

@Described struct MacroBox<Value: DescribedValue & Equatable>: Equatable {
  var value: Value?
  private(set) var items = PersistentArray<Value>()

  init() {}
  init(value: Value, items: [Value]) { (self.value, self.items) = (value, PersistentArray(items)) }
}

@Described private struct MacroOuter: Equatable {
  var inner = Inner()
  #if os(Nowhere)
    var none = 0
  #else
    var other = 0
  #endif

  @Described struct Inner: Equatable {
    var x = 0, y = 0
  }
}

@Described struct MacroBoard: Reducible {
  var notes: [MacroNote] = []
  var moves = 0

  mutating func reduce(_ body: String) {
    notes.append(MacroNote(id: notes.count, body: body))
    moves += 1
  }
}
