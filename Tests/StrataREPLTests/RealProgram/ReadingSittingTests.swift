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

  /// The lines that come until one ends as given.
  private func read(_ file: FileHandle, through end: String) -> String {
    var bytes = Data()
    while !String(decoding: bytes, as: UTF8.self).contains(end) {
      let more = file.availableData
      if more.isEmpty { break }
      bytes += more
    }
    return alike(String(decoding: bytes, as: UTF8.self))
  }

  @Test("It shows what the other one does, and says so once; where a person looks is their own affair")
  func follows() throws {
    _ = try program.run("start today", "add Milk")
    let input = Pipe()
    let (typed, answers) = (Pipe(), Pipe())
    let writer = Process()
    writer.executableURL = URL(fileURLWithPath: Program.path)
    writer.arguments = [program.file]
    (writer.standardInput, writer.standardOutput) = (typed, answers)
    try writer.run()
    defer { writer.terminate() }
    typed.fileHandleForWriting.write(Data("list\n".utf8))
    #expect(read(answers.fileHandleForReading, through: "Milk").contains("[ ] Milk"))
    let reader = Process()
    let seen = Pipe()
    reader.executableURL = URL(fileURLWithPath: Program.path)
    reader.arguments = ["--read-only", program.file]
    (reader.standardInput, reader.standardOutput) = (input, seen)
    try reader.run()
    defer { reader.terminate() }
    input.fileHandleForWriting.write(Data("list\n".utf8))
    #expect(read(seen.fileHandleForReading, through: "Milk").hasSuffix("DAY\n  1  [ ] Milk\n"))
    typed.fileHandleForWriting.write(Data("done 1\nadd Oats\n".utf8))
    #expect(read(answers.fileHandleForReading, through: "Oats").contains("[ ] Oats"))
    input.fileHandleForWriting.write(Data("list\nlist\n".utf8))
    let news = read(seen.fileHandleForReading, through: "Oats")
    #expect(
      news.hasPrefix(
        "Another program has changed the workspace. This is how it is now.\nDAY\n  1  [x] Milk\n  2  [ ] Oats\n"
      ),
      "\(news)"
    )
    typed.fileHandleForWriting.closeFile()
    writer.waitUntilExit()
    input.fileHandleForWriting.write(Data("page\nquit\n".utf8))
    reader.waitUntilExit()
    #expect(reader.terminationStatus == 0)
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
