import PersistentCollections
import StrataCore
import Testing

@testable import StrataStorage

// Leaves, names and keys.

extension SlipsInDescriptionsTests {
  enum Cell: DescribedLeaf, Hashable {
    case text(String), number(Double)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let text = try? container.decode(String.self) {
        self = .text(text)
      } else {
        self = .number(try container.decode(Double.self))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .text(let text): try container.encode(text)
      case .number(let number): try container.encode(number)
      }
    }
  }

  struct Wrapped<Record: Described & Equatable>: DescribedLeaf, Equatable { var record = Record() }

  struct Newer: Described, Equatable {
    var items: [Int] = []
    var more = 0

    static func describe(_ field: inout Fields<Newer>) {
      field("items", \.items)
      field("more", \.more)
    }
  }

  @Test("A leaf that writes a word as well as the number that stands for it is refused with that number")
  func words() throws {
    try isRefused(Cell.text("Infinity"), .number(.infinity))
    try isRefused(Cell.number(1), .number(.nan))
    try isRefused([Cell.text("NaN"): 1], [Cell.text("NaN"): 1, .number(.nan): 2])
    let disk = SimulatedDisk()
    let durable = try Self.open([Cell].self, on: disk)
    try durable.store.send(.set([.text("Infinity"), .number(2), .number(-0.0)]))
    let state = durable.store.state
    durable.abandon()
    #expect(try Self.open([Cell].self, on: disk).store.state == state)
  }

  @Test("A newer field in a record inside a leaf is refused, and the state file stays")
  func recordsInLeaves() throws {
    let disk = SimulatedDisk()
    let newer = try Self.open(Wrapped<Newer>.self, on: disk)
    var record = Newer()
    record.more = 2
    try newer.store.send(.set(Wrapped(record: record)))
    try newer.close()
    let image = disk.image
    #expect(throws: (any Error).self) { try Self.open(Wrapped<Inner>.self, on: disk) }
    #expect(disk.image.bytes(of: "/d/holder.json") == image.bytes(of: "/d/holder.json"))
    #expect(try Self.open(Wrapped<Newer>.self, on: disk).store.state.value?.record == record)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  struct Vast: DescribedLeaf, Equatable {
    var signed: Int128 = 0
    var unsigned: UInt128 = 0
    var perhaps: Int128?
    var many: [UInt128] = []
    var alone = Alone()
  }

  /// One that stands in no record.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  struct Alone: DescribedLeaf, Equatable {
    var number: Int128 = 0
    var other: UInt128 = 0

    init(number: Int128 = 0, other: UInt128 = 0) { (self.number, self.other) = (number, other) }

    init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      number = try list.decode(Int128.self)
      other = try list.superDecoder().singleValueContainer().decode(UInt128.self)
    }

    func encode(to encoder: any Encoder) throws {
      var list = encoder.unkeyedContainer()
      try list.encode(number)
      var single = list.superEncoder().singleValueContainer()
      try single.encode(other)
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("A number of 128 bits in a leaf is written and read as far as 64 bits go, and refused beyond")
  func vast() throws {
    let (least, most) = (Int128(Int64.min), UInt128(UInt64.max))
    let disk = SimulatedDisk()
    let value = Vast(
      signed: least,
      unsigned: most,
      perhaps: 5,
      many: [0, 5, most],
      alone: Alone(number: -5, other: 7)
    )
    let durable = try Self.open(Vast.self, on: disk)
    try durable.store.send(.set(Vast()))
    try durable.store.send(.set(value))
    try durable.close()
    #expect(try Self.open(Vast.self, on: disk).store.state.value == value)
    try isRefused(Vast(), Vast(signed: least - 1))
    try isRefused(Vast(), Vast(unsigned: most + 1))
    try isRefused(Vast(), Vast(perhaps: .max))
    try isRefused(Vast(), Vast(many: [1, .max]))
    try isRefused(Vast(), Vast(alone: Alone(other: .max)))
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("A number of 128 bits may be made a leaf itself")
  func vastLeaf() throws {
    let disk = SimulatedDisk()
    let durable = try Self.open([Int128].self, on: disk)
    try durable.store.send(.set([5, -7]))
    try durable.close()
    #expect(try Self.open([Int128].self, on: disk).store.state.value == [5, -7])
    try isRefused([Int128(5)], [.max])
  }

  struct Address: RawRepresentable, DescribedLeaf, Validated, Hashable {
    var rawValue: String

    init(rawValue: String) { self.rawValue = rawValue }
    mutating func validate() throws { rawValue = rawValue.lowercased() }
  }

  struct Span: DescribedLeaf, Validated, Hashable {
    struct Backwards: Error {}
    var start = 0
    var end = 0

    mutating func validate() throws { if start > end { throw Backwards() } }
  }

  @Test("A leaf's own rule is asked, too")
  func rulesOfLeaves() throws {
    #expect(try [Address](json: #"["ABC"]"#.utf8) == [Address(rawValue: "abc")])
    #expect(try [Span](json: #"[{"start":1,"end":2}]"#.utf8) == [Span(start: 1, end: 2)])
    #expect(throws: PatchError.self) { try [Span](json: #"[{"start":3,"end":2}]"#.utf8) }
  }

  // MARK: Names and keys

  struct Twins: Reducible, Described, Equatable {
    var numbers = [0]
    var words = ["x"]

    mutating func reduce(_ number: Int) {
      numbers.append(number)
      words.append("\(number)")
    }

    static func describe(_ field: inout Fields<Twins>) {
      field("\u{e9}", \.numbers)
      field("e\u{301}", \.words)
    }
  }

  @Test("Fields whose names differ in their spelling alone are two, as parts of undo, too")
  func twins() throws {
    let parts: [UndonePart<Twins>] = [
      try UndonePart([DomainField].undone(\Twins.numbers, \Twins.words)), try UndonePart(\Twins.words),
      try UndonePart(\Twins.numbers),
    ]
    for part in parts {
      let disk = SimulatedDisk()
      func open() throws -> DurableStore<Twins> {
        try DurableStore(at: "/d/t.json", undoing: part, startingWith: Twins(), in: disk)
      }
      let durable = try open()
      try durable.store.send(1)
      try durable.store.send(2)
      let state = durable.store.state
      durable.abandon()
      #expect(try open().store.state == state)
    }
  }

  indirect enum Path: DescribedCases, Hashable {
    case root, child(Path, Int)

    static func describe(_ oneOf: inout Cases<Path>) {
      oneOf("root", .root)
      oneOf("child", "of", "n", as: Path.child) {
        if case .child(let of, let n) = $0 { (of, n) } else { nil }
      }
    }

    static func deep(_ depth: Int) -> Path { (0..<depth).reduce(.root) { .child($0, $1) } }
  }

  @Test("A key is as deep as it can be read again, or refused", arguments: [1, 40] + Array(55...72))
  func deepKeys(depth: Int) throws {
    let disk = SimulatedDisk()
    typealias Keyed = PersistentMap<Path, Int>
    let durable = try Self.open(Keyed.self, on: disk)
    try durable.store.send(.set([:]))
    do {
      try durable.store.send(.set([.deep(depth): 1]))
    } catch {
      #expect(depth > 40)
      return
    }
    #expect(depth < 72)
    try durable.store.send(.set([.deep(depth): 2]))
    try durable.store.send(.set([:]))
    try durable.store.send(.set([.deep(depth): 3]))
    try durable.store.send(.other)
    let state = durable.store.state
    let killed = SimulatedDisk(disk.image)
    #expect(throws: Never.self) { try durable.close() }
    for disk in [disk, killed] {
      let again = try Self.open(Keyed.self, on: disk)
      #expect(again.store.state == state)
      while again.store.canUndo { try again.store.undo() }
      again.abandon()
    }
  }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Int128: DescribedLeaf {}
