extension Journal {
  /// Returns what every page shows, the oldest first.
  ///
  /// One sweep from the newest day to the oldest keeps what is visible: going back, more and more has not ended
  /// yet, and what starts later falls away. So nothing is looked at that is on no page.
  ///
  /// - Complexity: O(*n* log *n* + todos on all pages).
  public func allPages() -> [JournalPage] {
    var result: [JournalPage] = []
    let index = todoRows.index
    var visible = index.migrating.places.merging(index.staying.places) { old, _ in old }
    var ended = index.ended.places
    for day in pages.reversed() {
      while let last = ended.last, last.key.rank >= day {
        ended.removeLast()
        if let todo = todos[last.key.id] { visible[.init(rank: todo.start, id: todo.id)] = () }
      }
      while let last = visible.last, last.key.rank > day { visible.removeLast() }
      let shown = visible.keys.compactMap { todos[$0.id] }
      result.append(JournalPage(of: day, showing: shown, in: self))
    }
    return result.reversed()
  }
}
