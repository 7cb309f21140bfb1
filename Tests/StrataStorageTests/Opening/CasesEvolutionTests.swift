import Measuring
import PersistentCollections
import TestSupport
import Testing

@testable import StrataCore
@testable import StrataStorage

/// The description of an enum's cases in one version of an app.
private struct Plan: Sendable {
  struct Part: Sendable {
    /// The identity of the part: a part that is removed and added again is a new part.
    var identity: Int
    var name: String
    var formerName: String?
  }

  struct Case: Sendable {
    var slot: Int
    var identity: Int
    var name: String
    var formerName: String?
    /// The associated values of the case; nil for a place that this version does not use.
    var parts: [Part?]
    var removedPart: String?
  }

  /// In the order in which they are told; the first one always stays.
  var cases: [Case] = []
  var removedNames: [String] = []
  private var namesGiven = 0

  init() { cases = [Case(slot: 0, identity: 0, name: newName(), parts: [])] }

  private mutating func newName() -> String {
    namesGiven += 1
    return ["z", "a\"", "\u{e9}", "_"][namesGiven % 4] + "\(namesGiven)"
  }

  private mutating func newPart() -> Part { Part(identity: namesGiven, name: newName()) }

  /// Adds, removes, renames and reorders a few cases, and what they carry.
  mutating func change(using random: inout SplitMix64) {
    for _ in 0..<Int.random(in: 1...7, using: &random) {
      let place = Int.random(in: 0..<cases.count, using: &random)
      let part = Int.random(in: 0..<2, using: &random)
      switch Int.random(in: 0..<8, using: &random) {
      case 0...2:
        let slot = Int.random(in: 1..<6, using: &random)
        if cases.contains(where: { $0.slot == slot }) { continue }
        let parts = slot == 1 ? [] : [newPart(), Bool.random(using: &random) ? newPart() : nil]
        cases.append(Case(slot: slot, identity: namesGiven, name: newName(), parts: parts))
      case 3 where cases[place].slot != 0:
        let gone = cases.remove(at: place)
        removedNames += [gone.name] + (gone.formerName.map { [$0] } ?? [])
      case 4 where cases[place].formerName == nil:
        cases[place].formerName = cases[place].name
        cases[place].name = newName()
      case 5 where cases[place].parts.count == 2:
        guard let told = cases[place].parts[part] else {
          cases[place].parts[part] = newPart()
          continue
        }
        // A description has room for one name that is gone.
        if cases[place].removedPart != nil || told.formerName != nil { continue }
        cases[place].removedPart = told.name
        cases[place].parts[part] = nil
      case 6 where cases[place].parts.count == 2:
        guard let told = cases[place].parts[part], told.formerName == nil else { continue }
        let name = newName()
        cases[place].parts[part]?.formerName = told.name
        cases[place].parts[part]?.name = name
      default: cases.shuffle(using: &random)
      }
    }
  }

  private static let all = Guarded<[ObjectIdentifier: Plan]>([:])

  static subscript<Known: AppVersion>(version: Known.Type) -> Plan {
    get { all.withLock { $0[ObjectIdentifier(version)] ?? Plan() } }
    set { all.withLock { $0[ObjectIdentifier(version)] = newValue } }
  }

  func told(_ slot: Int) -> Case? { cases.first { $0.slot == slot } }
}

