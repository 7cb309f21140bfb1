import Foundation
import TestSupport
import Testing

@testable import StrataREPL

@Suite("A session that only reads, beside a session that writes")
struct ReadingSessionTests {
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

  @Test("A reader shows the writer's changes and reports them once; each session has its own page in view")
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
        "Another program has changed the workspace. This is its present state.\nDAY\n  1  [x] Milk\n  2  [ ] Oats\n"
      ),
      "\(news)"
    )
    typed.fileHandleForWriting.closeFile()
    _ = writer.finish()
    asked.fileHandleForWriting.write(Data("page\nquit\n".utf8))
    #expect(reader.finish().status == 0)
  }

  @Test("Pages are shown without a write")
  func pages() throws {
    _ = try program.run("start today", "add Milk")
    let before = try program.folder.text(of: "workspace.json")
    let end = try program.run("page today", "page", "add x", options: ["--read-only"])
    #expect(end.lines == ["DAY", "  1  [ ] Milk", "DAY", "  1  [ ] Milk"])
    #expect(end.errors.contains("was opened for reading only") && end.status == 1)
    #expect(try program.folder.text(of: "workspace.json") == before)
  }

  @Test("When the files can no longer be read, the last state is shown with its time and the reason")
  func broken() throws {
    _ = try program.run("start today", "add Milk")
    let session = try WorkspaceSession(opening: program.file, readOnly: true, now: { .noon(of: .first) })
    #expect(try session.news() == nil)
    for name in ["workspace.json", "workspace.json.log"] { try program.folder.write("{", to: name) }
    let news = try session.news()
    #expect(
      news?.hasPrefix("As of 12:00. Cannot read the changes of another program: ") == true,
      "\(news ?? "")"
    )
    #expect(try session.pageAnswer().rows(Style()).all.last == "  1  [ ] Milk")
  }
}
