import StrataCore
import Testing

@testable import StrataInspection

@Suite("Paths as a person writes them")
struct PathTests {
  @Test("A written path is read again, with any characters in its keys")
  func roundTrip() {
    for components in [
      [], ["a"], ["a", "b"], ["a", "3", "title"], ["3"], ["a b", "", "\"", "é.x", "[", "]", "*"],
    ] {
      let path = ValuePath(components)
      #expect(ValuePath(path.description) == path, "\(path)")
    }
    #expect(ValuePath(["journal", "todos", "3", "title"]).description == "journal.todos[3].title")
    #expect(ValuePath(["notes", "*", "text"]).description == "notes[*].text")
    #expect(ValuePath(["a b", "\u{0}"]).description == #"["a b"]["\u0000"]"#)
  }

  @Test("Brackets and dots are the same, and what is no path is none")
  func forms() {
    #expect(ValuePath("journal[todos].3") == ValuePath("journal.todos[3]"))
    #expect(ValuePath(".") == .whole && ValuePath(".a") == ValuePath("a"))
    for text in ["a..b", "a[", "a[]", "a[\"x]", "a.", "a[\"x\"y]"] {
      #expect(ValuePath(text) == nil, "\(text)")
    }
  }

  @Test("They lead to members, elements and entries of maps whose keys are no names")
  func leading() {
    let state: PlainValue = [
      "list": .list([.text("a"), ["x": .integer(1)]]), "map": .list([.bool(true), .text("yes")]),
    ]
    #expect(state.value(at: "list[1].x") == .integer(1))
    #expect(state.value(at: "map[true]") == .text("yes"))
    #expect(state.value(at: "list[2]") == nil && state.value(at: "none") == nil)
    #expect(state.value(at: .whole) == state)
  }
}
