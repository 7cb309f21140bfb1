import PersistentCollections
import StrataCore
import Testing

@testable import StrataStorage

/// One app's notes in four versions of the app, of which each has other fields.
private protocol NoteVersion: Described, Equatable {
  var title: String { get set }
  /// The note as a line of text, in any version.
  var line: String { get }
}

private struct Version1: NoteVersion {
  var title = ""
  var colour: String? = "red"
  var line: String { "\(title) \(colour ?? "-")" }

  static func describe(_ field: inout Fields<Version1>) {
    field("title", \.title)
    field("colour", \.colour)
  }
}

/// A field came.
private struct Version2: NoteVersion {
  var title = ""
  var colour: String? = "red"
  var priority = 0
  var line: String { "\(title) \(colour ?? "-") \(priority)" }

  static func describe(_ field: inout Fields<Version2>) {
    field("title", \.title)
    field("colour", \.colour)
    field("priority", \.priority, missing: 3)
  }
}

/// A field has another name, and the fields another order.
private struct Version3: NoteVersion {
  var priority = 0
  var tint: String? = "red"
  var title = ""
  var line: String { "\(title) \(tint ?? "-") \(priority)" }

  static func describe(_ field: inout Fields<Version3>) {
    field("priority", \.priority, missing: 3)
    field("tint", \.tint, formerly: "colour")
    field("title", \.title)
  }
}

/// A field went.
private struct Version4: NoteVersion {
  var priority = 0
  var title = ""
  var line: String { "\(title) \(priority)" }

  static func describe(_ field: inout Fields<Version4>) {
    field("priority", \.priority, missing: 3)
    field("title", \.title)
    field.removed("tint", "colour")
  }
}

/// A version in which a missing field has another value.
private struct Version5: NoteVersion {
  var priority = 0
  var title = ""
  var line: String { "\(title) \(priority)" }

  static func describe(_ field: inout Fields<Version5>) {
    field("priority", \.priority, missing: 9)
    field("title", \.title)
  }
}

private struct Notes<Note: NoteVersion>: Reducible, Described {
  var byID: PersistentSortedMap<Int, Note> = [:]
  var order: [Note] = []

  enum Action: Sendable {
    case put(Int, Note)
    case remove(Int)
    case arrange
  }

  mutating func reduce(_ action: Action) {
    switch action {
    case .put(let id, let note): byID[id] = note
    case .remove(let id): byID[id] = nil
    case .arrange: order = byID.values.reversed()
    }
  }

  static func describe(_ field: inout Fields<Notes>) {
    field("byID", \.byID)
    field("order", \.order)
  }

  var lines: [String] { byID.values.map(\.line) + ["/"] + order.map(\.line) }
}

@Suite("Descriptions that change from one version of the app to the next")
struct EvolutionTests {
  private func open<Note: NoteVersion>(
    _ type: Note.Type,
    on disk: SimulatedDisk,
    _ change: (inout OpeningOptions) -> Void = { _ in }
  ) throws -> DurableStore<Notes<Note>> {
    var options = OpeningOptions()
    change(&options)
    let part = try UndonePart<Notes<Note>>(\.self)
    return try DurableStore(
      at: "/d/notes.json",
      undoing: part,
      startingWith: Notes(),
      options: options,
      in: disk
    )
  }

  /// Goes all the way back and forth, and returns what every moment shows.
  private func walk<Note: NoteVersion>(_ durable: DurableStore<Notes<Note>>) throws -> [[String]] {
    let store = durable.store
    while store.canUndo { try store.undo() }
    var shown = [store.state.lines]
    while store.canRedo {
      try store.redo()
      shown.append(store.state.lines)
    }
    return shown
  }

  private func edit<Note: NoteVersion>(_ durable: DurableStore<Notes<Note>>, _ notes: [Note]) throws {
    for (id, note) in notes.enumerated() { try durable.store.send(.put(id, note)) }
    try durable.store.send(.arrange)
    try durable.store.send(.remove(0))
  }

