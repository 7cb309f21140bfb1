import PersistentCollections
import StrataCore
import Testing

@testable import StrataStorage

// A field that stays is set when the record is read, too, and its observer is called with it.

protocol Begun: DescribedValue, Equatable {
  init()
}

extension RefusedChangeTests {
  struct Following: Described, Equatable {
    var level = 0
    var zoom = 0 { didSet { level = zoom } }

    init() {}
    init(zoom: Int, level: Int) { (self.zoom, self.level) = (zoom, level) }

    static func describe(_ field: inout Fields<Following>) {
      field("level", \.level)
      field("zoom", \.zoom)
    }
  }

  @Test("A field that another one's observer sets, where it alone has changed: it could not be read again")
  func followed() throws {
    let words = ["level", "setting 'zoom' of Following changes it, too"]
    try check(Following(zoom: 5, level: 5), refused: Following(zoom: 5, level: 9), saying: words)
    try check(
      ["a": [Following(zoom: 5, level: 5)]],
      refused: ["a": [Following(zoom: 5, level: 9)]],
      saying: words
    )
  }

  struct FollowingOnChange: Described, Equatable {
    var level = 0
    var zoom = "" { didSet { if zoom != oldValue { level = zoom.count } } }

    init() {}
    init(zoom: String, level: Int) { (self.zoom, self.level) = (zoom, level) }

    static func describe(_ field: inout Fields<FollowingOnChange>) {
      field("level", \.level)
      field("zoom", \.zoom)
    }
  }

  @Test("So is one that is set only where the observed field becomes another one")
  func followedOnChange() throws {
    let words = ["level", "setting 'zoom' of FollowingOnChange changes it, too"]
    try check(
      FollowingOnChange(zoom: "abc", level: 3),
      refused: FollowingOnChange(zoom: "abc", level: 9),
      saying: words
    )
  }

  /// Forgets that it was changed when another part takes the place of the one that is there.
  struct Marked<Part: Begun>: Described, Equatable {
    var isChanged = false
    var part = Part() { didSet { if part != oldValue { isChanged = false } } }

    init() {}
    init(_ part: Part, isChanged: Bool) { (self.part, self.isChanged) = (part, isChanged) }

    static func describe(_ field: inout Fields<Marked>) {
      field("isChanged", \.isChanged)
      field("part", \.part)
    }
  }

  @Test("So is one that depends on what a list, a map, a text, a record or an optional becomes")
  func followedOnOtherParts() throws {
    func refuses<Part: Begun>(_ part: Part) throws {
      let words = ["isChanged", "setting 'part' of", "changes it, too"]
      try check(Marked(part, isChanged: false), refused: Marked(part, isChanged: true), saying: words)
    }
    try refuses(["a", "b"])
    try refuses([1: 2] as PersistentSortedMap)
    try refuses([1] as PersistentSet)
    try refuses("a text" as PersistentText)
    try refuses(Following(zoom: 5, level: 5))
    try refuses([7] as [Int]?)
    // Nothing is set where the part is what it is to begin with.
    let disk = SimulatedDisk()
    let part = try UndonePart<Refusing<Marked<[String]>>>(\.self)
    let durable = try DurableStore(at: "/d/a.json", undoing: part, startingWith: Refusing(), in: disk)
    try durable.store.send(Marked([], isChanged: true))
    try durable.close()
    let again = try DurableStore(at: "/d/a.json", undoing: part, startingWith: Refusing(), in: disk)
    #expect(again.store.state.value == Marked([], isChanged: true))
  }

  struct Noted: Described, Equatable {
    var note: String? = "new" { didSet { isRead = false } }
    var isRead = false

    init() {}
    init(note: String?, isRead: Bool) { (self.note, self.isRead) = (note, isRead) }

    static func describe(_ field: inout Fields<Noted>) {
      field("note", \.note)
      field("read", \.isRead)
    }
  }

  @Test(
    "So is one that an observer sets where its own field is none: that is found out when all others are read"
  )
  func missingLast() throws {
    try check(
      Noted(note: nil, isRead: false),
      refused: Noted(note: nil, isRead: true),
      saying: ["read", "setting 'note' of Noted changes it, too"]
    )
  }

  struct Emptied: Described, Equatable {
    var isEmptied = false
    var title = "" { didSet { if title.isEmpty && !oldValue.isEmpty { isEmptied = true } } }

    init() {}
    init(title: String) { self.title = title }

    static func describe(_ field: inout Fields<Emptied>) {
      field("isEmptied", \.isEmptied)
      field("title", \.title)
    }
  }

  @Test("What an observer does on the way from another value alone is done neither by undo nor on reading")
  func lookingBack() throws {
    let disk = SimulatedDisk()
    func open() throws -> DurableStore<Refusing<Emptied>> {
      let part = try UndonePart<Refusing<Emptied>>(\.self)
      return try DurableStore(at: "/d/a.json", undoing: part, startingWith: Refusing(), in: disk)
    }
    let titles = ["a", "", "b", "", "c"]
    do {
      let durable = try open()
      for title in titles { try durable.store.send(Emptied(title: title)) }
    }
    // Once as the log has it, and once as it is written anew.
    for _ in 0..<2 {
      let again = try open()
      for title in titles.reversed() {
        #expect(again.store.state.value == Emptied(title: title))
        try again.store.undo()
      }
      try again.store.redo()
      for title in titles.dropFirst() {
        try again.store.redo()
        #expect(again.store.state.value == Emptied(title: title))
      }
      try again.close()
    }
  }
}

extension Array: Begun where Element: DescribedValue & Equatable {}
extension Optional: Begun where Wrapped: DescribedValue & Equatable {
  init() { self = nil }
}
extension PersistentSortedMap: Begun
where Key: DescribedValue & Hashable, Value: DescribedValue & Equatable {}
extension PersistentSet: Begun where Element: DescribedValue {}
extension PersistentText: Begun {}
extension RefusedChangeTests.Following: Begun {}
