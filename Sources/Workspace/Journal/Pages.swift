import PersistentCollections

/// The contents of a page of the journal.
public struct JournalPage: Equatable, Sendable {
  /// The todos of one category.
  public struct Group: Equatable, Sendable {
    /// The category; nil for todos in none, which are the last group.
    public var category: TodoCategory?
    /// The todos, by id.
    public var todos: [Todo]

    /// The category's name, or "Other".
    public var name: String { category?.name ?? "Other" }
  }

  /// The day of the page.
  public var day: Day
  /// The todos by category, in the order of the categories; groups without todos are left out.
  public var groups: [Group]
  /// The notes by time.
  public var notes: [Note]

  /// All todos of the page, group by group.
  public var todos: [Todo] { groups.flatMap(\.todos) }

  /// Makes a page with its notes, and with a group for each category and for no category.
  init(of day: Day, in journal: Journal) {
    self.day = day
    groups = journal.categories.map { Group(category: $0, todos: []) } + [Group(category: nil, todos: [])]
    notes = journal.noteRows.index.byTime.from(.midnight(of: day)).prefix { $0.key.rank.day == day }
      .compactMap { journal.notes[$0.key.id] }
  }

  /// The page without the groups that have no todos.
  var withoutEmptyGroups: JournalPage {
    var page = self
    page.groups.removeAll(where: \.todos.isEmpty)
    return page
  }
}

extension Journal {
  /// Returns the page of a day: the todos that had started by then and had not ended before, and the notes of the day.
  ///
  /// - Complexity: O((*k* + *e*) log *n*) for *k* todos that are pending or shown, and *e* that ended on that day or
  ///   later. For the newest page no other todo is read.
  public func page(of day: Day) -> JournalPage {
    let index = todoRows.index
    let orders = [index.migrating.through(day), index.staying.through(day), index.ended.from(day)]
    let visible = orders.joined().compactMap { place in
      todos[place.key.id].flatMap { $0.isVisible(on: day) ? $0 : nil }
    }
    let groupOf = groupNumbers()
    var page = JournalPage(of: day, in: self)
    for todo in visible.sorted(by: { $0.id < $1.id }) { page.groups[groupOf(todo)].todos.append(todo) }
    return page.withoutEmptyGroups
  }

  /// Returns all pages, the oldest first.
  ///
  /// Each todo is put on the pages from its first to its last. So no todo is read twice, and the todos of a page are in
  /// the order of their ids.
  ///
  /// - Complexity: O(*n* log *p* + todos on all pages) for *n* todos and *p* pages.
  public func allPages() -> [JournalPage] {
    let days = Array(pages)
    let groupOf = groupNumbers()
    var all = days.map { JournalPage(of: $0, in: self) }
    for todo in todos.values {
      let first = days.firstIndexInOrder { $0 >= todo.start }
      let end = todo.ending.map { ending in days.firstIndexInOrder { $0 > ending.time.day } } ?? days.count
      let group = groupOf(todo)
      for page in first..<max(first, end) { all[page].groups[group].todos.append(todo) }
    }
    return all.map(\.withoutEmptyGroups)
  }

  /// Returns a function from a todo to the number of its group on a page: that of its category, or the last.
  private func groupNumbers() -> (Todo) -> Int {
    let other = categories.count
    let numbers = Dictionary(zip(categories.map(\.id), 0...), uniquingKeysWith: { first, _ in first })
    return { todo in todo.category.flatMap { numbers[$0] } ?? other }
  }

  /// Returns the future log: the pending todos that start after a day, by the day they start and by id.
  public func futureLog(after day: Day) -> [Todo] {
    let index = todoRows.index
    let later = index.migrating.after(day).merging(index.staying.after(day)) { old, _ in old }
    return later.keys.compactMap { todos[$0.id] }
  }

  /// Whether a day has a page.
  ///
  /// - Complexity: O(log *n*) pages are read.
  func hasPage(of day: Day) -> Bool { pages.containsInOrder(day) }

  /// The day of the page in view: the one that the person chose as long as it exists, else the newest.
  public func pageInView(_ chosen: Day?) -> Day? {
    if let chosen, hasPage(of: chosen) { return chosen }
    return pages.last
  }

  /// Starts the page of a day, and abandons pending todos from before that do not migrate.
  ///
  /// They end with the last page before this one. A todo that was to start only after that page ends with its own day,
  /// since no todo ends before it starts.
  mutating func startPage(_ day: Day) throws(JournalError) {
    let newest = pages.last
    if let newest, day <= newest {
      throw newest == day ? .pageExists(day) : .pageBeforeNewest(day, newest: newest)
    }
    for place in todoRows.index.staying.before(day).keys {
      let last = max(newest ?? place.rank, place.rank)
      _ = todoRows.update(place.id) { $0.ending = Ending(time: .lastSecond(of: last), kind: .abandoned) }
    }
    pages.append(day)
  }
}

extension WallTime {
  /// The time to write for an action on the page of a day: now on today's page, else noon of the day.
  func stamped(on page: Day) -> WallTime {
    page == day ? self : .noon(of: page)
  }
}
