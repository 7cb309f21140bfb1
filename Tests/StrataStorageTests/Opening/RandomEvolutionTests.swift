import Foundation
import Measuring
import PersistentCollections
import TestSupport
import Testing

@testable import StrataCore
@testable import StrataStorage

/// The description of a record's fields in one version of an app.
private struct Schema: Sendable {
  struct Field: Sendable {
    var slot: Int
    var name: String
    var formerNames: [String] = []
    var isMissingSomethingElse = false
  }

  /// In the order in which they are told.
  var fields: [Field] = []
  var removedNames: [String] = []
  private var namesGiven = 0

  private mutating func newName() -> String {
    namesGiven += 1
    // Names that sort otherwise than they came, and some that JSON has to escape.
    return ["z", "a\"", "\u{e9}", "m"][namesGiven % 4] + "\(namesGiven)"
  }

  /// Adds, removes, renames and reorders a few fields.
  mutating func change(using random: inout SplitMix64, slots: Int) {
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      let place = Int.random(in: 0..<max(1, fields.count), using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        let free = Set(0..<slots).subtracting(fields.map(\.slot)).sorted()
        guard let slot = free.randomElement(using: &random) else { continue }
        let isElse = Bool.random(using: &random)
        fields.insert(Field(slot: slot, name: newName(), isMissingSomethingElse: isElse), at: 0)
      case 1 where fields.count > 1:
        let gone = fields.remove(at: place)
        removedNames += [gone.name] + gone.formerNames
      case 2 where !fields.isEmpty && fields[place].formerNames.count < 2:
        fields[place].formerNames.append(fields[place].name)
        fields[place].name = newName()
      default: fields.shuffle(using: &random)
      }
    }
  }

  private static let all = Guarded<[ObjectIdentifier: Schema]>([:])

  static subscript<Known: AppVersion>(version: Known.Type) -> Schema {
    get { all.withLock { $0[ObjectIdentifier(version)] ?? Schema() } }
    set { all.withLock { $0[ObjectIdentifier(version)] = newValue } }
  }
}

/// A record of forty fields of every kind, of which a version of the app has some.
private struct Slots<V: AppVersion>: Described, Equatable {
  var (a0, a1, a2, a3, a4, a5) = (0, 0, 0, 0, 0, 0)
  var (b0, b1, b2, b3) = (0.0, 0.0, 0.0, 0.0)
  var (c0, c1, c2, c3) = ("", "", "", "")
  var (d0, d1): (Int??, Int??) = (nil, nil)
  var (e0, e1): (String?, String?) = (nil, nil)
  var (f0, f1): (PersistentMap<String, Int?>, PersistentMap<String, Int?>) = ([:], [:])
  var (g0, g1): ([[Double]], [[Double]]) = ([], [])
  var (h0, h1) = (Date(timeIntervalSinceReferenceDate: 0), Date(timeIntervalSinceReferenceDate: 0))
  var (i0, i1) = (UUID(uuid: UUID.zero), UUID(uuid: UUID.zero))
  var (j0, j1): (URL?, URL?) = (nil, nil)
  var (k0, k1) = (Data(), Data())
  var (l0, l1) = (Decimal(0), Decimal(0))
  var (m0, m1) = (Turn.ahead, Turn.ahead)
  var (n0, n1) = (Pair<Double?>(), Pair<Double?>())
  var (o0, o1): (PersistentArray<Pair<String>>, PersistentArray<Pair<String>>) = ([], [])
  var (p0, p1) = (Float(0), UInt64(0))

  struct Slot {
    let property: String
    let tell: (inout Fields<Slots>, Schema.Field) -> Void
    let plain: (Slots) throws -> PlainValue
    let set: (inout Slots, Int) -> Void
    let missing: (_ isSomethingElse: Bool) throws -> PlainValue
  }

  static func slot<Value: DescribedValue & Equatable>(
    _ property: String,
    _ path: WritableKeyPath<Slots, Value>,
    _ values: [Value]
  ) -> Slot {
    // An optional that is missing is none.
    let isOptional = Value.self is any ExpressibleByNilLiteral.Type
    return Slot(
      property: property,
      tell: { field, told in
        let former = told.formerNames
        switch (told.isMissingSomethingElse && !isOptional, former.count) {
        case (false, 0): field(told.name, path)
        case (false, 1): field(told.name, path, formerly: former[0])
        case (false, _): field(told.name, path, formerly: former[0], former[1])
        case (true, 0): field(told.name, path, missing: values[0])
        case (true, 1): field(told.name, path, missing: values[0], formerly: former[0])
        case (true, _): field(told.name, path, missing: values[0], formerly: former[0], former[1])
        }
      },
      plain: { try PlainValue(of: $0[keyPath: path]) },
      set: { $0[keyPath: path] = values[$1 % values.count] },
      missing: { try PlainValue(of: $0 && !isOptional ? values[0] : Slots()[keyPath: path]) }
    )
  }

