/// The reason why the journal refused an action; it is unchanged.
public enum JournalError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The journal has no page yet.
  case noPage
  /// The day has no page.
  case noSuchPage(Day)
  /// The day already has a page.
  case pageExists(Day)
  /// The day is older than the newest page.
  case pageBeforeNewest(Day, newest: Day)

  /// The title of a todo is empty.
  case emptyTitle
  /// The text is no URL.
  case notAURL(String)
  /// No todo has this id.
  case noTodo(Int)
  /// The todo was done before.
  case alreadyDone(Int)
  /// The todo was abandoned before.
  case alreadyAbandoned(Int)
  /// The todo has not been done.
  case notDone(Int)
  /// The todo has not ended.
  case notEnded(Int)
  /// The todo would end before the page that it starts on.
  case endsBeforeStart(Int, start: Day, ending: Day)

  /// No category has this id.
  case noCategory(Int)
  /// The name of a category is empty.
  case emptyCategoryName
  /// Another category has this name.
  case categoryExists(String)
  /// The order of categories has fewer positions.
  case noPosition(Int, of: Int)

  /// No note has this id.
  case noNote(Int)
  /// The text of a note is empty.
  case emptyNote
  /// The note has fewer lines.
  case noLine(Int, note: Int, of: Int)

  /// No bundle has this id.
  case noBundle(Int)
  /// The name of a bundle is empty.
  case emptyBundleName

  /// A sentence for a person, with the next step.
  public var description: String {
    switch self {
    case .noPage: "There is no page to write on yet. Start one with: start today"
    case .noSuchPage(let day): "There is no page of \(day)."
    case .pageExists(let day): "The page of \(day) has been started already."
    case .pageBeforeNewest(let day, let newest):
      "\(day) is before the newest page, \(newest): pages are started in order."
    case .emptyTitle: "A todo wants a title."
    case .notAURL(let text): "'\(text)' is no URL. Write it in full, such as https://example.org/page"
    case .noTodo(let id): "There is no todo \(id)."
    case .alreadyDone(let id): "Todo \(id) is done already."
    case .alreadyAbandoned(let id): "Todo \(id) is abandoned already."
    case .notDone(let id): "Todo \(id) is not done."
    case .notEnded(let id): "Todo \(id) is pending. Complete or abandon it first."
    case .endsBeforeStart(let id, let start, let ending):
      """
      Todo \(id) starts on \(start) and cannot end on \(ending). Send it to \(ending) or an earlier day first, or \
      give it a later ending.
      """
    case .noCategory(let id): "There is no category \(id)."
    case .emptyCategoryName: "A category wants a name."
    case .categoryExists(let name): "There is a category '\(name)' already."
    case .noPosition(let position, let count):
      count == 1
        ? "There is no position \(position): the only category stands at 0."
        : "There is no position \(position): the \(count) categories stand at 0 to \(count - 1)."
    case .noNote(let id): "There is no note \(id)."
    case .emptyNote: "A note wants a text."
    case .noLine(let number, let id, let count):
      "Note \(id) has no line \(number): \(count == 1 ? "line 1 is its only one" : "it has lines 1 to \(count)")."
    case .noBundle(let id): "There is no bundle \(id)."
    case .emptyBundleName: "A bundle wants a name."
    }
  }
}
