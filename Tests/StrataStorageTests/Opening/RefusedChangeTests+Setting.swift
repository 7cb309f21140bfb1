import Foundation
import StrataCore
import Testing

@testable import StrataStorage

// Values that come back changed because of code in their initialisers or raw values; and leaves whose order differs each
// time, which are accepted.

extension RefusedChangeTests {
  struct Halved: DescribedByInitializer, Equatable {
    let start: Int
    let end: Int

    init(_ start: Int, _ end: Int) { (self.start, self.end) = (start, end) }
    init(_ fields: FieldValues<Halved>) throws { try self.init(fields[\.start], 0) }
    static func describe(_ field: inout Fields<Halved>) { field("start", \.start) }
  }

  enum Mark: DescribedCases, Equatable {
    case none
    case at(Int, Int)

    static func describe(_ oneOf: inout Cases<Mark>) {
      oneOf("none", .none)
      oneOf("at", "_0", as: { .at($0, 0) }) { if case .at(let first, _) = $0 { first } else { nil } }
    }
  }

  enum Fixed: DescribedCases, Equatable {
    case at(Double)

    static func describe(_ oneOf: inout Cases<Fixed>) { oneOf("zero", .at(0)) }
  }

  @Test("A record or case that its described parts would rebuild differently is refused")
  func untold() throws {
    func refuses<Value: DescribedValue & Equatable>(_ value: Value, _ words: String...) throws {
      let disk = SimulatedDisk()
      let part = try UndonePart<Refusing<Value>>(\.self)
      let durable = try DurableStore(at: "/d/a.json", undoing: part, startingWith: Refusing(), in: disk)
      let error = #expect(throws: (any Error).self) { try durable.store.send(value) }
      for word in words { #expect("\(try #require(error))".contains(word)) }
      #expect(durable.store.state.value == nil && !durable.store.canUndo)
      let file = StateFile<Refusing<Value>>(at: "/d/b.json", in: disk)
      _ = try file.load()
      #expect(throws: (any Error).self) { try file.save(Refusing(value: value)) }
      #expect(disk.image.bytes(of: "/d/b.json") == nil)
    }
    try refuses(Halved(1, 2), "Halved", "'end'")
    try refuses(Mark.at(1, 2), "Mark", "'at'", "all that")
    try refuses(Fixed.at(-0.0), "Fixed", "'zero'")
    let part = try UndonePart<Refusing<Mark>>(\.self)
    let taken = try DurableStore(
      at: "/d/a.json",
      undoing: part,
      startingWith: Refusing(),
      in: SimulatedDisk()
    )
    try taken.store.send(Mark.none)
    #expect(taken.store.state.value == Mark.none)
  }

  struct Percent: RawRepresentable, DescribedLeaf, Hashable {
    var rawValue: Int
    init?(rawValue: Int) {
      guard (0...100).contains(rawValue) else { return nil }
      self.rawValue = rawValue
    }
  }

  struct Flags: OptionSet, DescribedLeaf, Hashable {
    let rawValue: Int
    init(rawValue: Int) { self.rawValue = rawValue & 255 }
    init(unmasked: Int) { rawValue = unmasked }
  }

  @Test("A raw value that stands for nothing, or for another value")
  func raw() throws {
    let good = try #require(Percent(rawValue: 60))
    var bad = good
    bad.rawValue += 60
    try check(good, refused: bad, saying: ["Percent writes 120", "stands for none"])
    try check(
      Flags(rawValue: 5),
      refused: Flags(unmasked: 511),
      saying: ["Flags writes 511", "another value"]
    )
  }

  struct Tags: DescribedLeaf, Equatable {
    var ids: Set<Int> = []
    var counts: [UUID: Int] = [:]
  }

  struct Weighed: DescribedLeaf, Equatable {
    var weight = 0.0
    var ids: Set<Int> = []
  }

  @Test("So is one that is not equal to itself, for a number in it is none")
  func unorderedAndUnequal() throws {
    let disk = SimulatedDisk()
    let part = try UndonePart<Refusing<Weighed>>(\.self)
    func open() throws -> DurableStore<Refusing<Weighed>> {
      try DurableStore(at: "/d/a.json", undoing: part, startingWith: Refusing(), in: disk)
    }
    let durable = try open()
    // A set has another order with more room.
    for room in [0, 20, 60, 500, 2_000] {
      var ids = Set<Int>(minimumCapacity: room)
      for id in 1...12 { ids.insert(room + id) }
      try durable.store.send(Weighed(weight: .nan, ids: ids))
    }
    try durable.close()
    let again = try open()
    for room in [2_000, 500, 60, 20, 0] {
      #expect(again.store.state.value?.ids == Set((1...12).map { $0 + room }))
      try again.store.undo()
    }
    #expect(again.store.state.value == nil)
  }

  @Test("A leaf that writes a set is taken in whatever order it has, and comes back")
  func unordered() throws {
    let disk = SimulatedDisk()
    let part = try UndonePart<Refusing<Tags>>(\.self)
    func open() throws -> DurableStore<Refusing<Tags>> {
      try DurableStore(at: "/d/a.json", undoing: part, startingWith: Refusing(), in: disk)
    }
    var all: [Tags] = []
    for round in 0..<12 {
      let durable = try open()
      for step in 0..<4 {
        var tags = Tags(ids: Set((0...(round + step)).map { $0 * 7919 % 1_000 }))
        for number in 0...step { tags.counts[UUID()] = number }
        all.append(tags)
        try durable.store.send(tags)
      }
      if round % 2 == 0 { try durable.close() }
    }
    let durable = try open()
    for tags in all.reversed() {
      #expect(durable.store.state.value == tags)
      try durable.store.undo()
    }
    #expect(durable.store.state.value == nil)
  }
}