  static var slots: [Slot] {
    let (ints, ratios) = ([7, 1, .min, .max], [-0.0, 0, .nan, 1.5, -.infinity])
    let (texts, optional) = (["e\u{301}", "\u{e9}", "", "\0\"\n"], ["x", nil, ""])
    let nested: [Int??] = [.some(nil), .none, .some(3)]
    let maps: [PersistentMap<String, Int?>] = [["\u{e9}": nil], [:], ["a": 1, "e\u{301}": nil]]
    let lists: [[[Double]]] = [[[]], [[-0.0], [0, .nan]], []]
    let dates = [1.5, -0.0, .nan, 1e9, 0.1].map { Date(timeIntervalSinceReferenceDate: $0) }
    let ids =
      ["11111111-2222-3333-4444-555555555555"].compactMap { UUID(uuidString: $0) } + [UUID(uuid: UUID.zero)]
    let urls = [URL(string: "x", relativeTo: URL(string: "https://example.org/a/")), nil, URL(string: "a:b")]
    let decimals = ["0.1", "-123456789012345678901234567890.12345678"].compactMap { Decimal(string: $0) }
    let deep = (0..<25).reduce(Turn.back(by: 1)) { inner, _ in .round([inner]) }
    let turns: [Turn] = [.back(by: -0.0), .ahead, .back(by: 0), .round([.ahead, .back(by: .nan)]), deep]
    let pairs = [
      Pair(left: -0.0, right: Double?.none), Pair(left: nil, right: 0), Pair(left: .nan, right: .nan),
    ]
    let rows: [PersistentArray<Pair<String>>] = [[Pair(left: "e\u{301}", right: "")], [], [Pair(), Pair()]]
    return [
      slot("a0", \.a0, ints), slot("a1", \.a1, ints), slot("a2", \.a2, ints), slot("a3", \.a3, ints),
      slot("a4", \.a4, ints), slot("a5", \.a5, ints), slot("b0", \.b0, ratios), slot("b1", \.b1, ratios),
      slot("b2", \.b2, ratios), slot("b3", \.b3, ratios), slot("c0", \.c0, texts), slot("c1", \.c1, texts),
      slot("c2", \.c2, texts), slot("c3", \.c3, texts), slot("d0", \.d0, nested), slot("d1", \.d1, nested),
      slot("e0", \.e0, optional), slot("e1", \.e1, optional), slot("f0", \.f0, maps), slot("f1", \.f1, maps),
      slot("g0", \.g0, lists), slot("g1", \.g1, lists), slot("h0", \.h0, dates), slot("h1", \.h1, dates),
      slot("i0", \.i0, ids), slot("i1", \.i1, ids), slot("j0", \.j0, urls), slot("j1", \.j1, urls),
      slot("k0", \.k0, [Data([0, 255]), Data()]), slot("k1", \.k1, [Data("x".utf8)]),
      slot("l0", \.l0, decimals), slot("l1", \.l1, decimals), slot("m0", \.m0, turns),
      slot("m1", \.m1, turns),
      slot("n0", \.n0, pairs), slot("n1", \.n1, pairs), slot("o0", \.o0, rows), slot("o1", \.o1, rows),
      slot("p0", \.p0, [-0.0, 0, .nan, .infinity]), slot("p1", \.p1, [.max, 0, 1]),
    ]
  }

  static func describe(_ field: inout Fields<Slots>) {
    let schema = Schema[V.self]
    for told in schema.fields { slots[told.slot].tell(&field, told) }
    for name in schema.removedNames { field.removed(name) }
    let told = Set(schema.fields.map(\.slot))
    for (place, slot) in slots.enumerated() where !told.contains(place) { field.derived(slot.property) }
  }
}

extension UUID {
  fileprivate static let zero: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
}

private struct Pair<Value: DescribedValue & Equatable & Blank>: Described, Equatable {
  var left = Value.blank
  var right = Value.blank
  static func describe(_ field: inout Fields<Pair>) {
    field("left", \.left)
    field("right", \.right)
  }
}

