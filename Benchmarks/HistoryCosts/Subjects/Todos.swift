import PersistentCollections
import StrataCore

/// Todos by id.
enum Todos: Subject {
  @Described
  struct Todo: PlainItem {
    var id = 0
    var title = ""
    var done = false
    var category: Int?
    var timestamp = 0.0

    static func made(by edit: Edit, at key: Int) -> Todo {
      Todo(id: key, title: edit.text, timestamp: Double(edit.number))
    }

    mutating func take(_ edit: Edit) {
      switch edit.change {
      case .tick(_, let isDone): done = isDone
      case .retitle: title = edit.text
      case .file(_, let category): self.category = category
      case .slide: timestamp = Double(edit.number)
      case .insert, .remove: break
      }
    }

    func copied() -> Todo {
      var copy = self
      copy.title = title.copied()
      return copy
    }

    func forEachText(notIn other: Todo?, _ body: (String) -> Void) {
      if title.isBlock(notSharedWith: other?.title) { body(title) }
    }
  }

  struct State: Reducible, Described {
    var todos: PersistentMap<Int, Todo> = [:]

    static func describe(_ field: inout Fields<State>) { field("todos", \.todos) }

    mutating func reduce(_ edit: Edit) {
      switch edit.change {
      case .insert(let key): todos[key] = .made(by: edit, at: key)
      case .remove(let key): todos[key] = nil
      case .file(let keys, _): for key in keys { todos[key]?.take(edit) }
      case .tick(let key, _), .retitle(let key), .slide(let key): todos[key]?.take(edit)
      }
    }

    func recording(of edit: Edit) -> Recording { edit.recording }
  }

  static var name: String { "todos" }
  static var part: WritableKeyPath<State, PersistentMap<Int, Todo>> & Sendable { \.todos }
  static var reusesKeys: Bool { true }
  static var hasTitles: Bool { true }

  static func state(of count: Int) -> State {
    var state = State()
    for id in keys(of: count).items {
      state.todos[id] = Todo(id: id, title: "Write report \(1_000_000 + id)", category: id % 3, timestamp: 0)
    }
    return state
  }

  static func keys(of count: Int) -> SubjectKeys {
    SubjectKeys(items: 1..<count + 1, dragged: 1..<count + 1)
  }

  static func plain(of state: State) -> [Int: Todo] {
    Dictionary(uniqueKeysWithValues: state.todos.map { ($0.key, $0.value) })
  }

  static func action(for edit: Edit) -> Edit { edit }
  static func label(of edit: Edit) -> String { "Change todo \(1_000_000 + edit.number)" }
}
