import Strata

/// What a page leaves out.
public struct PageFilter: Equatable, Sendable {
  /// Whether todos that have ended are left out.
  public var hidesEnded = false
  /// The one category that is shown; nil for all of them.
  public var category: Int?
  /// What a title has to contain, in whatever case; nothing when empty.
  public var text = ""

  /// A filter that leaves out nothing.
  public init() {}

  /// Whether a todo is shown.
  public func shows(_ todo: Todo) -> Bool {
    if hidesEnded && !todo.isPending { return false }
    if let category, todo.category != category { return false }
    return text.isEmpty || todo.title.lowercased().contains(text.lowercased())
  }
}

extension JournalPage {
  /// Returns the page without the todos that a filter leaves out, and without groups that are empty then.
  public func filtered(by filter: PageFilter) -> JournalPage {
    var page = self
    page.groups = groups.compactMap { group in
      let todos = group.todos.filter(filter.shows)
      return todos.isEmpty ? nil : Group(category: group.category, todos: todos)
    }
    return page
  }
}

extension PageFilter: Described {
  /// Tells the fields.
  public static func describe(_ field: inout Fields<PageFilter>) {
    field("hidesEnded", \.hidesEnded)
    field("category", \.category)
    field("text", \.text)
  }
}
