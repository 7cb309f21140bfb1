import Measuring

@testable import Workspace

/// Actions drawn from a seed: mostly about what is there, now and then about what is not.
struct RandomActions {
  private var random: SplitMix64
  private var today = day("2026-01-01")

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
  }

  mutating func next(in state: AppState) -> AppState.Action {
    switch random.below(20) {
    case 0: .session(session(state))
    case 1, 2: .canvas(canvas(state.document.canvas))
    case 3, 4: .people(people(state.document.people))
    default: .journal(journal(state.document.journal))
    }
  }

  private mutating func journal(_ journal: Journal) -> Journal.Action {
    let ids = ids(of: journal.todos.count) { journal.todos.element(atRank: $0).key }
    switch random.below(24) {
    case 0:
      if random.below(8) > 0, let next = today.next { today = next }
      return .startPage(today)
    case 1, 2, 3, 4: return .add((0..<1 + random.below(3)).map { _ in newTodo(journal) })
    case 5, 6, 7: return .complete(ids, at: now())
    case 8, 9: return .abandon(ids, at: now())
    case 10: return .uncomplete(ids)
    case 11: return .markPending(ids)
    case 12: return .rename(ids, title())
    case 13: return .delete(ids)
    case 14: return .setCategory(ids, category(journal))
    case 15: return .setURL(ids, random.below(3) == 0 ? nil : "https://example.org/\(random.below(9))")
    case 16: return .setEnding(ids, at: now())
    case 17, 18: return .send(ids, to: someDay())
    case 19: return .note(note(journal))
    case 20: return .category(categoryAction(journal))
    case 21:
      return .bundle(
        .apply(id: journal.bundles.isEmpty ? 1 : journal.bundles.randomElement(using: &random)!.key)
      )
    default: return .bundle(bundle(journal))
    }
  }

  private mutating func note(_ journal: Journal) -> Note.Action {
    let ids = ids(of: journal.notes.count) { journal.notes.element(atRank: $0).key }
    switch random.below(6) {
    case 0: return .edit(id: ids.first ?? 0, title())
    case 4: return .append(id: ids.first ?? 0, title())
    case 5 where random.below(2) == 0: return .removeLine(id: ids.first ?? 0, 1 + random.below(3))
    case 5: return .editLine(id: ids.first ?? 0, 1 + random.below(3), title())
    case 1: return .retime(id: ids.first ?? 0, now())
    case 2 where random.below(3) == 0: return .delete(ids)
    default: return .add(title(), at: now())
    }
  }

  private mutating func categoryAction(_ journal: Journal) -> TodoCategory.Action {
    let id = category(journal) ?? 0
    switch random.below(6) {
    case 0: return .rename(id: id, title())
    case 1: return .recolor(id: id, Tint.allCases[random.below(8)])
    case 2: return .reorder(id: id, to: random.below(1 + journal.categories.count))
    case 3: return .delete(id: id)
    default: return .add(name: title(), color: .blue)
    }
  }

  private mutating func bundle(_ journal: Journal) -> TodoBundle.Action {
    let ids = ids(of: journal.bundles.count) { journal.bundles.element(atRank: $0).key }
    let items = (0..<random.below(3)).map { _ in TodoBundle.Item(title(), category: category(journal)) }
    let content = TodoBundle.Content(name: title(), todos: items, shouldMigrate: random.below(2) == 0)
    switch random.below(4) {
    case 0: return .edit(id: ids.first ?? 0, content)
    case 1: return .delete(ids)
    default: return .create(content)
    }
  }

  private mutating func canvas(_ canvas: Canvas) -> Canvas.Action {
    let ids = ids(of: canvas.annotations.count) { canvas.annotations.element(atRank: $0).key }
    let point = Point(x: Double(random.below(9)), y: random.below(9) == 0 ? .nan : 1)
    switch random.below(6) {
    case 0: return .recolor(ids, Tint.allCases[random.below(8)])
    case 1: return .move(id: ids.first ?? 0, to: point)
    case 2: return .edit(id: ids.first ?? 0, title())
    case 3: return .delete(ids)
    default: return .create(title(), at: point, color: .pink)
    }
  }

  private mutating func people(_ people: People) -> People.Action {
    let tags = ids(of: people.list.count) { people.list[$0].tag }
    switch random.below(5) {
    case 0:
      guard var person = tags.first.flatMap({ people[$0] }) else { return .add(name: title()) }
      return .edit(person.modify { $0.likes.append("Edit \(random.below(9))") })
    case 1: return .move(tag: tags.first ?? 0, to: random.below(1 + people.list.count))
    case 2: return .delete(tags)
    default: return .add(name: title())
    }
  }

  private mutating func session(_ state: AppState) -> Session.Action {
    switch random.below(3) {
    case 0:
      .select(
        ids(of: state.document.journal.todos.count) { state.document.journal.todos.element(atRank: $0).key }
      )
    case 1: .show(nil)
    default: .show(someDay())
    }
  }

  /// A few ids of what is there; rarely one that is not.
  private mutating func ids(of count: Int, _ id: (Int) -> Int) -> IDSet {
    var ids = (0..<1 + random.below(3)).compactMap { _ in count == 0 ? nil : id(random.below(count)) }
    if random.below(30) == 0 { ids.append(random.below(5000)) }
    return IDSet(ids)
  }

  private mutating func category(_ journal: Journal) -> Int? {
    if random.below(30) == 0 { return 4999 }
    if journal.categories.isEmpty || random.below(3) == 0 { return nil }
    return journal.categories[random.below(journal.categories.count)].id
  }

  private mutating func newTodo(_ journal: Journal) -> NewTodo {
    NewTodo(
      title(),
      category: category(journal),
      shouldMigrate: random.below(2) == 0,
      start: random.below(4) == 0 ? someDay() : nil
    )
  }

  private mutating func title() -> String {
    random.below(40) == 0 ? " " : "Title \(random.below(1000))"
  }

  /// A day not far from today.
  private mutating func someDay() -> Day {
    var day = today
    for _ in 0..<random.below(6) { day = day.previous ?? day }
    for _ in 0..<random.below(6) { day = day.next ?? day }
    return day
  }

  private mutating func now() -> WallTime {
    let day = random.below(4) == 0 ? someDay() : today
    return WallTime(day, hour: random.below(24), minute: random.below(60)) ?? .noon(of: day)
  }
}
