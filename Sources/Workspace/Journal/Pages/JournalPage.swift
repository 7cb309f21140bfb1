import PersistentCollections

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
  /// Where a todo stands on a page.
  private struct Place: Comparable {
    var group: Int
    var id: Int

    static func < (left: Place, right: Place) -> Bool { (left.group, left.id) < (right.group, right.id) }
  }

  init(of day: Day, showing todos: some Sequence<Todo>, in journal: Journal) {
    self.day = day
    var positions: [Int: Int] = [:]
    for (position, category) in journal.categories.enumerated() { positions[category.id] = position }
    let other = journal.categories.count
    let rows = todos.map { todo in
      (Place(group: todo.category.flatMap { positions[$0] } ?? other, id: todo.id), todo)
    }
    groups = []
    var last: Int?
    for (place, todo) in PersistentSortedMap(uniqueKeysWithValues: rows) {
      if place.group == last {
        groups[groups.count - 1].todos.append(todo)
      } else {
        let category = place.group < other ? journal.categories[place.group] : nil
        groups.append(Group(category: category, todos: [todo]))
        last = place.group
      }
    }
    notes = journal.notes(on: day)
  }
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
    return JournalPage(of: day, showing: visible, in: self)
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
