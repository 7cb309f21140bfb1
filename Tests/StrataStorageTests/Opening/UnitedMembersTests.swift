import PersistentCollections
import StrataCore
import Testing

@testable import StrataStorage

private struct ColouredTag: Described, Hashable, Comparable {
  var name = ""
  var colour = ""

  static func < (left: ColouredTag, right: ColouredTag) -> Bool {
    (left.name, left.colour) < (right.name, right.colour)
  }
  static func describe(_ field: inout Fields<ColouredTag>) {
    field("name", \.name)
    field("colour", \.colour)
  }
}

/// The same without its colour.
private struct Tag: Described, Hashable, Comparable {
  var name = ""

  static func < (left: Tag, right: Tag) -> Bool { left.name < right.name }
  static func describe(_ field: inout Fields<Tag>) {
    field("name", \.name)
    field.removed("colour")
  }
}

private struct Tags<Tag: DescribedValue & Hashable & Comparable>: Reducible, Described {
  var all: Set<Tag> = []
  var shared: PersistentSet<Tag> = []
  var counts: [Tag: Int] = [:]
  var uses: PersistentMap<Tag, Int> = [:]
  var order: PersistentSortedMap<Tag, Int> = [:]

  enum Action: Sendable {
    case add(Tag, Int)
    case remove(Tag)
  }

  mutating func reduce(_ action: Action) {
    switch action {
    case .add(let tag, let number):
      all.insert(tag)
      shared.insert(tag)
      (counts[tag], uses[tag], order[tag]) = (number, number, number)
    case .remove(let tag):
      all.remove(tag)
      shared.remove(tag)
      (counts[tag], uses[tag], order[tag]) = (nil, nil, nil)
    }
  }

  static func describe(_ field: inout Fields<Tags>) {
    field("all", \.all)
    field("shared", \.shared)
    field("counts", \.counts)
    field("uses", \.uses)
    field("order", \.order)
  }
}

@Suite("Members and keys that become one when what told them apart is removed")
struct UnitedMembersTests {
  private let disk = SimulatedDisk()
  private let red = ColouredTag(name: "A", colour: "red")
  private let blue = ColouredTag(name: "A", colour: "blue")

  private func open<Tag>(
    _: Tag.Type,
    reading: Bool = false,
    on other: SimulatedDisk? = nil
  ) throws -> DurableStore<Tags<Tag>> {
    var options = OpeningOptions()
    if reading { options.access = .reading }
    let part = try UndonePart<Tags<Tag>>(\.self)
    return try DurableStore(
      at: "/d/tags.json",
      undoing: part,
      startingWith: Tags(),
      options: options,
      in: other ?? disk
    )
  }

  /// The state in which there is one tag, with a number.
  private func one(_ number: Int) -> Tags<Tag> {
    let tag = Tag(name: "A")
    return Tags(all: [tag], shared: [tag], counts: [tag: number], uses: [tag: number], order: [tag: number])
  }

  @Test(
    "One of each stays, the last one in the file, and the report tells how many went",
    arguments: [true, false]
  )
  func present(isClosed: Bool) throws {
    do {
      let durable = try open(ColouredTag.self)
      try durable.store.send(.add(ColouredTag(name: "B"), 7))
      try durable.store.send(.add(red, 1))
      try durable.store.send(.add(blue, 2))
      try durable.store.send(.remove(ColouredTag(name: "B")))
      if isClosed { try durable.close() } else { durable.abandon() }
    }
    #expect(try open(Tag.self, reading: true).report.unitedMembers == 5)
    do {
      let durable = try open(Tag.self)
      #expect(durable.store.state == one(1))
      #expect(durable.report.unitedMembers == 5 && durable.report.isRewritten)
      #expect(durable.report.history == .dropped(.unitedMembers) && !durable.store.canUndo)
      try durable.store.send(.remove(Tag(name: "A")))
      try durable.store.undo()
      #expect(durable.store.state == one(1))
      try durable.close()
    }
    let again = try open(Tag.self)
    #expect(again.store.state == one(1) && again.report == OpeningReport(history: .kept(moments: 2)))
  }

  @Test("A power cut while they become one leaves one of each, and no step that takes it away")
  func cut() throws {
    do {
      let durable = try open(ColouredTag.self)
      try durable.store.send(.add(red, 1))
      try durable.store.send(.add(blue, 2))
      durable.abandon()
    }
    let upgrading = SimulatedDisk(disk.image, remembering: true)
    try open(Tag.self, on: upgrading).abandon()
    var cuts = PowerCuts()
    cuts.cut(upgrading) { image, _ in
      do {
        let durable = try open(Tag.self, on: SimulatedDisk(image))
        return durable.store.state == one(1) && !durable.store.canUndo ? nil : "\(durable.report)"
      } catch {
        return "\(error)"
      }
    }
    #expect(cuts.complaints == [] && cuts.states > 20)
  }

  @Test("A change of the log that took one of the two away leaves the other one there")
  func changed() throws {
    do {
      let durable = try open(ColouredTag.self)
      try durable.store.send(.add(red, 1))
      try durable.store.send(.add(blue, 2))
      try durable.flush()
      try durable.store.send(.remove(red))
      durable.abandon()
    }
    let durable = try open(Tag.self)
    #expect(durable.store.state == one(2) && durable.report.unitedMembers == 0)
    // Where both were there, older steps end: one of them would have to be made up.
    #expect(durable.report.history == .kept(moments: 1) && durable.report.lost?.moments == 3)
  }

  @Test("Where no two of them were there at a time, every step goes on")
  func apart() throws {
    do {
      let durable = try open(ColouredTag.self)
      try durable.store.send(.add(red, 1))
      try durable.store.send(.remove(red))
      try durable.store.send(.add(blue, 2))
      durable.abandon()
    }
    let durable = try open(Tag.self)
    #expect(durable.report.history == .kept(moments: 4) && durable.report.lost == nil)
    #expect(durable.report.unitedMembers == 0 && durable.store.state == one(2))
    for expected in [Tags<Tag>(), one(1), Tags()] {
      try durable.store.undo()
      #expect(durable.store.state == expected)
    }
  }

  @Test("A state file by itself says how many went; two that were written the same are damage")
  func stateFile() throws {
    let old = StateFile<Tags<ColouredTag>>(at: "/d/tags.json", in: disk)
    _ = try old.load()
    var tags = Tags<ColouredTag>()
    for (number, tag) in [red, blue].enumerated() { tags.reduce(.add(tag, number + 1)) }
    try old.save(tags)
    let file = StateFile<Tags<Tag>>(at: "/d/tags.json", in: disk)
    #expect(try file.load() == one(1) && file.unitedMembers == 5)
    try file.save(one(1))
    #expect(try file.load() == one(1) && file.unitedMembers == 0)
    #expect(try file.previousVersion() == one(1))
    let twice = #"[{"colour":"red","name":"A"},{"colour":"red","name":"A"}]"#
    let same = #"{"format":"strata-state-1","schema":1,"state":{"all":\#(twice)}}"#
    disk.put(Array(same.utf8), at: "tags.json")
    #expect(throws: StateFileError.self) {
      try StateFile<Tags<ColouredTag>>(at: "/d/tags.json", in: disk).load()
    }
    #expect(throws: PatchError.self) { try Set<Tag>(json: twice.utf8) }
  }
}
