import PersistentCollections
import StrataCore
import Workspace

/// The example app's document: a journal of a hundred todos a page, most of which were done long ago, and a canvas for
/// what is dragged.
enum Journals: Subject {
  private static let annotations = 100
  private static let categories = 3
  private static let perPage = 100
  /// The page that everything happens on.
  static let today = Day(year: 2026, month: 11, day: 21)!  // A day of the calendar.

  static var name: String { "journal" }
  static var part: WritableKeyPath<AppState, Document> & Sendable { \.document }
  static var reusesKeys: Bool { false }
  static var hasTitles: Bool { true }

  static func state(of count: Int) throws -> AppState {
    var state = AppState()
    for name in ["Work", "Home", "Garden"] {
      try state.reduce(.journal(.category(.add(name: name, color: .green))))
    }
    for number in 0..<annotations {
      let place = Point(x: Double(number), y: 0)
      try state.reduce(.canvas(.create("An annotation, \(number)", at: place, color: .blue)))
    }
    var days = [today]
    while days.count * perPage < count, let day = days.last?.previous { days.append(day) }
    var (next, end) = (keys(of: count).items.lowerBound, keys(of: count).items.upperBound)
    for day in days.reversed() {
      try state.reduce(.journal(.startPage(day)))
      let ids = next..<min(next + perPage, end)
      let todos = ids.map { NewTodo("Write report \(1_000_000 + $0)", category: 1 + $0 % categories) }
      try state.reduce(.journal(.add(todos)))
      if day != today { try state.reduce(.journal(.complete(IDSet(ids), at: .noon(of: day)))) }
      next = ids.upperBound
    }
    return state
  }

  static func keys(of count: Int) -> SubjectKeys {
    let first = 1 + categories + annotations
    return SubjectKeys(items: first..<first + count, dragged: 1 + categories..<first)
  }

  static func plain(of state: AppState) -> PlainJournal {
    let (todos, annotations) = (state.document.journal.todos, state.document.canvas.annotations)
    return PlainJournal(
      todos: Dictionary(uniqueKeysWithValues: todos.map { ($0.key, PlainJournal.Todo($0.value)) }),
      annotations: Dictionary(uniqueKeysWithValues: annotations.map { ($0.key, .init($0.value)) })
    )
  }

  static func action(for edit: Edit) -> AppState.Action {
    switch edit.change {
    case .tick(let id, true): .journal(.complete([id], at: noon))
    case .tick(let id, false): .journal(.uncomplete([id]))
    case .retitle(let id): .journal(.rename([id], edit.text))
    case .file(let ids, let category): .journal(.setCategory(IDSet(ids), self.category(category)))
    case .slide(let id): .canvas(.move(id: id, to: place(edit)))
    case .insert: .journal(.add([NewTodo(edit.text)]))
    case .remove(let id): .journal(.delete([id]))
    }
  }

  static func label(of edit: Edit) -> String {
    AppState().recording(of: action(for: edit)).label ?? ""
  }

  // The meaning of an edit, for both forms of the journal.
  static var noon: WallTime { .noon(of: today) }
  static func category(_ number: Int) -> Int { 1 + number % categories }
  static func place(_ edit: Edit) -> Point { Point(x: Double(edit.number), y: 1) }
}
