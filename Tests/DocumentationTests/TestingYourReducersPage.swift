import Strata
import StrataTesting
import Testing

@Suite("The examples on the page about testing reducers")
struct TestingYourReducersPageTests {
  struct Cart: Reducible, Described {
    var lines: [Line] = []
    var note = ""

    struct Line: Equatable, Described {
      var title = ""
      var cents = 0
      var count = 1

      static func describe(_ field: inout Fields<Line>) {
        field("title", \.title)
        field("cents", \.cents)
        field("count", \.count)
      }
    }

    enum Action: Sendable {
      case add(String, cents: Int)
      case note(String)
      case clear
      case pay
    }

    struct IsEmpty: Error {}

    mutating func reduce(_ action: Action) throws {
      switch action {
      case .add(let title, let cents):
        if let place = lines.firstIndex(where: { $0.title == title }) {
          lines[place].count += 1
        } else {
          lines.append(Line(title: title, cents: cents))
        }
      case .note(let text): note = text
      case .clear: lines = []
      case .pay:
        if lines.isEmpty { throw IsEmpty() }
        lines = []
      }
    }

    func recording(of action: Action) -> Recording {
      switch action {
      case .add: .step("Add to Cart")
      case .note: .untracked
      case .clear: .step("Clear Cart")
      case .pay: .step("Pay")
      }
    }

    static func describe(_ field: inout Fields<Cart>) {
      field("lines", \.lines)
      field("note", \.note)
    }
  }

  @Test("What is stated holds, for a value and for a store")
  func stating() throws {
    var cart = Cart()
    try cart.expect(.add("Tea", cents: 300)) { $0.lines = [Cart.Line(title: "Tea", cents: 300)] }
    try cart.expect(.add("Tea", cents: 300)) { $0.lines[0].count = 2 }
    try cart.expect(.clear) { $0.lines = [] }
    #expect(throws: Cart.IsEmpty.self) { try cart.expect(.pay) }

    let store = Store(Cart(), undoing: \.lines)
    try store.expect(.add("Tea", cents: 300)) { $0.lines = [Cart.Line(title: "Tea", cents: 300)] }
    try store.expect(.note("Gift")) { $0.note = "Gift" }
    try store.undo()
    #expect(store.state.lines.isEmpty && store.state.note == "Gift")
    #expect(store.historyStatus.redoLabel == "Add to Cart")
  }

  @Test("The description is complete")
  func description() throws {
    try expectCompleteDescription(of: Cart(lines: [Cart.Line(title: "Tea", cents: 300)], note: "Gift"))
  }
}
