import Strata
import Testing

@Suite("What a store has without being asked")
struct DefaultAtticTests {
  private struct Shelf: Reducible, Described {
    var books: [String] = []
    var films: [String] = []
    var name = ""
    var place = 0
    var undescribed: Set<Odd> = []

    struct Odd: Hashable {}

    enum Action: Sendable { case rename(String), odd }

    mutating func reduce(_ action: Action) {
      switch action {
      case .rename(let name): self.name = name
      case .odd: undescribed.insert(Odd())
      }
    }

    static func describe(_ field: inout Fields<Shelf>) {
      field("books", \.books)
      field("films", \.films)
      field("name", \.name)
      field("place", \.place)
    }
  }

  @Test("What is described has an attic, however many parts undo covers, and what is not has none")
  func described() throws {
    let stores = [
      Store(Shelf()), Store(Shelf(), undoing: \.books), Store(Shelf(), undoing: \.books, \.films),
      Store(Shelf(), undoing: \.books, restoring: \.place),
      Store(Shelf(), undoing: \.books, \.films, restoring: \.place),
      Store(Shelf(), undoing: \.books, limit: .steps(100)),
    ]
    for store in stores { #expect(store.historyMemory != nil) }
    #expect(Store(Shelf(), undoing: \.undescribed).historyMemory == nil)
    #expect(Store(Shelf(), undoing: \.books, attic: nil).historyMemory == nil)
  }

  @Test("Where only the caller's caller knows that it is described, it has one, too")
  func generic() {
    func store<Part: Equatable & Sendable>(_ part: WritableKeyPath<Shelf, Part> & Sendable) -> Store<Shelf> {
      Store(Shelf(), undoing: part)
    }
    #expect(store(\.books).historyMemory != nil)
    #expect(store(\.undescribed).historyMemory == nil)
  }

  @Test("So old steps are packed by a store that names no setting")
  func packs() throws {
    let store = Store(Shelf(), undoing: \.name)
    for number in 0..<500 {
      try store.send(.rename("A name that is no small string, and is number \(number)"))
    }
    #expect(try #require(store.historyMemory).bytes < 500 * 60, "two of these texts alone are more")
    while store.canUndo { try store.undo() }
    #expect(store.state == Shelf())
  }
}