/// Its cases carry more than some versions tell, which stands for types that carry less. So it shows no children: what it
/// does not tell would be found missing.
private indirect enum Event<V: AppVersion>: DescribedCases, Equatable, CustomReflectable {
  case none
  case some
  case number(Int, String)
  case ratios(Double, [Double])
  case notes(String?, PersistentArray<Int>)
  case nested(Event, Int??)

  var customMirror: Mirror { Mirror(self, children: []) }

  static func describe(_ oneOf: inout Cases<Event>) {
    let plan = Plan[V.self]
    for told in plan.cases {
      switch told.slot {
      case 0: plain(told, Event.none, &oneOf)
      case 1: plain(told, Event.some, &oneOf)
      case 2:
        tell(told, (0, ""), (7, "x"), &oneOf, Event.number) {
          if case .number(let left, let right) = $0 { (left, right) } else { nil }
        }
      case 3:
        tell(told, (0, []), (-0.0, [.nan]), &oneOf, Event.ratios) {
          if case .ratios(let left, let right) = $0 { (left, right) } else { nil }
        }
      case 4:
        tell(told, (nil, []), (nil, [1]), &oneOf, Event.notes) {
          if case .notes(let left, let right) = $0 { (left, right) } else { nil }
        }
      default:
        tell(told, (Event.none, nil), (Event.none, nil), &oneOf, Event.nested) {
          if case .nested(let left, let right) = $0 { (left, right) } else { nil }
        }
      }
    }
    for name in plan.removedNames { oneOf.removed(name, as: Event.none) }
  }

  // A name that no file has stands where there is none.

  private static func plain(_ told: Plan.Case, _ value: Event, _ oneOf: inout Cases<Event>) {
    oneOf(told.name, value, formerly: told.formerName ?? "?\(told.name)")
  }

  private static func tell<Left: DescribedValue, Right: DescribedValue>(
    _ told: Plan.Case,
    _ blank: (Left, Right),
    _ missing: (Left, Right),
    _ oneOf: inout Cases<Event>,
    _ make: @escaping (Left, Right) -> Event,
    take: @escaping (Event) -> (Left, Right)?
  ) {
    func part<Value: DescribedValue>(_ told: Plan.Part, _ missing: Value) -> CasePart<Value> {
      CasePart(told.name, missing: missing, formerly: told.formerName ?? "?\(told.name)")
    }
    let (former, gone) = (told.formerName ?? "?\(told.name)", told.removedPart ?? "?")
    switch (told.parts[0], told.parts[1]) {
    case (let left?, let right?):
      oneOf(
        told.name,
        part(left, missing.0),
        part(right, missing.1),
        as: make,
        formerly: former,
        removed: gone,
        take: take
      )
    case (let left?, nil):
      oneOf(
        told.name,
        part(left, missing.0),
        as: { make($0, blank.1) },
        formerly: former,
        removed: gone
      ) { take($0)?.0 }
    case (nil, let right?):
      oneOf(
        told.name,
        part(right, missing.1),
        as: { make(blank.0, $0) },
        formerly: former,
        removed: gone
      ) { take($0)?.1 }
    case (nil, nil):
      oneOf(told.name, make(blank.0, blank.1), formerly: former, removed: gone)
    }
  }

  /// One of the cases that this version has, with what it has there.
  static func random(using random: inout SplitMix64, depth: Int = 0) -> Event {
    let told = Plan[V.self].cases.randomElement(using: &random)
    let (left, right) = (told?.parts.first.flatMap { $0 } != nil, told?.parts.last.flatMap { $0 } != nil)
    let number = Int.random(in: 0..<5, using: &random)
    switch told?.slot {
    case 1: return .some
    case 2:
      return .number(
        left ? [3, .min, 0, 7, 1][number] : 0,
        right ? ["", "e\u{301}", "\u{e9}", "x", "\0"][number] : ""
      )
    case 3:
      return .ratios(
        left ? [0, -0.0, .nan, 1.5, .infinity][number] : 0,
        right ? [[], [.nan], [-0.0, 0], [1], [0]][number] : []
      )
    case 4:
      return .notes(
        left ? [nil, "", "a", "e\u{301}", "\u{e9}"][number] : nil,
        right ? PersistentArray(0..<number) : []
      )
    case 5:
      let inner = left && depth < 3 ? Event.random(using: &random, depth: depth + 1) : .none
      return .nested(inner, right ? [.none, .some(nil), .some(1), .some(2), .none][number] : nil)
    default: return .none
    }
  }
}

/// An event at a moment, in a form that does not depend on the names of cases and parts.
private struct Shown: Equatable {
  var slot: Int
  var parts: [PlainValue] = []
  var inner: [Shown] = []

