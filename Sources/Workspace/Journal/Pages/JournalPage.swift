/// What a page of the journal shows.
public struct JournalPage: Equatable, Sendable {
  /// The todos of one category.
  public struct Group: Equatable, Sendable {
    /// The category; nil for todos that have none, which is the last group.
    public var category: TodoCategory?
    /// The todos, by id.
    public var todos: [Todo]

    /// The category's name, or "Other".
    public var name: String { category?.name ?? "Other" }
  }

  /// The day of the page.
  public var day: Day
  /// The todos by category, in the categories' order; groups without todos are left out.
  public var groups: [Group]
  /// The notes by time.
  public var notes: [Note]

  /// All todos of the page, group by group.
  public var todos: [Todo] { groups.flatMap(\.todos) }
}

extension JournalPage {
  /// - Parameter todos: The todos of each of the ``CategoryGroups``, by id.
  init(of day: Day, showing todos: [[Todo]], in journal: Journal) {
    self.day = day
    groups = todos.enumerated().filter { !$0.element.isEmpty }.map { number, todos in
      Group(category: number < journal.categories.count ? journal.categories[number] : nil, todos: todos)
    }
    notes = journal.notes(on: day)
  }
}

/// The groups in which a page shows todos, by number: the categories in their order, and what has none.
struct CategoryGroups {
  private var numbers: [Int: Int] = [:]
  private let other: Int

  init(of journal: Journal) {
    other = journal.categories.count
    for (number, category) in journal.categories.enumerated() { numbers[category.id] = number }
  }

  /// The groups without todos.
  var empty: [[Todo]] { Array(repeating: [], count: other + 1) }

  /// The group that shows a todo.
  func number(of todo: Todo) -> Int { todo.category.flatMap { numbers[$0] } ?? other }
}

extension Journal {
  /// Returns what the page of a day shows: what had started by then and had not ended before it.
  ///
  /// - Complexity: O((*k* + *e*) log *n*) for *k* todos that are pending or shown, and *e* that ended on that day or
  ///   later; for the newest page nothing else is looked at.
  public func page(of day: Day) -> JournalPage {
    let index = todoRows.index
    let pending = [index.migrating.through(day), index.staying.through(day)]
    let ended = index.ended.from(day)
    let visible = (pending + [ended]).joined().compactMap { place in
      todos[place.key.id].flatMap { $0.isVisible(on: day) ? $0 : nil }
    }
    let groups = CategoryGroups(of: self)
    var shown = groups.empty
    for todo in visible.sorted(by: { $0.id < $1.id }) { shown[groups.number(of: todo)].append(todo) }
    return JournalPage(of: day, showing: shown, in: self)
  }

  /// The notes of a day, by time.
  func notes(on day: Day) -> [Note] {
    let from = noteRows.index.byTime.from(.midnight(of: day))
    return from.prefix { $0.key.rank.day == day }.compactMap { notes[$0.key.id] }
  }

  /// The pending todos that start after a day, by the day they start and by id.
  public func futureLog(after day: Day) -> [Todo] {
    let later = todoRows.index.migrating.after(day).merging(todoRows.index.staying.after(day)) { old, _ in old
    }
    return later.keys.compactMap { todos[$0.id] }
  }
}
