extension Journal {
  /// Changes the journal as `action` says, taking new ids and the page in view from `session`.
  ///
  /// - Throws: `JournalError` when the action does not fit, and `IDCounter.Exhausted`. The journal is then as it
  ///   was.
  public mutating func reduce(_ action: Action, in session: inout Session) throws {
    switch action {
    case .startPage(let day): try startPage(day, ids: &session.ids)
    case .add(let todos): try add(todos, on: pageInView(session.page), ids: &session.ids)
    case .complete(let ids, let now): try end(ids, .done, at: now, in: session)
    case .abandon(let ids, let now): try end(ids, .abandoned, at: now, in: session)
    case .uncomplete(let ids): try uncomplete(ids)
    case .markPending(let ids): try markPending(ids)
    case .rename(let ids, let title):
      try Self.requireText(title, or: .emptyTitle)
      try change(ids) { $0.title = title }
    case .delete(let ids): try delete(ids)
    case .setCategory(let ids, let category):
      try requireCategory(category)
      try change(ids) { $0.category = category }
    case .setURL(let ids, let url):
      try Self.requireURL(url)
      try change(ids) { $0.url = url }
    case .setEnding(let ids, let time): try setEnding(ids, at: time)
    case .send(let ids, let day): try send(ids, to: day)
    case .note(let action): try reduce(action, in: &session)
    case .category(let action): try reduce(action, ids: &session.ids)
    case .bundle(let action): try reduce(action, ids: &session.ids)
    }
  }
}
