import Foundation
import Strata
import Testing

@testable import Workspace

@Suite("A document as JSON")
struct DocumentImportTests {
  /// A workspace with something of everything.
  static func full() throws -> Desk {
    let desk = try JournalActionsScenario.prepared()
    try desk.journal(
      .setURL([5], "https://example.org/ü"),
      .setCategory([5, 8], 1),
      .rename([6], "e\u{301} \"\n")
    )
    try desk.canvas(.create("Here", at: Point(x: 0.1, y: -1e300), color: .teal))
    try desk.people(.add(name: "Ada", face: Face(), likes: ["tea"], dislikes: []))
    return desk
  }

  @Test("An exported document is imported as an equal document, and exports the same bytes again")
  func roundTrip() throws {
    let document = try Self.full().state.document
    let json = try document.json()
    let again = try Document(importing: json)
    #expect(again == document)
    #expect(try again.json() == json)
    // Equal strings may be written differently; these are not.
    #expect(again.journal.todos[6].map { Array($0.title.utf8) } == Array("e\u{301} \"\n".utf8))
    #expect(again.journal.todoRows.hasRightIndex && again.journal.noteRows.hasRightIndex)
  }

  @Test("An empty document is one, too")
  func empty() throws {
    #expect(try Document(importing: Document().json()) == Document())
  }

  @Test("An import is an action and one step: undo brings back what was there, redo what was imported")
  func importing() throws {
    let imported = try Self.full().state.document
    let desk = try Desk(pages: day("2027-01-01"))
    try desk.add("Mine")
    let before = desk.state.document
    try desk.store.send(.importDocument(imported))
    #expect(desk.state.document == imported)
    #expect(desk.steps == ["Import", "Add Todo", "Start 2027-01-01"])
    try desk.store.undo()
    #expect(desk.state.document == before)
    try desk.store.redo()
    #expect(desk.state.document == imported)
  }

  @Test("Ids are raised above every id that an import read, and stay so when it is undone")
  func idsAfterImport() throws {
    let kinds: [(inout AppState) throws -> Void] = [
      { try $0.reduce(.journal(.add([NewTodo("A", start: day("2026-11-21"))]))) },
      { try $0.reduce(.journal(.category(.add(name: "A", color: .red)))) },
      { try $0.reduce(.journal(.bundle(.create(.init(name: "A", todos: []))))) },
      { try $0.reduce(.journal(.note(.add("A", at: time("2026-11-21T09:00:00"))))) },
      { try $0.reduce(.canvas(.create("A", at: Point(x: 0, y: 0), color: .red))) },
      { try $0.reduce(.people(.add(name: "A"))) },
    ]
    for add in kinds {
      var source = AppState()
      try source.reduce(.journal(.startPage(day("2026-11-21"))))
      source.session.ids.raise(above: 76)
      try add(&source)
      let desk = try Desk(pages: day("2026-11-20"))
      try desk.store.send(.importDocument(source.document))
      #expect(try desk.add("New") == [78])
      try desk.store.undo()
      try desk.store.undo()
      #expect(try desk.add("Newer") == [79])
    }
  }

  @Test("Loading a whole workspace raises ids above every id in it, whatever its counter says")
  func idsAfterLoad() throws {
    var state = try Self.full().state
    let greatest = state.session.ids.last
    state.session.ids = IDCounter()
    let loaded = try AppState(json: state.json())
    #expect(loaded.session.ids.last == greatest)
    #expect(loaded.document == state.document)
  }

  /// Changes the first place where `text` is in the JSON of a full document.
  static func spoiled(_ text: String, _ replacement: String) throws -> [UInt8] {
    let json = String(decoding: try full().state.document.json(), as: UTF8.self)
    let range = try #require(json.range(of: text), "\(text) is not in \(json)")
    return Array(json.replacingCharacters(in: range, with: replacement).utf8)
  }

