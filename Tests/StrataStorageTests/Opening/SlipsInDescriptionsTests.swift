import PersistentCollections
import StrataCore
import Testing

@testable import StrataStorage

/// Mistakes in a description that the compiler does not notice: each is refused before a change is acknowledged, or does
/// no harm.
@Suite("Slips in descriptions")
struct SlipsInDescriptionsTests {
  /// A state with one value of any type.
  struct Holder<Value: DescribedValue & Equatable>: Reducible, Described {
    var value: Value?
    var others = 0

    enum Action: Sendable { case set(Value?), other }

    mutating func reduce(_ action: Action) {
      switch action {
      case .set(let value): self.value = value
      case .other: others += 1
      }
    }

    static func describe(_ field: inout Fields<Holder>) {
      field("value", \.value)
      field("others", \.others)
    }
  }

  static func open<Value: DescribedValue & Equatable>(
    _: Value.Type,
    on disk: SimulatedDisk
  ) throws -> DurableStore<Holder<Value>> {
    try DurableStore(
      at: "/d/holder.json",
      undoing: UndonePart<Holder<Value>>(\.self),
      startingWith: Holder(),
      in: disk
    )
  }

  /// Sees to it that the last value cannot be sent, and that what was sent before is there after a kill.
  func isRefused<Value: DescribedValue & Equatable>(
    _ values: Value...,
    at location: SourceLocation = #_sourceLocation
  )
    throws
  {
    let disk = SimulatedDisk()
    let durable = try Self.open(Value.self, on: disk)
    for value in values.dropLast() { try durable.store.send(.set(value)) }
    try durable.store.send(.other)
    let state = durable.store.state
    #expect(throws: (any Error).self, sourceLocation: location) { try durable.store.send(.set(values.last)) }
    #expect(durable.store.state == state, sourceLocation: location)
    durable.abandon()
    #expect(try Self.open(Value.self, on: disk).store.state == state, sourceLocation: location)
  }

  /// Sees to it that no store is made, and nothing written.
  func isNoStore<Value: DescribedValue & Equatable>(
    of type: Value.Type,
    _ problem: DescriptionError.Problem,
    at location: SourceLocation = #_sourceLocation
  ) {
    let disk = SimulatedDisk()
    #expect(throws: (any Error).self, sourceLocation: location) { try Self.open(type, on: disk) }
    #expect(disk.image.names(in: "/d").isEmpty, sourceLocation: location)
    #expect(type.descriptionError?.problems == [problem], sourceLocation: location)
  }

  // MARK: Two fields for one property

  struct Alias: Described, Equatable {
    var items: [Int] = []
    var all: [Int] {
      get { items }
      set { items = newValue }
    }

    static func describe(_ field: inout Fields<Alias>) {
      field("items", \.items)
      field("all", \.all)
    }
  }

  struct Inner: Described, Equatable {
    var items: [Int] = []

    static func describe(_ field: inout Fields<Inner>) { field("items", \.items) }
  }

  struct Overlap: Described, Equatable {
    var inner = Inner()

    static func describe(_ field: inout Fields<Overlap>) {
      field("inner", \.inner)
      field("items", \.inner.items)
    }
  }

  @Test("A property is not told twice, be it by another way or as a part of what is told")
  func aliases() throws {
    isNoStore(of: Alias.self, .computed(field: "all", type: "Alias"))
    isNoStore(of: Overlap.self, .overlapping(name: "items", other: "inner", type: "Overlap"))
  }

  // MARK: Properties that are not told

  struct Shadowed: Described, Equatable {
    var count = 0
    var _count = 0

    static func describe(_ field: inout Fields<Shadowed>) { field("count", \.count) }
  }

  struct Mirrored: Described, Equatable, CustomReflectable {
    var name = ""
    var secret = 0
    var customMirror: Mirror { Mirror(self, children: ["name": name, "summary": "computed"]) }

    static func describe(_ field: inout Fields<Mirrored>) { field("name", \.name) }
  }

  struct WholeMirrored: Described, Equatable, CustomReflectable {
    var name = ""
    var isOn = false
    var count = 0
    var customMirror: Mirror { Mirror(self, children: ["summary": "computed"]) }

    static func describe(_ field: inout Fields<WholeMirrored>) {
      field("name", \.name)
      field("isOn", \.isOn)
      field("count", \.count)
    }
  }

  @Test("A property that is not told is found behind an underscore, and behind a mirror of the type's own")
  func forgotten() {
    isNoStore(of: Shadowed.self, .forgotten(property: "_count", type: "Shadowed"))
    isNoStore(of: Mirrored.self, .unseen(bytes: 8, type: "Mirrored"))
    #expect(WholeMirrored.descriptionError == nil)
  }

  struct Lazy<Forgets>: Described, Equatable {
    var count = 0
    lazy var double = count * 2

    static func == (left: Lazy, right: Lazy) -> Bool { left.count == right.count }
    static func describe(_ field: inout Fields<Lazy>) {
      field("count", \.count)
      if Forgets.self == Never.self { field.derived("double") }
    }
  }

