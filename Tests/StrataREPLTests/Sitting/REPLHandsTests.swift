import Strata
import StrataStorage
import Testing
import Workspace

@testable import StrataREPL

@Suite("Steps of many hands in the REPL, one by one")
struct REPLHandsTests: OnOwnFile {
  let path = ownPath()

  @Test(
    "One step is taken back by itself, also in the next sitting; what later steps changed, when that is insisted on"
  )
  func undoOnly() throws {
    defer { remove() }
    var repl = try open()
    for line in ["start today", "add One", "add Two", "rename 1 Uno", "rename 2 Due"] { try repl.lines(line) }
    #expect(try repl.lines("undo only 4") == [#"Undid: Rename Todo: "One" → "Uno""#, "  1  [ ] One"])
    repl = try reopen(repl)
    try repl.lines("rename 2 Tre")
    let error = #expect(throws: Contradiction.self) { try repl.lines("undo only 5") }
    #expect(
      told(try #require(error)) == """
        Later steps changed the same, so it stays:
        the title of todo 2
          was: "Two"
          became: "Due"
          is now: "Tre"
        To have what was: undo only 5 --anyway
        """
    )
    repl = try reopen(repl)
    #expect(
      try repl.lines("undo only 5 --anyway") == [#"Undid: Rename Todo: "Two" → "Tre""#, "  2  [ ] Two"]
    )
    #expect(try repl.lines("undo only 2").last?.contains("is gone") == true)
    #expect(throws: StoreError.nothingToUndo) { try repl.lines("undo only oldest") }
    repl = try reopen(repl)
    #expect(try repl.lines("list") == ["2026-11-21", "  2  [ ] Two"])
  }

  @Test("Each author's steps are undone by name, also in the next sitting, and history says whose they are")
  func authors() throws {
    defer { remove() }
    var repl = try open()
    for line in ["start today", "add One", "as agent add Two", "as agent rename 2 Due", "rename 1 Uno"] {
      try repl.lines(line)
    }
    #expect(try repl.lines("history").contains { $0.contains("Add Todo: \"Two\"  (by agent)") })
    #expect(try repl.lines("undo by agent") == [#"Undid: Rename Todo: "Two" → "Due""#, "  2  [ ] Two"])
    repl = try reopen(repl)
    #expect(try repl.lines("history").last?.contains("(by agent, takes back 4)") == true)
    #expect(try repl.lines("redo by agent") == [#"Redid: Rename Todo: "Two" → "Due""#, "  2  [ ] Due"])
    #expect(try repl.lines("as agent undo 2").last?.hasSuffix("is gone") == true)
    #expect(throws: StoreError.nothingToUndo) { try repl.lines("undo by agent") }
    #expect(try repl.lines("undo by \"\"") == [#"Undid: Rename Todo: "One" → "Uno""#, "  1  [ ] One"])
    #expect(try repl.lines("list") == ["2026-11-21", "  1  [ ] One"])
    #expect(throws: StoreError.self) { try repl.lines("redo only 2") }
    #expect(try repl.lines("redo only 5").first == #"Redid: Rename Todo: "One" → "Uno""#)
  }

  @Test(
    "A conflict of one's own undo names the command, and a checkpoint has no name that back reads as a moment"
  )
  func conflictsOfOwnUndo() throws {
    defer { remove() }
    let repl = try open()
    for line in ["start today", "add One", "as agent rename 1 Uno", "rename 1 Un"] { try repl.lines(line) }
    let error = #expect(throws: Contradiction.self) { try repl.lines("as agent undo") }
    #expect(error?.description.hasSuffix("To have what was: undo by agent --anyway") == true)
    #expect(
      try repl.lines("undo by agent --anyway") == [#"Undid: Rename Todo: "One" → "Un""#, "  1  [ ] One"]
    )
    for name in ["3", "present", "saved", "oldest"] {
      #expect(throws: NoCheckpointName(name: name)) { try repl.lines("checkpoint \(name)") }
    }
  }

  @Test("A branch is brought in; where both changed the same, each choice is a command")
  func merging() throws {
    defer { remove() }
    var repl = try open()
    for line in ["start today", "add One", "rename 1 Uno", "add Two", "jump 2", "rename 1 Eins", "add Three"]
    {
      try repl.lines(line)
    }
    repl = try reopen(repl)
    let error = #expect(throws: Contradiction.self) { try repl.lines("merge 4") }
    #expect(
      told(try #require(error)) == """
        Both changed the same, so nothing is merged:
        the title of todo 1
          was: "One"
          here: "Eins"
          there: "Uno"
        To keep what is here: merge 4 --mine
        To take what is there: merge 4 --theirs
        """
    )
    #expect(throws: Misunderstood.self) { try repl.lines("merge 4 --mine --theirs") }
    #expect(try repl.lines("merge 3 --mine") == ["Merged: Rename Todo"])
    repl = try reopen(repl)
    let again = #expect(throws: StoreError.self) { try repl.lines("merge 3 --theirs") }
    #expect(again.map { told($0) }?.contains("has all that led to moment 3 already") == true)
    #expect(try repl.lines("history").last?.contains("merges 3") == true)
    try repl.lines("undo")
    #expect(try repl.lines("merge 3 --theirs") == ["Merged: Rename Todo", "  1  [ ] Uno"])
    #expect(throws: StoreError.self) { try repl.lines("merge 3") }
  }

  @Test("Where later steps changed what is rejected, each choice is a command")
  func rejecting() throws {
    defer { remove() }
    let repl = try open()
    for line in [
      "start today", "add One", "checkpoint Here", "as agent rename 1 Uno", "as agent add Two", "rename 1 Un",
    ] {
      try repl.lines(line)
    }
    let review = try repl.lines("review by agent")
    let title = try #require(review.firstIndex { $0.contains("title: \"One\" → \"Uno\"") }) + 1
    let one = #expect(throws: Contradiction.self) { try repl.lines("reject \(title)") }
    #expect(
      told(try #require(one)) == """
        Later steps changed the same, so nothing is rejected:
        the title of todo 1
          was: "One"
          became: "Uno"
          is now: "Un"
        To have what was: reject \(title) --anyway
        """
    )
    let numbers = (1...review.count).map(String.init).joined(separator: " ")
    let all = #expect(throws: Contradiction.self) { try repl.lines("reject 1-\(review.count)") }
    #expect(
      all?.description.hasSuffix(
        """
        To have what was: reject \(numbers) --anyway
        To reject the rest: reject \(numbers) --rest
        """
      ) == true
    )
    #expect(throws: Misunderstood.self) { try repl.lines("reject 1 --anyway --rest") }
    try repl.lines("reject \(numbers) --rest")
    #expect(try repl.lines("list") == ["2026-11-21", "  1  [ ] Un"])
    try repl.lines("undo")
    try repl.lines("reject \(numbers) --anyway")
    #expect(try repl.lines("list") == ["2026-11-21", "  1  [ ] One"])
    #expect(try repl.lines("history").last?.contains("takes from") == true)
  }

  @Test("A step that is undone is no step to take back, and a checkpoint has a name")
  func aheadAndNameless() throws {
    defer { remove() }
    let repl = try open()
    for line in ["start today", "add One", "undo"] { try repl.lines(line) }
    let ahead = #expect(throws: StoreError.self) { try repl.lines("undo only 2") }
    #expect(ahead?.description.contains("redo it, or jump there, first") == true)
    #expect(throws: StoreError.namelessCheckpoint) { try repl.lines("checkpoint \" \"") }
    #expect(throws: (any Error).self) { try repl.lines("checkpoint \"\"") }
  }

  @Test("A checkpoint is gone back to by a step; what was done since is reviewed, and rejected by numbers")
  func reviewing() throws {
    defer { remove() }
    var repl = try open()
    for line in ["start today", "add One"] { try repl.lines(line) }
    #expect(try repl.lines("checkpoint \"Before it\"").last?.contains("back \"Before it\"") == true)
    #expect(throws: NothingReviewed(number: nil)) { try repl.lines("reject 1") }
    for line in ["as agent add Two", "as agent rename 1 Uno", "add Three"] { try repl.lines(line) }
    repl = try reopen(repl)
    #expect(try repl.lines("history").contains { $0.hasSuffix("← \"Before it\"") })
    let review = try repl.lines("review by agent")
    let title = try #require(review.firstIndex { $0.contains("title: \"One\" → \"Uno\"") })
    #expect(
      try repl.lines("review").count > review.count && repl.lines("review since 4").count < review.count
    )
    #expect(try repl.lines("review since \"Before it\" by agent") == review)
    #expect(throws: NothingReviewed(number: 99)) { try repl.lines("reject 99") }
    #expect(try repl.lines("reject \(title + 1)") == ["Reject a Change", "  1  [ ] One"])
    #expect(try repl.lines("back \"Before it\"").first == "Back to: Before it")
    #expect(try repl.lines("list") == ["2026-11-21", "  1  [ ] One"])
    try repl.lines("undo")
    #expect(try repl.lines("list").count == 4)
    #expect(throws: Misunderstood.self) { try repl.lines("back Nowhere") }
  }
}