  @Test(
    "An invalid document is refused with a sentence that names the place",
    arguments: [
      (#""category":1,"id":5"#, #""category":99,"id":5"#, "Todo 5 is in category 99, which is not there."),
      (#""5":{"category":1,"id":5"#, #""5":{"category":1,"id":6"#, "Todo 5 says that it is 6."),
      (
        #""time":"2026-11-20T08:00:00""#, #""time":"2026-11-19T08:00:00""#,
        "Todo 8 ends on 2026-11-19, before it starts on 2026-11-20."
      ),
      (#""pages":["2026-11-20"]"#, #""pages":[]"#, "Note 11 is on 2026-11-20, which has no page."),
      (
        #""pages":["2026-11-20"]"#, #""pages":["2026-11-20","2026-11-20"]"#,
        "The pages are not in the order of their days."
      ),
      (
        #""pages":["2026-11-20"]"#, #""pages":["2026-11-31"]"#,
        #"no Day can be made: "2026-11-31" stands for none of its values"#
      ),
      (
        #""start":"2026-11-20""#, #""start":"2026-11-31""#,
        #"no Day can be made: "2026-11-31" stands for none of its values"#
      ),
      (
        #""kind":"done""#, #""kind":"lost""#,
        #"no Kind can be made: "lost" stands for none of its values"#
      ),
      (#"{"color":"red","id":2,"#, #"{"color":"red","id":1,"#, "Two categories have the same number."),
      (#"{"color":"red","id":2,"#, #"{"color":"red","id":-2,"#, "-2 is no number for a category."),
      (
        #"{"category":1,"title":"Read"}"#, #"{"category":7,"title":"Read"}"#,
        "Bundle 3 has a todo in category 7, which is not there."
      ),
      (#""13":{"color":"teal","id":13"#, #""13":{"color":"teal","id":1"#, "Annotation 13 says that it is 1."),
      (#""tag":14"#, #""tag":0"#, "0 is no tag for a person."),
      (
        #""10":{"id":10"#, #""9223372036854775807":{"id":9223372036854775807"#,
        "9223372036854775807 is no number for a todo."
      ),
      (#""title":"Write","#, #""title":null,"#, "no text can be made: null is none"),
    ]
  )
  func inconsistent(text: String, replacement: String, reason: String) throws {
    let json = try Self.spoiled(text, replacement)
    let error = try #require(throws: ImportError.self) { try Document(importing: json) }
    #expect(error.reason == reason)
    #expect(error.description.hasPrefix("This is no document of a workspace. At "))
    #expect(error.description.hasSuffix(": \(reason)"))
  }

  @Test(
    "Text that is no JSON, or ends anywhere, is refused",
    arguments: ["", "x", "[]", #"{"a":1}"#, "null"]
  )
  func malformed(text: String) {
    #expect(throws: ImportError.self) { try Document(importing: Array(text.utf8)) }
  }

  @Test("Every document that is cut short is refused")
  func truncated() throws {
    let json = try Self.full().state.document.json()
    for length in 0..<json.count {
      #expect(throws: ImportError.self, "cut after \(length) bytes") {
        try Document(importing: json.prefix(length))
      }
    }
  }

  @Test(
    "JSON that decoders let pass, or die of, is refused",
    arguments: [
      (#""tag":14"#, #""tag":14,"tag":14"#), (#""title":"Write","#, #""title":"Write",,"#),
      (#""title":"Write""#, "\"title\":" + String(repeating: "[", count: 100_000)),
    ]
  )
  func hostile(text: String, replacement: String) throws {
    let json = try Self.spoiled(text, replacement)
    #expect(throws: ImportError.self) { try Document(importing: json) }
  }

  @Test("Two people with the same tag are refused")
  func sameTags() throws {
    var document = try Self.full().state.document
    document.people.list.append(document.people.list[0])
    let json = try document.json()
    let error = #expect(throws: ImportError.self) { try Document(importing: json) }
    #expect(error?.reason == "Two people have the same tag.")
  }
}
