import Foundation
import Strata
import StrataStorage
import Testing
import Workspace

@testable import StrataREPL

@Suite("The REPL")
struct REPLTests {
  let path = FileManager.default.temporaryDirectory.path + "/strata-repl-\(UUID().uuidString).json"
  let today = Day(year: 2026, month: 11, day: 21)!  // A day of the calendar.

  func open() throws -> REPL {
    try REPL(opening: path, now: { .noon(of: today) })
  }

  /// Ends the sitting and begins the next one.
  func reopen(_ repl: REPL) throws -> REPL {
    try repl.close()
    return try open()
  }

  func remove() {
    let url = URL(fileURLWithPath: path)
    let names =
      (try? FileManager.default.contentsOfDirectory(atPath: url.deletingLastPathComponent().path)) ?? []
    for name in names where name.contains(url.lastPathComponent) {
      try? FileManager.default.removeItem(at: url.deletingLastPathComponent().appendingPathComponent(name))
    }
  }

  @Test("A sitting: start, add, do, undo, redo; and what was done is there in the next one")
  func sitting() throws {
    defer { remove() }
    var repl = try open()
    #expect(try repl.answer("list") == ["The journal has no pages yet. Try: start today"])
    #expect(try repl.answer("start today") == ["2026-11-21", "  nothing to do"])
    #expect(try repl.answer("add \"Buy milk\"") == ["2026-11-21", "  1  [ ] Buy milk"])
    #expect(try repl.answer("done 1") == ["2026-11-21", "  1  [x] Buy milk"])
    #expect(try repl.answer("undo") == ["2026-11-21", "  1  [ ] Buy milk"])
    repl = try reopen(repl)
    #expect(try repl.answer("list") == ["2026-11-21", "  1  [ ] Buy milk"])
    #expect(try repl.answer("redo") == ["2026-11-21", "  1  [x] Buy milk"])
    repl = try reopen(repl)
    #expect(try repl.answer("list") == ["2026-11-21", "  1  [x] Buy milk"])
    #expect(try repl.answer("undo 2") == ["2026-11-21", "  nothing to do"])
    repl = try reopen(repl)
    #expect(try repl.answer("redo") == ["2026-11-21", "  1  [ ] Buy milk"])
    #expect(throws: LogError.inUse(path: path)) { try open() }
    #expect(try repl.answer("quit") == nil && repl.notice == nil)
  }

  @Test("Several steps are undone and redone at once, and any moment of the history can be gone to")
  func history() throws {
    defer { remove() }
    var repl = try open()
    for line in ["start today", "add One", "add Two", "undo 2", "add Three"] { _ = try repl.answer(line) }
    let history = try #require(try repl.answer("history"))
    #expect(history.count == 5 && history.contains { $0.contains("present") })
    #expect(try repl.answer("jump 3") == ["2026-11-21", "  1  [ ] One", "  2  [ ] Two"])
    repl = try reopen(repl)
    #expect(try repl.answer("list") == ["2026-11-21", "  1  [ ] One", "  2  [ ] Two"])
    #expect(throws: NoMoment(number: 99)) { try repl.answer("jump 99") }
    #expect("\(NoMoment(number: 99))" == "There is no moment 99. See: history")
  }

  @Test("When fewer steps can be undone than were asked for, those are, that is said, and it is saved")
  func tooManyUndos() throws {
    defer { remove() }
    var repl = try open()
    for line in ["start today", "add One"] { _ = try repl.answer(line) }
    #expect(throws: StoreError.nothingToUndo) { try repl.answer("undo 5") }
    #expect(try repl.answer("list") == ["The journal has no pages yet. Try: start today"])
    repl = try reopen(repl)
    #expect(try repl.answer("list") == ["The journal has no pages yet. Try: start today"])
  }

  @Test("What is shown after a change is what it was about")
  func views() throws {
    defer { remove() }
    let repl = try open()
    #expect(try repl.answer("category add Work blue") == ["  1  Work (blue)"])
    #expect(try repl.answer("bundle create Daily Run") == ["  2  Daily: Run"])
    #expect(try repl.answer("canvas add Hi 0 0 red") == ["  3  (0.0, 0.0) red: Hi"])
    #expect(try repl.answer("people add Ada") == ["  4  Ada"])
    _ = try repl.answer("start today")
    #expect(try repl.answer("bundle apply Daily") == ["2026-11-21", "  5  [ ] Run"])
    #expect(try repl.answer("# nothing") == [])
  }

  @Test("A file that is no workspace is refused and stays")
  func corrupt() throws {
    defer { remove() }
    try Data("hello".utf8).write(to: URL(fileURLWithPath: path))
    #expect(throws: StateFileError.self) { try open() }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "hello")
  }
}

@Suite("Where the workspace is")
struct DataDirectoryTests {
  @Test("Without a home there is a sentence, not a guess")
  func noHome() {
    let error = #expect(throws: DataDirectory.Unavailable.self) { try DataDirectory.path { _ in nil } }
    #expect(error?.description == "HOME is not set. Name a file instead: strata FILE")
  }

  #if os(Linux)
    @Test("XDG_DATA_HOME is heeded when it is absolute")
    func xdg() throws {
      let home = ["HOME": "/home/someone"]
      #expect(try DataDirectory.path { home[$0] } == "/home/someone/.local/share/strata")
      let relative = home.merging(["XDG_DATA_HOME": "data"]) { $1 }
      #expect(try DataDirectory.path { relative[$0] } == "/home/someone/.local/share/strata")
      let absolute = home.merging(["XDG_DATA_HOME": "/data"]) { $1 }
      #expect(try DataDirectory.path { absolute[$0] } == "/data/strata")
    }
  #endif
}
