import Testing

@testable import StrataCore

@Suite("The packing of old steps without a setting")
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

  @Test("A store packs the history of described parts, unless it is made with .unpacked")
  func described() throws {
    let stores = [
      Store(Shelf()), Store(Shelf(), undoing: \.books), Store(Shelf(), undoing: \.books, \.films),
      Store(Shelf(), undoing: \.books, restoring: \.place),
      Store(Shelf(), undoing: \.books, \.films, restoring: \.place),
      Store(Shelf(), undoing: \.books, keeping: .steps(100)),
    ]
    for store in stores { #expect(isPacking(store) && store.historyBytes == 0) }
    for store in [
      Store(Shelf(), undoing: \.undescribed), Store(Shelf(), undoing: \.books, keeping: .unpacked),
    ] {
      #expect(!isPacking(store))
    }
  }

  @Test("A store made in a generic function packs the history of a described part")
  func generic() {
    func store<Part: Equatable & Sendable>(_ part: WritableKeyPath<Shelf, Part> & Sendable) -> Store<Shelf> {
      Store(Shelf(), undoing: part)
    }
    #expect(isPacking(store(\.books)))
    #expect(!isPacking(store(\.undescribed)))
  }

  private func isPacking(_ store: Store<Shelf>) -> Bool { store.core.withLock { $0.main.recent != nil } }

  @Test("So old steps are packed by a store that names no setting")
  func packs() throws {
    let store = Store(Shelf(), undoing: \.name)
    for number in 0..<500 {
      try store.send(.rename("A name that is no small string, and is number \(number)"))
    }
    #expect(try #require(store.historyBytes) < 500 * 60, "two of these texts alone are more")
    while store.canUndo { try store.undo() }
    #expect(store.state == Shelf())
  }

  @Test("A limit in bytes is refused with notDescribed where undo covers an undescribed part")
  func uncounted() throws {
    let limited = Store(Shelf(), undoing: \.undescribed, keeping: .bytes(5_000))
    #expect(throws: StoreError.notDescribed) { try limited.send(.odd) }
    #expect(limited.state == Shelf() && limited.historyBytes == nil)
    let store = Store(Shelf(), undoing: \.undescribed)
    #expect(throws: StoreError.notDescribed) { try store.keep(bytes: 5_000) }
    try store.keep(bytes: nil)
    try store.send(.odd)
    #expect(store.canUndo && store.historyBytes == nil)
  }

  @Test(
    "A store of values alone begins to pack when it is given a limit in bytes, and goes on when that is lifted"
  )
  func packsLater() throws {
    let store = Store(Shelf(), undoing: \.name, keeping: .unpacked)
    for number in 0..<300 { try store.send(.rename("A name that is no small string, \(number)")) }
    try store.keep(bytes: 1_000_000)
    #expect(store.keeping == Keeping(bytes: 1_000_000))
    for number in 300..<320 { try store.send(.rename("A name that is no small string, \(number)")) }
    try store.keep(bytes: nil)
    for number in (0..<319).reversed() {
      try store.undo()
      #expect(store.state.name == "A name that is no small string, \(number)")
    }
    try store.jump(to: #require(store.timeline.line.last))
    #expect(store.state.name == "A name that is no small string, 319")
    try store.keep(bytes: 10_000)
    try #expect(#require(store.historyBytes) <= 10_000 && store.canUndo)
  }
}
