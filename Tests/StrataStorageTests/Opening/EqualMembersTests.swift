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

@Suite("Members and keys that are equal once the field that told them apart is removed")
struct EqualMembersTests {
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

  @Test("A state that has two of them is refused with the place, and both files stay as they were")
  func refused() throws {
    do {
      let durable = try open(ColouredTag.self)
      try durable.store.send(.add(red, 1))
      try durable.store.send(.add(blue, 2))
      try durable.close()
    }
    let before = disk.image.bytes(of: "/d/tags.json")
    for isReading in [true, false] {
      let error = #expect(throws: StateFileError.self) { try open(Tag.self, reading: isReading) }
      guard case .notMigrated(_, _, let reason)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(reason.contains("all / 1"), "\(reason)")
    }
    #expect(disk.image.bytes(of: "/d/tags.json") == before)
    #expect(try open(ColouredTag.self).store.state.all == [red, blue])
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
    #expect(durable.store.state == one(2))
    // Steps to moments with both members end: one of the two would have to be made up.
    #expect(durable.report.history == .kept(moments: 1) && durable.report.lost?.moments == 3)
  }

  @Test("When the members that became equal never stood side by side, every step is kept")
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
    #expect(durable.store.state == one(2))
    for expected in [Tags<Tag>(), one(1), Tags()] {
      try durable.store.undo()
      #expect(durable.store.state == expected)
    }
  }

  @Test("A state file by itself is refused, too, and so are two that are written the same")
  func stateFile() throws {
    let old = StateFile<Tags<ColouredTag>>(at: "/d/tags.json", in: disk)
    _ = try old.load()
    var tags = Tags<ColouredTag>()
    for (number, tag) in [red, blue].enumerated() { tags.reduce(.add(tag, number + 1)) }
    try old.save(tags)
    #expect(throws: StateFileError.self) { try StateFile<Tags<Tag>>(at: "/d/tags.json", in: disk).load() }
    let twice = #"[{"colour":"red","name":"A"},{"colour":"red","name":"A"}]"#
    let same = #"{"format":"strata-state-1","schema":1,"state":{"all":\#(twice)}}"#
    disk.put(Array(same.utf8), at: "tags.json")
    #expect(throws: StateFileError.self) {
      try StateFile<Tags<ColouredTag>>(at: "/d/tags.json", in: disk).load()
    }
    #expect(throws: PatchError.self) { try Set<Tag>(json: twice.utf8) }
  }

  @Test("Both spellings of one key are refused with the place of the second, as a member and as a key")
  func spellings() throws {
    struct Words: Described, Equatable {
      var all: Set<String> = []
      var counts: [String: Int] = [:]
      static func describe(_ field: inout Fields<Words>) {
        field("all", \.all)
        field("counts", \.counts)
      }
    }
    let head = #"{"format":"strata-state-1","schema":1,"#
    for (state, path) in [
      (#"{"all":["\u00e9","e\u0301"],"counts":{}}"#, "all"),
      (#"{"all":[],"counts":{"\u00e9":1,"e\u0301":2}}"#, "e\u{301}"),
    ] {
      disk.put(Array("\(head)\n\"state\":\(state)}\n".utf8), at: "tags.json")
      let error = #expect(throws: StateFileError.self) {
        try StateFile<Words>(at: "/d/tags.json", in: disk).load()
      }
      guard case .corrupt(_, let reason, let place?)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(reason.contains(path) && place.line == 2, "\(reason)")
    }
  }
}
