import Observation
import StrataCore
import Testing

@testable import StrataStorage

// Objects, references to them, and parts of other texts.

extension SlipsInDescriptionsTests {
  @Observable
  final class Watched: Described, Equatable, @unchecked Sendable {
    // Unchecked, as an app would do it: that it compiles is the slip.
    var name = ""

    init() {}
    static func == (left: Watched, right: Watched) -> Bool { left.name == right.name }
    static func describe(_ field: inout Fields<Watched>) { field("name", \.name) }
  }

  @Observable
  final class Made: DescribedByInitializer, Equatable, @unchecked Sendable {
    // Unchecked as the one above.
    var name: String

    init(name: String) { self.name = name }
    init(_ fields: FieldValues<Made>) throws { name = try fields[\.name] }
    static func == (left: Made, right: Made) -> Bool { left.name == right.name }
    static func describe(_ field: inout Fields<Made>) { field("name", \.name) }
  }

  struct Holding<Object: DescribedValue & Equatable>: Described, Equatable {
    var object: Object?
    static func describe(_ field: inout Fields<Holding>) { field("object", \.object) }
  }

  @Test("An object that is observed is refused, also deep in a state, however it is made")
  func observable() throws {
    isNoStore(of: Watched.self, .filledInClass(type: "Watched"))
    isNoStore(of: Holding<Watched>.self, .filledInClass(type: "Watched"))
    let disk = SimulatedDisk()
    let durable = try Self.open(Made.self, on: disk)
    let log = disk.image.bytes(of: "/d/holder.json.log")
    #expect {
      try durable.store.send(.set(Made(name: "Ada")))
    } throws: {
      "\($0)".contains("Made does not describe") && "\($0)".contains("_$observationRegistrar")
    }
    #expect(disk.image.bytes(of: "/d/holder.json.log") == log && durable.store.state.value == nil)
  }

  final class Owner: Sendable {}

  struct Weak: Described, Equatable, @unchecked Sendable {
    // Unchecked, for a weak reference changes by itself.
    var count = 0
    weak var owner: Owner?

    static func == (left: Weak, right: Weak) -> Bool { left.count == right.count }
    static func describe(_ field: inout Fields<Weak>) { field("count", \.count) }
  }

  struct Unowned: DescribedByInitializer, Equatable {
    static let all = Owner()
    let count: Int
    unowned let owner: Owner

    init(count: Int) { (self.count, owner) = (count, Self.all) }
    init(_ fields: FieldValues<Unowned>) throws { self.init(count: try fields[\.count]) }
    static func == (left: Unowned, right: Unowned) -> Bool { left.count == right.count }
    static func describe(_ field: inout Fields<Unowned>) { field("count", \.count) }
  }

  struct WeakBeside: Described, Equatable, @unchecked Sendable {
    // Unchecked as the one above.
    var count = 0
    weak var owner: Owner?

    static func == (left: WeakBeside, right: WeakBeside) -> Bool { left.count == right.count }
    static func describe(_ field: inout Fields<WeakBeside>) {
      field("count", \.count)
      field.derived("owner")
    }
  }

  @Test("A weak reference and an unowned one are told as derived, or are refused by name")
  func references() throws {
    isNoStore(of: Weak.self, .forgotten(property: "owner", type: "Weak"))
    let durable = try Self.open(Unowned.self, on: SimulatedDisk())
    #expect {
      try durable.store.send(.set(Unowned(count: 1)))
    } throws: {
      "\($0)".contains("Unowned does not describe 'owner'")
    }
    let disk = SimulatedDisk()
    let owner = Owner()
    let beside = try Self.open(WeakBeside.self, on: disk)
    for count in 1...3 { try beside.store.send(.set(WeakBeside(count: count, owner: owner))) }
    try beside.store.undo()
    #expect(beside.store.state.value == WeakBeside(count: 2))
    try beside.close()
    #expect(try Self.open(WeakBeside.self, on: disk).store.state.value == WeakBeside(count: 2))
  }

  struct Excerpt: Described, Equatable {
    var count = 0
    var words: Substring = ""
    static func describe(_ field: inout Fields<Excerpt>) { field("count", \.count) }
  }

  @Test("A part of another text is refused by its name")
  func substrings() { isNoStore(of: Excerpt.self, .forgotten(property: "words", type: "Excerpt")) }
}
