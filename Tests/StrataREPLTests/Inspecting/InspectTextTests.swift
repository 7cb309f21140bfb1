import Foundation
import Strata
import StrataInspection
import TestSupport
import Testing

@testable import StrataREPL

@Suite("The answers of inspect, as text")
struct InspectTextTests {
  struct Desk: Reducible, Described, Equatable {
    var sheets: [Sheet] = []
    var text = ""

    struct Sheet: Described, Equatable, Identifiable {
      var id = 0
      var name = ""

      static func describe(_ field: inout Fields<Sheet>) {
        field("id", \.id)
        field("name", \.name)
      }
    }

    enum Action: Sendable {
      case lay([Sheet])
      case write(String)
    }

    mutating func reduce(_ action: Action) {
      switch action {
      case .lay(let sheets): self.sheets = sheets
      case .write(let text): self.text = text
      }
    }

    func recording(of action: Action) -> Recording { .step("Tidy") }

    static func describe(_ field: inout Fields<Desk>) {
      field("sheets", \.sheets)
      field("text", \.text)
    }
  }

  let store = Store(Desk(), undoing: \.self)

  private func lines(_ words: String...) throws -> [String] {
    let inspector = Inspector(try Inspection(of: store), at: "desk.json")
    let words = words.map { Word(text: $0, place: 0..<0) }
    return try Inspector.commands.action(for: words, in: inspector.context)(inspector).rows(Style()).all
  }

  @Test("Additions, removals, changes and moves have signs, and texts are compared by lines")
  func differences() throws {
    let sheets: [Desk.Sheet] = [.init(id: 1, name: "A\u{202E}"), .init(id: 2, name: "B"), .init(id: 3)]
    let text = (1...9).map { "line \($0)" }.joined(separator: "\n")
    try store.send(.lay(sheets))
    try store.send(.lay(sheets.reversed()))
    try store.send(.write(text))
    try store.send(.write(text.replacing("line 7", with: "line seven")))
    try store.send(.lay(sheets.reversed().dropLast()))
    #expect(try lines("diff", "1")[1] == #"  + sheets[0]: {"id":1,"name":"A\u{202e}"}"#)
    let moved = try lines("diff", "2").dropFirst()
    #expect(moved.contains { $0.hasPrefix("  > sheets[") && $0.contains("moved from position") }, "\(moved)")
    #expect(
      try lines("diff", "4").dropFirst() == [
        "  ~ text:", "      line 1", "      line 2", "      … 2 equal lines", "      line 5",
        "      line 6", "    - line 7", "    + line seven", "      line 8", "      line 9",
      ]
    )
    #expect(try lines("diff", "5").last?.hasPrefix("  - sheets[2]: ") == true)
    #expect(try lines("diff", "5", "5").last == "  no change")
  }

  @Test("The timeline names authors, undone steps and branches")
  func timeline() throws {
    try store.send(.write("a"), as: "agent")
    try store.send(.lay([.init(id: 1)]))
    try store.undo(by: "agent")
    try store.jump(to: #require(Moment.ID(number: 1)))
    try store.send(.write("b"))
    let shown = try lines("timeline")
    #expect(shown.contains { $0.contains("Tidy  (by agent)") }, "\(shown)")
    #expect(shown.contains { $0.contains("takes back 1") }, "\(shown)")
    #expect(shown.contains { $0.hasPrefix("├─ ") } && shown.last?.contains("← present") == true, "\(shown)")
  }
}