  init(slot: Int, parts: [PlainValue] = [], inner: [Shown] = []) {
    (self.slot, self.parts, self.inner) = (slot, parts, inner)
  }

  init<V: AppVersion>(_ event: Event<V>) throws {
    switch event {
    case .none: self.init(slot: 0)
    case .some: self.init(slot: 1)
    case .number(let left, let right):
      self.init(slot: 2, parts: [try PlainValue(of: left), try PlainValue(of: right)])
    case .ratios(let left, let right):
      self.init(slot: 3, parts: [try PlainValue(of: left), try PlainValue(of: right)])
    case .notes(let left, let right):
      self.init(slot: 4, parts: [try PlainValue(of: left), try PlainValue(of: right)])
    case .nested(let left, let right):
      self.init(slot: 5, parts: [.null, try PlainValue(of: right)], inner: [try Shown(left)])
    }
  }

  /// The same as another version of the app has it.
  func evolved(from old: Plan, to new: Plan) -> Shown {
    let missing: [[PlainValue]] = [
      [], [], [.integer(7), .text("x")], [.number(-0.0), .list([.number(.nan)])],
      [.null, .list([.integer(1)])], [.null, .null],
    ]
    let blank: [[PlainValue]] = [
      [], [], [.integer(0), .text("")], [.number(0), .list([])], [.null, .list([])], [.null, .null],
    ]
    guard let was = old.told(slot), let told = new.told(slot), was.identity == told.identity else {
      return Shown(slot: 0)
    }
    var shown = self
    for place in told.parts.indices {
      guard let part = told.parts[place] else {
        shown.parts[place] = blank[slot][place]
        if place == 0, slot == 5 { shown.inner = [Shown(slot: 0)] }
        continue
      }
      let isKept = was.parts[place]?.identity == part.identity
      if !isKept { shown.parts[place] = missing[slot][place] }
      if place == 0, slot == 5 {
        shown.inner = isKept ? inner.map { $0.evolved(from: old, to: new) } : [Shown(slot: 0)]
      }
    }
    return shown
  }
}

private struct Diary<V: AppVersion>: EvolvingState {
  var head = Event<V>.none
  var byID: PersistentSortedMap<Int, Event<V>> = [:]
  var list: [Event<V>] = []

  /// A change that a number stands for.
  mutating func reduce(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let (event, key) = (Event<V>.random(using: &random), Int.random(in: 0..<4, using: &random))
    switch Int.random(in: 0..<6, using: &random) {
    case 0: head = event
    case 1: byID[key] = byID[key] == nil ? event : nil
    case 2: byID[key] = event
    case 3: list.insert(event, at: Int.random(in: 0...list.count, using: &random))
    case 4 where list.count > 3: list.remove(at: key)
    default: if !list.isEmpty { list[key % list.count] = event }
    }
  }

  static func describe(_ field: inout Fields<Diary>) {
    field("head", \.head)
    field("byID", \.byID)
    field("list", \.list)
  }

  var shown: [String: Shown] {
    get throws {
      var shown = ["head": try Shown(head)]
      for (key, event) in byID { shown["byID \(key)"] = try Shown(event) }
      for (place, event) in list.enumerated() { shown["list \(place)"] = try Shown(event) }
      return shown
    }
  }
}

@Suite("Cases that change at random")
struct CasesEvolutionTests {
  @Test(
    "Cases and what they carry come, go, change names and places: every moment is there, as the new version has it"
  )
  func evolve() throws {
    var moments = 0
    for seed in 0..<UInt64(Soak.times(4)) {
      Soak.count(.session)
      var random = SplitMix64(seed: seed)
      var (plan, lives) = (Plan(), VersionLives<Shown>())
      for round in 0..<6 {
        let old = plan
        plan.change(using: &random)
        lives.moments = lives.moments.mapValues { $0.mapValues { $0.evolved(from: old, to: plan) } }
        func live<V: AppVersion>(_ version: V.Type) throws {
          Plan[version] = plan
          try lives.live(Diary<V>.self, changes: 10, using: &random)
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
