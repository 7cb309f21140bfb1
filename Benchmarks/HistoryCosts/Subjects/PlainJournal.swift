import PersistentCollections
import StrataCore
import Workspace

/// The journal as an app keeps it that has dictionaries: what is derived from the todos it finds when it needs it.
struct PlainJournal: PlainState {
  var todos: [Int: Todo] = [:]
  var annotations: [Int: Annotation] = [:]

  struct Todo: Equatable, Sendable {
    var id: Int
    var title: String
    var shouldMigrate: Bool
    var start: Day
    var ending: End?
    var category: Int?
    var url: String?

    struct End: Equatable, Sendable {
      var time: WallTime
      var kind: Ending.Kind
    }

    init(_ todo: Workspace.Todo) {
      (id, title, shouldMigrate) = (todo.id, todo.title, todo.shouldMigrate)
      (start, category, url) = (todo.start, todo.category, todo.url)
      ending = todo.ending.map { End(time: $0.time, kind: $0.kind) }
    }

    init(id: Int, title: String) {
      (self.id, self.title, shouldMigrate, start) = (id, title, true, Journals.today)
    }
  }

  struct Annotation: Equatable, Sendable {
    var id: Int
    var color: Tint
    var position: Point
    var text: String

    init(_ annotation: Workspace.Annotation) {
      (id, color, position, text) = (annotation.id, annotation.color, annotation.position, annotation.text)
    }
  }

  /// One of the things that have ids in a journal.
  enum Item: PlainItem {
    case todo(Todo)
    case annotation(Annotation)

    static func made(by edit: Edit, at key: Int) -> Item { .todo(Todo(id: key, title: edit.text)) }

    mutating func take(_ edit: Edit) {
      switch self {
      case .todo(var todo):
        switch edit.change {
        case .tick(_, let isDone): todo.ending = isDone ? Todo.End(time: Journals.noon, kind: .done) : nil
        case .retitle: todo.title = edit.text
        case .file(_, let category): todo.category = Journals.category(category)
        case .slide, .insert, .remove: break
        }
        self = .todo(todo)
      case .annotation(var annotation):
        annotation.position = Journals.place(edit)
        self = .annotation(annotation)
      }
    }

    func copied() -> Item {
      switch self {
      case .todo(var todo):
        (todo.title, todo.url) = (todo.title.copied(), todo.url?.copied())
        return .todo(todo)
      case .annotation(var annotation):
        annotation.text = annotation.text.copied()
        return .annotation(annotation)
      }
    }

    func forEachText(notIn other: Item?, _ body: (String) -> Void) {
      switch self {
      case .todo(let todo):
        let other = other?.todo
        if todo.title.isBlock(notSharedWith: other?.title) { body(todo.title) }
        if let url = todo.url, url.isBlock(notSharedWith: other?.url) { body(url) }
      case .annotation(let annotation):
        if annotation.text.isBlock(notSharedWith: other?.annotation?.text) { body(annotation.text) }
      }
    }

    private var todo: Todo? {
      if case .todo(let todo) = self { todo } else { nil }
    }

    fileprivate var annotation: Annotation? {
      if case .annotation(let annotation) = self { annotation } else { nil }
    }
  }

  func item(at key: Int) -> Item? {
    todos[key].map(Item.todo) ?? annotations[key].map(Item.annotation)
  }

  mutating func apply(_ change: ItemChange<Item>) {
    switch (change.old, change.new) {
    case (_, .todo(let todo)?): todos[change.key] = todo
    case (_, .annotation(let annotation)?): annotations[change.key] = annotation
    case (.annotation?, nil): annotations[change.key] = nil
    case (_, nil): todos[change.key] = nil
    }
  }

  func copied() -> PlainJournal {
    var copy = PlainJournal(
      todos: Dictionary(minimumCapacity: todos.count),
      annotations: Dictionary(minimumCapacity: annotations.count)
    )
    for (key, todo) in todos { copy.apply(ItemChange(key: key, new: Item.todo(todo).copied())) }
    for (key, annotation) in annotations {
      copy.apply(ItemChange(key: key, new: Item.annotation(annotation).copied()))
    }
    return copy
  }

  func addTables(changedBy changes: ItemChanges<Item>?, to meter: inout FootprintMeter) {
    var isAboutTodos = false
    var isAboutAnnotations = false
    changes?.forEach { change in
      if (change.old ?? change.new)?.annotation == nil {
        isAboutTodos = true
      } else {
        isAboutAnnotations = true
      }
    }
    if isAboutTodos || changes == nil { meter.countTable(todos) }
    if isAboutAnnotations || changes == nil { meter.countTable(annotations) }
  }

  var textBytes: Int {
    todos.values.reduce(0) { $0 + Item.todo($1).textBytes() }
      + annotations.values.reduce(0) { $0 + Item.annotation($1).textBytes() }
  }
}
