import Measuring
import PersistentCollections
import StrataCore
import Workspace

/// The smallest state there is: what a send costs beside its reducer shows best here.
struct Counter: Reducible {
  var count = 0
  mutating func reduce(_ action: Int) { count &+= action }
}

/// The state that people write first: a plain array.
struct Numbers: Reducible {
  var all: [Int]
  mutating func reduce(_ action: Int) { all[action] &+= 1 }
}

/// A list of todos whose titles are edited again and again: it takes any number of steps at any number of items.
struct TodoList: Reducible {
  var titles: PersistentMap<Int, String> = [:]
  /// The selected todo, outside of the part that undo covers.
  var selection = 0

  enum Action: Sendable {
    case rename(Int, to: String)
    case select(Int)
  }

  init(count: Int) {
    for id in 0..<count { titles[id] = "Write report number \(id)" }
  }

  mutating func reduce(_ action: Action) {
    switch action {
    case .rename(let id, let title): titles[id] = title
    case .select(let id): selection = id
    }
  }

  func recording(of action: Action) -> Recording {
    switch action {
    case .rename: .step("Rename Todo")
    case .select: .untracked
    }
  }

  /// Returns `count` edits of todos here and there, each to a title of its own.
  static func edits(_ count: Int, among items: Int, seed: UInt64 = 1) -> [Action] {
    var numbers = SplitMix64(seed: seed)
    return (0..<count).map { .rename(numbers.below(items), to: "Write report number \($0) again") }
  }
}

/// A journal of `n` todos in a store of its own, so that a round starts from a fresh history.
func journal(of n: Int) throws -> Store<AppState> {
  var state = AppState()
  if let day = Day(year: 2026, month: 11, day: 21) {
    try state.reduce(.journal(.startPage(day)))
  }
  for number in 1...n {
    try state.reduce(.journal(.add(title: "Write report number \(number)")))
  }
  return Store(state, undoing: \.document, keeping: .all)
}
