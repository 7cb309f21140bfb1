import PersistentCollections
import Strata
import TestSupport
import Testing

@testable import StrataStorage

private protocol Version {
  associatedtype Number: DescribedValue & Equatable & ExpressibleByIntegerLiteral
  static var isNewer: Bool { get }
}
private enum Older: Version {
  typealias Number = UInt8
  static var isNewer: Bool { false }
}
private enum Newer: Version {
  typealias Number = Int
  static var isNewer: Bool { true }
}

/// A record of which a newer version takes larger numbers, and has a field more.
private struct Entry<V: Version>: Described, Hashable {
  var number: V.Number = 0
  var extra: Int?

  static func == (left: Entry, right: Entry) -> Bool {
    left.number == right.number && left.extra == right.extra
  }
  func hash(into hasher: inout Hasher) { hasher.combine(extra) }

  static func describe(_ field: inout Fields<Entry>) {
    field("number", \.number)
    if V.isNewer { field("extra", \.extra) } else { field.derived("extra") }
  }
}

private enum Wrapping<V: Version>: DescribedCases, Equatable {
  case none
  case one(Entry<V>)
  case other(Entry<V>, more: Int?)

  static func describe(_ oneOf: inout Cases<Wrapping>) {
    oneOf("none", .none)
    oneOf("one", "_0", as: Wrapping.one) { if case .one(let entry) = $0 { entry } else { nil } }
    if V.isNewer {
      oneOf("other", "_0", "more", as: Wrapping.other) {
        if case .other(let entry, let more) = $0 { (entry, more) } else { nil }
      }
    } else {
      oneOf("other", "_0", as: { .other($0, more: nil) }) {
        if case .other(let entry, nil) = $0 { entry } else { nil }
      }
    }
  }
}

/// A number that ends what an older version can undo, beside a place for names that it does not know.
private struct Held<V: Version, Value: DescribedValue & Equatable & Sendable>: Reducible, Described {
  var number: V.Number = 0
  var value: Value?

  struct Action: Sendable {
    var number: V.Number?
    var value: Value?
  }

  mutating func reduce(_ action: Action) {
    if let number = action.number { self.number = number } else { value = action.value }
  }

  static func describe(_ field: inout Fields<Held>) {
    field("number", \.number)
    field("value", \.value)
  }
}

@Suite("Names that a newer version of the app has written behind what an older one cannot read")
struct NewerNamesTests {
  private func open<V: Version, Value>(_: V.Type, _: Value.Type, on disk: SimulatedDisk) throws
    -> DurableStore<Held<V, Value>>
  {
    let part = try UndonePart<Held<V, Value>>(\.self)
    return try DurableStore(at: "/d/held.json", undoing: part, startingWith: Held(), in: disk)
  }

  private func check<New: DescribedValue & Equatable & Sendable, Old: DescribedValue & Equatable & Sendable>(
    _ value: New,
    _: Old.Type,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for (isClosed, isBranch) in [(true, false), (false, false), (true, true), (false, true)] {
      let disk = SimulatedDisk()
      do {
        let durable = try open(Newer.self, New.self, on: disk)
        let store = durable.store
        if isBranch {
          for number in [1, 300] { try store.send(.init(number: number)) }
          try store.send(.init(value: value))
          try store.jump(to: store.timeline.ids[1])
          try store.send(.init(number: 2))
        } else {
          try store.send(.init(value: value))
          try store.send(.init())
          for number in [300, 4, 5] { try store.send(.init(number: number)) }
        }
        if isClosed { try durable.close() } else { durable.abandon() }
      }
      let before = (disk.image.bytes(of: "/d/held.json"), disk.image.bytes(of: "/d/held.json.log"))
      #expect(sourceLocation: sourceLocation) {
        try open(Older.self, Old.self, on: disk)
      } throws: {
        if case LogError.unknownField(_, _, _) = $0 { true } else { false }
      }
      #expect(disk.image.bytes(of: "/d/held.json") == before.0, sourceLocation: sourceLocation)
      #expect(disk.image.bytes(of: "/d/held.json.log") == before.1, sourceLocation: sourceLocation)
      let again = try open(Newer.self, New.self, on: disk)
      #expect(again.report.history == .kept(moments: isBranch ? 5 : 6), sourceLocation: sourceLocation)
    }
  }

  @Test("Wherever they stand, nothing is touched")
  func everywhere() throws {
    let entry = Entry<Newer>(number: 1, extra: 7)
    try check(entry, Entry<Older>.self)
    try check([Entry(), entry], [Entry<Older>].self)
    try check([[entry]], [[Entry<Older>]].self)
    try check(["a": entry], [String: Entry<Older>].self)
    try check([entry: 1], [Entry<Older>: Int].self)
    try check(PersistentSet([entry]), PersistentSet<Entry<Older>>.self)
    try check(
      PersistentSortedMap(uniqueKeysWithValues: [(1, entry)]),
      PersistentSortedMap<Int, Entry<Older>>.self
    )
    try check(Wrapping<Newer>.one(entry), Wrapping<Older>.self)
    try check(Wrapping<Newer>.other(Entry(), more: 3), Wrapping<Older>.self)
    try check(.some(.some(entry)) as Entry<Newer>??, Entry<Older>??.self)
  }
}
