import Strata
import StrataTesting
import Testing

@Suite("The example on StrataTesting's page")
struct StrataTestingPageTests {
  struct Shelf: Reducible {
    var titles: [String] = []
    var lent: Set<Int> = []

    enum Action: Sendable {
      case add(String)
      case lend(Int)
    }

    mutating func reduce(_ action: Action) {
      switch action {
      case .add(let title): titles.append(title)
      case .lend(let index): lent.insert(index)
      }
    }
  }

  @Test("It passes, and fails as it says")
  func runs() throws {
    var shelf = Shelf()
    try shelf.expect(.add("Momo")) { $0.titles = ["Momo"] }
    try shelf.expect(.lend(0)) { $0.lent = [0] }
    #expect(shelf == Shelf(titles: ["Momo"], lent: [0]))
  }
}
