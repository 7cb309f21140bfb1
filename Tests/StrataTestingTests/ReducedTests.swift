import StrataCore
import StrataTesting
import Testing

private struct Counter: Reducible {
  var count = 0
  struct TooMuch: Error {}

  mutating func reduce(_ action: Int) throws {
    count += action
    if count > 10 { throw TooMuch() }
  }
}

@Suite("Reducing on trial")
struct ReducedTests {
  @Test("The result is a new value and the old one stays")
  func reduced() throws {
    let state = Counter(count: 1)
    #expect(try state.reduced(by: 2) == Counter(count: 3))
    #expect(state == Counter(count: 1))
  }

  @Test("An error of the reducer comes through")
  func throwing() {
    #expect(throws: Counter.TooMuch.self) { try Counter().reduced(by: 11) }
  }
}
