/// Where todos stand in orders other than that of their ids.
struct TodoIndex: RowIndex {
  /// The pending ones that move on to the next page, by the day they start.
  private(set) var migrating = IDsByRank<Day>()
  /// The pending ones that are abandoned when the next page starts, by the day they start.
  private(set) var staying = IDsByRank<Day>()
  /// Those that have ended, by the day they did.
  private(set) var ended = IDsByRank<Day>()
  /// Those with a category, by its id.
  private(set) var categorised = IDsByRank<Int>()

  static func haveSamePlaces(_ old: Todo, _ new: Todo) -> Bool {
    old.start == new.start && old.shouldMigrate == new.shouldMigrate && old.category == new.category
      && old.ending?.time.day == new.ending?.time.day
  }

  mutating func insert(_ todo: Todo) {
    if let day = todo.ending?.time.day {
      ended.insert(todo.id, at: day)
    } else if todo.shouldMigrate {
      migrating.insert(todo.id, at: todo.start)
    } else {
      staying.insert(todo.id, at: todo.start)
    }
    if let category = todo.category { categorised.insert(todo.id, at: category) }
  }

  mutating func remove(_ todo: Todo) {
    if let day = todo.ending?.time.day {
      ended.remove(todo.id, at: day)
    } else if todo.shouldMigrate {
      migrating.remove(todo.id, at: todo.start)
    } else {
      staying.remove(todo.id, at: todo.start)
    }
    if let category = todo.category { categorised.remove(todo.id, at: category) }
  }
}
