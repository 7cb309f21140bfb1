import PersistentCollections
import StrataCore
import StrataStorage

/// The state that these tests keep: books with ids that are never given out twice.
struct Shelf: Reducible, Described {
  struct Book: Described, Equatable {
    var id = 0
    var title = ""
    var weight = 1.0

    static func describe(_ field: inout Fields<Book>) {
      field("id", \.id)
      field("title", \.title)
      field("weight", \.weight)
    }
  }

  struct Session: Described, Equatable {
    var lastID = 0
    var selected: [Int] = []

    static func describe(_ field: inout Fields<Session>) {
      field("lastID", \.lastID)
      field("selected", \.selected)
    }
  }

  enum Action: Equatable, Sendable {
    case add(String)
    case rename(Int, String)
    case weigh(Int, Double)
    case remove(Int)
    case select([Int])
    /// A book comes from outside.
    case fetch(Int, String)
    case fail
  }

  struct Refused: Error, Equatable {}

  var books: PersistentSortedMap<Int, Book> = [:]
  var session = Session()

  static func describe(_ field: inout Fields<Shelf>) {
    field("books", \.books)
    field("session", \.session)
  }

  mutating func reduce(_ action: Action) throws {
    switch action {
    case .add(let title):
      session.lastID += 1
      session.selected = [session.lastID]
      books[session.lastID] = Book(id: session.lastID, title: title)
    case .rename(let id, let title):
      guard books[id] != nil else { throw Refused() }
      books[id]?.title = title
    case .weigh(let id, let weight):
      guard books[id] != nil else { throw Refused() }
      books[id]?.weight = weight
    case .remove(let id):
      guard books.removeValue(forKey: id) != nil else { throw Refused() }
    case .fetch(let id, let title): books[id] = Book(id: id, title: title)
    case .select(let ids): session.selected = ids
    case .fail: throw Refused()
    }
  }

  func recording(of action: Action) -> Recording {
    switch action {
    case .add(let title): .step("Add \"\(title)\"")
    case .rename(let id, _): .merge("Rename", key: "rename \(id)", within: .seconds(5))
    case .weigh: .step("Weigh\n\u{7}")
    case .remove: .step("Remove")
    case .fetch: .external("Fetch")
    case .select: .untracked
    case .fail: .step("Fail")
    }
  }
}

/// A clock that a test moves on.
final class ManualClock: Sendable {
  private let time = Guarded(Timestamp(secondsSince1970: 1_000))

  func pass(_ duration: Duration) { time.withLock { $0 = $0.advanced(by: duration) } }

  var now: Timestamp { time.withLock { $0 } }
}

/// A store of a shelf on a simulated disk, which is saved when a test asks for it.
func openShelf(
  on disk: any FileSystem,
  at path: String = "/d/shelf.json",
  startingWith initial: Shelf = Shelf(),
  clock: ManualClock = ManualClock(),
  _ change: (inout OpeningOptions) -> Void = { _ in }
) throws -> DurableStore<Shelf> {
  var options = OpeningOptions()
  options.pacing = AutosavePacing(delay: .seconds(1_000_000))
  options.clock = { clock.now }
  options.keeping = .all
  change(&options)
  return try DurableStore(
    at: path,
    undoing: try UndonePart(\.books, with: \.session.selected),
    startingWith: initial,
    options: options,
    in: disk
  )
}
