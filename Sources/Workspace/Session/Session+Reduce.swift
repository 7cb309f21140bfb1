import Strata

extension Session {
  /// What can happen to a session.
  public enum Action: Equatable, Sendable {
    /// Todos are selected, and no others.
    case select(IDSet)
    /// The page of a day is looked at; nil for the newest, whichever that is.
    case show(Day?)
    /// Pages leave out something else.
    case filter(PageFilter)

    /// Nothing of this is a step: undo takes back what was made, not where the user looked.
    var recording: Recording { .untracked }
  }

  /// Changes the session as `action` says.
  ///
  /// - Throws: `JournalError.noSuchPage` for a day that has none.
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
