/// Why the journal refused an action; it is as it was.
public enum JournalError: Error, Equatable, Sendable {
  /// There is no page to write on.
  case noPage
  /// The day has a page already.
  case pageExists(Day)
  /// The day is older than the newest page.
  case pageBeforeNewest(Day, newest: Day)
  /// A todo wants a title.
  case emptyTitle
  /// No todo has this id.
  case noTodo(Int)
  /// The todo was done before.
  case alreadyDone(Int)
}

extension JournalError: CustomStringConvertible {
  /// A sentence for a person, with what to do next.
  public var description: String {
    switch self {
    case .noPage: "There is no page to write on yet. Start one with: start today"
    case .pageExists(let day): "The page of \(day) has been started already."
    case .pageBeforeNewest(let day, let newest):
      "\(day) is before the newest page, \(newest): pages are started in order."
    case .emptyTitle: "A todo wants a title."
    case .noTodo(let id): "There is no todo \(id)."
    case .alreadyDone(let id): "Todo \(id) is done already."
    }
  }
}
