import Strata
import TestSupport
import Testing
import Workspace

@testable import StrataREPL

@Suite("Steps of several authors, one by one")
struct AuthorsTests: OnOwnFile {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test("undo only takes one step back, also in the next session, and shows what differs in a conflict")
  func undoOnly() throws {
    var session = try open()
    try session.run("start today", "add One", "add Two", "rename 1 Uno", "rename 2 Due")
    #expect(try session.lines("undo only 4") == ["Undone: Rename Todo", "  1  [ ] One"])
    session = try reopen(session)
    try session.run("rename 2 Tre")
    let error = #expect(throws: Conflict.self) { try session.lines("undo only 5") }
    #expect(
      error?.description == """
        Not undone: a later step changed it too (undo only 5 --anyway)
          todo 2 "Tre" / title: restored "Two", was changed to "Due", current "Tre"
        """
    )
    session = try reopen(session)
    #expect(try session.lines("undo only 5 --anyway") == ["Undone: Rename Todo", "  2  [ ] Two"])
    #expect(try session.lines("undo only 2").last?.contains("is gone") == true)
    #expect(throws: StoreError.nothingToUndo) { try session.lines("undo only oldest") }
    #expect(try reopen(session).lines("list") == ["2026-11-21", "  2  [ ] Two"])
  }

  @Test("Each author's steps are undone by name, also in the next session, and history names the author")
  func authors() throws {
    var session = try open()
    try session.run("start today", "add One", "as agent add Two", "as agent rename 2 Due", "rename 1 Uno")
    #expect(try session.lines("history").contains { $0.contains("Add Todo: \"Two\"  (by agent)") })
    #expect(try session.lines("undo by agent") == ["Undone: Rename Todo", "  2  [ ] Two"])
    session = try reopen(session)
    #expect(try session.lines("history").last?.contains("(by agent, takes back 4)") == true)
    #expect(try session.lines("redo by agent") == ["Redone: Rename Todo", "  2  [ ] Due"])
    #expect(try session.lines("as agent undo 2").last?.hasSuffix("is gone") == true)
    #expect(throws: StoreError.nothingToUndo) { try session.lines("undo by agent") }
    #expect(try session.lines("undo by \"\"") == ["Undone: Rename Todo", "  1  [ ] One"])
    #expect(throws: StoreError.self) { try session.lines("redo only 2") }
    #expect(try session.lines("redo only 5").first == "Redone: Rename Todo")
  }

  @Test("An author's undo passes what others wrote over, and a checkpoint has a name of its own")
  func writtenOver() throws {
    let session = try open()
    try session.run("start today", "add One", "as agent rename 1 Uno", "rename 1 Un")
    #expect(throws: StoreError.nothingToUndo) { try session.lines("as agent undo") }
    #expect(throws: CommandError.self) { try session.lines("undo by agent --anyway") }
    for name in ["3", "present", "oldest"] {
      #expect(throws: CommandError.self) { try session.lines("checkpoint \(name)") }
    }
    #expect(throws: StoreError.namelessCheckpoint) { try session.lines("checkpoint \" \"") }
  }

  @Test("A branch is merged; in a conflict each side has a command")
  func merging() throws {
    var session = try open()
    try session.run(
      "start today",
      "add One",
      "rename 1 Uno",
      "add Two",
      "jump 2",
      "rename 1 Eins",
      "add Three"
    )
    session = try reopen(session)
    let error = #expect(throws: Conflict.self) { try session.lines("merge 4") }
    #expect(
      error?.description == """
        Not merged: both branches changed it (merge 4 --mine or merge 4 --theirs)
          todo 1 "Eins" / title: was "One", mine "Eins", theirs "Uno"
        """
    )
    #expect(throws: CommandError.self) { try session.lines("merge 4 --mine --theirs") }
    #expect(
      try session.lines("merge 3 --mine") == ["Merged: Rename Todo", "  nothing changed"].prefix(1) + []
    )
    session = try reopen(session)
    #expect(throws: StoreError.self) { try session.lines("merge 3 --theirs") }
    #expect(try session.lines("history").last?.contains("merges 3") == true)
    try session.run("undo")
    #expect(try session.lines("merge 3 --theirs") == ["Merged: Rename Todo", "  1  [ ] Uno"])
  }

  @Test("Changes of a review are rejected one by one, as one step; in a conflict each way has a command")
  func rejecting() throws {
    let session = try open()
    #expect(throws: CommandError.self) { try session.lines("reject 1") }
    try session.run(
      "start today",
      "add One",
      "checkpoint Here",
      "as agent rename 1 Uno",
      "as agent add Two",
      "rename 1 Un"
    )
    #expect(
      try session.lines("review by agent") == [
        "  1  Rename Todo: ~ todo 1  [ ] One  on 2026-11-21 → [ ] Uno  on 2026-11-21  (by agent)",
        "  2  Add Todo: + todo 2  [ ] Two  on 2026-11-21  (by agent)",
      ]
    )
    let one = #expect(throws: Conflict.self) { try session.lines("reject 1") }
    #expect(
      one?.description == """
        Not rejected: later steps changed it too (reject 1 --anyway)
          todo 1 "Un" / title: restored "One", was changed to "Uno", current "Un"
        """
    )
    let both = #expect(throws: Conflict.self) { try session.lines("reject 1-2") }
    #expect(both?.description.contains("(reject 1 2 --anyway or reject 1 2 --rest)") == true)
    #expect(throws: CommandError.self) { try session.lines("reject 1 --anyway --rest") }
    #expect(throws: CommandError.self) { try session.lines("reject 99") }
    try session.run("reject 1 2 --rest")
    #expect(try session.lines("list") == ["2026-11-21", "  1  [ ] Un"])
    try session.run("undo", "reject 1 2 --anyway")
    #expect(try session.lines("list") == ["2026-11-21", "  1  [ ] One"])
    #expect(try session.lines("history").last?.contains("takes back") == true)
  }

  @Test("A checkpoint is gone back to by a step, and a review covers the steps since it")
  func checkpoint() throws {
    var session = try open()
    try session.run("start today", "add One")
    #expect(
      try session.lines("checkpoint Before the trip") == [
        "Moment 2 is \"Before the trip\". To come back: back Before the trip"
      ]
    )
    try session.run("as agent add Two", "add Three")
    session = try reopen(session)
    #expect(try session.lines("history").contains { $0.hasSuffix("← \"Before the trip\"") })
    #expect(try session.lines("review").count == 2)
    #expect(try session.lines("review since \"Before the trip\" by agent").count == 1)
    #expect(try session.lines("review since oldest").count == 4)
    #expect(try session.lines("back Before the trip").first == "Back at: Before the trip")
    #expect(try session.lines("list") == ["2026-11-21", "  1  [ ] One"])
    try session.run("undo")
    #expect(try session.lines("list").count == 4)
    #expect(throws: CommandError.self) { try session.lines("back Nowhere") }
  }

  @Test("All changes that a command makes to one thing are one item of a review")
  func items() throws {
    let session = try open()
    for (line, item) in [
      ("start today", "Start 2026-11-21: + the page of 2026-11-21"),
      ("category add Work blue", "Add Category: + category 1  Work (blue)"),
      ("add Milk", "Add Todo: + todo 2  [ ] Milk  on 2026-11-21"),
      (
        "category set 2 Work",
        "Set Category of Todo: ~ todo 2  [ ] Milk  on 2026-11-21 → [ ] Milk  (Work)  on 2026-11-21"
      ),
      ("canvas add Hi 1 2 red", "Create Annotation: + annotation 3  (1.0, 2.0) red: Hi"),
      ("canvas move 3 3 4", "Move Annotation: ~ annotation 3  (1.0, 2.0) red: Hi → (3.0, 4.0) red: Hi"),
      ("people add Ada", "Add Person: + person 4  Ada"),
      ("note add Rain", "Add Note: + note 5  12:00 Rain"),
      ("delete 2", "Delete Todo: - todo 2  [ ] Milk  (Work)  on 2026-11-21"),
    ] {
      try session.run(line)
      let present = session.store.timeline.present
      #expect(try session.lines("review since \(present.parent?.number ?? 0)") == ["  1  \(item)"], "\(line)")
    }
  }
}