  @Test(
    "Fields come, go and change their name across saves, logs and undo: every moment is as the new version has it",
    arguments: [true, false]
  )
  func across(isClosed: Bool) throws {
    let disk = SimulatedDisk()
    func end<Note: NoteVersion>(_ durable: DurableStore<Notes<Note>>) throws {
      if isClosed { try durable.close() }
    }
    do {
      let first = try open(Version1.self, on: disk)
      #expect(!first.report.isRewritten)
      try edit(first, [Version1(title: "A"), Version1(title: "B", colour: nil)])
      try end(first)
    }
    do {
      let second = try open(Version2.self, on: disk)
      #expect(second.report.isRewritten && second.report.history == .kept(moments: 5))
      #expect(
        try walk(second) == [
          ["/"], ["A red 3", "/"], ["A red 3", "B - 3", "/"], ["A red 3", "B - 3", "/", "B - 3", "A red 3"],
          ["B - 3", "/", "B - 3", "A red 3"],
        ]
      )
      try edit(second, [Version2(title: "C", colour: "blue", priority: 7)])
      try end(second)
    }
    do {
      let again = try open(Version2.self, on: disk)
      #expect(!again.report.isRewritten)
      try end(again)
    }
    do {
      let third = try open(Version3.self, on: disk)
      #expect(third.report.isRewritten)
      #expect(
        try walk(third).suffix(2) == [
          ["C blue 7", "B - 3", "/", "B - 3", "C blue 7"], ["B - 3", "/", "B - 3", "C blue 7"],
        ]
      )
      try end(third)
    }
    do {
      let fourth = try open(Version4.self, on: disk)
      #expect(fourth.report.isRewritten)
      #expect(
        try walk(fourth) == [
          ["/"], ["A 3", "/"], ["A 3", "B 3", "/"], ["A 3", "B 3", "/", "B 3", "A 3"],
          ["B 3", "/", "B 3", "A 3"], ["C 7", "B 3", "/", "B 3", "A 3"], ["C 7", "B 3", "/", "B 3", "C 7"],
          ["B 3", "/", "B 3", "C 7"],
        ]
      )
      // Also when it is written once more.
      _ = try fourth.keeping?.saving.renew(fourth.store)
      // Fields that the later description lacks are gone from the files; the others need no further translation.
      for name in ["notes.json", "notes.json.log"] {
        let text = String(decoding: disk.image.bytes(of: "/d/\(name)") ?? [], as: UTF8.self)
        #expect(!text.contains("blue") && !text.contains("tint") && !text.contains("colour"), "\(name)")
      }
      try fourth.close()
    }
    let fifth = try open(Version5.self, on: disk)
    #expect(!fifth.report.isRewritten)
    #expect(try walk(fifth).suffix(2) == [["C 7", "B 3", "/", "B 3", "C 7"], ["B 3", "/", "B 3", "C 7"]])
    #expect(fifth.report.history == .kept(moments: 8))
    #expect(try walk(fifth).prefix(2) == [["/"], ["A 3", "/"]])
  }

  @Test("A power cut between the state and the log of a new description leaves nothing half translated")
  func cutBetween() throws {
    let disk = SimulatedDisk()
    do {
      let first = try open(Version1.self, on: disk)
      try edit(first, [Version1(title: "A"), Version1(title: "B", colour: nil)])
      try first.close()
    }
    let log = disk.image.bytes(of: "/d/notes.json.log") ?? []
    try open(Version2.self, on: disk).close()
    disk.put(log, at: "notes.json.log")
    let again = try open(Version2.self, on: disk)
    #expect(again.report.isRewritten && again.report.history == .kept(moments: 5))
    #expect(
      try walk(again).suffix(2) == [
        ["A red 3", "B - 3", "/", "B - 3", "A red 3"], ["B - 3", "/", "B - 3", "A red 3"],
      ]
    )
    #expect(
      String(decoding: disk.image.bytes(of: "/d/notes.json.log") ?? [], as: UTF8.self).contains("priority")
    )
  }

  @Test("A field from a newer version of the app is an error that names the field, and no file changes")
  func newer() throws {
    for isSaved in [true, false] {
      let disk = SimulatedDisk()
      let new = try open(Version2.self, on: disk) { $0.pacing = AutosavePacing(delay: .seconds(1_000_000)) }
      try new.store.send(.put(1, Version2(title: "A", priority: 1)))
      if isSaved { try new.flush() }
      new.abandon()
      let before = (disk.image.bytes(of: "/d/notes.json"), disk.image.bytes(of: "/d/notes.json.log"))
      for _ in 0..<2 {
        #expect {
          try open(Version1.self, on: disk)
        } throws: {
          "\($0)".contains("Version1 has no field 'priority'")
        }
      }
      #expect(disk.image.bytes(of: "/d/notes.json") == before.0)
      #expect(disk.image.bytes(of: "/d/notes.json.log") == before.1)
      #expect(try open(Version2.self, on: disk).store.state.lines == ["A red 1", "/"])
    }
  }
}

extension DurableStore {
  /// Lets everything go as a process does that ends without a word.
  func abandon() {
    _ = keeping?.log.close()
    keeping?.autosave.stop()
    file.releaseLock()
  }
}
