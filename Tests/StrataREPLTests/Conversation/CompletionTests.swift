import TestSupport
import Testing
import Workspace

@testable import StrataREPL

@Suite("Completion of a word that is being typed")
struct CompletionTests: OnOwnFile {
  let folder: TemporaryFolder
  let session: WorkspaceSession

  init() throws {
    folder = try TemporaryFolder()
    session = try WorkspaceSession(
      opening: folder.file("workspace.json"),
      now: { .noon(of: day("2026-11-21")) }
    )
    try session.run(
      "start today",
      "category add Work blue",
      "category add \"Side project\" red",
      "bundle create Daily Run",
      "add Milk",
      "add Oats",
      "checkpoint Before it"
    )
  }

  private func completions(_ line: String) -> Completions {
    PartialWord(endOf: line).map(session.completions) ?? Completions()
  }

  @Test(
    "Names, options, days, colours and ids",
    arguments: [
      ("d", ["done", "delete", "diff"]), ("note ", ["add", "show", "edit", "delete"]), ("note e", ["edit"]),
      ("dance ", []), ("add x --c", ["--category"]),
      ("add --", ["--category", "--on", "--url", "--no-migrate"]),
      ("add x --on today --", ["--category", "--url", "--no-migrate"]), ("add x --on tom", ["tomorrow"]),
      ("add x --category ", ["Work", "Side project"]), ("add --category w", ["Work"]), ("done ", ["4", "5"]),
      ("done 4 ", ["5"]), ("canvas add x 1 2 r", ["red"]), ("bundle apply ", ["Daily"]),
      ("start ", ["today"]),
      ("back B", ["Before it"]), ("help no", ["note"]), ("undo on", ["only"]), ("export j", ["json"]),
      ("add \"x\"", []),
      ("add x --category \"W", ["Work"]), ("add \"open --", []),
    ]
  )
  func texts(line: String, words: [String]) {
    #expect(completions(line).all.filter { !$0.isHint }.map(\.text) == words)
  }

  @Test("A word that the person must think of has a hint; ids show their things; files are the library's")
  func shown() {
    #expect(completions("note add ").all.map(\.shown) == ["TEXT: some words"])
    #expect(completions("add x --url ").all.map(\.shown) == ["URL: such as https://example.org"])
    #expect(completions("done ").all.map(\.shown) == ["4  [ ] Milk", "5  [ ] Oats"])
    #expect(completions("page tod").all.map(\.shown) == ["today  2026-11-21"])
    for line in ["import x", "source ", "export a."] { #expect(completions(line).areFiles) }
    #expect(!completions("done ").areFiles)
  }

  @Test("A name with a space is quoted, also after a quotation mark")
  func quoting() throws {
    func typed(_ line: String, _ begun: String) throws -> String? {
      completions(line).typed(for: begun, in: try #require(PartialWord(endOf: line)))?.common
    }
    #expect(try typed("category rename si", "si") == "\"Side project\"")
    #expect(try typed("category rename \"side p", "p") == "project\"")
    #expect(try typed("add x --cat", "--cat") == "--category" && typed("don", "don") == "done")
    #expect(try typed("d", "d") == "d")
  }

  @Test("A shell gets tasks, options and values, each with a summary")
  func shells() {
    #expect(Shell.candidates(for: ["ins"]) == ["inspect:show the history of any app"])
    #expect(Shell.candidates(for: ["--j"]) == ["--json:answer in JSON, a value a line"])
    #expect(Shell.candidates(for: ["inspect", "f", "tim"]).map { $0.prefix(9) } == ["timeline:"])
    #expect(Shell.candidates(for: ["repair", "--"]).count == 2)
    #expect(Shell.candidates(for: ["--completions", ""]).count == 3)
    #expect(Shell.candidates(for: ["f.json", ""]) == [])
  }
}
