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

    try store.send(.add(10))
    print(store.timeline)
    // 0  Start  ← saved
    // 1  Change
    //   2  Change
    // 3  Change  ← present
    #expect(store.timeline.description == "0  Start  ← saved\n1  Change\n  2  Change\n3  Change  ← present")
  }
}
