import Strata
import StrataTesting
import Testing

@Suite("The examples on the page about testing reducers")
struct TestingYourReducersPageTests {
  private struct IDs: Equatable {
    var last = 0
  }

  private struct TodoList: Equatable {
    var titles: [Int: String] = [:]

    mutating func add(_ title: String, ids: inout IDs) {
      ids.last += 1
      titles[ids.last] = title
    }
  }

  private struct Asking: Reducible {
    var answer = ""

    enum Action: Equatable, Sendable { case ask(String), arrived(String) }

    mutating func reduce(_ action: Action) {
      if case .arrived(let answer) = action { self.answer = answer }
    }
  }

  private func answerQuestions(of store: Store<Asking>) -> ObservationToken {
    store.observe { [weak store] transition in
      for case .ask(let words) in transition.actions {
        Task { try store?.send(.arrived("All about \(words)")) }
      }
    }
  }

  @Test("Features and effects are stated, too")
  func featuresAndEffects() async throws {
    var (list, ids) = (TodoList(), IDs())
    try expect(&list, in: &ids) {
      $0.add("Write", ids: &$1)
    } changes: { list, ids in
      list.titles = [1: "Write"]
      ids.last = 1
    }
    let store = Store(Asking())
    let effects = EffectReceiver(of: store)
    let asking = answerQuestions(of: store)
    try store.send(.ask("tea"))
    try await effects.receive(.arrived("All about tea")) { $0.answer = "All about tea" }

    try store.send(.ask("milk"))
    try await effects.receive(where: { if case .arrived = $0 { true } else { false } }) {
      $0.answer = "All about milk"
    }
    asking.cancel()
  }

  @Described
  struct Cart: Reducible {
    var lines: [Line] = []
    var note = ""

    @Described
    struct Line: Equatable {
      var title = ""
      var cents = 0
      var count = 1
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
  }

  @Test("A stated change holds, for a value and for a store")
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