private protocol Blank { static var blank: Self { get } }
extension String: Blank { fileprivate static var blank: String { "" } }
extension Optional: Blank { fileprivate static var blank: Wrapped? { nil } }

private indirect enum Turn: DescribedCases, Equatable {
  case ahead
  case back(by: Double)
  case round([Turn])

  static func describe(_ oneOf: inout Cases<Turn>) {
    oneOf("ahead", .ahead)
    oneOf("back", "by", as: Turn.back) { if case .back(let by) = $0 { by } else { nil } }
    oneOf("round", "_0", as: Turn.round) { if case .round(let turns) = $0 { turns } else { nil } }
  }
}

private struct Desk<V: AppVersion>: EvolvingState {
  var head = Slots<V>()
  var items: PersistentSortedMap<Int, Slots<V>> = [:]
  var list: [Slots<V>] = []

  /// A few changes that a number stands for.
  mutating func reduce(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let slots = Slots<V>.slots
    func change(_ record: inout Slots<V>) {
      for field in Schema[V.self].fields where Int.random(in: 0..<4, using: &random) == 0 {
        slots[field.slot].set(&record, Int.random(in: 0..<20, using: &random))
      }
    }
    let key = Int.random(in: 0..<4, using: &random)
    switch Int.random(in: 0..<6, using: &random) {
    case 0: change(&head)
    case 1: items[key] = items[key] == nil ? head : nil
    case 2: change(&items[key, default: head])
    case 3: list.insert(head, at: Int.random(in: 0...list.count, using: &random))
    case 4 where list.count > 3: list.remove(at: key)
    default: if !list.isEmpty { change(&list[key % list.count]) }
    }
  }

  static func describe(_ field: inout Fields<Desk>) {
    field("head", \.head)
    field("items", \.items)
    field("list", \.list)
  }

  /// The fields that undo must bring back, by slot, whatever their names are.
  var shown: [String: [Int: PlainValue]] {
    get throws {
      let slots = Slots<V>.slots
      func fields(_ record: Slots<V>) throws -> [Int: PlainValue] {
        try Dictionary(
          uniqueKeysWithValues: Schema[V.self].fields.map { ($0.slot, try slots[$0.slot].plain(record)) }
        )
      }
      var shown = ["head": try fields(head)]
      for (key, record) in items { shown["items \(key)"] = try fields(record) }
      for (place, record) in list.enumerated() { shown["list \(place)"] = try fields(record) }
      return shown
    }
  }
}

@Suite("Descriptions that change at random")
struct RandomEvolutionTests {
  @Test(
    "Fields come, go, change names and places in forty kinds of fields: every moment is there, as the new version has it"
  )
  func evolve() throws {
    var moments = 0
    for seed in 0..<UInt64(Soak.times(4)) {
      Soak.count(.session)
      var random = SplitMix64(seed: seed)
      var (schema, lives) = (Schema(), VersionLives<[Int: PlainValue]>())
      for round in 0..<6 {
        let old = schema
        schema.change(using: &random, slots: 40)
        func live<V: AppVersion>(_ version: V.Type) throws {
          Schema[version] = schema
          lives.moments = try lives.moments.mapValues {
            try $0.mapValues { try Slots<V>.evolved($0, from: old, to: schema) }
          }
          try lives.live(Desk<V>.self, changes: 8, using: &random)
        }
        try live(appVersion(Int(seed) * 6 + round + 1))
      }
      #expect(lives.count == 6 && lives.moments.count > 1, "seed \(seed)")
      moments += lives.moments.count
    }
    // Some of the changes change nothing.
    #expect(moments > 20 * Soak.times(4))
  }
}

extension Slots {
  /// A record of another version of the app, as this version reads it.
  fileprivate static func evolved(
    _ record: [Int: PlainValue],
    from old: Schema,
    to new: Schema
  ) throws -> [Int: PlainValue] {
    var evolved: [Int: PlainValue] = [:]
    for field in new.fields {
      let isKept = old.fields.contains { $0.slot == field.slot && $0.name.isKept(by: field) }
      evolved[field.slot] =
        try isKept ? record[field.slot] : slots[field.slot].missing(field.isMissingSomethingElse)
    }
    return evolved
  }
}

extension String {
  /// Whether a field that was called so is the given one.
  fileprivate func isKept(by field: Schema.Field) -> Bool {
    field.name == self || field.formerNames.contains(self)
  }
}
