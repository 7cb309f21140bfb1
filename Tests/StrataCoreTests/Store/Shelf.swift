import PersistentCollections

@testable import StrataCore

/// A described state for tests of what histories keep: books with titles, in an order, and a place that is looked at.
struct Shelf: Reducible, Codable, Described {
  var books = Books()
  var place = 0

  struct Books: Codable, Equatable, Described {
    var titles: PersistentMap<Int, String> = [:]
    var order: PersistentArray<Int> = []

    static func describe(_ field: inout Fields<Books>) {
      field("titles", \.titles)
      field("order", \.order)
    }
  }

  enum Action: Sendable {
    case put(Int, String)
    /// Puts the next letter of a title, as typing does; merged for each title.
    case type(Int, String)
    case take(Int)
    case turn(Int)
  }

  static func describe(_ field: inout Fields<Shelf>) {
    field("books", \.books)
    field("place", \.place)
  }

  mutating func reduce(_ action: Action) {
    switch action {
    case .put(let id, let title), .type(let id, let title):
      if books.titles.updateValue(title, forKey: id) == nil { books.order.append(id) }
    case .take(let id):
      books.titles[id] = nil
      if let place = books.order.firstIndex(of: id) { books.order.remove(at: place) }
    case .turn(let place): self.place = place
    }
  }

  func recording(of action: Action) -> Recording {
    switch action {
    case .turn: .untracked
    case .type(let id, _): .merge("Type", key: "\(id)", within: .seconds(1_000_000))
    case .put(let id, _): .step("Put book number \(id) there")
    case .take: .step("Take")
    }
  }

  /// A shelf with so many books.
  static func filled(_ count: Int) -> Shelf {
    var shelf = Shelf()
    for id in 0..<count { shelf.reduce(.put(id, "The collected works, volume \(id)")) }
    return shelf
  }
}
