import Testing

@testable import Workspace

@Suite("A todo")
struct TodoTests {
  @Test("It is visible from its start day up to the day that it ended on")
  func visible() {
    var todo = Todo(id: 1, title: "Write", shouldMigrate: true, start: day("2026-11-20"))
    #expect(!todo.isVisible(on: day("2026-11-19")))
    #expect(todo.isVisible(on: day("2026-11-20")) && todo.isVisible(on: day("2030-01-01")))
    todo.ending = Ending(time: time("2026-11-22T23:59:59"), kind: .abandoned)
    #expect(!todo.isVisible(on: day("2026-11-19")) && !todo.isVisible(on: day("2026-11-23")))
    #expect(todo.isVisible(on: day("2026-11-20")) && todo.isVisible(on: day("2026-11-22")))
    #expect(!todo.isPending && !todo.isDone)
  }

  @Test(
    "A URL has a scheme and something behind it, in one piece",
    arguments: [
      ("https://example.org", true), ("mailto:a@b", true), ("x-app+1.2:go", true), ("", false), (":", false),
      ("https:", false), ("example.org", false), ("1x:y", false), ("é:y", false), ("a b:c", false),
      ("https://x y", false), ("https://x\n", false), ("https://x\u{0}", false),
      ("https://x\u{2028}y", false),
    ]
  )
  func urls(url: String, isURL: Bool) {
    #expect(((try? Journal.requireURL(url)) != nil) == isURL)
  }
}
