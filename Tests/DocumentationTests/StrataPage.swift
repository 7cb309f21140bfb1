import Strata
import Testing

@Suite("The example on Strata's first page")
struct StrataPageTests {
  @Test("It prints what it says")
  func runs() throws {
    struct Counter: Reducible {
      var count = 0

      enum Action: Sendable {
        case add(Int)
      }

      mutating func reduce(_ action: Action) {
        switch action {
        case .add(let number): count += number
        }
      }
    }

    let store = Store(Counter())
    try store.send(.add(2))
    try store.send(.add(3))
    try store.undo()
    print(store.state.count)  // 2
    #expect(store.state.count == 2)
  }
}
