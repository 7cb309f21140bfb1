import PersistentCollections

extension Journal {
  /// Writes the todos of the bundles that are due when the page of a day starts.
  ///
  /// A bundle whose todos move on is due, too, when its day came since the page before: had that day had a page, its
  /// todos would be on this one now. It comes once, however often its day came, and what is still to be done from the
  /// last time is not written again.
  mutating func writeDueBundles(on day: Day, since before: Day?, ids: inout IDCounter) throws {
    let due = bundles.values.filter { $0.isDue(on: day, since: before) }
    guard !due.isEmpty else { return }
    let open = due.contains(where: \.shouldMigrate) ? openItems(on: day) : []
    let todos = due.flatMap { bundle in
      bundle.newTodos(on: day).filter {
        !bundle.shouldMigrate || !open.contains(OpenItem($0.title, $0.category))
      }
    }
    try add(todos, on: day, ids: &ids)
  }

  /// What is to be done on a page and will move on from it.
  private func openItems(on day: Day) -> Set<OpenItem> {
    Set(
      todoRows.index.migrating.through(day).keys.compactMap { place in
        todos[place.id].map { OpenItem($0.title, $0.category) }
      }
    )
  }

  /// What makes two todos the same to whoever does them.
  private struct OpenItem: Hashable {
    let title: String
    let category: Int?

    init(_ title: String, _ category: Int?) { (self.title, self.category) = (title, category) }
  }
}

extension TodoBundle {
  /// Whether its todos are to be written on a page that starts.
  ///
  /// - Parameter before: The day of the page before; nil where there is none.
  fileprivate func isDue(on day: Day, since before: Day?) -> Bool {
    guard let last = rhythm?.last(through: day) else { return false }
    guard shouldMigrate, let before else { return last == day }
    return last > before
  }
}
