import PersistentCollections
import StrataCore
import TestSupport
import Testing

@testable import StrataStorage

/// One note as each of three versions of an app describes it.
private protocol NoteVersion: Described, Equatable {
  init(title: String, colour: String?)
  /// The values that a note must have, whatever the fields are called.
  var shown: [String?] { get }
}

private struct First: NoteVersion {
  var title = ""
  var colour: String?
  var shown: [String?] { [title, colour] }

  init() {}
  init(title: String, colour: String?) { (self.title, self.colour) = (title, colour) }
  static func describe(_ field: inout Fields<First>) {
    field("title", \.title)
    field("colour", \.colour)
  }
}

private struct Second: NoteVersion {
  var name = ""
  var priority = 0
  var colour: String?
  var shown: [String?] { [name, colour, "\(priority)"] }

  init() {}
  init(title: String, colour: String?) { (name, self.colour) = (title, colour) }
  static func describe(_ field: inout Fields<Second>) {
    field("name", \.name, formerly: "title")
    field("priority", \.priority, missing: 3)
    field("colour", \.colour)
  }
}

private struct Third: NoteVersion {
  var name = ""
  var rank = 0
  var tint = "none"
  var shown: [String?] { [name, tint, "\(rank)"] }

  init() {}
  init(title: String, colour: String?) { (name, tint) = (title, colour ?? "none") }
  static func describe(_ field: inout Fields<Third>) {
    field("rank", \.rank, missing: 3, formerly: "priority")
    field("tint", \.tint, missing: "none", formerly: "colour")
    field("name", \.name, formerly: "title")
  }
}

/// Knows nothing of the first version, and gives a name that the second one let go to something else.
private struct Reusing: NoteVersion {
  var name = ""
  var priority = 0
  var colour: String?
  var title = 0
  var shown: [String?] { [name, colour, "\(priority)"] }

  init() {}
  init(title: String, colour: String?) { (name, self.colour) = (title, colour) }
  static func describe(_ field: inout Fields<Reusing>) {
    field("name", \.name)
    field("priority", \.priority)
    field("colour", \.colour)
    field("title", \.title)
  }
}

private struct Notes<Note: NoteVersion>: Reducible, Described {
  var notes: PersistentSortedMap<Int, Note> = [:]
  var first: Note = Note()

  mutating func reduce(_ action: Int) {
    notes[action] = first
    first = Note(title: "\(action)", colour: action.isMultiple(of: 2) ? nil : "red")
    notes[action - 2] = nil
  }
  static func describe(_ field: inout Fields<Notes>) {
    field("notes", \.notes)
    field("first", \.first)
  }
  var shown: [Int: [String?]] {
    Dictionary(uniqueKeysWithValues: notes.map { ($0.key, $0.value.shown) } + [(-1, first.shown)])
  }
}

@Suite("A new version of the app that is cut off while it writes the files anew")
struct CutUpgradeTests {
  private func open<Note: NoteVersion>(_: Note.Type, on disk: SimulatedDisk) throws -> DurableStore<
    Notes<Note>
  > {
    let part = try UndonePart<Notes<Note>>(\.self)
    return try DurableStore(at: "/d/notes.json", undoing: part, startingWith: Notes(), in: disk)
  }

  /// The notes at every moment.
  private func moments<Note: NoteVersion>(_ durable: DurableStore<Notes<Note>>) throws -> [[Int: [String?]]] {
    let store = durable.store
    let present = store.timeline.present.id
    let shown = try store.timeline.ids.map { id in
      try store.jump(to: id)
      return store.state.shown
    }
    try store.jump(to: present)
    return shown + [store.state.shown]
  }

  /// The notes at every moment when a version opens the first version's files.
  private func expected<Note: NoteVersion>(_ version: Note.Type, _ files: DiskImage) throws -> [[Int:
    [String?]]]
  {
    let durable = try open(version, on: SimulatedDisk(files))
    #expect(durable.report.history == .kept(moments: 5))
    return try moments(durable)
  }

  @Test(
    "The version after it, and itself, have every moment, whichever call was the last",
    arguments: [true, false]
  )
  func everyCall(isClosed: Bool) throws {
    let disk = SimulatedDisk()
    let first = try open(First.self, on: disk)
    for number in 1...3 { try first.store.send(number) }
    try first.store.undo()
    try first.store.undo()
    try first.store.send(5)
    try first.store.undo()
    if isClosed { try first.close() } else { first.abandon() }
    let (second, third) = (try expected(Second.self, disk.image), try expected(Third.self, disk.image))
    let upgrading = SimulatedDisk(disk.image, remembering: true)
    try open(Second.self, on: upgrading).abandon()
    var cuts = PowerCuts()
    cuts.cut(upgrading) { image, _ in
      do {
        let skipping = try open(Third.self, on: SimulatedDisk(image))
        guard try moments(skipping) == third else { return "the third version has \(try moments(skipping))" }
        let retrying = SimulatedDisk(image)
        let again = try open(Second.self, on: retrying)
        guard try moments(again) == second else { return "the second version has \(try moments(again))" }
        again.abandon()
        let last = try open(Third.self, on: retrying)
        guard try moments(last) == third else { return "the third one after it has \(try moments(last))" }
        return nil
      } catch {
        return "\(error)"
      }
    }
    #expect(cuts.complaints == [])
    #expect(cuts.states > 20, "\(cuts)")
    Soak.count(.cut, cuts.states)
  }

  @Test(
    "A version that gives a name to something else takes no part for another: it is refused, or what it cannot read is gone",
    arguments: [true, false]
  )
  func reusedName(isClosed: Bool) throws {
    let disk = SimulatedDisk()
    let first = try open(First.self, on: disk)
    for number in 1...4 { try first.store.send(number) }
    if isClosed { try first.close() } else { first.abandon() }
    let shown = try moments(open(Second.self, on: SimulatedDisk(disk.image)))
    let upgrading = SimulatedDisk(disk.image, remembering: true)
    try open(Second.self, on: upgrading).abandon()
    var (refused, shortened, whole) = (0, 0, 0)
    var cuts = PowerCuts()
    cuts.cut(upgrading) { image, _ in
      do {
        let disk = SimulatedDisk(image)
        let reusing: DurableStore<Notes<Reusing>>
        do {
          reusing = try open(Reusing.self, on: disk)
        } catch is StateFileError {
          refused += 1
          // Nothing was touched: the second version goes on.
          let again = try moments(open(Second.self, on: disk))
          return again == shown ? nil : "the second version has \(again)"
        }
        let found = try moments(reusing)
        guard found == shown.suffix(found.count) else { return "it has \(found)" }
        guard reusing.report.lost?.moments ?? 0 == shown.count - found.count else {
          return "it says that it lost \(String(describing: reusing.report.lost))"
        }
        if reusing.report.lost == nil { whole += 1 } else { shortened += 1 }
        return nil
      } catch {
        return "\(error)"
      }
    }
    #expect(cuts.complaints == [])
    Soak.count(.cut, cuts.states)
    #expect(refused > 0 && shortened > 0 && whole > 0, "\(refused), \(shortened), \(whole)")
  }
}
