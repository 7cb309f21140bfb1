import Strata
import Workspace

/// A workspace to try things on, and short names for what tests do with it.
struct Desk {
  let store: Store<AppState>
  let clock = HandClock()

  init(_ state: AppState = AppState(), keeping: Keeping = .all) {
    store = Store(
      state,
      undoing: \.document,
      restoring: \.session.selection,
      keeping: keeping,
      clock: { [clock] in clock.time }
    )
  }

  /// A workspace whose journal has pages.
  init(pages first: Day, _ others: Day...) throws {
    self.init()
    for day in [first] + others { try journal(.startPage(day)) }
  }

  var state: AppState { store.state }
  var journal: Journal { state.document.journal }
  var canvas: Canvas { state.document.canvas }
  var people: People { state.document.people }

  /// The labels of what undo would take back, the next one first.
  var steps: [String] { store.timeline.undoPath.map(\.label) }

  func journal(_ actions: Journal.Action...) throws {
    for action in actions { try store.send(.journal(action)) }
  }

  func canvas(_ actions: Canvas.Action...) throws {
    for action in actions { try store.send(.canvas(action)) }
  }

  func people(_ actions: People.Action...) throws {
    for action in actions { try store.send(.people(action)) }
  }

  func session(_ actions: Session.Action...) throws {
    for action in actions { try store.send(.session(action)) }
  }

  /// Adds todos and returns their ids.
  @discardableResult
  func add(_ titles: String...) throws -> [Int] {
    try titles.map { title in
      try journal(.add(title: title))
      return state.session.ids.last
    }
  }

  /// Adds a todo with more to it than a title, and returns its id.
  @discardableResult
  func add(_ todo: NewTodo) throws -> Int {
    try journal(.add([todo]))
    return state.session.ids.last
  }

  func todo(_ id: Int) -> Todo? { journal.todos[id] }
}

/// A clock that goes on when it is told to.
final class HandClock: @unchecked Sendable {
  // Unchecked, because a test reads and sets it on the one thread that it runs on.
  var time = Timestamp(secondsSince1970: 1_700_000_000)

  func pass(_ duration: Duration) { time = time.advanced(by: duration) }
}

/// Reads a day that a test writes, which is a day of the calendar.
func day(_ text: String) -> Day { Day(text)! }

/// Reads a time that a test writes, which clocks show.
func time(_ text: String) -> WallTime { WallTime(text)! }
