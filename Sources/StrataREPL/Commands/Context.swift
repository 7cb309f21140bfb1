import Workspace

/// What a line is read against: the state as it is, and the time on the wall.
struct Context {
  var state: AppState
  var now: WallTime

  /// Reads a day: `today`, `tomorrow`, `yesterday`, or as it is written in full.
  func day(_ word: String) -> Day? {
    switch word {
    case "today": now.day
    case "tomorrow": now.day.next
    case "yesterday": now.day.previous
    default: Day(word)
    }
  }

  /// The category with a name, or with a number.
  func category(_ name: String) -> Int? {
    let categories = state.document.journal.categories
    return (categories.first { $0.name == name } ?? categories.first { String($0.id) == name })?.id
  }
}
