import PersistentCollections

/// A bullet journal: a page per day, and the todos that were written on them.
public struct Journal: Codable, Equatable, Sendable {
  /// The days that have a page, oldest first.
  public private(set) var pages: PersistentArray<Day> = []
  /// The todos by id, which is the order in which they were added.
  public private(set) var todos: PersistentSortedMap<Int, Todo> = [:]

  /// A journal without pages.
  public init() {}

  /// What can happen to a journal.
  public enum Action: Equatable, Sendable {
    /// The page of a day begins.
    case startPage(Day)
    /// A todo is written on the newest page.
    case add(title: String)
    /// A todo is done.
    case complete(id: Int)

    /// What the step is called in menus.
    public var label: String {
      switch self {
      case .startPage(let day): "Start \(day)"
      case .add: "Add Todo"
      case .complete: "Complete Todo"
      }
    }
  }

  /// Changes the journal as `action` says, taking new ids from `ids`.
  ///
  /// - Throws: `JournalError` when the action does not fit.
  public mutating func reduce(_ action: Action, ids: inout IDCounter) throws {
    switch action {
    case .startPage(let day): try start(day)
    case .add(let title): try add(title, ids: &ids)
    case .complete(let id): try complete(id)
    }
  }

  private mutating func start(_ day: Day) throws(JournalError) {
    if let newest = pages.last, day <= newest {
      throw newest == day ? .pageExists(day) : .pageBeforeNewest(day, newest: newest)
    }
    pages.append(day)
  }

  private mutating func add(_ title: String, ids: inout IDCounter) throws {
    guard let page = pages.last else { throw JournalError.noPage }
    guard title.contains(where: { !$0.isWhitespace }) else { throw JournalError.emptyTitle }
    let id = try ids.next()
    todos[id] = Todo(id: id, title: title, start: page)
  }

  private mutating func complete(_ id: Int) throws(JournalError) {
    guard let todo = todos[id] else { throw .noTodo(id) }
    guard !todo.isDone else { throw .alreadyDone(id) }
    todos[id]?.isDone = true
  }
}
