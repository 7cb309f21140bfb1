import Foundation
import Strata
import StrataStorage
import Testing

@testable import Workspace

/// What was written when the text of a note was a string.
@Suite("Notes of before")
struct NotesOfBeforeTests {
  static let file = #"""
    {"format":"strata-state-1","checksums":"81aa5893 3bbdd399","log":{"id":"3fdede3e4facec1c","sequence":4},"schema":1,"shape":"0852897affcb93a0",
    "state":{"document":{"canvas":{"annotations":{}},"journal":{"bundles":{},"categories":[],"notes":{"1":{"id":1,"text":"It rains cats and dogs today, and it will not stop","time":"2026-11-22T11:15:49"}},"pages":["2026-11-22"],"todos":{}},"people":{"list":[]}},"session":{"filter":{"hidesEnded":false,"text":""},"ids":{"last":1},"selection":[]}}}

    """#

  static let log = #"""
    strata-log-4 182 ae7b1ee6 {"base":0,"companion":["session","selection"],"id":"3fdede3e4facec1c","kept":1,"line":0,"newest":0,"parts":[["document"]],"present":0,"saved":0,"schema":1,"shape":"0852897affcb93a0"}
    k1 69 d72b74be {"at":1795346149684857740,"begin":0,"companion":[[]],"label":"Start"}
    s1 204 b3d2c216 {"after":0,"at":1795346149688805431,"companion":[[]],"label":"Start 2026-11-22","moment":1,"patch":{"fields":{"document":{"fields":{"journal":{"fields":{"pages":{"runs":[{"insert":["2026-11-22"]}]}}}}}}}}
    c2 357 11d84bff {"after":1,"at":1795346149691297609,"companion":[[]],"label":"Add Note","moment":2,"patch":{"fields":{"document":{"fields":{"journal":{"fields":{"notes":{"entries":[{"insert":{"id":1,"text":"It rains cats and dogs today, and it will not stop","time":"2026-11-22T11:15:49"},"key":1}]}}}}},"session":{"fields":{"ids":{"fields":{"last":{"new":1,"old":0}}}}}}}}
    c3 248 0ee6bdea {"after":2,"at":1795346149693270179,"companion":[[]],"label":"Edit Note","moment":3,"patch":{"fields":{"document":{"fields":{"journal":{"fields":{"notes":{"entries":[{"change":{"fields":{"text":{"splice":[37,"-will not","+may"]}}},"key":1}]}}}}}}}}
    c4 188 34e99d15 {"by":"undo","moment":2,"patch":{"fields":{"document":{"fields":{"journal":{"fields":{"notes":{"entries":[{"change":{"fields":{"text":{"splice":[37,"-may","+will not"]}}},"key":1}]}}}}}}}}

    """#

  @Test("A state and its log of that description open with their history, which goes on")
  func opens() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let path = folder.path + "/workspace.json"
    try Self.file.write(toFile: path, atomically: false, encoding: .utf8)
    try Self.log.write(toFile: path + ".log", atomically: false, encoding: .utf8)
    var isFirst = true
    func says(moments: Int = 4, _ body: (Store<AppState>) throws -> Void) throws -> [String] {
      let opened = try DurableStore(
        at: path,
        undoing: \.document,
        restoring: \.session.selection,
        startingWith: AppState()
      )
      #expect(opened.report.history == .kept(moments: moments))
      #expect(opened.report.isRewritten == isFirst)
      isFirst = false
      try body(opened.store)
      try opened.close()
      return opened.store.state.document.journal.notes.values.map { String($0.text) }
    }
    #expect(try says { _ in } == ["It rains cats and dogs today, and it will not stop"])
    #expect(try says { try $0.redo() } == ["It rains cats and dogs today, and it may stop"])
    #expect(
      try says {
        for _ in 0..<3 { try $0.undo() }
      }.isEmpty
    )
    #expect(
      try says {
        for _ in 0..<3 { try $0.redo() }
        try $0.send(.journal(.note(.append(id: 1, "or not"))))
      } == ["It rains cats and dogs today, and it may stop\nor not"]
    )
    #expect(try says(moments: 5) { try $0.undo() } == ["It rains cats and dogs today, and it may stop"])
  }
}
