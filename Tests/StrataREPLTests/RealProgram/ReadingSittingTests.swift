import Foundation
import TestSupport
import Testing

@testable import StrataREPL

@Suite("A sitting that only reads, beside one that writes")
struct ReadingSittingTests {
  let program: Program

  init() throws {
    program = try Program()
  }

  /// Reads the output of a program up to a text.
  private func read(_ program: RunningProgram, through end: String) -> String {
    var bytes = Data()
    while !String(decoding: bytes, as: UTF8.self).contains(end) {
      let more = program.waitForBytes()
      if more.isEmpty { break }
      bytes += more
    }
    return alike(String(decoding: bytes, as: UTF8.self))
  }

  @Test("A reader shows what the writer does, and says so once; each looks at a page of their own")
  func follows() throws {
    _ = try program.run("start today", "add Milk")
    let (typed, asked) = (ChildProcess.pipe(), ChildProcess.pipe())
    let writer = try program.start("exec \"$STRATA\" \"$FILE\"", input: typed)
    defer { writer.kill() }
    typed.fileHandleForWriting.write(Data("list\n".utf8))
    #expect(read(writer, through: "Milk").contains("[ ] Milk"))
    let reader = try program.start("exec \"$STRATA\" --read-only \"$FILE\"", input: asked)
    defer { reader.kill() }
    asked.fileHandleForWriting.write(Data("list\n".utf8))
    #expect(read(reader, through: "Milk").hasSuffix("DAY\n  1  [ ] Milk\n"))
    typed.fileHandleForWriting.write(Data("done 1\nadd Oats\n".utf8))
    #expect(read(writer, through: "Oats").contains("[ ] Oats"))
    asked.fileHandleForWriting.write(Data("list\nlist\n".utf8))
    let news = read(reader, through: "Oats")
    #expect(
      news.hasPrefix(
        "Another program has changed the workspace. This is how it is now.\nDAY\n  1  [x] Milk\n  2  [ ] Oats\n"
      ),
      "\(news)"
    )
    typed.fileHandleForWriting.closeFile()
    _ = writer.finish()
    asked.fileHandleForWriting.write(Data("page\nquit\n".utf8))
    #expect(reader.finish().status == 0)
  }

  @Test("Pages are looked at without anything being written")
  func pages() throws {
    _ = try program.run("start today", "add Milk")
    let before = try program.folder.text(of: "workspace.json")
    let end = try program.run("page today", "page", "add x", options: ["--read-only"])
    #expect(end.lines == ["DAY", "  1  [ ] Milk", "DAY", "  1  [ ] Milk"])
    #expect(end.errors.contains("was opened for reading only") && end.status == 1)
    #expect(try program.folder.text(of: "workspace.json") == before)
  }

  @Test("What cannot be read any more is shown as of when it was, with why")
  func broken() throws {
    _ = try program.run("start today", "add Milk")
    let repl = try REPL(opening: program.file, readOnly: true, now: { .noon(of: .first) })
    #expect(try repl.follow() == nil)
    for name in ["workspace.json", "workspace.json.log"] { try program.folder.write("{", to: name) }
    let news = try repl.follow()
    #expect(
      news?.hasPrefix("As of 12:00; what another program changes cannot be read now: ") == true,
      "\(news ?? "")"
    )
    #expect(try repl.lines("list").last == "  1  [ ] Milk")
  }
}