  @Test("A lazy property is derived by its own name, and is forgotten by it")
  func lazy() throws {
    isNoStore(of: Lazy<Int>.self, .forgotten(property: "double", type: "Lazy<Int>"))
    let disk = SimulatedDisk()
    let durable = try Self.open(Lazy<Never>.self, on: disk)
    try durable.store.send(.set(Lazy(count: 3)))
    try durable.close()
    #expect(try Self.open(Lazy<Never>.self, on: disk).store.state.value == Lazy(count: 3))
  }

  struct Nothing: Described, Equatable {
    static func describe(_ field: inout Fields<Nothing>) {}
  }

  struct Sized: Described, Equatable {
    var nothing = Nothing()
    var nothingElse = Nothing()
    var number = 0
    var more = Nothing()
    var perhaps: Nothing?

    static func describe(_ field: inout Fields<Sized>) {
      field("nothing", \.nothing)
      field("nothingElse", \.nothingElse)
      field("number", \.number)
      field("more", \.more)
      field("perhaps", \.perhaps)
    }
  }

  @Test("Properties without a size are told as any other, and are not taken for their neighbours")
  func sizeless() throws {
    #expect(Sized.descriptionError == nil)
    let disk = SimulatedDisk()
    let value = Sized(number: 3, perhaps: Nothing())
    let durable = try Self.open(Sized.self, on: disk)
    try durable.store.send(.set(value))
    try durable.close()
    #expect(try Self.open(Sized.self, on: disk).store.state.value == value)
  }

  // MARK: Classes

  final class Item: Described, Equatable, @unchecked Sendable {
    // Unchecked, as an app would do it: that it compiles is the slip.
    var name = ""

    init() {}
    static func == (left: Item, right: Item) -> Bool { left.name == right.name }
    static func describe(_ field: inout Fields<Item>) { field("name", \.name) }
  }

  @Test("A class is not filled in: every object would be the one to begin with")
  func classes() { isNoStore(of: Item.self, .filledInClass(type: "Item")) }

  // MARK: Initialisers

  struct Curious: DescribedByInitializer, Equatable {
    let number: Int
    let note: Int

    init(number: Int, note: Int = 0) { (self.number, self.note) = (number, note) }
    init(_ fields: FieldValues<Curious>) throws {
      number = try fields[\.number]
      note = try number > 9 ? fields[\.note] : 0
    }

    static func describe(_ field: inout Fields<Curious>) {
      field("number", \.number)
      field.derived("note")
    }
  }

  @Test("An initialiser that asks for a field that is not told: an error where it does, and no trap")
  func undescribed() throws {
    try isRefused(Curious(number: 1), Curious(number: 10))
    try isRefused([Curious(number: 1)], [Curious(number: 10)])
    for json in [#"{"number":10}"#, #"{"number":11}"#] {
      #expect {
        try Curious(json: json.utf8)
      } throws: {
        "\($0)".contains("asks for") && "\($0)".contains("note") && "\($0)".contains("Curious")
      }
    }
    #expect(try Curious(json: #"{"number":9}"#.utf8) == Curious(number: 9))
  }

  // MARK: Cases

  enum Mode: DescribedCases {
    case auto, fallback, manual

    static func describe(_ oneOf: inout Cases<Mode>) {
      oneOf("auto", .auto)
      oneOf("fallback", .fallback)
      oneOf("manual", .manual)
    }
  }

  enum Vague: DescribedCases {
    case open, done(Int)

    static func describe(_ oneOf: inout Cases<Vague>) {
      oneOf("open", .open)
      oneOf("done", "at", as: Vague.done) { if case .done(let at) = $0 { at } else { nil } }
    }
  }

  enum Lossy: DescribedCases, Equatable {
    case none, file(id: Int, cache: Int)

    static func describe(_ oneOf: inout Cases<Lossy>) {
      oneOf("none", .none)
      oneOf("file", "id", "cache", as: Lossy.file) { if case .file(let id, _) = $0 { (id, 0) } else { nil } }
    }
  }

  @Test(
    "An == that takes one case for another one is found, before a store is made or when such a value comes"
  )
  func looseEquality() throws {
    #expect(Mode.descriptionError?.problems.count == 2)
    #expect(throws: (any Error).self) { try Self.open(Mode.self, on: SimulatedDisk()) }
    try isRefused(Vague.open, .done(1))
    try isRefused(Vague.done(1))
  }

  @Test("A case that is taken apart with a loss is refused")
  func lossyCases() throws {
    try isRefused(Lossy.none, .file(id: 1, cache: 2))
    try isRefused(Lossy.file(id: 1, cache: 0), .file(id: 1, cache: 2))
  }
}

extension SlipsInDescriptionsTests.Mode: Equatable {
  static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.manual, .manual): true
    case (.manual, _), (_, .manual): false
    default: true
    }
  }
}

extension SlipsInDescriptionsTests.Vague: Equatable {
  static func == (left: Self, right: Self) -> Bool { true }
}
