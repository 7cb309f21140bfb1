import PersistentCollections
import StrataCore
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

  private struct Raw<V: Version>: DescribedLeaf, RawRepresentable, Equatable {
    var rawValue: Entry<V>
  }

  @Test("In what stands for a raw value, too")
  func raw() throws {
    try check(Raw<Newer>(rawValue: Entry(number: 1, extra: 7)), Raw<Older>.self)
  }

  @Test(
    "In what undo does not cover here, in moments that are over the limit, and beside a torn end",
    arguments: [true, false]
  )
  func apart(isClosed: Bool) throws {
    typealias New = Held<Newer, Entry<Newer>>
    typealias Old = Held<Older, Entry<Older>>
    let disk = SimulatedDisk()
    do {
      let part = try UndonePart<New>([DomainField].undone(\New.number, \New.value))
      let durable = try DurableStore(at: "/d/held.json", undoing: part, startingWith: New(), in: disk)
      try durable.store.send(.init(value: Entry(number: 1, extra: 7)))
      try durable.store.send(.init(value: Entry(number: 1)))
      for number in 1...5 { try durable.store.send(.init(number: number)) }
      if isClosed { try durable.close() } else { durable.abandon() }
    }
    let log = try #require(disk.image.bytes(of: "/d/held.json.log"))
    let parts: [UndonePart<Old>] = [
      try UndonePart(\Old.number), try UndonePart(\Old.self), try UndonePart(\Old.value),
    ]
    for part in parts {
      for (limit, torn) in [(Keeping?.none, 0), (.steps(3), 0), (nil, 12), (.steps(1), 12)] {
        // A closed state is not ahead of a log that has lost its end.
        if isClosed && torn > 0 { continue }
        let left = SimulatedDisk(disk.image)
        left.put(Array(log.dropLast(torn)), at: "held.json.log")
        let before = left.image
        var options = OpeningOptions()
        if let limit { options.keeping = limit }
        #expect {
          try DurableStore(at: "/d/held.json", undoing: part, startingWith: Old(), options: options, in: left)
        } throws: {
          if case LogError.unknownField(_, _, _) = $0 { true } else { false }
        }
        #expect(left.image.bytes(of: "/d/held.json.log") == before.bytes(of: "/d/held.json.log"))
        #expect(left.image.bytes(of: "/d/held.json.log.aside-1") == nil)
      }
    }
  }
}
