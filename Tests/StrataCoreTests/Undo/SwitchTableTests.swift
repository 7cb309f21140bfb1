import PersistentCollections
import Testing

@testable import StrataCore

/// Sessions in which rebasing lost, doubled or moved something.
@Suite("Every step is on or off")
struct SwitchTableTests {
  struct Sheet: Described, Equatable, Sendable {
    var text: PersistentText = ""
    var list: [Int] = []

    static func describe(_ field: inout Fields<Sheet>) {
      field("text", \.text)
      field("list", \.list)
    }
  }

  /// A session that begins with a text.
  static func play(_ text: PersistentText, _ list: [Int] = []) -> Play<Sheet> {
    Play(Sheet(text: text, list: list))
  }

  @Test("Undone letters come back though another author removed their neighbors")
  func neighborsRemoved() throws {
    let play = Self.play("a")
    try play.type("agent", "abc")
    try play.remove("user", "ab")
    try play.undo("agent")
    try play.undo("user")
    try play.redo("agent")
    #expect(play.text == "abc")
  }

  @Test("Brackets go by themselves after another author removed what they enclosed")
  func brackets() throws {
    let play = Self.play("see xy here")
    try play.type("other", "see (xy) here")
    try play.remove("user", "xy")
    try play.undo("other")
    #expect(play.text == "see  here")
  }

  @Test("A letter behind a replaced word stays behind the old word")
  func behindReplacement() throws {
    let play = Self.play("I like abc very much")
    try play.edit("user", "abc", "tea")
    try play.edit("agent", "tea", "teas")
    try play.undo("user")
    #expect(play.text == "I like abcs very much")
  }

  @Test("An element behind a replaced stretch of a list stays behind the old one")
  func behindReplacementInList() throws {
    let play = Self.play("", [1, 2, 3])
    try play.change("user") { $0.list = [9] }
    try play.change("other") { $0.list = [9, 7] }
    try play.undo("user")
    #expect(play.value.list == [1, 2, 3, 7])
  }

  @Test("A rejection that is undone and redone doubles nothing")
  func rejectionUndone() throws {
    let play = Self.play("abc")
    let removal = try play.remove("user", "ab")
    try play.move(removal, on: false, by: "agent")
    try play.undo("agent")
    #expect(play.text == "c")
    try play.undo("user")
    #expect(play.text == "abc")
    // The removal is undone in any case, so nothing is seen of rejecting it again.
    #expect(throws: Play<Sheet>.NothingChanges.self) { try play.redo("agent") }
    #expect(play.text == "abc")
  }

  @Test("Crosswise merges of branches lose no element")
  func crosswise() throws {
    let play = Self.play("")
    let first = try play.change("user") { $0.list = [1] }
    try play.change("user") { $0.list = [] }
    let third = try play.change("user") { $0.list = [2] }
    try play.jump(to: first)
    let fourth = try play.change("user") { $0.list = [1, 3] }
    try play.change("user") { $0.list = [1, 4, 3] }
    let sixth = try play.merge(third)
    #expect(Set(play.value.list) == [2, 4, 3])
    try play.jump(to: fourth)
    try play.merge(third)
    try play.merge(sixth)
    #expect(Set(play.value.list) == [2, 4, 3])
  }

  @Test("Undo of a rejection does not undo another author's removal of the same letters")
  func sameRemoval() throws {
    let play = Self.play("ab")
    let removal = try play.remove("user", "ab")
    try play.move(removal, on: false, by: "user")
    try play.remove("agent", "ab")
    #expect(throws: Play<Sheet>.NothingChanges.self) { try play.undo("user") }
    #expect(play.text == "")
  }

  @Test("A step that was switched off and on again can be undone by its author")
  func undoOnlyAndRedoOnly() throws {
    let play = Self.play("")
    let step = try play.type("agent", "a")
    try play.type("sync", "ab")
    try play.move(step, on: false, by: "user")
    try play.move(step, on: true, by: "user")
    #expect(play.canUndo("agent"))
    try play.undo("agent")
    #expect(play.text == "b")
  }

  @Test("Letters of three authors come back after all of them undid")
  func threeAuthors() throws {
    let play = Self.play("ab")
    try play.type("sync", "cdab")
    try play.remove("user", "ab")
    try play.undo("sync")
    try play.undo("user")
    try play.remove("agent", "ab")
    try play.redo("sync")
    try play.undo("agent")
    #expect(play.text == "cdab")
    try play.redo("user")
    #expect(play.text == "cd")
  }

  @Test("A letter keeps its place while its neighbor goes and comes back")
  func placeBehindRemoved() throws {
    let play = Self.play("a")
    try play.type("agent", "ab")
    try play.undo("agent")
    try play.remove("user", "a")
    try play.redo("agent")
    try play.undo("user")
    #expect(play.text == "ab")
  }

  @Test("An order that was seen once never changes")
  func seenOrder() throws {
    let play = Self.play("")
    try play.type("sync", "a")
    try play.type("agent", "aZ")
    try play.type("user", "acZ")
    try play.undo("sync")
    try play.undo("user")
    try play.redo("user")
    try play.redo("sync")
    #expect(play.text == "acZ")
  }

  @Test("A removal that comes back hides only its own letters")
  func removalAgain() throws {
    let play = Self.play("abc")
    try play.remove("user", "bc")
    try play.undo("user")
    try play.remove("agent", "ab")
    try play.redo("user")
    try play.undo("agent")
    #expect(play.text == "a")
  }

