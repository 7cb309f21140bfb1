import Strata

/// The part of the state that undo leaves alone: the place where the person is, and the source of new ids.
@Described
public struct Session: Equatable, Sendable {
  /// The ids of the selected todos. Some of them may be deleted by now.
  public var selection: IDSet = []
  /// The page that the person chose; nil for the newest page.
  public var page: Day?
  /// The filter of pages.
  public var filter = PageFilter()
  /// The source of new ids.
  public var ids = IDCounter()

  /// Makes the session of a new workspace.
  public init() {}

}

extension Session {
  /// Everything that can happen to a session.
  public enum Action: Equatable, Sendable {
    /// Selects these todos and no others.
    case select(IDSet)
    /// Shows the page of a day; nil for the newest page.
    case show(Day?)
    /// Sets the filter of pages.
    case filter(PageFilter)

    /// No session action is a step: undo reverses work, not looking.
    var recording: Recording { .untracked }
  }

  /// Changes the session as `action` says.
  ///
  /// - Throws: `JournalError.noSuchPage` for a day without a page.
  public mutating func reduce(_ action: Action, over document: Document) throws {
    switch action {
    case .select(let ids): selection = ids
    case .show(let day):
      if let day, !document.journal.hasPage(of: day) { throw JournalError.noSuchPage(day) }
      page = day
    case .filter(let filter): self.filter = filter
    }
  }
}

/// A rule that hides todos of a page.
public struct PageFilter: Equatable, Sendable, Described {
  /// Whether ended todos are hidden.
  public var hidesEnded = false
  /// The only category that is shown; nil for all of them.
  public var category: Int?
  /// The text that a title must contain, in capitals or not; an empty text hides nothing.
  public var text = ""

  /// Makes a filter that hides nothing.
  public init() {}

  /// Describes the stored fields.
  public static func describe(_ field: inout Fields<PageFilter>) {
    field("hidesEnded", \.hidesEnded)
    field("category", \.category)
    field("text", \.text)
  }

  /// Whether a todo is shown.
  func shows(_ todo: Todo) -> Bool {
    if hidesEnded && !todo.isPending { return false }
    if let category, todo.category != category { return false }
    return text.isEmpty || todo.title.lowercased().contains(text.lowercased())
  }
}

extension JournalPage {
  /// Returns the page without hidden todos, and without the groups that are empty then.
  public func filtered(by filter: PageFilter) -> JournalPage {
    var page = self
    for group in groups.indices { page.groups[group].todos.removeAll { !filter.shows($0) } }
    return page.withoutEmptyGroups
  }
}
