import PersistentCollections

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

  /// The one of the first three that a todo is in, and at which day.
  private enum Shelf: Equatable {
    case migrating(Day), staying(Day), ended(Day)

    init(of todo: Todo) {
      if let day = todo.ending?.time.day {
        self = .ended(day)
      } else {
        self = todo.shouldMigrate ? .migrating(todo.start) : .staying(todo.start)
      }
    }
  }

  init() {}

  init(of todos: some Sequence<Todo>) {
    var migrating: [IDsByRank<Day>.Place] = []
    var staying: [IDsByRank<Day>.Place] = []
    var ended: [IDsByRank<Day>.Place] = []
    var categorised: [IDsByRank<Int>.Place] = []
    for todo in todos {
      switch Shelf(of: todo) {
      case .migrating(let day): migrating.append(IDsByRank.Place(rank: day, id: todo.id))
      case .staying(let day): staying.append(IDsByRank.Place(rank: day, id: todo.id))
      case .ended(let day): ended.append(IDsByRank.Place(rank: day, id: todo.id))
      }
      if let category = todo.category { categorised.append(IDsByRank.Place(rank: category, id: todo.id)) }
    }
    (self.migrating, self.staying, self.ended) = (IDsByRank(migrating), IDsByRank(staying), IDsByRank(ended))
    self.categorised = IDsByRank(categorised)
  }

  mutating func insert(_ todo: Todo) {
    set(todo.id, on: Shelf(of: todo), isThere: true)
    set(todo.id, in: todo.category, isThere: true)
  }

  mutating func remove(_ todo: Todo) {
    set(todo.id, on: Shelf(of: todo), isThere: false)
    set(todo.id, in: todo.category, isThere: false)
  }

  mutating func move(from old: Todo, to new: Todo) {
    let (from, to) = (Shelf(of: old), Shelf(of: new))
    if from != to {
      set(old.id, on: from, isThere: false)
      set(new.id, on: to, isThere: true)
    }
    if old.category != new.category {
      set(old.id, in: old.category, isThere: false)
      set(new.id, in: new.category, isThere: true)
    }
  }

  /// Takes note that no todo is in a category any more.
  mutating func forgetCategory(_ id: Int) { categorised.removeAll(at: id) }

  func addFootprint(to meter: inout FootprintMeter) {
    for places in [migrating.places, staying.places, ended.places] { meter.add(places) }
    meter.add(categorised.places)
  }

  private mutating func set(_ id: Int, on shelf: Shelf, isThere: Bool) {
    switch shelf {
    case .migrating(let day): migrating.set(id, at: day, isThere: isThere)
    case .staying(let day): staying.set(id, at: day, isThere: isThere)
    case .ended(let day): ended.set(id, at: day, isThere: isThere)
    }
  }

  private mutating func set(_ id: Int, in category: Int?, isThere: Bool) {
    if let category { categorised.set(id, at: category, isThere: isThere) }
  }
}
