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

  mutating func insert(_ todo: Todo) { set(todo, isThere: true) }
  mutating func remove(_ todo: Todo) { set(todo, isThere: false) }

  private mutating func set(_ todo: Todo, isThere: Bool) {
    if let day = todo.ending?.time.day {
      ended.set(todo.id, at: day, isThere: isThere)
    } else if todo.shouldMigrate {
      migrating.set(todo.id, at: todo.start, isThere: isThere)
    } else {
      staying.set(todo.id, at: todo.start, isThere: isThere)
    }
    if let category = todo.category { categorised.set(todo.id, at: category, isThere: isThere) }
  }
}
