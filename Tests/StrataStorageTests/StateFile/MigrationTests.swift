import Foundation
import StrataCore
import StrataStorage
import TestSupport
import Testing

@Suite("Files of an older schema")
struct MigrationTests {
  /// Schema 1 had a `title`, schema 2 a `text`, and schema 3 has a `weight` beside it.
  let migrations = [
    Migration { state in
      state["text"] = state["title"]
      state["title"] = nil
    },
    Migration { state in
      guard case .text(let text)? = state["text"] else { throw NoText() }
      state["weight"] = .integer(Int64(text.utf8.count))
    },
  ]
  struct NoText: Error, CustomStringConvertible { var description: String { "a note has no text" } }

  let disk = SimulatedDisk()

  func file(_ migrations: [Migration]) -> StateFile<Note> {
    StateFile(at: "/d/state.json", migrations: migrations, in: disk, patience: .zero)
  }

  func put(_ state: String, schema: Int) -> [UInt8] {
    let bytes = Array("{\"format\":\"strata-state-1\",\"schema\":\(schema),\n\"state\":\(state)}\n".utf8)
    disk.put(bytes, at: "state.json")
    return bytes
  }

  @Test("Every older schema is brought up to date step by step; the file stays until it is saved")
  func steps() throws {
    for (schema, old) in [
      (1, #"{"title":"abc"}"#), (2, #"{"text":"abc"}"#), (3, #"{"text":"abc","weight":3}"#),
    ] {
      let bytes = put(old, schema: schema)
      let file = file(migrations)
      #expect(try file.load() == Note(text: "abc", weight: 3))
      #expect(disk.image.bytes(of: "/d/state.json") == bytes)
      try file.save(Note(text: "abc", weight: 3))
      let saved = try #require(disk.image.bytes(of: "/d/state.json"))
      #expect(
        String(decoding: saved, as: UTF8.self).split(separator: "\n")[0].hasSuffix(",\"schema\":3,")
      )
      #expect(
        disk.image.bytes(of: "/d/.state.json.previous") == bytes,
        "the original is the previous version"
      )
      #expect(try self.file(migrations).load() == Note(text: "abc", weight: 3))
    }
  }

  @Test("A step that throws is an error that names it; the file stays, and is not saved over")
  func throwing() throws {
    let bytes = put(#"{"title":7}"#, schema: 1)
    let file = file(migrations)
    let error = StateFileError.notMigrated(
      path: file.path,
      from: 1,
      reason: "the step from 2 to 3: a note has no text"
    )
    #expect(throws: error) { try file.load() }
    #expect(throws: StateFileError.refused(path: file.path, reason: error)) { try file.save(Note(text: "x")) }
    #expect(disk.image.bytes(of: "/d/state.json") == bytes)
  }

  private struct Aged: Described, Equatable {
    var age = 0
    static func describe(_ field: inout Fields<Aged>) { field("age", \.age) }
  }

  private struct Named: Described, Equatable {
    var age = ""
    static func describe(_ field: inout Fields<Named>) { field("age", \.age) }
  }

  private struct Ageless: Described, Equatable {
    var name = ""
    static func describe(_ field: inout Fields<Ageless>) { field("name", \.name) }
  }

  @Test("A field that today's types cannot read, or do not know, is an error that lists every remedy")
  func ways() throws {
    func error<State: Described & Sendable>(_: State.Type, _ file: (String) -> StateFile<State>) -> String {
      do { return "\(try file("/d/aged.json").load() as Any)" } catch { return "\(error)" }
    }
    let file = StateFile<Aged>(at: "/d/aged.json", in: disk)
    _ = try file.load()
    try file.save(Aged(age: 7))
    let unreadable = error(Named.self) { StateFile(at: $0, in: disk) }
    for way in [
      "age", "formerly:", "missing:", "removed(_:)", "Migration", "quarantine()", "restorePreviousVersion()",
      "discard()",
    ] {
      #expect(unreadable.contains(way))
    }
    let unknown = error(Ageless.self) { StateFile(at: $0, in: disk) }
    for way in ["age", "open it with the version that wrote it", "formerly:", "removed(_:)"] {
      #expect(unknown.contains(way))
    }
    #expect(try StateFile<Aged>(at: "/d/aged.json", in: disk).load() == Aged(age: 7))
  }

  @Test("A migration result that cannot be read is an error of the migration")
  func unreadable() throws {
    _ = put(#"{"title":"abc"}"#, schema: 1)
    let file = file([Migration { $0["text"] = .list([]) }])
    let error = #expect(throws: StateFileError.self) { try file.load() }
    guard case .notMigrated(_, from: 1, let found)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(found.hasPrefix("afterwards: state / text: "))
  }

  @Test("A migration result that is nested too deep is an error of the migration, even on a small stack")
  func deep() throws {
    _ = put(#"{"title":"abc"}"#, schema: 1)
    let file = file([
      Migration { state in
        var nest = PlainValue.null
        for _ in 0..<200 { nest = .list([nest]) }
        state["text"] = nest
      }
    ])
    #expect {
      _ = try onSmallStack { Result { try file.load() } }.get()
    } throws: { error in
      guard case StateFileError.notMigrated(_, from: 1, let reason) = error else { return false }
      return reason.contains("nested deeper than 128")
    }
  }

  @Test("A schema of a later version is newer, not broken")
  func newer() throws {
    _ = put("{}", schema: 4)
    #expect(throws: StateFileError.newer(path: "/d/state.json", what: .schema, found: 4, known: 3)) {
      try file(migrations).load()
    }
  }
}