  @Test("Rejecting steps in batches makes what rejecting all at once makes")
  func batches() throws {
    let play = Self.play("abcdef")
    for (old, new) in [
      ("b", "xyz"), ("y", ""), ("c", "12"), ("de", "rs"), ("r", "tu"), ("z1", "w"), ("t", ""), ("s", "v"),
    ] { try play.edit("agent", old, new) }
    try play.move(1, 2, 3, 4, 5, 6, 7, 8, on: false)
    #expect(play.text == "abcdef")
    try play.jump(to: 8)
    try play.move(1, 2, 5, 6, 7, on: false)
    try play.move(4, on: false)
    try play.move(3, 8, on: false)
    #expect(play.text == "abcdef")
  }

  @Test("Undoing the words that an author began with leaves the words of the other one whole")
  func otherWords() throws {
    let play = Self.play("x ")
    try play.type("user", "x hello wrld")
    try play.type("agent", "x We would like to greet you")
    // All of the user's letters are replaced, so their undo changes nothing visible.
    #expect(throws: Play<Sheet>.NothingChanges.self) { try play.undo("user") }
    #expect(play.text == "x We would like to greet you")
    try play.undo("agent")
    #expect(play.text == "x hello wrld")
  }

  @Test("A step on a branch that was left comes back once, by whichever way")
  func leftBranch() throws {
    let play = Self.play("ab")
    let step = try play.type("user", "abc")
    try play.jump(to: 0)
    let other = try play.type("agent", "Xab")
    try play.move(step, on: true)
    #expect(play.text == "Xabc")
    try play.merge(step)
    #expect(play.text == "Xabc")
    try play.move(step, on: false)
    #expect(play.text == "Xab")
    try play.jump(to: step)
    try play.merge(other)
    #expect(play.text == "Xabc")
  }

  @Test("Letters typed one behind the other on a branch stay together when branches are merged")
  func runsOfBranches() throws {
    let play = Self.play("K")
    let first = try play.type("user", "Kx")
    try play.jump(to: 0)
    let second = try play.type("user", "KL")
    try play.jump(to: 0)
    let third = try play.type("user", "Ky")
    try play.jump(to: second)
    try play.type("user", "KLe")
    try play.merge(first)
    try play.merge(third)
    #expect(play.text == "KxLey")
  }

  enum State: DescribedCases, Equatable {
    case waiting
    case done(PersistentText)

    static func describe(_ oneOf: inout Cases<State>) {
      oneOf("waiting", .waiting)
      oneOf("done", "text", as: State.done) { if case .done(let text) = $0 { text } else { nil } }
    }
  }

  struct Job: Described, Equatable {
    var state = State.waiting

    static func describe(_ field: inout Fields<Job>) { field("state", \.state) }
  }

  @Test("A change of case hides what others changed inside, and comes back with it")
  func changeOfCase() throws {
    let play = Play(Job())
    try play.change("user") { $0.state = .done("ab") }
    try play.change("agent") { $0.state = .done("abc") }
    try play.undo("user")
    #expect(play.value.state == .waiting)
    try play.redo("user")
    #expect(play.value.state == .done("abc"))
    try play.undo("agent")
    #expect(play.value.state == .done("ab"))
  }

  @Test("A row whose insertion is undone comes back with what others changed in it")
  func rowComesBack() throws {
    let play = Play(Notebook())
    try play.change("user") { $0.rows = [Notebook.Row(id: 1, title: "A", body: "ab")] }
    try play.change("agent") { $0.rows[0].body = "abc" }
    try play.undo("user")
    #expect(play.value.rows.isEmpty)
    // The agent's change is hidden: to undo it changes nothing visible.
    #expect(!play.canUndo("agent"))
    try play.redo("user")
    #expect(play.value.rows == [Notebook.Row(id: 1, title: "A", body: "abc")])
  }

  @Test("Two authors who write one field undo and redo without a question")
  func fieldOfTwo() throws {
    let play = Play(Notebook(map: [1: Notebook.Row(id: 1, title: "A")]))
    try play.change("user") { $0.map[1]?.title = "B" }
    try play.change("agent") { $0.map[1]?.title = "C" }
    // The agent's title stays, so nothing of the user's is left to undo.
    #expect(!play.canUndo("user"))
    try play.undo("agent")
    #expect(play.value.map[1]?.title == "B")
    try play.undo("user")
    #expect(play.value.map[1]?.title == "A")
    try play.redo("agent")
    #expect(play.value.map[1]?.title == "C")
  }
}

extension Play<SwitchTableTests.Sheet> {
  var text: PersistentText { value.text }

  /// Types a new text; a comparison finds the edits.
  @discardableResult
  func type(_ author: String, _ text: PersistentText) throws -> Int {
    try change(author) { $0.text = text }
  }

  @discardableResult
  func remove(_ author: String, _ letters: String) throws -> Int { try edit(author, letters, "") }

  /// Replaces some letters just where they are.
  @discardableResult
  func edit(_ author: String, _ old: String, _ new: String) throws -> Int {
    try edit(author) { sheet in
      let text = String(sheet.text)
      guard let range = text.firstRange(of: old) else { throw NothingChanges() }
      let start = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
      let lower = sheet.text.utf8.index(sheet.text.startIndex, offsetBy: start)
      let upper = sheet.text.utf8.index(lower, offsetBy: old.utf8.count)
      return Patch(replacing: lower..<upper, of: sheet.text, with: new).inside(.field("text"))
    }
  }
}
