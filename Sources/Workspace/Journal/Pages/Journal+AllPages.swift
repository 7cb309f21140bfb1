extension Journal {
  /// Returns what every page shows, the oldest first.
  ///
  /// Each todo is put on the pages from the one that it begins on to the one that it ended on. So nothing is looked at that is on
  /// no page, and the todos of a page come in the order of their ids.
  ///
  /// - Complexity: O(*n* log *p* + todos on all pages) for *n* todos and *p* pages.
  public func allPages() -> [JournalPage] {
    let (days, groups) = (Array(pages), CategoryGroups(of: self))
    var shown = [[[Todo]]](repeating: groups.empty, count: days.count)
    for todo in todos.values {
      let first = days.firstIndexInOrder { $0 >= todo.start }
      let end = todo.ending.map { ending in days.firstIndexInOrder { $0 > ending.time.day } } ?? days.count
      if first >= end { continue }
      let group = groups.number(of: todo)
      for page in first..<end { shown[page][group].append(todo) }
    }
    return zip(days, shown).map { JournalPage(of: $0, showing: $1, in: self) }
  }
}
