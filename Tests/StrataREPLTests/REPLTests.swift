import Foundation
import StrataStorage
import Testing
import Workspace

@testable import StrataREPL

@Suite("The REPL")
struct REPLTests {
  let path = FileManager.default.temporaryDirectory.path + "/strata-repl-\(UUID().uuidString).json"
  let today = Day(year: 2026, month: 11, day: 21)!  // A day of the calendar.

  func open() throws -> REPL {
    try REPL(opening: StateFile(at: path), now: { .noon(of: today) })
  }

  @Test("A sitting: start, add, do, undo, redo; and what was done is there in the next one")
  func sitting() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let repl = try open()
    #expect(try repl.answer("list") == ["The journal has no pages yet. Try: start today"])
    #expect(try repl.answer("start today") == ["2026-11-21", "  nothing to do"])
    #expect(try repl.answer("add \"Buy milk\"") == ["2026-11-21", "  1  [ ] Buy milk"])
    #expect(try repl.answer("done 1") == ["2026-11-21", "  1  [x] Buy milk"])
    #expect(try repl.answer("undo") == ["2026-11-21", "  1  [ ] Buy milk"])
    #expect(try open().answer("list") == ["2026-11-21", "  1  [ ] Buy milk"])
    #expect(try repl.answer("redo") == ["2026-11-21", "  1  [x] Buy milk"])
    #expect(try open().answer("list") == ["2026-11-21", "  1  [x] Buy milk"])
    #expect(try repl.answer("quit") == nil)
  }

  @Test("Help shows lines that the parser understands")
  func help() throws {
    let lines = try #require(try open().answer("help"))
    for example in ["start today", "add \"Buy milk\"", "done 1"] {
      #expect(lines.joined().contains(example))
      #expect(try Command.parse(example) != nil)
    }
  }

  @Test("A file that is no workspace is refused and stays")
  func corrupt() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
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
