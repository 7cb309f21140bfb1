import PersistentCollections

/// The todos as an app without Strata has them: their `Codable` conformance is the compiler's.
struct CodedList: Codable, Equatable {
  var todos: PersistentSortedMap<Int, CodedTodo>

  init(_ list: TodoList) {
    let todos = list.todos.map { id, todo in
      let coded = CodedTodo(
        id: todo.id,
        title: todo.title,
        done: todo.done,
        category: todo.category,
        timestamp: todo.timestamp
      )
      return (id, coded)
    }
    self.todos = PersistentSortedMap(uniqueKeysWithValues: todos)
  }
}

struct CodedTodo: Codable, Equatable {
  var id: Int
  var title: String
  var done: Bool
  var category: Int?
  var timestamp: Double
}
