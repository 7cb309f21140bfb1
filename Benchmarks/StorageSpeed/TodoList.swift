import Measuring
import PersistentCollections
import StrataCore

/// The state that is saved: todos by id, as described in the package's workloads.
@Described
struct TodoList: Reducible {
  var todos: PersistentSortedMap<Int, Todo> = [:]

  enum Action: Sendable {
    case retitle(id: Int, String)
    /// A letter of a title that is being typed: one step with the letters before it.
    case type(id: Int, String)
  }

  mutating func reduce(_ action: Action) {
    switch action {
    case .retitle(let id, let title), .type(let id, let title): todos[id]?.title = title
    }
  }

  /// A label of its own for each step, as an app that names what it did would have.
  func recording(of action: Action) -> Recording {
    switch action {
    case .retitle(let id, _): .step("Rename Todo \(id)")
    case .type(let id, _): .merge("Rename Todo \(id)", key: "type \(id)", within: .seconds(5))
    }
  }

  /// No todos.
  init() {}

  /// A list of `count` todos, the same every time.
  init(count: Int) {
    var random = SplitMix64(seed: 7)
    todos = PersistentSortedMap(
      uniqueKeysWithValues: (1...count).map { id in
        let todo = Todo(
          id: id,
          title: "Write report \(random.below(10_000_000))",
          done: random.below(2) == 0,
          category: random.below(3) == 0 ? nil : random.below(9),
          timestamp: 785_000_000 + Double(random.below(1 << 30)) / 8
        )
        return (id, todo)
      }
    )
  }
}

@Described
struct Todo: Equatable {
  var id = 0
  var title = ""
  var done = false
  var category: Int?
  var timestamp = 0.0
}
